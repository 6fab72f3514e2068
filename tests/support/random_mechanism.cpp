#include "tests/support/random_mechanism.h"

#include "tests/support/dense_oracle.h"
#include "tests/support/fixtures.h"

namespace grashof::fixtures {
namespace {

class MechanismMaker {
 public:
  MechanismMaker(std::uint64_t seed, const RandomMechanismOptions& options)
      : random_(seed), options_(options) {}

  Mechanism make() {
    mechanism_.name = "random";
    mechanism_.root = options_.isFloating ? "base" : "world";
    mechanism_.links.push_back(randomLink(mechanism_.root));
    for (int i = 0; i < options_.joints; ++i) addJoint(i);
    for (int i = 0; i < options_.pins; ++i) addClosure(ClosureKind::Pin);
    for (int i = 0; i < options_.equalities; ++i) addClosure(ClosureKind::Equality);
    for (int i = 0; i < options_.universals; ++i) addClosure(ClosureKind::Universal);
    const oracle::Tree tree(mechanism_);
    VectorXd q = tree.neutral();
    q = tree.displaced(q, random_.vector(tree.nv, 0.8));
    addMimics(tree, q);
    makeUniversalsPerpendicular(tree, q);
    mechanism_.nominal = std::vector<double>(q.data(), q.data() + q.size());
    return mechanism_;
  }

 private:
  Link randomLink(const std::string& name) {
    Link link = makeLink(name, random_.uniform(0.3, 2.0), random_.vector(0.2));
    // Principal moments that obey the triangle inequality, about turned axes.
    const double a = random_.uniform(0.01, 0.03), b = random_.uniform(0.01, 0.03);
    link.inertial->inertia =
        Vector3d(a, b, random_.uniform(std::abs(a - b) + 1e-3, a + b - 1e-3)).asDiagonal();
    link.inertial->origin.rpy = random_.vector(1.5);
    return link;
  }

  void addJoint(int i) {
    const int previous = static_cast<int>(mechanism_.links.size()) - 1;
    const int parent = random_.chance(options_.branching) ? random_.integer(previous + 1) : previous;
    const std::string link = "l" + std::to_string(i);
    mechanism_.links.push_back(randomLink(link));
    const JointType type =
        random_.chance(options_.fixedShare)
            ? JointType::Fixed
            : options_
                  .types[static_cast<std::size_t>(random_.integer(static_cast<int>(options_.types.size())))];
    Joint joint =
        makeJoint("j" + std::to_string(i), type, mechanism_.links[static_cast<std::size_t>(parent)].name,
                  link, random_.vector(0.4));
    if (random_.chance(options_.alignedShare)) {
      joint.axis = Vector3d(0, 0, random_.chance(0.5) ? 1 : -1);
    } else {
      joint.axis = random_.direction() * random_.uniform(0.5, 2.0);
      joint.origin.rpy = random_.vector(2.0);
    }
    if (options_.hasDynamics) addDynamics(joint);
    mechanism_.joints.push_back(joint);
  }

  void addDynamics(Joint& joint) {
    if (random_.chance(0.5)) joint.dynamics.damping = random_.uniform(0, 0.5);
    if (random_.chance(0.4)) joint.dynamics.rotorInertia = random_.uniform(0, 0.05);
    if (random_.chance(0.3)) joint.limits.effort = random_.uniform(0.1, 2.0);
    if (!hasOneDof(joint.type) || random_.chance(0.5)) return;
    joint.dynamics.stiffness = random_.uniform(0, 20);
    joint.dynamics.springMount = {random_.uniform(-0.5, 0.5)};
  }

  void addClosure(ClosureKind kind) {
    const int n = static_cast<int>(mechanism_.links.size());
    const int first = random_.integer(n);
    const int second = (first + 1 + random_.integer(n - 1)) % n;
    Closure closure = makePin(mechanism_.links[static_cast<std::size_t>(first)].name,
                              mechanism_.links[static_cast<std::size_t>(second)].name, random_.vector(0.5));
    closure.kind = kind;
    if (kind == ClosureKind::Equality)
      for (int i = random_.chance(0.6) ? 2 : 1; i > 0; --i) closure.axes.push_back(random_.direction() * 1.7);
    if (kind == ClosureKind::Universal)
      closure.locked = {random_.chance(0.5), random_.chance(0.5), random_.chance(0.5)};
    mechanism_.closures.push_back(closure);
  }

  /// Each follows another one-DoF joint that is not a follower itself; offsets agree with the pose.
  void addMimics(const oracle::Tree& tree, const VectorXd& q) {
    std::vector<const oracle::TreeJoint*> single;
    for (const oracle::TreeJoint& joint : tree.joints)
      if (joint.source >= 0 && hasOneDof(mechanism_.joints[static_cast<std::size_t>(joint.source)].type))
        single.push_back(&joint);
    for (std::size_t i = 0; i < static_cast<std::size_t>(options_.mimics) && 2 * i + 1 < single.size(); ++i) {
      const oracle::TreeJoint& leader = *single[2 * i];
      const oracle::TreeJoint& follower = *single[2 * i + 1];
      const double m = random_.uniform(-2, 2);
      Mimic mimic;
      mimic.leader = mechanism_.joints[static_cast<std::size_t>(leader.source)].name;
      mimic.multiplier = m;
      mimic.offset = q[follower.q] - m * q[leader.q];
      mechanism_.joints[static_cast<std::size_t>(follower.source)].mimic = mimic;
    }
  }

  void makeUniversalsPerpendicular(const oracle::Tree& tree, const VectorXd& q) {
    for (Closure& closure : mechanism_.closures) {
      if (closure.kind != ClosureKind::Universal) continue;
      const Matrix3d R1 = tree.linkPose(mechanism_.findLink(closure.body1), q).R;
      const Matrix3d R2 = tree.linkPose(mechanism_.findLink(closure.body2), q).R;
      closure.axisA = random_.direction();
      const Vector3d a = R1 * closure.axisA;
      closure.axisB = R2.transpose() * a.cross(random_.direction()).normalized();
    }
  }

  Random random_;
  const RandomMechanismOptions& options_;
  Mechanism mechanism_;
};

}  // namespace

Vector3d Random::direction() {
  Vector3d v;
  do v = vector(1.0);
  while (v.norm() > 1.0 || v.norm() < 0.1);
  return v.normalized();
}

VectorXd Random::vector(int n, double size) {
  VectorXd v(n);
  for (int i = 0; i < n; ++i) v[i] = uniform(-size, size);
  return v;
}

Mechanism randomMechanism(std::uint64_t seed, const RandomMechanismOptions& options) {
  return MechanismMaker(seed, options).make();
}

}  // namespace grashof::fixtures
