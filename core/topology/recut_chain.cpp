// Joints that a tree holds as several in series: put in for the closures that stand for them, and taken out
// again.
#include <algorithm>

#include "core/mechanism/joint_order.h"
#include "core/mechanism/nominal_pose.h"
#include "core/topology/recut_parts.h"

namespace grashof::recutting {
namespace {

std::string freeName(const std::string& wanted, const auto& isTaken) {
  std::string name = wanted;
  for (int n = 2; isTaken(name); ++n) name = wanted + "_" + std::to_string(n);
  return name;
}

Origin rounded(const Pose& X) {
  return cleanOrigin(X, std::max(1e-3, X.p.norm()));
}

/// The pose stays: coordinates by name, those of the chain's tree joints from the chain.
void setNominal(const Scene& scene, const JointChain& chain, Mechanism& m) {
  std::vector<double> q(scene.nominal.begin(), scene.nominal.begin() + scene.baseEntries);
  for (const CoordinateSlot& slot : coordinateSlots(m)) {
    const std::string& name = m.joints[Scene::index(slot.joint)].name;
    // The chain first: a cut joint that it stands for may have had the name.
    const auto part =
        std::find_if(chain.begin(), chain.end(), [&](const JointEdge& e) { return e.joint.name == name; });
    const std::vector<double>& known =
        part != chain.end() ? part->coordinates : scene.coordinates[Scene::index(scene.m.findJoint(name))];
    q.insert(q.end(), known.begin(), known.end());
  }
  const NominalLayout layout = nominalLayout(m, walkTree(m), BaseMode::Auto);
  if (scene.m.nominal || q != defaultNominal(m, layout)) m.nominal = std::move(q);
}

/// A link that only joins two joints of one coordinate: no mass, no shapes, and nothing else holds it.
bool isChainLink(const Scene& scene, int link) {
  const Mechanism& m = scene.m;
  const Link& it = m.links[Scene::index(link)];
  const bool hasMass = it.inertial && (it.inertial->mass != 0 || !it.inertial->inertia.isZero(0.0));
  const int above = scene.walk.parentJoint[Scene::index(link)];
  if (hasMass || !it.visuals.empty() || !it.collisions.empty() || above < 0) return false;
  const auto isSimple = [](const Joint& j) { return hasOneDof(j.type) && !j.isCut; };
  if (!isSimple(m.joints[Scene::index(above)])) return false;
  int below = 0;
  for (const Joint& joint : m.joints) {
    if (joint.isCut && joint.child == it.name) return false;
    if (joint.parent != it.name) continue;
    if (!isSimple(joint) || ++below > 1) return false;
  }
  return below == 1 && std::none_of(m.closures.begin(), m.closures.end(), [&it](const Closure& c) {
           return c.body1 == it.name || c.body2 == it.name;
         });
}

}  // namespace

void nameChain(const Mechanism& m, const std::string& name, JointChain& chain, std::vector<Link>& links) {
  const auto isJoint = [&m, &chain](const std::string& wanted) {
    return m.findJoint(wanted) >= 0 || std::any_of(chain.begin(), chain.end(), [&](const JointEdge& e) {
             return e.joint.name == wanted;
           });
  };
  const auto isLink = [&m, &links](const std::string& wanted) {
    return m.findLink(wanted) >= 0 ||
           std::any_of(links.begin(), links.end(), [&](const Link& l) { return l.name == wanted; });
  };
  // The first hinge is called after the closure, whatever stands before and behind it after that.
  bool hasHinge = false;
  for (JointEdge& edge : chain) {
    std::string wanted = name + "_slide";
    if (isRotary(edge.joint.type)) wanted = hasHinge ? name + "_cross" : name;
    hasHinge = hasHinge || isRotary(edge.joint.type);
    edge.joint.name = freeName(wanted, isJoint);
    if (&edge == &chain.back()) break;
    Link link;
    link.name = freeName(name + "_link", isLink);
    links.push_back(link);
  }
}

Mechanism withChain(const Scene& scene, const Closing& closing) {
  Mechanism m = scene.m;
  std::vector<Closure> replaced;
  for (const int c : closing.closures) replaced.push_back(m.closures[Scene::index(c)]);
  for (auto it = closing.closures.rbegin(); it != closing.closures.rend(); ++it)
    m.closures.erase(m.closures.begin() + *it);
  if (closing.cutJoint >= 0) m.joints.erase(m.joints.begin() + closing.cutJoint);
  const std::string first = scene.m.links[Scene::index(closing.chain.front().parent)].name;
  const std::string last = scene.m.links[Scene::index(closing.chain.back().child)].name;
  for (std::size_t i = 0; i < closing.chain.size(); ++i) {
    const JointEdge& edge = closing.chain[i];
    Joint joint = edge.joint;
    joint.parent = i == 0 ? first : closing.chainLinks[i - 1].name;
    joint.child = i + 1 == closing.chain.size() ? last : closing.chainLinks[i].name;
    joint.origin = rounded(edge.X_PJ);
    joint.childOrigin.reset();
    joint.isCut = i + 1 == closing.chain.size();
    if (joint.isCut) joint.childOrigin = originOf(edge.X_CM);
    if (joint.isCut && !replaced.empty() && !closing.isRemembered)
      joint.closures = std::make_shared<const std::vector<Closure>>(replaced);
    insertInOrder(m.joints, std::move(joint));
    if (i < closing.chainLinks.size()) insertInOrder(m.links, closing.chainLinks[i]);
  }
  setNominal(scene, closing.chain, m);
  return m;
}

ChosenLoop chosenWithChain(const Scene& with, const ChosenLoop& chosen) {
  const Closing& closing = chosen.closing;
  const JointEdge& end = closing.chain.back();
  ChosenLoop result = chosen;
  result.closing = Closing{};
  result.closing.cutJoint = with.m.findJoint(end.joint.name);
  result.closing.isRemembered = closing.isRemembered;
  JointEdge edge = edgeOf(with, result.closing.cutJoint);
  edge.joint.isCut = false;
  edge.joint.childOrigin.reset();
  edge.coordinates = end.coordinates;
  const bool isFirstInside = closing.chain.front().parent == chosen.inside;
  result.inside = isFirstInside ? edge.parent : edge.child;
  result.outside = isFirstInside ? edge.child : edge.parent;
  result.closing.edge = std::move(edge);
  return result;
}

void foldChain(const Scene& scene, Branch& branch) {
  JointChain chain{branch.cut};
  std::vector<int> links, joints;
  std::size_t kept = branch.edges.size();
  while (kept > 1 && branch.edges[kept - 1].child == chain.back().child &&
         isChainLink(scene, chain.back().child)) {
    links.push_back(chain.back().child);
    chain.push_back(branch.original[--kept]);
    joints.push_back(scene.m.findJoint(chain.back().joint.name));
  }
  while (isChainLink(scene, chain.front().parent)) {
    const int link = chain.front().parent, above = scene.walk.parentJoint[Scene::index(link)];
    links.insert(links.begin(), link);
    joints.push_back(above);
    chain.insert(chain.begin(), edgeOf(scene, above));
  }
  if (chain.size() < 2) return;
  std::optional<JointEdge> compound = compoundOf(chain);
  if (!compound) compound = compoundOf(reversed(chain));
  if (!compound) return;
  compound->joint.name = branch.cut.joint.name;
  for (const JointEdge& part : chain)
    if (part.joint.closures) compound->joint.closures = part.joint.closures;
  branch.cut = std::move(*compound);
  branch.chain = std::move(chain);
  branch.chainLinks = links;
  branch.edges.resize(kept);
  branch.original.resize(kept);
  branch.removedLinks.insert(branch.removedLinks.end(), links.begin(), links.end());
  branch.removedJoints.insert(branch.removedJoints.end(), joints.begin(), joints.end());
}

}  // namespace grashof::recutting
