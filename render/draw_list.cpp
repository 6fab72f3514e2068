#include "render/draw_list.h"

#include <algorithm>

namespace grashof {
namespace {

Eigen::Vector4f vectorOf(const QColor& c, double alpha) {
  return {float(c.redF()), float(c.greenF()), float(c.blueF()), float(alpha)};
}

Eigen::Matrix4f matrixOf(const Pose& X) {
  Eigen::Matrix4f M = Eigen::Matrix4f::Identity();
  M.topLeftCorner<3, 3>() = X.R.cast<float>();
  M.topRightCorner<3, 1>() = X.p.cast<float>();
  return M;
}

/// Tone of a link whose file gives no colour: light grey for the base, eight muted ones in turn for the rest.
QColor toneOf(const Scene& scene, int link, const ViewTheme& theme) {
  if (link == scene.rootLink) return theme.chassis;
  const int before = scene.rootLink >= 0 && link > scene.rootLink ? link - 1 : link;
  return theme.links[static_cast<std::size_t>(before) % theme.links.size()];
}

struct Marks {
  std::vector<unsigned char> outline, emphasised;
};

Marks marksOf(const Scene& scene, const ViewOptions& options) {
  Marks marks{std::vector<unsigned char>(scene.links.size(), 0), std::vector<unsigned char>(scene.links.size(), 0)};
  for (const int l : linksOf(scene, options.hovered)) marks.outline[l] = kOutlineHovered;
  for (const ElementRef& e : options.alsoSelected)
    for (const int l : linksOf(scene, e)) marks.outline[l] = kOutlineSelected;
  for (const int l : linksOf(scene, options.selection)) marks.outline[l] = kOutlineSelected;
  for (const int l : options.emphasis.links)
    if (l >= 0 && l < static_cast<int>(scene.links.size())) marks.emphasised[l] = 1;
  return marks;
}

void colorItem(const Scene& scene, const ScenePart& part, const ViewOptions& options, const ViewTheme& theme,
               const Marks& marks, DrawItem& item) {
  item.color = vectorOf(toneOf(scene, part.link, theme), 1);
  if (part.color) {
    const Rgba& c = *part.color;
    for (int i = 0; i < 4; ++i) item.color[i] = static_cast<float>(std::clamp(c[i], 0.0, 1.0));
  } else {
    item.usesFileColors = part.mesh->colors.size() == part.mesh->vertices.size();
  }
  if (part.isPlaceholder) item.color = vectorOf(theme.warning, 0.55);
  if (part.isCollision) {
    item.color = vectorOf(theme.limits, 0.28);
    item.usesFileColors = false;
  }
  const ViewEmphasis& emphasis = options.emphasis;
  if (emphasis.links.empty()) return;
  if (!marks.emphasised[part.link]) {
    item.fade = static_cast<float>(emphasis.fade);
  } else if (emphasis.tint.isValid()) {
    item.tint = vectorOf(emphasis.tint, 0.34);
  }
}

void addGhost(const Scene& scene, const SceneFrame& frame, const SceneFrame& ghost, const ViewTheme& theme, DrawList& list) {
  for (const ScenePart& part : scene.parts) {
    const auto link = static_cast<std::size_t>(part.link);
    if (part.isCollision || link >= ghost.linkPoses.size() || link >= frame.linkPoses.size()) continue;
    const Pose &X = ghost.linkPoses[part.link], &now = frame.linkPoses[part.link];
    // A link that has not moved would only blur itself.
    if ((X.p - now.p).norm() < 1e-6 && (X.R - now.R).norm() < 1e-6) continue;
    DrawItem item;
    item.mesh = part.mesh;
    item.X_WG = matrixOf(X * part.X_LG);
    item.color = vectorOf(theme.ghost, theme.isDark ? 0.22 : 0.15);
    list.translucent.push_back(std::move(item));
  }
}

void extend(Bounds& bounds, const Bounds& local, const DrawItem& item) {
  for (int corner = 0; corner < 8 && !local.isEmpty; ++corner) {
    const Eigen::Vector4f v(float(corner & 1 ? local.upper.x() : local.lower.x()),
                            float(corner & 2 ? local.upper.y() : local.lower.y()),
                            float(corner & 4 ? local.upper.z() : local.lower.z()), 1);
    const Eigen::Vector3d p = (item.X_WG * v).head<3>().cast<double>();
    bounds.lower = bounds.isEmpty ? p : bounds.lower.cwiseMin(p).eval();
    bounds.upper = bounds.isEmpty ? p : bounds.upper.cwiseMax(p).eval();
    bounds.isEmpty = false;
  }
}

}  // namespace

std::vector<int> linksOf(const Scene& scene, ElementRef element) {
  std::vector<int> links;
  const auto add = [&](int link) {
    if (link >= 0 && link < static_cast<int>(scene.links.size())) links.push_back(link);
  };
  const auto has = [&](const auto& list) { return element.index >= 0 && element.index < static_cast<int>(list.size()); };
  if (element.kind == ElementKind::Link) add(element.index);
  if (element.kind == ElementKind::Joint && has(scene.joints)) {
    if (scene.joints[element.index].isCut) add(scene.joints[element.index].parent);
    add(scene.joints[element.index].child);
  }
  if (element.kind == ElementKind::Closure && has(scene.closures)) {
    add(scene.closures[element.index].link1);
    add(scene.closures[element.index].link2);
  }
  return links;
}

DrawList makeDrawList(const Scene& scene, const SceneFrame& frame, const SceneFrame* ghost, const ViewOptions& options,
                      const ViewTheme& theme, const Eigen::Vector3d& eye_W) {
  DrawList list;
  const Marks marks = marksOf(scene, options);
  list.outlines.push_back(0);
  list.outlines.insert(list.outlines.end(), marks.outline.begin(), marks.outline.end());
  for (std::size_t i = 0; i < scene.parts.size(); ++i) {
    const ScenePart& part = scene.parts[i];
    if (static_cast<std::size_t>(part.link) >= frame.linkPoses.size()) continue;
    if (part.isCollision ? !options.layers.collisions : !options.layers.visuals) continue;
    DrawItem item;
    item.mesh = part.mesh;
    item.X_WG = matrixOf(frame.linkPoses[part.link] * part.X_LG);
    if (!item.X_WG.allFinite()) continue;
    item.link = static_cast<unsigned>(part.link) + 1;
    item.part = static_cast<unsigned>(i) + 1;
    colorItem(scene, part, options, theme, marks, item);
    if (item.color.w() <= 0.0f) continue;  // a file may hide a part that way
    extend(list.bounds, part.bounds_G, item);
    if (marks.outline[part.link]) extend(list.outlined, part.bounds_G, item);
    (item.color.w() < 1.0f ? list.translucent : list.solid).push_back(std::move(item));
  }
  if (options.layers.ghost && ghost) addGhost(scene, frame, *ghost, theme, list);
  const Eigen::Vector3f eye = eye_W.cast<float>();
  std::stable_sort(list.translucent.begin(), list.translucent.end(), [&](const DrawItem& a, const DrawItem& b) {
    return (a.X_WG.topRightCorner<3, 1>() - eye).squaredNorm() > (b.X_WG.topRightCorner<3, 1>() - eye).squaredNorm();
  });
  return list;
}

}  // namespace grashof
