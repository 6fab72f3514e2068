// Mass matrix, bias and accelerations of trees against MuJoCo, an implementation that is not ours.
#include <QTemporaryDir>
#include <QtTest>

#include <mujoco/mujoco.h>

#include <cstdio>
#include <string>

#include "core/dynamics/dense.h"
#include "tests/support/random_mechanism.h"
#include "tests/support/step_run.h"

using namespace grashof;
using namespace grashof::fixtures;

namespace {

std::string text(const Vector3d& v) {
  char buffer[96];
  std::snprintf(buffer, sizeof buffer, "%.17g %.17g %.17g", v.x(), v.y(), v.z());
  return buffer;
}

std::string quaternion(const Vector3d& rpy) {
  const Eigen::Quaterniond q(rotationFromRpy(rpy));
  char buffer[128];
  std::snprintf(buffer, sizeof buffer, "%.17g %.17g %.17g %.17g", q.w(), q.x(), q.y(), q.z());
  return buffer;
}

/// The mechanism as MJCF: joints sit at the origin of the child, as in URDF.
std::string asMjcf(const Mechanism& m, const std::string& link) {
  std::string xml;
  const Inertial& inertial = *m.links[static_cast<std::size_t>(m.findLink(link))].inertial;
  if (link != "world") {
    xml += "<inertial pos=\"" + text(inertial.origin.xyz) + "\" quat=\"" + quaternion(inertial.origin.rpy) +
           "\" mass=\"" + std::to_string(inertial.mass) + "\" diaginertia=\"" +
           text(inertial.inertia.diagonal()) + "\"/>";
  }
  for (const Joint& joint : m.joints) {
    if (joint.parent != link) continue;
    xml += "<body pos=\"" + text(joint.origin.xyz) + "\" quat=\"" + quaternion(joint.origin.rpy) + "\">";
    const std::string armature = " armature=\"" + std::to_string(joint.dynamics.rotorInertia) + "\"";
    xml += joint.type == JointType::Prismatic ? "<joint type=\"slide\"" : "<joint type=\"hinge\"";
    xml += " axis=\"" + text(joint.axis) + "\"" + armature + "/>";
    xml += asMjcf(m, joint.child) + "</body>";
  }
  return xml;
}

/// A random tree whose masses and rotor inertias survive printing with six digits.
Mechanism randomTree(std::uint64_t seed) {
  RandomMechanismOptions options;
  options.joints = 9;
  options.types = {JointType::Revolute, JointType::Prismatic};
  options.hasDynamics = true;
  Mechanism m = randomMechanism(seed, options);
  for (Link& link : m.links) link.inertial->mass = std::round(link.inertial->mass * 1e3) / 1e3;
  for (Joint& joint : m.joints) {
    joint.dynamics.rotorInertia = std::round(joint.dynamics.rotorInertia * 1e3) / 1e3;
    joint.dynamics.damping = joint.dynamics.stiffness = 0;
    joint.limits = {};
  }
  return m;
}

struct MujocoTree {
  explicit MujocoTree(const Mechanism& m) {
    QTemporaryDir directory;
    const QString path = directory.filePath("tree.xml");
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return;
    const std::string xml =
        "<mujoco><compiler angle=\"radian\" balanceinertia=\"false\"/><option gravity=\"0 0 "
        "-9.81\"/><worldbody>" +
        asMjcf(m, "world") + "</worldbody></mujoco>";
    file.write(xml.c_str());
    file.close();
    char error[500] = "";
    model = mj_loadXML(path.toLocal8Bit().constData(), nullptr, error, sizeof error);
    if (model)
      data = mj_makeData(model);
    else
      qWarning("%s", error);
  }
  ~MujocoTree() {
    if (data) mj_deleteData(data);
    if (model) mj_deleteModel(model);
  }
  mjModel* model = nullptr;
  mjData* data = nullptr;
};

}  // namespace

class TestMujoco : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void massBiasAndAccelerationsAgree_data() {
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= 8; ++seed) QTest::addRow("seed %d", seed) << seed;
  }
  void massBiasAndAccelerationsAgree() {
    QFETCH(int, seed);
    const Mechanism m = randomTree(static_cast<std::uint64_t>(seed));
    Run run(m);
    const int nv = run.model->nv;
    Random random(static_cast<std::uint64_t>(seed) + 77);
    run.state.q = random.vector(nv, 1.0);
    run.state.u = random.vector(nv, 2.0);
    run.actuation.tau = random.vector(nv, 3.0);
    const MujocoTree other(m);
    QVERIFY(other.data);
    QCOMPARE(int(other.model->nv), nv);
    for (int i = 0; i < nv; ++i) {
      other.data->qpos[i] = run.state.q[i];
      other.data->qvel[i] = run.state.u[i];
      other.data->qfrc_applied[i] = run.actuation.tau[i];
    }
    mj_forward(other.model, other.data);
    MatrixXd M(nv, nv);
    mj_fullM(other.model, M.data(), other.data->qM);
    const Eigen::Map<const VectorXd> bias(other.data->qfrc_bias, nv), acceleration(other.data->qacc, nv);

    const TreeState tree = run.tree();
    QVERIFY((massMatrix(*run.model, tree) - M).cwiseAbs().maxCoeff() < 1e-10);
    QVERIFY((biasForce(*run.model, tree, viewOf(run.state.u), run.settings.gravity) - bias)
                .cwiseAbs()
                .maxCoeff() < 1e-9 * bias.cwiseAbs().maxCoeff());
    const VectorXd before = run.state.u;
    run.step();
    QVERIFY(((run.state.u - before) / run.settings.dt - acceleration).cwiseAbs().maxCoeff() <
            1e-8 * acceleration.cwiseAbs().maxCoeff());
  }
};

QTEST_GUILESS_MAIN(TestMujoco)
#include "tst_mujoco.moc"
