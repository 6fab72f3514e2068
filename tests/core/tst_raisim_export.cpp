// What is exported stands in RaiSim's words, and loads: a tree, pins, equalities, a nominal configuration.
#include <QFile>
#include <QtTest>
#include <cmath>

#include "core/io/raisim_export.h"
#include "core/io/urdf_reader.h"
#include "core/io/urdf_writer.h"
#include "core/mechanism/edit.h"
#include "tests/core/urdf_texts.h"
#include "tests/support/fixtures.h"
#include "tests/support/shared_folder.h"

using namespace grashof;
using namespace grashof::fixtures;

namespace {

/// The four-bar as CAD programs write it: the rocker hangs from the frame and from the coupler.
std::string twoParents() {
  std::string text = texts::kFourBar;
  const std::size_t from = text.find("  <constraints"), to = text.find("</robot>");
  return text.replace(from, to - from, R"(  <joint name="c" type="revolute">
    <parent link="coupler"/>
    <child link="rocker"/>
    <origin xyz="0.16 0.08 0"/>
    <axis xyz="0 0 1"/>
  </joint>
)");
}

std::string firstError(const Outcome<std::string>& outcome) {
  for (const Diagnostic& d : outcome.diagnostics)
    if (d.severity == Severity::Error) return d.code;
  return "";
}

}  // namespace

class TestRaisimExport : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void aPlainFileStaysAsItIs() {
    const Outcome<std::string> text = exportRaisimUrdf(*readUrdf(texts::kFourBar, "", {}));
    QVERIFY(text.ok());
    QVERIFY(*text == texts::kFourBar);
  }

  void aCutHingeOfAPlanarLoopBecomesTwoAxes() {
    const Mechanism m = *readUrdf(twoParents(), "", {});
    QVERIFY(m.joints.back().isCut);
    QVERIFY(writeUrdf(m) == twoParents());
    const Outcome<std::string> text = exportRaisimUrdf(m);
    QVERIFY(text.ok());
    const Outcome<Mechanism> back = readUrdf(*text, "", {});
    QVERIFY(back.ok());
    QCOMPARE(back->joints.size(), std::size_t{3});
    QCOMPARE(back->closures.size(), std::size_t{1});
    const Closure& closure = back->closures[0];
    QVERIFY(closure.kind == ClosureKind::Equality);
    QCOMPARE(closure.body1 + " " + closure.body2, std::string("coupler rocker"));
    QVERIFY(closure.anchor == Vector3d(0.16, 0.08, 0));
    QVERIFY(closure.axes == (std::vector<Vector3d>{{1, 0, 0}, {0, 1, 0}}));
    QVERIFY(*back->nominal == (std::vector<double>{0, 0, 0}));
    QVERIFY(text->find("name=\"c\" type") == std::string::npos);
    QVERIFY(text->find("replace soon") != std::string::npos);
  }

  void aSpatialHingeBecomesTwoPinsOnItsAxis() {
    std::string text = twoParents();
    const std::size_t at = text.find("<axis xyz=\"0 0 1\"/>", text.find("name=\"b\""));
    text.replace(at, 19, "<axis xyz=\"1 0 0\"/>");
    const Outcome<std::string> exported = exportRaisimUrdf(*readUrdf(text, "", {}));
    QVERIFY(exported.ok());
    const Mechanism back = *readUrdf(*exported, "", {});
    QCOMPARE(back.closures.size(), std::size_t{2});
    QVERIFY(back.closures[0].kind == ClosureKind::Pin && back.closures[1].kind == ClosureKind::Pin);
    const Vector3d apart = back.closures[1].anchor - back.closures[0].anchor;
    QVERIFY(apart.head<2>().isZero(0));
    // Joint origins of 0.06, 0.2 and |(0.16, 0.08)| = 0.178885 m.
    QVERIFY(std::abs(apart.z() - (0.06 + 0.2 + std::hypot(0.16, 0.08)) / 3) < 1e-12);
  }

  void aUniversalBecomesAPinAndOneAxis() {
    Mechanism m = *readUrdf(texts::kFourBar, "", {});
    Closure universal = makePin("coupler", "rocker", {0.16, 0.08, 0});
    universal.kind = ClosureKind::Universal;
    m.closures = {universal};
    const Mechanism back = *readUrdf(*exportRaisimUrdf(m), "", {});
    QCOMPARE(back.closures.size(), std::size_t{2});
    QVERIFY(back.closures[0].kind == ClosureKind::Pin);
    QVERIFY(back.closures[1].kind == ClosureKind::Equality);
    QVERIFY(back.closures[1].axes == (std::vector<Vector3d>{{1, 0, 0}}));
    // All links stand parallel at the nominal pose: the second point lies along n_b = y, (0.06 + 0.2)/2 away.
    QVERIFY((back.closures[1].anchor - Vector3d(0.16, 0.08 + 0.13, 0)).norm() < 1e-12);
    m.closures[0].locked[1] = false;
    QCOMPARE(firstError(exportRaisimUrdf(m)), std::string("export-released-universal"));
  }

  void saysWhereAnchorsMove() {
    Mechanism m = *readUrdf(texts::kFourBar, "", {});
    // In the rocker's frame at (0.2, 0, 0) the coupler's point (0.16, 0.08 + 0.06, 0) is (-0.04, 0.14, 0).
    m.closures[0].anchor2 = Vector3d(-0.04, 0.14, 0);
    Outcome<std::string> text = exportRaisimUrdf(m);
    QVERIFY(text.ok() && text.diagnostics.empty());
    QVERIFY(text->find("anchor2") == std::string::npos);
    m.closures[0].anchor2 = Vector3d(-0.04, 0.14, 0.003);
    text = exportRaisimUrdf(m);
    QVERIFY(text.ok());
    QCOMPARE(text.diagnostics.size(), std::size_t{1});
    QCOMPARE(text.diagnostics[0].code, std::string("export-moves-anchor"));
    QVERIFY(text.diagnostics[0].message.find("0.003 m") != std::string::npos);
  }

  void whatWouldNotLoadIsRefused() {
    Mechanism m = *readUrdf(texts::kFourBar, "", {});
    m.nominal = std::vector<double>{0, 0};
    QCOMPARE(firstError(exportRaisimUrdf(m)), std::string("nominal-config-size"));
  }

  void theCadExportBecomesTheExpectedFile() {
    const QString folder = fixtures::sharedFolder() +
                           "/cases/01-two-parents-fourbar/";
    QFile given(folder + "cad_export.urdf"), wanted(folder + "expected_export.urdf");
    if (!given.open(QIODevice::ReadOnly) || !wanted.open(QIODevice::ReadOnly))
      QSKIP("no folder of shared cases");
    const Mechanism m = *readUrdf(given.readAll().toStdString(), "", {});
    const Mechanism exported = *readUrdf(*exportRaisimUrdf(m), "", {});
    const Mechanism expected = *readUrdf(wanted.readAll().toStdString(), "", {});
    QVERIFY(changeScope(exported, expected) <= ChangeScope::Appearance);
    QVERIFY(exported.nominal == expected.nominal);
    QVERIFY(exported.closures[0].axes == expected.closures[0].axes);
  }
};

QTEST_GUILESS_MAIN(TestRaisimExport)
#include "tst_raisim_export.moc"
