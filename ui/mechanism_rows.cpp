#include "ui/mechanism_rows.h"

#include "core/mechanism/actuation.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/topology/spanning_tree.h"
#include "ui/quantity.h"

namespace grashof {
namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("MechanismRows", text);
}

std::unique_ptr<Row> jointRow(const Mechanism& mechanism, int jointIndex, const Model* model) {
  const Joint& joint = mechanism.joints[static_cast<std::size_t>(jointIndex)];
  auto row = std::make_unique<Row>();
  row->iconName = jointIcon(joint.type);
  row->name = QString::fromStdString(joint.name);
  row->dim = QString::fromStdString(joint.child);
  row->element = {ElementKind::Joint, jointIndex};
  row->dimElement = {ElementKind::Link, mechanism.findLink(joint.child)};
  if (joint.mimic)
    row->states.push_back({QStringLiteral("mimic"), QStringLiteral("glyph.mimic"),
                           tr("Follows %1").arg(QString::fromStdString(joint.mimic->leader))});
  if (isActuated(joint))
    row->states.push_back({QStringLiteral("motor"), QStringLiteral("accent"), tr("Actuated")});
  const int j = model ? model->jointOf(jointIndex) : -1;
  if (j >= 0 && model->joints[static_cast<std::size_t>(j)].nv == 1) row->joint = j;
  return row;
}

std::unique_ptr<Row> closureRow(const Mechanism& mechanism, const Loop& loop) {
  auto row = std::make_unique<Row>();
  row->iconName = QStringLiteral("scissors");
  row->iconToken = QStringLiteral("cut");
  if (!loop.closures.empty()) {
    const int index = loop.closures.front();
    const Closure& closure = mechanism.closures[static_cast<std::size_t>(index)];
    row->name = QString::fromStdString(displayName(closure, index));
    row->dim = loop.closures.size() > 1 ? tr("%1 closures").arg(loop.closures.size()) : closureWords(closure);
    row->element = {ElementKind::Closure, index};
  } else if (loop.cutJoint >= 0) {
    const Joint& joint = mechanism.joints[static_cast<std::size_t>(loop.cutJoint)];
    row->name = QString::fromStdString(joint.name);
    row->dim = tr("cut, %1").arg(QString::fromUtf8(jointTypeName(joint.type).data()));
    row->element = {ElementKind::Joint, loop.cutJoint};
  }
  return row;
}

/// How many of a loop's joints lie on body1's side of the common ancestor; they come first in Loop::joints.
std::size_t jointsOnFirstSide(const Mechanism& mechanism, const Loop& loop) {
  std::string link;
  if (!loop.closures.empty())
    link = mechanism.closures[static_cast<std::size_t>(loop.closures.front())].body1;
  else if (loop.cutJoint >= 0)
    link = mechanism.joints[static_cast<std::size_t>(loop.cutJoint)].parent;
  std::size_t count = 0;
  for (std::size_t guard = 0; guard <= mechanism.links.size() && count < loop.joints.size(); ++guard) {
    const int above = mechanism.parentJointOf(link);
    if (above < 0) break;
    if (above == loop.joints[count]) ++count;
    link = mechanism.joints[static_cast<std::size_t>(above)].parent;
  }
  return count;
}

}  // namespace

QString jointIcon(JointType type) {
  switch (type) {
    case JointType::Fixed:
      return QStringLiteral("joint-fixed");
    case JointType::Revolute:
      return QStringLiteral("joint-revolute");
    case JointType::Continuous:
      return QStringLiteral("joint-continuous");
    case JointType::Prismatic:
      return QStringLiteral("joint-prismatic");
    case JointType::Spherical:
      return QStringLiteral("joint-spherical");
    case JointType::Planar:
      return QStringLiteral("joint-planar");
    case JointType::Floating:
      return QStringLiteral("joint-floating");
    case JointType::Universal:
      return QStringLiteral("joint-universal");
    case JointType::Cylindrical:
      return QStringLiteral("joint-cylindrical");
  }
  return QStringLiteral("joint-fixed");
}

QString closureIcon(const Closure& closure) {
  switch (closure.kind) {
    case ClosureKind::Pin:
      return QStringLiteral("closure-pin");
    case ClosureKind::Equality:
      return closure.axes.size() == 1 ? QStringLiteral("closure-plane") : QStringLiteral("closure-rail");
    case ClosureKind::Universal:
      return QStringLiteral("joint-universal");
  }
  return QStringLiteral("closure-pin");
}

QString closureWords(const Closure& closure) {
  switch (closure.kind) {
    case ClosureKind::Pin:
      return tr("pin");
    case ClosureKind::Equality:
      return closure.axes.size() == 1 ? tr("one axis") : tr("two axes");
    case ClosureKind::Universal:
      return tr("universal");
  }
  return {};
}

std::unique_ptr<Row> treeRows(const Mechanism& mechanism, const Model* model, bool isBaseFixed) {
  auto root = std::make_unique<Row>();
  const SpanningTree tree = spanningTree(mechanism);
  std::vector<Row*> rowOfLink(mechanism.links.size(), nullptr);
  for (const int link : tree.linkOrder) {
    const auto l = static_cast<std::size_t>(link);
    const int joint = tree.parentJoint[l];
    const int parent = tree.parentLink[l];
    Row* above = parent >= 0 ? rowOfLink[static_cast<std::size_t>(parent)] : nullptr;
    if (joint >= 0 && above) {
      rowOfLink[l] = above->add(jointRow(mechanism, joint, model));
      continue;
    }
    auto row = std::make_unique<Row>();
    row->iconName = isBaseFixed ? QStringLiteral("world") : QStringLiteral("joint-floating");
    row->name = QString::fromStdString(mechanism.links[l].name);
    row->dim = isBaseFixed ? tr("fixed to the world") : tr("floating base");
    row->element = {ElementKind::Link, link};
    row->isBold = true;
    rowOfLink[l] = root->add(std::move(row));
  }
  return root;
}

QString loopName(const LoopReport& loop, const Mechanism& mechanism, int index) {
  if (!loop.loop.closures.empty()) {
    const int closure = loop.loop.closures.front();
    const Closure& first = mechanism.closures[static_cast<std::size_t>(closure)];
    return QString::fromStdString(displayName(first, closure));
  }
  if (!loop.loop.name.empty()) return QString::fromStdString(loop.loop.name);
  return tr("Loop %1").arg(index + 1);
}

std::unique_ptr<Row> loopRows(const Mechanism& mechanism, const Analysis& analysis) {
  auto root = std::make_unique<Row>();
  for (std::size_t i = 0; i < analysis.loops.size(); ++i) {
    const LoopReport& loop = analysis.loops[i];
    auto row = std::make_unique<Row>();
    row->iconName = QStringLiteral("loop");
    row->name = loopName(loop, mechanism, static_cast<int>(i));
    row->dim = QString::fromStdString(loop.kindWords);
    row->element = {ElementKind::Loop, static_cast<int>(i)};
    row->loop = static_cast<int>(i);
    Row* top = root->add(std::move(row));
    // Down body1's side, across the closure, up body2's side: the way a finger goes round the loop.
    std::vector<int> order(loop.loop.joints.rbegin(), loop.loop.joints.rend());
    const std::size_t first = jointsOnFirstSide(mechanism, loop.loop);
    std::rotate(order.begin(), order.end() - static_cast<std::ptrdiff_t>(first), order.end());
    for (std::size_t at = 0; at <= order.size(); ++at) {
      if (at == first) top->add(closureRow(mechanism, loop.loop));
      if (at == order.size()) break;
      const Joint& source = mechanism.joints[static_cast<std::size_t>(order[at])];
      auto entry = jointRow(mechanism, order[at], nullptr);
      entry->dimElement = {};
      entry->dim = isActuated(source) || source.mimic ? QString() : tr("passive");
      top->add(std::move(entry));
    }
  }
  return root;
}

double loopGap(const LoopReport& loop, const Snapshot& snapshot) {
  double gap = 0;
  for (const int c : loop.constraints)
    if (c >= 0 && c < static_cast<int>(snapshot.constraints.size()))
      gap = std::max(gap, snapshot.constraints[static_cast<std::size_t>(c)].gap);
  return gap;
}

bool isClosedGap(double gap, double size) {
  return gap <= std::min(1e-4, 1e-4 * std::max(size, 1e-3));
}

void updateValue(Row& row, const Model& model, const Snapshot& snapshot, const Analysis& analysis) {
  if (row.joint >= 0 && row.joint < static_cast<int>(model.joints.size())) {
    const MovableJoint& joint = model.joints[static_cast<std::size_t>(row.joint)];
    if (joint.q < snapshot.q.size()) row.value = coordinateText(snapshot.q[joint.q], isRotary(joint.type));
  }
  if (row.loop >= 0 && row.loop < static_cast<int>(analysis.loops.size())) {
    const double gap = loopGap(analysis.loops[static_cast<std::size_t>(row.loop)], snapshot);
    const NumberAndUnit text = gapText(gap);
    row.value = text.number + u' ' + text.unit;
    const bool isClosed = isClosedGap(gap, model.size);
    row.valueIcon = isClosed ? QStringLiteral("success") : QStringLiteral("warning");
    row.valueIconToken = row.valueIcon;
  }
}

}  // namespace grashof
