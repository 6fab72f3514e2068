// Long runs of our models with random torques, in every scheme: nothing becomes non-finite, the loops stay closed,
// forces stay bounded. GRASHOF_SOAK_STEPS makes them longer.
#include <QtTest>

#include "core/io/urdf_reader.h"
#include "tests/support/random_mechanism.h"
#include "tests/support/step_run.h"

using namespace grashof;
using namespace grashof::fixtures;

namespace {

int soakSteps() {
  const int asked = qEnvironmentVariableIntValue("GRASHOF_SOAK_STEPS");
  return asked > 0 ? asked : 4000;
}

Mechanism readModel(const QString& name) {
  const QString path = QStringLiteral(GRASHOF_SOURCE_DIR "/rsc/%1.urdf").arg(name);
  Outcome<Mechanism> read = readUrdfFile(path.toStdString(), {});
  if (!read) throw std::runtime_error("model cannot be read");
  return std::move(*read);
}

/// Torques that change now and then, of the size of what gravity asks for; damping keeps speeds bounded.
class RandomDrive {
 public:
  RandomDrive(Run& run, std::uint64_t seed) : run_(run), random_(seed) {
    const VectorXd load = biasForce(*run.model, run.tree(), viewOf(run.state.u), run.settings.gravity);
    scale_ = load.cwiseAbs().array() + 0.05 * load.cwiseAbs().maxCoeff();
    for (const MovableJoint& joint : run.model->joints) {
      if (joint.type == JointType::Floating) continue;
      run_.actuation.kd.segment(joint.v, joint.nv).setConstant(0.02);
    }
  }
  void change() {
    for (const MovableJoint& joint : run_.model->joints)
      for (int v = joint.v; v < joint.v + joint.nv; ++v)
        run_.actuation.tau[v] = joint.type == JointType::Floating ? 0.0 : random_.uniform(-1.5, 1.5) * scale_[v];
  }

 private:
  Run& run_;
  Random random_;
  VectorXd scale_;
};

}  // namespace

class TestSoak : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void randomTorques_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<int>("integrator");
    QTest::addColumn<int>("stabilization");
    const auto add = [](const char* model, Integrator i, Stabilization s) {
      QTest::addRow("%s, %s, %s", model, std::string(integratorName(i)).c_str(),
                    std::string(stabilizationName(s)).c_str())
          << model << int(i) << int(s);
    };
    for (const char* model : {"four_bar", "slider_crank", "five_bar", "parallelogram", "gripper", "minitaur",
                              "strandbeest", "stewart", "delta"}) {
      add(model, Integrator::Trapezoid, Stabilization::Feedback);
      add(model, Integrator::SemiImplicit, Stabilization::Curvature);
      add(model, Integrator::RungeKutta4, Stabilization::Project);
    }
  }
  void randomTorques() {
    QFETCH(QString, model);
    QFETCH(int, integrator);
    QFETCH(int, stabilization);
    Run run(readModel(model));
    run.settings.integrator = static_cast<Integrator>(integrator);
    run.settings.stabilization = static_cast<Stabilization>(stabilization);
    RandomDrive drive(run, 7);
    double worstGap = 0, worstForce = 0, worstSpeed = 0;
    for (int i = 0; i < soakSteps(); ++i) {
      if (i % 100 == 0) drive.change();
      const std::uint32_t flags = run.step();
      QVERIFY2(!(flags & kNonFinite), qPrintable(QString("step %1").arg(i)));
      for (const ConstraintReading& r : run.ws.readings) {
        worstGap = std::max(worstGap, r.gap);
        worstForce = std::max(worstForce, r.force_W.norm());
      }
      worstSpeed = std::max(worstSpeed, run.state.u.cwiseAbs().maxCoeff());
    }
    qInfo("gap %.2g m, force %.2g N, speed %.2g", worstGap, worstForce, worstSpeed);
    QVERIFY(worstGap < 0.05 * run.model->size);
  }
};

QTEST_GUILESS_MAIN(TestSoak)
#include "tst_soak.moc"
