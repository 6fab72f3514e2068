// render/glyphs.h - the symbols above the scene: closures, joints, links, forces, tools, scale bar.
#pragma once
#include "render/glyph_canvas.h"
#include "render/picker.h"
#include "render/scene.h"
#include "render/view_options.h"

namespace grashof {

/// What one pass of glyphs needs; references must outlive the call.
struct GlyphInput {
  const Scene& scene;
  const SceneFrame& frame;
  const ViewOptions& options;
  const ToolOverlay& overlay;
  const Picker& picker;          ///< tells what is hidden behind a part
  bool testsHidden = true;       ///< false: rays are saved while the view animates
};

void paintGlyphs(GlyphCanvas& canvas, const GlyphInput& input);
/// Length of a round number with its bar, bottom left.
void paintScaleBar(GlyphCanvas& canvas);

// The parts of paintGlyphs, in its order.
void paintLinkGlyphs(GlyphCanvas& canvas, const GlyphInput& input);
void paintJointGlyphs(GlyphCanvas& canvas, const GlyphInput& input);
/// The arc or bar of options.travel; `now_W` is where the joint points at its coordinate q.
void paintTravel(GlyphCanvas& canvas, const GlyphInput& input, const Vector3d& p_W, const Vector3d& axis_W,
                 const Vector3d& now_W, double q);
void paintClosureGlyphs(GlyphCanvas& canvas, const GlyphInput& input);
void paintForces(GlyphCanvas& canvas, const GlyphInput& input);
void paintOverlay(GlyphCanvas& canvas, const ToolOverlay& overlay);

/// 35 % when another link's part stands before the point.
double glyphOpacity(const GlyphCanvas& canvas, const GlyphInput& input, const Vector3d& p_W, const std::vector<int>& ownLinks);

}  // namespace grashof
