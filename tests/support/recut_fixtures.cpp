#include "tests/support/recut_fixtures.h"

#include "core/dynamics/assemble.h"
#include "core/dynamics/dense.h"
#include "core/topology/cut_joint_closures.h"
#include "tests/support/dense_oracle.h"
#include "tests/support/fixtures.h"
#include "tests/support/random_mechanism.h"

namespace grashof::fixtures {

VectorXd asVector(const std::vector<double>& q) {
  return Eigen::Map<const VectorXd>(q.data(), static_cast<Eigen::Index>(q.size()));
}

double contentDifference(const Mechanism& a, const VectorXd& qa, const Mechanism& b, const VectorXd& qb) {
  const oracle::Tree treeA(a), treeB(b);
  double worst = 0;
  for (std::size_t i = 0; i < a.links.size(); ++i) {
    const int j = b.findLink(a.links[i].name);
    if (j < 0 || !a.links[i].inertial) continue;
    const Pose x = treeA.linkPose(static_cast<int>(i), qa) * poseOf(a.links[i].inertial->origin);
    const Pose y = treeB.linkPose(j, qb) * poseOf(b.links[static_cast<std::size_t>(j)].inertial->origin);
    worst = std::max({worst, (x.p - y.p).norm(), (x.R - y.R).norm()});
  }
  return worst;
}

std::vector<VectorXd> motion(const Model& model, int count, std::uint64_t seed) {
  std::vector<VectorXd> poses{model.nominal};
  Random random(seed);
  VectorXd direction = random.vector(model.nv, 1.0);
  for (int i = 1; i < count; ++i) {
    TreeState state = makeTreeState(model);
    const VectorXd& q = poses.back();
    treeKinematics(model, {q.data(), static_cast<std::size_t>(q.size())}, {}, state);
    const MatrixXd J = constraintJacobian(model, state, RowSet::Authored);
    VectorXd u = direction;
    if (J.rows() > 0) {
      Eigen::CompleteOrthogonalDecomposition<MatrixXd> solver;
      solver.setThreshold(1e-7);
      solver.compute(J);
      u -= solver.solve(J * u);
    }
    if (u.norm() < 1e-6) break;
    direction = u / u.cwiseAbs().maxCoeff();
    VectorXd next = q;
    integratePosition(model, {next.data(), static_cast<std::size_t>(next.size())},
                      {direction.data(), static_cast<std::size_t>(direction.size())}, 0.05);
    AssembleOptions options;
    options.allowRestarts = false;
    const AssembleResult closed = assemble(model, next, options);
    if (!closed.isClosed) break;
    poses.push_back(closed.q);
  }
  return poses;
}

Mechanism randomLoop(std::uint64_t seed, JointType closing, bool isFloating) {
  RandomMechanismOptions options;
  options.joints = 9;
  options.isFloating = isFloating;
  options.types = {JointType::Revolute, JointType::Prismatic, JointType::Spherical, JointType::Planar};
  options.fixedShare = 0.15;
  options.branching = 0.3;
  Mechanism m = randomMechanism(seed, options);
  Random random(seed + 1000);
  const oracle::Tree tree(m);
  const VectorXd q = asVector(*m.nominal);
  const int a = random.integer(4), b = static_cast<int>(m.links.size()) - 1 - random.integer(3);
  Joint joint = makeJoint("closing", closing, m.links[static_cast<std::size_t>(a)].name,
                          m.links[static_cast<std::size_t>(b)].name, random.vector(0.3), random.direction());
  joint.origin.rpy = random.vector(2.0);
  joint.isCut = true;
  m.joints.push_back(joint);
  std::vector<Closure> closures = closuresOfCutJoint(m, static_cast<int>(m.joints.size()) - 1, 0.2, false);
  m.joints.pop_back();
  if (random.chance(0.5))
    for (Closure& closure : closures) closure.name.clear();
  m.closures = closures;
  // Places as in a file, which keep the order when elements come back.
  int element = 0;
  for (Link& link : m.links) link.source.element = ++element;
  for (Joint& j : m.joints) j.source.element = ++element;
  for (Closure& closure : m.closures) closure.source.element = ++element;
  return m;
}

}  // namespace grashof::fixtures
