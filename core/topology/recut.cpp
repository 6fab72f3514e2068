#include "core/topology/recut.h"

#include <algorithm>
#include <set>

#include "core/mechanism/joint_order.h"
#include "core/mechanism/nominal_pose.h"
#include "core/topology/cut_joint_closures.h"
#include "core/topology/recut_parts.h"

namespace grashof {
namespace {
using namespace recutting;

/// Makes the new mechanism from the old one; link and joint indices are those of the old one throughout.
class Recutter {
 public:
  Recutter(const Scene& scene, FramesPolicy frames)
      : scene_(scene), m_(scene.m), frames_(frames), scale_(ownLength(scene.m)) {
    for (std::size_t j = 0; j < m_.joints.size(); ++j)
      if (!m_.joints[j].isCut) coordinates_[m_.joints[j].name] = scene.coordinates[j];
  }

  /// The joint is cut in the file already: it only has to be said in closures.
  Mechanism asClosures(int joint) {
    branch_.cut = edgeOf(scene_, joint);
    finish();
    return std::move(m_);
  }

  Mechanism reroot(const ChosenLoop& chosen, int joint) {
    branch_ = turnedBranch(scene_, chosen, joint);
    foldChain(scene_, branch_);
    const Closing& closing = chosen.closing;
    prefersPin_ = closing.isPlanarPin;
    if (closing.cutJoint < 0 && !closing.isRemembered) {
      settleNewJoint(scene_, branch_.edges.front());
      std::vector<Closure> replaced;
      for (const int c : closing.closures) replaced.push_back(m_.closures[at(c)]);
      branch_.edges.front().joint.closures = std::make_shared<const std::vector<Closure>>(replaced);
    }
    moveFrames();
    for (auto it = closing.closures.rbegin(); it != closing.closures.rend(); ++it)
      m_.closures.erase(m_.closures.begin() + *it);
    writeBranch(closing.cutJoint, joint);
    addClosures(branch_.cut, prefersPin_);
    finish();
    return std::move(m_);
  }

  const Branch& branch() const { return branch_; }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  const std::string& linkName(int link) const { return scene_.m.links[at(link)].name; }

  void moveFrames() {
    if (frames_ == FramesPolicy::Move)
      for (const JointEdge& edge : branch_.edges) shifts_[linkName(edge.child)] = edge.X_CM.p;
    shiftFrames(m_, shifts_, scale_);
    for (JointEdge& edge : branch_.edges) moveEdge(edge);
    moveEdge(branch_.cut);
    for (JointEdge& edge : branch_.chain) moveEdge(edge);
  }

  void moveEdge(JointEdge& edge) {
    shiftEdge(scene_.m, edge, shifts_);
    if (!edge.joint.closures) return;
    std::vector<Closure> moved = *edge.joint.closures;
    shiftClosures(moved, shifts_, scale_);
    edge.joint.closures = std::make_shared<const std::vector<Closure>>(std::move(moved));
  }

  /// Puts the branch's joints in place of those that were there; the newly cut one goes.
  void writeBranch(int oldCut, int cut) {
    std::set<int> gone(branch_.removedJoints.begin(), branch_.removedJoints.end());
    gone.insert(cut);
    if (oldCut >= 0) gone.insert(oldCut);
    for (std::size_t i = 1; i < branch_.edges.size(); ++i)
      gone.insert(scene_.m.findJoint(branch_.edges[i].joint.name));
    for (auto it = gone.rbegin(); it != gone.rend(); ++it) m_.joints.erase(m_.joints.begin() + *it);
    // Frame links that stay or are made again keep their place in the file.
    for (const int link : branch_.removedLinks)
      std::erase_if(m_.links, [&](const Link& l) { return l.name == linkName(link); });
    for (const JointEdge& edge : branch_.edges) writeJoint(edge);
  }

  void writeJoint(const JointEdge& edge) {
    Joint joint = edge.joint;
    joint.parent = linkName(edge.parent);
    joint.child = linkName(edge.child);
    joint.origin = cleanOrigin(edge.X_PJ, scale_);
    coordinates_[joint.name] = edge.coordinates;
    if (!edge.X_CM.p.isZero(0.0)) {
      Joint carrier;
      carrier.parent = freeName(joint.child + "_frame", true);
      carrier.child = joint.child;
      carrier.name = freeName(carrier.parent + "_joint", false);
      carrier.origin.xyz = cleaned(Vector3d::Zero() - edge.X_CM.p, std::max(scale_, edge.X_CM.p.norm()));
      Link frame;
      frame.name = joint.child = carrier.parent;
      insertInOrder(m_.links, std::move(frame));
      insertInOrder(m_.joints, std::move(joint));
      insertInOrder(m_.joints, std::move(carrier));
      return;
    }
    insertInOrder(m_.joints, std::move(joint));
  }

  std::string freeName(const std::string& wanted, bool isLink) const {
    std::string name = wanted;
    const auto isTaken = [&] { return (isLink ? m_.findLink(name) : m_.findJoint(name)) >= 0; };
    for (int n = 2; isTaken(); ++n) name = wanted + "_" + std::to_string(n);
    return name;
  }

  void addClosures(const JointEdge& edge, bool prefersPin) {
    setNominal();
    const std::string &parent = linkName(edge.parent), &child = linkName(edge.child);
    CutJoint memory = memoryOf(edge, parent, child);
    if (&edge == &branch_.cut) {
      for (const JointEdge& part : branch_.chain)
        memory.chain.push_back(memoryOf(part, linkName(part.parent), linkName(part.child)));
      for (const int link : branch_.chainLinks) memory.links.push_back(scene_.m.links[at(link)]);
    }
    for (Closure& closure : closuresOf(m_, edge, parent, child, prefersPin, memory))
      insertInOrder(m_.closures, std::move(closure));
  }

  /// The result holds a tree and closures: joints that are cut in the file become closures too, and nothing
  /// can follow a joint without a coordinate.
  void finish() {
    for (std::size_t j = 0; j < scene_.m.joints.size(); ++j) {
      const int now = m_.findJoint(scene_.m.joints[j].name);
      if (now < 0 || !m_.joints[at(now)].isCut) continue;
      JointEdge edge = edgeOf(scene_, static_cast<int>(j));
      moveEdge(edge);
      m_.joints.erase(m_.joints.begin() + now);
      addClosures(edge, false);
    }
    for (Joint& joint : m_.joints)
      if (joint.mimic && m_.findJoint(joint.mimic->leader) < 0 &&
          scene_.m.findJoint(joint.mimic->leader) >= 0)
        joint.mimic.reset();
    setNominal();
  }

  /// The same pose in the new order; absent where it was and nothing needs it.
  void setNominal() {
    std::vector<double> q(scene_.nominal.begin(), scene_.nominal.begin() + scene_.baseEntries);
    for (const CoordinateSlot& slot : coordinateSlots(m_)) {
      const auto known = coordinates_.find(m_.joints[at(slot.joint)].name);
      q.insert(q.end(), known->second.begin(), known->second.end());
    }
    m_.nominal = std::move(q);
    if (scene_.m.nominal) return;
    const NominalLayout layout = nominalLayout(m_, walkTree(m_), BaseMode::Auto);
    if (*m_.nominal == defaultNominal(m_, layout)) m_.nominal.reset();
  }

  const Scene& scene_;
  Mechanism m_;
  FramesPolicy frames_;
  double scale_;
  Branch branch_;
  Shifts shifts_;
  bool prefersPin_ = false;
  std::map<std::string, std::vector<double>> coordinates_;  ///< by joint, at the nominal configuration
};

/// The closures stand for a joint that a tree holds as several: those are put in first.
Outcome<Mechanism> recutThroughChain(const Scene& scene, const ChosenLoop& chosen, const std::string& joint,
                                     FramesPolicy frames) {
  const Mechanism with = withChain(scene, chosen.closing);
  const Outcome<Scene> sceneWith = sceneOf(with);
  if (!sceneWith) return Outcome<Mechanism>::failure(sceneWith.diagnostics);
  const ChosenLoop chosenWith = chosenWithChain(*sceneWith, chosen);
  Recutter recutter(*sceneWith, frames);
  Mechanism result = recutter.reroot(chosenWith, with.findJoint(joint));
  return Outcome<Mechanism>::success(std::move(result), lossesOf(with, recutter.branch(), &chosenWith));
}

}  // namespace

Outcome<Mechanism> recut(const Mechanism& m, int joint, const RecutOptions& options) {
  const Outcome<Scene> scene = sceneOf(m);
  if (!scene) return Outcome<Mechanism>::failure(scene.diagnostics);
  if (joint < 0 || joint >= static_cast<int>(m.joints.size()))
    return Outcome<Mechanism>::failure(
        problem(Severity::Error, m, "not-in-a-loop", {}, {}, "there is no such joint"));
  const Joint& cut = m.joints[static_cast<std::size_t>(joint)];
  Recutter recutter(*scene, options.frames);
  if (cut.isCut) {
    Mechanism result = recutter.asClosures(joint);
    return Outcome<Mechanism>::success(std::move(result), lossesOf(m, recutter.branch(), nullptr));
  }
  if (cut.type == JointType::Floating)
    return Outcome<Mechanism>::failure(problem(Severity::Error, m, "cannot-cut", cut.source, cut.name,
                                               "joint '" + cut.name + "' is floating: it holds nothing"));
  const Outcome<ChosenLoop> chosen = chooseLoop(*scene, joint, options.loop);
  if (!chosen) return Outcome<Mechanism>::failure(chosen.diagnostics);
  if (!chosen->closing.chain.empty()) return recutThroughChain(*scene, *chosen, cut.name, options.frames);
  Mechanism result = recutter.reroot(*chosen, joint);
  return Outcome<Mechanism>::success(std::move(result), lossesOf(m, recutter.branch(), &*chosen));
}

}  // namespace grashof
