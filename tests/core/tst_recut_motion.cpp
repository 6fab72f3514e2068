// A linkage that is cut elsewhere moves as before: the same forces give the same motion, energy and joint
// reactions. Both runs are of fourth order, with steps so small that what they differ by is the linkage's.
#include <QtTest>
#include <cmath>
#include <map>

#include "core/dynamics/applied_forces.h"
#include "core/dynamics/dense.h"
#include "core/dynamics/inverse_dynamics.h"
#include "core/dynamics/mobility.h"
#include "core/io/urdf_reader.h"
#include "core/mechanism/loop_plane.h"
#include "core/topology/recut.h"
#include "core/topology/spanning_tree.h"
#include "tests/support/dense_oracle.h"
#include "tests/support/fixtures.h"
#include "tests/support/linkages.h"
#include "tests/support/random_mechanism.h"
#include "tests/support/recut_fixtures.h"
#include "tests/support/shared_folder.h"
#include "tests/support/step_run.h"

using namespace grashof;
using namespace grashof::fixtures;

namespace {

/// Force and torque about the world's origin, on the side of the joint's child.
struct Load {
  Vector3d force = Vector3d::Zero(), torque = Vector3d::Zero();
  void add(const Vector3d& f, const Vector3d& t, const Vector3d& p) { force += f, torque += t + p.cross(f); }
  Load negative() const { return {-force, -torque}; }
};

/// Drives by joint name; joints of one coordinate keep it, so they mean the same in both trees.
using Drives = std::map<std::string, double>;

void drive(Run& run, const Drives& drives) {
  for (const MovableJoint& joint : run.model->joints)
    if (const auto it = drives.find(joint.name); it != drives.end()) run.actuation.tau[joint.v] = it->second;
}

/// What joints and closures carry at the run's state, by name: joints of the tree, and closures "name",
/// "name/2",
/// ... together.
struct Loads {
  std::map<std::string, Load> joints, closures;
};
/// Accelerations and multipliers of the authored rows: M a + h = tau + J^T l, J a = -dJ/dt u, of least norm.
/// The rows' own change with time by central differences.
struct Solved {
  VectorXd qdd, multipliers;
};
Solved solve(const Run& at, const TreeState& tree) {
  const Model& model = *at.model;
  const std::span<const double> u = viewOf(at.state.u);
  const auto rowsAfter = [&](double time) {
    Run moved(*model.mechanism);
    VectorXd q = at.state.q;
    integratePosition(model, {q.data(), static_cast<std::size_t>(q.size())}, u, time);
    moved.state.q = q;
    return constraintJacobian(model, moved.tree(), RowSet::Authored);
  };
  const MatrixXd J = constraintJacobian(model, tree, RowSet::Authored);
  constexpr double kTime = 1e-4;
  const VectorXd gamma = (rowsAfter(kTime) - rowsAfter(-kTime)) * at.state.u / (2 * kTime);
  VectorXd commanded(model.nv), tau(model.nv);
  const auto size = static_cast<std::size_t>(model.nv);
  computeAppliedForces(model, at.actuation, tree, viewOf(at.state.q), u, {commanded.data(), size},
                       {tau.data(), size});
  const Eigen::LLT<MatrixXd> M(massMatrix(model, tree));
  const VectorXd free = M.solve(tau - biasForce(model, tree, u, at.settings.gravity));
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> rows;
  rows.setThreshold(1e-9);
  rows.compute(J * M.solve(J.transpose()));
  const VectorXd multipliers = rows.solve(-gamma - J * free);
  return {free + M.solve(J.transpose() * multipliers), multipliers};
}

/// The forces of the multipliers on body1, at body2's anchors.
std::vector<ConstraintReading> readingsOf(const Model& model, const TreeState& tree,
                                          const VectorXd& multipliers) {
  std::vector<ConstraintReading> readings(model.constraints.size());
  Eigen::Index row = 0;
  for (std::size_t i = 0; i < readings.size(); ++i) {
    const Constraint& c = model.constraints[i];
    ConstraintReading& reading = readings[i];
    if (c.kind == ConstraintKind::Mimic) {
      reading.multiplier[0] = multipliers[row++];
      continue;
    }
    const BodyMotion &one = tree.body[static_cast<std::size_t>(c.body1)],
                     &two = tree.body[static_cast<std::size_t>(c.body2)];
    reading.p2_W = tree.p_WO + two.p_OB + two.R_WB * c.p_B2A2;
    for (int k = 0; k < c.rows; ++k) reading.force_W += multipliers[row++] * (one.R_WB * c.axes_B1.col(k));
    if (c.hasRotationRow)
      reading.torque_W = multipliers[row++] * (one.R_WB * c.nA_B1).cross(two.R_WB * c.nB_B2);
  }
  return readings;
}

Loads loadsOf(const Run& at) {
  const TreeState tree = at.tree();
  const Solved solved = solve(at, tree);
  const std::vector<ConstraintReading> readings = readingsOf(*at.model, tree, solved.multipliers);
  const InverseDynamics dynamics =
      inverseDynamics(*at.model, tree, viewOf(at.state.u), viewOf(solved.qdd), at.settings.gravity, readings);
  Loads loads;
  for (std::size_t i = 0; i < at.model->joints.size(); ++i) {
    const MovableJoint& joint = at.model->joints[i];
    if (joint.source < 0) continue;
    const Vector3d p = tree.p_WO + tree.body[static_cast<std::size_t>(joint.body)].p_OB;
    loads.joints[joint.name].add(dynamics.joints[i].force_W, dynamics.joints[i].torque_W, p);
  }
  for (std::size_t i = 0; i < at.model->constraints.size(); ++i) {
    const Constraint& c = at.model->constraints[i];
    if (c.closure < 0) continue;
    const std::string& name = at.model->mechanism->closures[static_cast<std::size_t>(c.closure)].name;
    // On body2, the child's side.
    loads.closures[name.substr(0, name.rfind('/'))].add(-readings[i].force_W, -readings[i].torque_W,
                                                        readings[i].p2_W);
  }
  return loads;
}

/// Parts of a reaction that the rest of the linkage decides: all of it, or in a planar linkage those in its
/// plane. What acts across the plane is shared by the parallel hinges, and who takes it is the tree's choice.
double difference(const Load& a, const Load& b, const std::optional<Vector3d>& normal) {
  Vector3d force = a.force - b.force, torque = a.torque - b.torque;
  if (normal) {
    force -= *normal * normal->dot(force);
    torque = *normal * normal->dot(torque);
  }
  return std::max(force.norm(), torque.norm());
}

/// Every reaction is decided: all rows act at this pose, and none was left out because joints hold it already
/// (in a planar linkage those across the plane may be).
bool isDetermined(const Model& model, bool isPlanar) {
  int rows = 0;
  for (const Constraint& c : model.constraints) rows += c.rows + (c.hasRotationRow ? 1 : 0);
  TreeState state = makeTreeState(model);
  treeKinematics(model, {model.nominal.data(), static_cast<std::size_t>(model.nq)}, {}, state);
  return (isPlanar || model.keptRows() == rows) && findMobility(model, state).rank == model.keptRows();
}

struct Comparison {
  double pose = 0, energy = 0, reaction = 0, moved = 0;
  int reactions = 0;
};

class Pair {
 public:
  Pair(const Mechanism& before, const Mechanism& after, const std::string& cut, bool isPlanar)
      : m_(before), cut_(after), name_(cut), isPlanar_(isPlanar), a_(before), b_(after) {
    for (Run* run : {&a_, &b_}) run->settings.integrator = Integrator::RungeKutta4;
    const auto q = poseAfterRecut(m_, {a_.state.q.begin(), a_.state.q.end()}, cut_);
    if (q) b_.state.q = asVector(*q);
  }

  Comparison run(const Drives& drives, double dt, int steps, bool comparesReactions) {
    drive(a_, drives);
    drive(b_, drives);
    a_.settings.dt = b_.settings.dt = dt;
    Comparison result;
    const double energy = a_.energy();
    if (comparesReactions) compareReactions(result);
    double scale = 0;
    const VectorXd start = a_.state.q;
    for (int i = 0; i < steps; ++i) {
      a_.step();
      b_.step();
      result.pose = std::max(result.pose, contentDifference(m_, a_.state.q, cut_, b_.state.q));
      const double gained = a_.energy() - energy;
      result.energy = std::max(result.energy, std::abs(a_.energy() - b_.energy()));
      scale = std::max({scale, std::abs(gained), std::abs(energy)});
    }
    result.energy /= std::max(scale, 1e-12);
    result.moved = (a_.state.q - start).norm();
    if (comparesReactions) compareReactions(result);
    return result;
  }

 private:
  void compareReactions(Comparison& result) {
    const Loads a = loadsOf(a_), b = loadsOf(b_);
    double scale = 1e-3;
    for (const auto& [name, load] : a.joints)
      scale = std::max({scale, load.force.norm(), load.torque.norm()});
    const auto compare = [&](const Load& x, const Load& y, const Joint& joint, const Mechanism& of,
                             const Run& at) {
      result.reaction = std::max(result.reaction, difference(x, y, normalOf(joint, of, at)) / scale);
      ++result.reactions;
    };
    for (const auto& [name, load] : a.joints) {
      const Joint& was = m_.joints[static_cast<std::size_t>(m_.findJoint(name))];
      if (name == name_) {
        if (const auto it = b.closures.find(name); it != b.closures.end())
          compare(load, it->second, was, m_, a_);
        continue;
      }
      const auto it = b.joints.find(name);
      if (it == b.joints.end()) continue;
      const Joint& is = cut_.joints[static_cast<std::size_t>(cut_.findJoint(name))];
      const bool isForward = standsFor(is.child, was.child);
      compare(load, isForward ? it->second : it->second.negative(), was, m_, a_);
    }
    compareClosing(a, b, compare);
  }

  /// The joint that the only loop's closures have become carries what they carried.
  void compareClosing(const Loads& a, const Loads& b, const auto& compare) {
    if (fundamentalLoops(m_).size() != 1) return;
    const Closure& first = m_.closures.front();
    for (const auto& [name, load] : b.joints) {
      if (m_.findJoint(name) >= 0) continue;
      const Joint& made = cut_.joints[static_cast<std::size_t>(cut_.findJoint(name))];
      const bool isForward = standsFor(made.parent, first.body1) || standsFor(made.child, first.body2);
      compare(a.closures.begin()->second, isForward ? load : load.negative(), made, cut_, b_);
    }
  }
  /// Of the plane that a joint moves in: a hinge's axis, or the axis that all hinges of a slide's loop have.
  std::optional<Vector3d> normalOf(const Joint& joint, const Mechanism& m, const Run& at) const {
    if (!isPlanar_) return std::nullopt;
    const oracle::Tree tree(m);
    const Joint* hinge = &joint;
    for (const Joint& other : m.joints)
      if (!isRotary(hinge->type)) hinge = &other;
    return tree.linkPose(m.findLink(hinge->parent), at.state.q).R *
           (rotationFromRpy(hinge->origin.rpy) * hinge->axis.normalized());
  }
  static bool standsFor(const std::string& link, const std::string& body) {
    return link == body || link == body + "_frame";
  }

  const Mechanism& m_;
  const Mechanism& cut_;
  std::string name_;
  bool isPlanar_;
  Run a_, b_;
};

Drives drivesOf(const Mechanism& m, const Mechanism& cut, double size, std::uint64_t seed) {
  Random random(seed);
  Drives drives;
  for (const Joint& joint : m.joints) {
    const double value = random.uniform(-size, size);
    if (hasOneDof(joint.type) && cut.findJoint(joint.name) >= 0) drives[joint.name] = value;
  }
  return drives;
}

/// Spring, damping and motor of the joint that is cut go: without them before, too.
Mechanism withoutDynamicsOf(const Mechanism& m, int joint) {
  Mechanism plain = m;
  plain.joints[static_cast<std::size_t>(joint)].dynamics = {};
  plain.joints[static_cast<std::size_t>(joint)].limits = {};
  if (plain.joints[static_cast<std::size_t>(joint)].type == JointType::Revolute)
    plain.joints[static_cast<std::size_t>(joint)].type = JointType::Continuous;
  return plain;
}

/// Every loop moves in a plane of its own.
bool isPlanar(const Mechanism& m) {
  return std::all_of(m.closures.begin(), m.closures.end(),
                     [&m](const Closure& c) { return planarPathNormal(m, c.body1, c.body2).has_value(); });
}

}  // namespace

class TestRecutMotion : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void randomLoops_data();
  void randomLoops();
  void files_data();
  void files();
};

void TestRecutMotion::randomLoops_data() {
  QTest::addColumn<int>("type");
  for (const JointType type :
       {JointType::Spherical, JointType::Revolute, JointType::Fixed, JointType::Prismatic, JointType::Planar,
        JointType::Cylindrical, JointType::Universal})
    QTest::addRow("%s", std::string(jointTypeName(type)).c_str()) << static_cast<int>(type);
}

void TestRecutMotion::randomLoops() {
  QFETCH(int, type);
  int cuts = 0, reactions = 0;
  double pose = 0, energy = 0, reaction = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const Mechanism whole = randomLoop(seed, static_cast<JointType>(type), seed % 2 == 0);
    for (const int joint : cuttableJoints(whole, true)) {
      const Mechanism m = withoutDynamicsOf(whole, joint);
      RecutOptions options;
      options.frames = seed % 3 == 0 ? FramesPolicy::Keep : FramesPolicy::Move;
      const Outcome<Mechanism> cut = recut(m, joint, options);
      QVERIFY(cut);
      const std::string& name = m.joints[static_cast<std::size_t>(joint)].name;
      const bool isDecided = isDetermined(*compiled(m), false) && isDetermined(*compiled(*cut), false);
      Pair pair(m, *cut, name, false);
      const Comparison c = pair.run(drivesOf(m, *cut, 0.2, seed), 2e-4, 60, isDecided);
      const QByteArray where = QByteArray::number(static_cast<int>(seed)) + " " + name.c_str();
      QVERIFY2(c.pose < 1e-9, where + " poses " + QByteArray::number(c.pose));
      QVERIFY2(c.energy < 1e-9, where + " energy " + QByteArray::number(c.energy));
      QVERIFY2(c.reaction < 1e-6, where + " reaction " + QByteArray::number(c.reaction));
      pose = std::max(pose, c.pose), energy = std::max(energy, c.energy);
      reaction = std::max(reaction, c.reaction), reactions += c.reactions;
      ++cuts;
    }
  }
  qInfo("%d cuts, %d reactions: poses %.1e, energy %.1e, reactions %.1e", cuts, reactions, pose, energy,
        reaction);
  QVERIFY(cuts > 15);
  // Hinges and welds close so much that joints of these small loops stand still, and the loads within are not
  // decided.
  const auto closing = static_cast<JointType>(type);
  if (closing != JointType::Revolute && closing != JointType::Fixed) QVERIFY(reactions > 30);
}

void TestRecutMotion::files_data() {
  QTest::addColumn<QString>("path");
  QTest::addColumn<int>("every");
  QTest::addColumn<int>("steps");
  QTest::addColumn<double>("tolerance");
  for (const char* name :
       {"four_bar", "slider_crank", "five_bar", "parallelogram", "gripper", "minitaur", "stewart"})
    QTest::addRow("%s", name) << QStringLiteral(GRASHOF_SOURCE_DIR "/rsc/%1.urdf").arg(name) << 1 << 60
                              << 1e-6;
  // Damping of its light rods is stiff, and stiff damping is taken implicitly, to first order, joint by
  // joint.
  QTest::addRow("delta") << QStringLiteral(GRASHOF_SOURCE_DIR "/rsc/delta.urdf") << 1 << 10 << 1e-6;
  QTest::addRow("strandbeest") << QStringLiteral(GRASHOF_SOURCE_DIR "/rsc/strandbeest.urdf") << 40 << 10
                               << 1e-6;
  const QString models = sharedFolder() + "/models/";
  // rpy="1.57075 0 0": the hinges of a leg are parallel up to 9e-5.
  QTest::addRow("shared minitaur") << models + "minitaur/minitaur_equality.urdf" << 3 << 10 << 1e-3;
  QTest::addRow("shared strandbeest")
      << models + "strandbeest/strandbeest_36equality.urdf" << 40 << 10 << 1e-6;
}

void TestRecutMotion::files() {
  QFETCH(QString, path);
  QFETCH(int, every);
  QFETCH(int, steps);
  QFETCH(double, tolerance);
  if (!QFile::exists(path)) QSKIP("not here");
  const Outcome<Mechanism> whole = readUrdfFile(path.toStdString(), {});
  QVERIFY(whole);
  const std::vector<int> joints = cuttableJoints(*whole);
  QVERIFY(!joints.empty());
  Comparison worst;
  int cuts = 0;
  for (std::size_t i = 0; i < joints.size(); i += static_cast<std::size_t>(every)) {
    const Mechanism m = withoutDynamicsOf(*whole, joints[i]);
    const std::string& name = m.joints[static_cast<std::size_t>(joints[i])].name;
    if (std::any_of(m.joints.begin(), m.joints.end(),
                    [&](const Joint& j) { return j.mimic && (j.mimic->leader == name || j.name == name); }))
      continue;  // what follows, or leads, is free once it is cut
    const Outcome<Mechanism> cut = recut(m, joints[i]);
    QVERIFY(cut);
    const bool isFlat = isPlanar(m);
    const bool isDecided = isDetermined(*compiled(m), isFlat) && isDetermined(*compiled(*cut), isFlat);
    Pair pair(m, *cut, name, isFlat);
    const Comparison c = pair.run(drivesOf(m, *cut, 0.01, 3), 1e-4, steps, isDecided);
    QVERIFY2(c.pose < 1e-9, name.c_str() + QByteArray(" poses ") + QByteArray::number(c.pose));
    QVERIFY2(c.energy < 1e-9, name.c_str() + QByteArray(" energy ") + QByteArray::number(c.energy));
    QVERIFY2(c.reaction < tolerance,
             name.c_str() + QByteArray(" reaction ") + QByteArray::number(c.reaction));
    worst.pose = std::max(worst.pose, c.pose), worst.energy = std::max(worst.energy, c.energy);
    worst.reaction = std::max(worst.reaction, c.reaction), worst.reactions += c.reactions;
    ++cuts;
  }
  qInfo("%d cuts, %d reactions: poses %.1e, energy %.1e, reactions %.1e", cuts, worst.reactions, worst.pose,
        worst.energy, worst.reaction);
  QVERIFY(cuts > 0);
}

QTEST_GUILESS_MAIN(TestRecutMotion)
#include "tst_recut_motion.moc"
