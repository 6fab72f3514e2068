// Loops as mimics: lines fitted to closed forms, by sums that are not ours.
#include <QtTest>

#include <cmath>

#include "core/dynamics/mimic_check.h"
#include "core/dynamics/mimic_fit.h"
#include "core/io/package_paths.h"
#include "core/io/urdf_reader.h"
#include "core/io/urdf_writer.h"
#include "core/mechanism/validate.h"
#include "tests/support/fixtures.h"
#include "tests/support/linkages.h"
#include "tests/support/textbook_linkages.h"

using namespace grashof;
using namespace grashof::fixtures;

namespace {

MimicFit fitOver(const ModelPtr& model, const char* joint, const TravelOptions& options = {}) {
  return fitMimics(*model, sweepTravel(model, model->nominal, model->findJoint(joint), options));
}
const FittedMimic& fitOf(const ModelPtr& model, const MimicFit& fit, const char* joint) {
  for (const FittedMimic& f : fit.joints)
    if (f.joint == model->findJoint(joint)) return f;
  qFatal("%s is not fitted", joint);
}

/// Least squares through a dense set of a closed form, by Eigen's orthogonal decomposition.
struct Line {
  double multiplier, offset, maxError;
};
template <typename Relation>
Line denseLine(Relation relation, double from, double to) {
  constexpr int n = 20001;
  MatrixXd A(n, 2);
  VectorXd b(n);
  for (int i = 0; i < n; ++i) {
    const double x = from + (to - from) * i / (n - 1);
    A.row(i) << x, 1.0;
    b[i] = relation(x);
  }
  const VectorXd line = A.colPivHouseholderQr().solve(b);
  return {line[0], line[1], (A * line - b).cwiseAbs().maxCoeff()};
}

}  // namespace

class TestMimicFit : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void parallelogramIsExact();
  void fourBarAgainstFreudenstein();
  void aTurningDriverLeavesNoDrift();
  void sliderCrankInMetres();
  void displacementAndGap();
  void refusals();
  void stillJointsBecomeFixed();
  void writtenAndRead();
  void mimicBesideALoop();
  void mimicWithoutALoop();
};

void TestMimicFit::parallelogramIsExact() {
  const ModelPtr model = compiled(Parallelogram{}.mechanism());
  TravelOptions options;
  options.from = 0.5;
  options.to = 1.5;
  const MimicFit fit = fitOver(model, "bar0", options);
  QCOMPARE(fit.problem, std::string());
  QCOMPARE(fit.joints.size(), std::size_t{2});
  QCOMPARE(fitOf(model, fit, "platform").multiplier, -1.0);
  QCOMPARE(fitOf(model, fit, "bar1").multiplier, 1.0);
  QVERIFY(fit.maxTurnError < 1e-9 && fit.maxDisplacement < 1e-9 && fit.maxGap < 1e-9);
  const Outcome<Mechanism> out = withFittedMimics(*model, fit);
  QVERIFY(out.ok());
  QVERIFY(out->closures.empty() && !out->nominal);
  QVERIFY(!hasErrors(validate(*out)));
}

void TestMimicFit::fourBarAgainstFreudenstein() {
  const FourBar bar;
  const ModelPtr model = compiled(bar.mechanism());
  TravelOptions options;
  options.from = 0.6;
  options.to = 1.4;
  options.samples = 2000;
  const MimicFit fit = fitOver(model, "crank", options);
  QCOMPARE(fit.problem, std::string());
  for (const auto& [name, index] : {std::pair("coupler", 1), std::pair("rocker", 2)}) {
    const Line line = denseLine([&, i = index](double t) { return bar.angles(t)[i]; }, 0.6, 1.4);
    const FittedMimic& f = fitOf(model, fit, name);
    // The sums over 2000 and over 20000 places differ by their ends' share, of order 1/n.
    QVERIFY2(std::abs(f.multiplier - line.multiplier) < 1e-4, name);
    QVERIFY2(std::abs(f.offset - line.offset) < 1e-4, name);
    QVERIFY2(std::abs(f.maxError - line.maxError) < 1e-4, name);
    QVERIFY(line.maxError > 1e-3);  // else this says nothing
  }
}

void TestMimicFit::aTurningDriverLeavesNoDrift() {
  // The crank turns on and on: after each turn the coupler's hinge is one turn behind, the rocker where it
  // was. Any other multiplier would take them farther away with every turn.
  const FourBar bar;
  const ModelPtr model = compiled(bar.mechanism());
  TravelOptions options;
  options.samples = 2000;
  const MimicFit fit = fitOver(model, "crank", options);
  QCOMPARE(fit.problem, std::string());
  QVERIFY(fit.isFullTurn);
  const FittedMimic &coupler = fitOf(model, fit, "coupler"), &rocker = fitOf(model, fit, "rocker");
  QCOMPARE(coupler.multiplier, -1.0);
  QCOMPARE(rocker.multiplier, 0.0);
  // What is proposed for one mimic beside the loop is the same line.
  const MimicVerdict proposed =
      checkMimic(bar.mechanism(), BaseMode::Auto, model->nominal, 1, {"crank", 1, 0, {}});
  QCOMPARE(proposed.loopMultiplier, -1.0);
  double mean = 0;
  for (int i = 0; i < 20000; ++i) mean += bar.angles(2 * M_PI * i / 20000)[2] / 20000;
  QVERIFY2(std::abs(rocker.offset - mean) < 2e-3, qPrintable(QString::number(rocker.offset - mean)));
}

void TestMimicFit::sliderCrankInMetres() {
  const SliderCrank slider;
  const ModelPtr model = compiled(slider.mechanism());
  TravelOptions options;
  options.from = 0.6;
  options.to = 1.0;
  options.samples = 1000;
  const MimicFit fit = fitOver(model, "crank", options);
  QCOMPARE(fit.problem, std::string());
  const Line line = denseLine([&](double t) { return slider.coordinates(t)[2]; }, 0.6, 1.0);
  const FittedMimic& f = fitOf(model, fit, "slider");
  QVERIFY(std::abs(f.multiplier - line.multiplier) < 1e-5);
  QVERIFY(std::abs(fit.maxSlideError - line.maxError) < 1e-5);
  QVERIFY(line.maxError > 1e-4);
}

void TestMimicFit::displacementAndGap() {
  const FourBar bar;
  const ModelPtr model = compiled(bar.mechanism());
  TravelOptions options;
  options.from = 0.6;
  options.to = 1.4;
  options.samples = 4000;
  const MimicFit fit = fitOver(model, "crank", options);
  // By hand from the fitted lines: where coupler and rocker have their common point, over the travel.
  const double mc = fitOf(model, fit, "coupler").multiplier, oc = fitOf(model, fit, "coupler").offset;
  const double mr = fitOf(model, fit, "rocker").multiplier, orr = fitOf(model, fit, "rocker").offset;
  double gap = 0, off = 0;
  for (int i = 0; i <= 4000; ++i) {
    const double t = 0.6 + 0.8 * i / 4000;
    const double c = t + mc * t + oc, r = mr * t + orr;
    const Eigen::Vector2d onCoupler(bar.crank * std::cos(t) + bar.coupler * std::cos(c),
                                    bar.crank * std::sin(t) + bar.coupler * std::sin(c));
    const Eigen::Vector2d onRocker(bar.ground + bar.rocker * std::cos(r), bar.rocker * std::sin(r));
    const Eigen::Vector2d place(bar.ground + bar.rocker * std::cos(bar.rockerAngle(t)),
                                bar.rocker * std::sin(bar.rockerAngle(t)));
    gap = std::max(gap, (onCoupler - onRocker).norm());
    off = std::max({off, (onCoupler - place).norm(), (onRocker - place).norm()});
  }
  QVERIFY2(std::abs(fit.maxGap - gap) < 1e-6, qPrintable(QString::number(fit.maxGap - gap)));
  QVERIFY2(std::abs(fit.maxDisplacement - off) < 1e-6,
           qPrintable(QString::number(fit.maxDisplacement - off)));
  QVERIFY(gap > 1e-4);
}

void TestMimicFit::refusals() {
  // Two legs of two bars: five hinges, two degrees of freedom.
  Mechanism five = flatFiveBar();
  five.nominal = std::vector<double>{1.2, -0.6, 1.9, 0.6};
  five.closures[0].anchor2.reset();
  const ModelPtr model = compiled(five);
  const MimicFit fit = fitOver(model, model->joints[0].name.c_str());
  QVERIFY2(fit.problem.find("1 degree of freedom is left") != std::string::npos, fit.problem.c_str());
  const ModelPtr free = compiled(gearPair(1, 1, 2));
  QVERIFY(!fitOver(free, "leader").problem.empty());
  QVERIFY(!fitMimics(*model, TravelSweep{}).problem.empty());
}

void TestMimicFit::stillJointsBecomeFixed() {
  // The parallelogram's second bar stands on a hinge of its own axis: a platform hinge that never turns is
  // made by one more hinge in the ground, across the plane, which the loop cannot use.
  Mechanism m = Parallelogram{}.mechanism();
  m.links.push_back(makeLink("post", 0.1));
  Joint& foot = m.joints[static_cast<std::size_t>(m.findJoint("bar1"))];
  Joint post = makeJoint("post", JointType::Revolute, "world", "post", foot.origin.xyz, Vector3d::UnitX());
  foot.parent = "post";
  foot.origin.xyz = Vector3d::Zero();
  m.joints.push_back(post);
  const Mechanism drawn = Parallelogram{}.mechanism();
  const auto& q = *drawn.nominal;
  // Order of coordinates: bar0, platform, post, bar1.
  m.nominal = std::vector<double>{q[0], q[1], 0.0, q[2]};
  const ModelPtr model = compiled(m);
  TravelOptions options;
  options.from = 0.8;
  options.to = 1.2;
  const MimicFit fit = fitOver(model, "bar0", options);
  QCOMPARE(fit.problem, std::string());
  QVERIFY(fitOf(model, fit, "post").isStill);
  const Outcome<Mechanism> out = withFittedMimics(*model, fit);
  QVERIFY(out.ok());
  QVERIFY(out->joints[static_cast<std::size_t>(out->findJoint("post"))].type == JointType::Fixed);
  QVERIFY(!hasErrors(validate(*out)));
}

void TestMimicFit::writtenAndRead() {
  const ModelPtr model = compiled(FourBar{}.mechanism());
  TravelOptions options;
  options.from = 0.6;
  options.to = 1.4;
  const MimicFit fit = fitOver(model, "crank", options);
  const Outcome<Mechanism> out = withFittedMimics(*model, fit);
  QVERIFY(out.ok());
  const auto read = readUrdf(writeUrdf(*out), "fitted.urdf", PackagePaths{});
  QVERIFY(read.ok());
  const Joint& rocker = read->joints[static_cast<std::size_t>(read->findJoint("rocker"))];
  QVERIFY(rocker.mimic && rocker.mimic->leader == "crank");
  QCOMPARE(rocker.mimic->multiplier, fitOf(model, fit, "rocker").multiplier);
  const Joint& crank = read->joints[static_cast<std::size_t>(read->findJoint("crank"))];
  QVERIFY(crank.type == JointType::Revolute);
  QCOMPARE(*crank.limits.lower, 0.6);
  QCOMPARE(*crank.limits.upper, 1.4);
}

void TestMimicFit::mimicBesideALoop() {
  const Mechanism gram = Parallelogram{}.mechanism();
  const VectorXd q = compiled(gram)->nominal;
  const int bar1 = gram.findJoint("bar1");
  const MimicVerdict same = checkMimic(gram, BaseMode::Auto, q, bar1, {"bar0", 1, 0, {}});
  QVERIFY(same.relation == MimicRelation::Redundant);
  QVERIFY(std::abs(same.loopMultiplier - 1) < 1e-9 && same.maxDifference < 1e-7);
  // Half a degree beside what the loop does.
  const MimicVerdict off = checkMimic(gram, BaseMode::Auto, q, bar1, {"bar0", 1, M_PI / 360, {}});
  QVERIFY(off.relation == MimicRelation::Contradictory);
  QVERIFY(std::abs(off.maxDifference - M_PI / 360) < 1e-7);
  QVERIFY2(off.words.find("0.5°") != std::string::npos, off.words.c_str());
  // Any line contradicts a four-bar, by what Freudenstein says.
  const FourBar bar;
  Mechanism m = bar.mechanism();
  m.joints[0].type = JointType::Revolute;
  m.joints[0].limits.lower = 0.6;
  m.joints[0].limits.upper = 1.4;
  const VectorXd pose = compiled(m)->nominal;
  const MimicVerdict verdict = checkMimic(m, BaseMode::Auto, pose, 2, {"crank", 0.5, 1.0, {}});
  double most = 0;
  for (int i = 0; i <= 1000; ++i) {
    const double t = 0.6 + 0.8 * i / 1000;
    most = std::max(most, std::abs(bar.rockerAngle(t) - 0.5 * t - 1.0));
  }
  QVERIFY(verdict.relation == MimicRelation::Contradictory);
  QVERIFY(std::abs(verdict.maxDifference - most) < 1e-3);
}

void TestMimicFit::mimicWithoutALoop() {
  const Mechanism gears = gearPair(1, 1, 2);
  const VectorXd q = compiled(gears)->nominal;
  const int follower = gears.findJoint("follower");
  QVERIFY(checkMimic(gears, BaseMode::Auto, q, follower, {"leader", 2, 0, {}}).relation ==
          MimicRelation::Free);
  // Two degrees of freedom: the loop ties neither knee to one hip.
  Mechanism five = flatFiveBar();
  five.closures[0].anchor2.reset();
  five.nominal = std::vector<double>{1.2, -0.6, 1.9, 0.6};
  const VectorXd pose = compiled(five)->nominal;
  QVERIFY(checkMimic(five, BaseMode::Auto, pose, 1, {five.joints[0].name, 1, 0, {}}).relation ==
          MimicRelation::Free);
}

QTEST_GUILESS_MAIN(TestMimicFit)
#include "tst_mimic_fit.moc"
