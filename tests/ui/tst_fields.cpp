#include <QLineEdit>
#include <QSignalSpy>
#include <QtTest>

#include "ui/inspector/field_row.h"
#include "ui/inspector/link_page.h"
#include "ui/inspector/number_field.h"
#include "ui/inspector/vector_field.h"
#include "ui/theme.h"

using namespace grashof;

class TestFields : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { theme().apply(ThemeKind::Light); }
  void showsUnitsAtRestAndAllDigitsFocused();
  void typedValueIsCommittedByReturn();
  void invalidTextTurnsRedAndLeavesTheOldValue();
  void escapeRestores();
  void emptyTextClearsAnOptionalValue();
  void stepsShareOneGesture();
  void valueFromOutsideDoesNotDisturbTyping();
  void vectorChecksTheWholeVector();
  void rowShowsTheReason();
  void inertiaVerdict_data();
  void inertiaVerdict();
};

namespace {

/// A shown field with the focus, as a person has it.
struct Shown {
  explicit Shown(NumberField& field) {
    host.resize(300, 60);
    field.setParent(&host);
    field.setGeometry(10, 10, 160, 24);
    other.setParent(&host);
    other.setGeometry(200, 10, 60, 24);
    host.show();
    host.activateWindow();
    QTest::qWait(1);
    field.edit()->setFocus();
  }
  QWidget host;
  QLineEdit other;
};

void type(NumberField& field, const QString& text) {
  field.edit()->selectAll();
  QTest::keyClicks(field.edit(), text);
}

}  // namespace

void TestFields::showsUnitsAtRestAndAllDigitsFocused() {
  auto* field = new NumberField(Quantity::Length);
  field->setValue(0.0482345);
  QCOMPARE(field->edit()->text(), QStringLiteral("48.2"));
  Shown shown(*field);
  QCOMPARE(field->edit()->text(), QStringLiteral("48.2345"));
  shown.other.setFocus();
  QCOMPARE(field->edit()->text(), QStringLiteral("48.2"));
}

void TestFields::typedValueIsCommittedByReturn() {
  auto* field = new NumberField(Quantity::Angle);
  Shown shown(*field);
  QSignalSpy edited(field, &NumberField::edited);
  type(*field, QStringLiteral("45"));
  QCOMPARE(edited.count(), 0);
  QTest::keyClick(field->edit(), Qt::Key_Return);
  QCOMPARE(edited.count(), 1);
  QVERIFY(qFuzzyCompare(edited[0][0].toDouble(), M_PI / 4));
  // Leaving the field afterwards says nothing new.
  shown.other.setFocus();
  QCOMPARE(edited.count(), 1);
}

void TestFields::invalidTextTurnsRedAndLeavesTheOldValue() {
  auto* field = new NumberField(Quantity::Mass);
  field->setCheck([](double kg) { return kg > 0 ? QString() : QStringLiteral("Mass must be above 0 kg."); });
  field->setValue(0.086);
  Shown shown(*field);
  QSignalSpy edited(field, &NumberField::edited);
  type(*field, QStringLiteral("-0.034"));
  QCOMPARE(field->problem(), QStringLiteral("Mass must be above 0 kg."));
  QCOMPARE(field->property("bad").toBool(), true);
  QTest::keyClick(field->edit(), Qt::Key_Return);
  QCOMPARE(edited.count(), 0);
  QCOMPARE(field->value(), 0.086);
  shown.other.setFocus();
  QCOMPARE(edited.count(), 0);
  QVERIFY(field->problem().isEmpty());
}

void TestFields::escapeRestores() {
  auto* field = new NumberField(Quantity::Number);
  field->setValue(3);
  Shown shown(*field);
  QSignalSpy edited(field, &NumberField::edited);
  type(*field, QStringLiteral("7"));
  QTest::keyClick(field->edit(), Qt::Key_Escape);
  QCOMPARE(edited.count(), 0);
  QCOMPARE(field->value(), 3.0);
}

void TestFields::emptyTextClearsAnOptionalValue() {
  auto* field = new NumberField(Quantity::Angle);
  field->setOptional(QStringLiteral("none"));
  field->setValue(1);
  Shown shown(*field);
  QSignalSpy cleared(field, &NumberField::cleared), edited(field, &NumberField::edited);
  field->edit()->selectAll();
  QTest::keyClick(field->edit(), Qt::Key_Delete);
  QVERIFY(field->problem().isEmpty());
  QTest::keyClick(field->edit(), Qt::Key_Return);
  QCOMPARE(cleared.count(), 1);
  QCOMPARE(edited.count(), 0);
}

void TestFields::stepsShareOneGesture() {
  auto* field = new NumberField(Quantity::Length);
  field->setValue(0.1);
  Shown shown(*field);
  QSignalSpy edited(field, &NumberField::edited);
  for (int i = 0; i < 3; ++i) QTest::keyClick(field->edit(), Qt::Key_Up);
  QCOMPARE(edited.count(), 3);
  QVERIFY(std::abs(field->value() - 0.103) < 1e-12);  // 1 mm a step
  QCOMPARE(edited[0][1].toInt(), edited[2][1].toInt());
  QVERIFY(edited[0][1].toInt() >= 0);
}

void TestFields::valueFromOutsideDoesNotDisturbTyping() {
  auto* field = new NumberField(Quantity::Number);
  field->setValue(1);
  Shown shown(*field);
  type(*field, QStringLiteral("25"));
  field->setValue(2);
  QCOMPARE(field->edit()->text(), QStringLiteral("25"));
}

void TestFields::vectorChecksTheWholeVector() {
  auto* vector = new VectorField(Quantity::Number);
  vector->setCheck([](const Vector3d& v) { return v.norm() > 0 ? QString() : QStringLiteral("zero"); });
  vector->setValue(Vector3d(0, 1, 0));
  Shown shown(*vector->field(1));
  QSignalSpy edited(vector, &VectorField::edited);
  type(*vector->field(1), QStringLiteral("0"));
  QCOMPARE(vector->problem(), QStringLiteral("zero"));
  QTest::keyClick(vector->field(1)->edit(), Qt::Key_Return);
  QCOMPARE(edited.count(), 0);
  type(*vector->field(1), QStringLiteral("-1"));
  QTest::keyClick(vector->field(1)->edit(), Qt::Key_Return);
  QCOMPARE(edited.count(), 1);
  QCOMPARE(vector->value(), Vector3d(0, -1, 0));
  delete vector;
}

void TestFields::rowShowsTheReason() {
  auto* field = new NumberField(Quantity::Mass);
  FieldRow row(QStringLiteral("Mass"), field);
  field->setCheck([](double kg) { return kg > 0 ? QString() : QStringLiteral("no"); });
  field->setValue(-1);  // a file may hold it
  QCOMPARE(row.problem(), QStringLiteral("no"));
  field->setValue(1);
  QVERIFY(row.problem().isEmpty());
}

void TestFields::inertiaVerdict_data() {
  QTest::addColumn<double>("xx");
  QTest::addColumn<double>("yy");
  QTest::addColumn<double>("zz");
  QTest::addColumn<double>("xy");
  QTest::addColumn<bool>("ok");
  QTest::newRow("ball") << 1.0 << 1.0 << 1.0 << 0.0 << true;
  QTest::newRow("thin disc, just allowed") << 1.0 << 1.0 << 2.0 << 0.0 << true;
  QTest::newRow("breaks the triangle inequality") << 1.0 << 1.0 << 2.1 << 0.0 << false;
  QTest::newRow("negative") << -1.0 << 1.0 << 1.0 << 0.0 << false;
  // Principal moments 1 +- 0.9: 0.1 + 1 < 1.9.
  QTest::newRow("by the product of inertia") << 1.0 << 1.0 << 1.0 << 0.9 << false;
  QTest::newRow("zero") << 0.0 << 0.0 << 0.0 << 0.0 << false;
}

void TestFields::inertiaVerdict() {
  QFETCH(double, xx);
  QFETCH(double, yy);
  QFETCH(double, zz);
  QFETCH(double, xy);
  QFETCH(bool, ok);
  Matrix3d inertia = Vector3d(xx, yy, zz).asDiagonal();
  inertia(0, 1) = inertia(1, 0) = xy;
  QCOMPARE(inertiaProblem(inertia).isEmpty(), ok);
}

QTEST_MAIN(TestFields)
#include "tst_fields.moc"
