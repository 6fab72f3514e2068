#include "core/mechanism/edit.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/mechanism/edit_checks.h"
#include "core/mechanism/joint_order.h"

namespace grashof {
namespace {
using edit_checks::Report;

std::string pathOf(std::string_view tag, int index) {
  return "robot/" + std::string(tag) + "[" + std::to_string(index + 1) + "]";
}

std::string closurePath(const Mechanism& m, const Closure& closure, int index) {
  std::string path = "robot/constraints/" + std::string(closureKindName(closure.kind));
  if (index < 0) return path;
  int nth = 0;
  for (int i = 0; i <= index; ++i)
    if (m.closures[static_cast<std::size_t>(i)].kind == closure.kind) ++nth;
  return path + "[" + std::to_string(std::max(nth, 1)) + "]";
}

/// The joint that a closure remembers, and those that it was made of.
template <typename Visit>
void forEachPart(CutJoint& cut, const Visit& visit) {
  visit(cut.joint);
  for (CutJoint& part : cut.chain) visit(part.joint);
}

/// Fields that its kind does not have take their defaults, so that a mechanism says nothing a file cannot.
void tidy(Closure& closure) {
  const Closure fresh;
  if (closure.kind != ClosureKind::Equality) closure.axes.clear();
  if (closure.kind == ClosureKind::Universal) return;
  closure.locked = fresh.locked;
  closure.axisA = fresh.axisA;
  closure.axisB = fresh.axisB;
}

/// Applies edits one after another to one mechanism; what concerns the whole (graph, nominal configuration)
/// is looked at when all are done, because a list may pass through states that would not stand alone.
class Editor {
 public:
  explicit Editor(const Mechanism& before) : before_(before), m_(before) {}

  Outcome<Mechanism> run(const Edit& edit) {
    apply(edit);
    if (findings_.empty()) finish();
    if (!findings_.empty()) return Outcome<Mechanism>::failure(std::move(findings_));
    return Outcome<Mechanism>::success(std::move(m_));
  }

 private:
  void apply(const Edit& edit) {
    std::visit([this](const auto& e) { perform(e); }, edit);
  }

  /// The element at an index, or a finding and null.
  template <typename T>
  T* at(std::vector<T>& items, int index, std::string_view what) {
    if (index >= 0 && index < static_cast<int>(items.size())) return &items[static_cast<std::size_t>(index)];
    Report{findings_, pathOf(what, index), {}, {}}.error(
        "no-such-element", "", "there is no " + std::string(what) + " number " + std::to_string(index + 1));
    return nullptr;
  }

  void perform(const EditList& list) {
    for (const Edit& edit : list.edits) apply(edit);
  }

  void perform(const SetLink& edit) {
    Link* link = at(m_.links, edit.index, "link");
    if (!link) return;
    Link value = edit.value;
    value.name = link->name;
    value.source = link->source;
    if (value.inertial) value.inertial->source = link->inertial ? link->inertial->source : SourceRef{};
    edit_checks::checkLink(*link, value, {findings_, pathOf("link", edit.index), link->name, link->source});
    *link = std::move(value);
  }

  void perform(const SetJoint& edit) {
    Joint* joint = at(m_.joints, edit.index, "joint");
    if (!joint) return;
    Joint value = edit.value;
    value.name = joint->name;
    value.source = joint->source;
    value.limits.source = joint->limits.source;
    value.dynamics.source = joint->dynamics.source;
    if (value.mimic) value.mimic->source = joint->mimic ? joint->mimic->source : SourceRef{};
    if (!value.isCut) value.childOrigin.reset();
    if (value.type == JointType::Continuous) value.limits.lower = value.limits.upper = std::nullopt;
    // A spring's rest position cannot outlive the coordinates that it was given in.
    if (value.type != joint->type && value.dynamics.springMount == joint->dynamics.springMount &&
        coordinateCount(value.type) != coordinateCount(joint->type))
      value.dynamics.springMount.clear();
    edit_checks::checkJoint(m_, edit.index, value,
                            {findings_, pathOf("joint", edit.index), joint->name, joint->source});
    graphTouched_ = graphTouched_ || value.parent != joint->parent || value.child != joint->child ||
                    value.isCut != joint->isCut;
    *joint = std::move(value);
  }

  void perform(const SetClosure& edit) {
    Closure* closure = at(m_.closures, edit.index, "closure");
    if (!closure) return;
    Closure value = edit.value;
    value.source = closure->source;
    tidy(value);
    edit_checks::checkClosure(m_, edit.index, value,
                              {findings_, closurePath(m_, *closure, edit.index),
                               displayName(*closure, edit.index), closure->source});
    *closure = std::move(value);
  }

  void perform(const AddClosure& edit) {
    Closure value = edit.value;
    value.source = SourceRef{};
    tidy(value);
    edit_checks::checkClosure(m_, -1, value, {findings_, closurePath(m_, value, -1), value.name, {}});
    m_.closures.push_back(std::move(value));
  }

  void perform(const RemoveClosure& edit) {
    if (at(m_.closures, edit.index, "closure")) m_.closures.erase(m_.closures.begin() + edit.index);
  }

  void perform(const SetNominal& edit) {
    m_.nominal = edit.value;
    nominalGiven_ = true;
  }

  void perform(const RenameLink& edit) {
    Link* link = at(m_.links, edit.index, "link");
    if (!link || link->name == edit.name) return;
    edit_checks::checkName(edit.name, m_.findLink(edit.name) >= 0,
                           {findings_, pathOf("link", edit.index), link->name, link->source});
    const std::string old = std::exchange(link->name, edit.name);
    const auto follow = [&](std::string& reference) {
      if (reference == old) reference = edit.name;
    };
    follow(m_.root);
    for (Joint& joint : m_.joints) {
      follow(joint.parent), follow(joint.child);
      if (!joint.closures) continue;
      std::vector<Closure> remembered = *joint.closures;
      for (Closure& closure : remembered) follow(closure.body1), follow(closure.body2);
      joint.closures = std::make_shared<const std::vector<Closure>>(std::move(remembered));
    }
    for (Closure& closure : m_.closures) {
      follow(closure.body1), follow(closure.body2);
      if (closure.cut) forEachPart(*closure.cut, [&](Joint& j) { follow(j.parent), follow(j.child); });
    }
  }

  void perform(const RenameJoint& edit) {
    Joint* joint = at(m_.joints, edit.index, "joint");
    if (!joint || joint->name == edit.name) return;
    edit_checks::checkName(edit.name, m_.findJoint(edit.name) >= 0,
                           {findings_, pathOf("joint", edit.index), joint->name, joint->source});
    const std::string old = std::exchange(joint->name, edit.name);
    for (Joint& other : m_.joints)
      if (other.mimic && other.mimic->leader == old) other.mimic->leader = edit.name;
    for (Closure& closure : m_.closures)
      if (closure.cut)
        forEachPart(*closure.cut, [&](Joint& j) {
          if (j.mimic && j.mimic->leader == old) j.mimic->leader = edit.name;
        });
  }

  void finish() {
    if (graphTouched_) {
      chooseRoot();
      edit_checks::checkGraph(m_, findings_);
    }
    if (!findings_.empty()) return;
    if (nominalGiven_)
      edit_checks::checkNominal(m_, findings_);
    else
      carryNominal();
  }

  /// The root stays unless a joint was put above it.
  void chooseRoot() {
    if (m_.parentJointOf(m_.root) < 0) return;
    for (const Link& link : m_.links)
      if (m_.parentJointOf(link.name) < 0) {
        m_.root = link.name;
        return;
      }
  }

  /// Every joint that still has its coordinates keeps their values, wherever they now stand in the list.
  void carryNominal() {
    if (!m_.nominal) return;
    const std::optional<int> oldBase = baseEntriesOf(before_, m_.nominal->size());
    if (!oldBase) return;
    const std::vector<double> old = std::move(*m_.nominal);
    std::vector<double> q(old.begin(), old.begin() + *oldBase);
    const bool wasWorld = before_.root == "world", isWorld = m_.root == "world";
    if (wasWorld != isWorld && (*oldBase == 0) == wasWorld)
      q = isWorld ? std::vector<double>{} : std::vector<double>{0, 0, 0, 1, 0, 0, 0};
    const std::vector<CoordinateSlot> oldSlots = coordinateSlots(before_);
    for (const CoordinateSlot& slot : coordinateSlots(m_)) {
      const auto same = std::find_if(oldSlots.begin(), oldSlots.end(), [&slot](const CoordinateSlot& o) {
        return o.joint == slot.joint && o.count == slot.count;
      });
      if (same == oldSlots.end()) {
        const auto fresh = neutralCoordinates(m_.joints[static_cast<std::size_t>(slot.joint)]);
        q.insert(q.end(), fresh.begin(), fresh.end());
      } else {
        const auto first = old.begin() + *oldBase + same->first;
        q.insert(q.end(), first, first + same->count);
      }
    }
    m_.nominal = std::move(q);
  }

  const Mechanism& before_;
  Mechanism m_;
  Diagnostics findings_;
  bool graphTouched_ = false;
  bool nominalGiven_ = false;
};

}  // namespace

Outcome<Mechanism> applyEdit(const Mechanism& mechanism, const Edit& edit) {
  return Editor(mechanism).run(edit);
}

}  // namespace grashof
