// ui/tools/cut_plan.h - a loop as the cut tool shows it, and the cut itself with what there is to say of it.
#pragma once
#include <QString>
#include <vector>

#include "core/dynamics/analysis.h"
#include "core/topology/recut.h"
#include "ui/widgets/toast.h"
#include "ui/workbench.h"

namespace grashof {

/// A joint of a loop as a place to cut.
struct CutPlace {
  int joint = -1;  ///< Mechanism joint
  Vector3d p_W = Vector3d::Zero();
  int rank = 0;  ///< 1 = recommended; 0: a motor or a follower, which a cut would cost something
  bool isCutNow = false;
  QString badge;   ///< "recommended", "limited −60.0° to 60.0°", "actuated"
  QString reason;  ///< the analysis' words: "passive, unlimited, well conditioned"
};

struct LoopPicture {
  std::vector<Vector3d> path_W;       ///< around the loop: its anchor, then its joints
  std::vector<int> links;             ///< that turn in it, with what is welded to them
  std::vector<CutPlace> places;       ///< best first
  std::optional<Vector3d> closure_W;  ///< where closures close it
  QString closureName;
};

/// `loop`: index into analysis.loops.
LoopPicture loopPicture(const Model& model, const Analysis& analysis, int loop,
                        const std::vector<Pose>& linkPoses);

/// The first loop (`preferred` if it is one) that passes through this joint, closure or link; -1.
int loopThrough(const Model& model, const Analysis& analysis, ElementRef element, int preferred);

/// These links and all that fixed joints weld to them: a frame without a shape stands for a body.
std::vector<int> withWelded(const Mechanism& mechanism, const std::vector<int>& links);

/// What a cut would make of the mechanism, without making it.
struct CutPreview {
  QString closure;                  ///< "two axes at apex_aR"; empty: cannot be cut
  QString problem;                  ///< why not
  int depthNow = 0, depthThen = 0;  ///< joints from the root to the farthest link
  QString lost;                     ///< the first warning: what the cut joint cannot do any longer
};
CutPreview previewCut(const Mechanism& mechanism, int joint, const std::string& loop);

/// Cuts as one undo step. Errors in the result: nothing changed. Else `toast` says what happened, with Undo.
Diagnostics performCut(const Workbench& bench, int joint, const std::string& loop, ToastText& toast);

}  // namespace grashof
