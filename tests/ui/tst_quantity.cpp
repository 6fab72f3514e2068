#include <QtTest>
#include <clocale>
#include <cmath>

#include "ui/expression.h"
#include "ui/quantity.h"

using namespace grashof;

/// Numbers as people type and read them. Expected values: definitions of the units.
class TestQuantity : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void parses_data();
  void parses();
  void refuses_data();
  void refuses();
  void writesGapsWithTheirUnit_data();
  void writesGapsWithTheirUnit();
  void writesCoordinates();
  void keepsAllDigits();
  void survivesACommaLocale();
  void survivesDeepNesting();
};

void TestQuantity::parses_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<int>("quantity");
  QTest::addColumn<double>("si");
  const auto row = [](const char* text, Quantity q, double si) {
    QTest::newRow(text) << QString::fromUtf8(text) << static_cast<int>(q) << si;
  };
  row("48.2", Quantity::Length, 0.0482);
  row("48.2 mm", Quantity::Length, 0.0482);
  row("0.2 m", Quantity::Length, 0.2);
  row("3/8 in", Quantity::Length, 0.009525);
  row("1 ft", Quantity::Length, 0.3048);
  row("45 deg", Quantity::Angle, M_PI / 4);
  row("45°", Quantity::Angle, M_PI / 4);
  row("45", Quantity::Angle, M_PI / 4);
  row("pi/2 rad", Quantity::Angle, M_PI / 2);
  row("−30", Quantity::Angle, -M_PI / 6);
  row("2*(3+4)", Quantity::Number, 14);
  row("1 - 2 - 3", Quantity::Number, -4);
  row("8/2/2", Quantity::Number, 2);
  row("-(1+2)*2", Quantity::Number, -6);
  row("250 g", Quantity::Mass, 0.25);
  row("60 rpm", Quantity::AngularVelocity, 2 * M_PI);
  row("1e-5", Quantity::Inertia, 1e-5);
  row("  7  ", Quantity::Number, 7);
}

void TestQuantity::parses() {
  QFETCH(QString, text);
  QFETCH(int, quantity);
  QFETCH(double, si);
  QString error;
  const auto value = parseQuantity(text, static_cast<Quantity>(quantity), &error);
  QVERIFY2(value.has_value(), qPrintable(error));
  QVERIFY2(std::abs(*value - si) <= 1e-15 + 1e-14 * std::abs(si),
           qPrintable(QString::number(*value, 'g', 17)));
}

void TestQuantity::refuses_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("word");
  QTest::newRow("empty") << ""
                         << "needed";
  QTest::newRow("letters") << "abc"
                           << "not a number";
  QTest::newRow("decimal comma") << "1,5"
                                 << ".";
  QTest::newRow("junk behind") << "2 junk"
                               << "junk";
  QTest::newRow("open parenthesis") << "(1+2"
                                    << "not a number";
  QTest::newRow("divided by zero") << "1/0"
                                   << "finite";
  QTest::newRow("unit of another kind") << "3 kg"
                                        << "kg";
  QTest::newRow("two numbers") << "1 2"
                               << "not a number";
  QTest::newRow("infinity") << "inf"
                            << "finite";
}

void TestQuantity::refuses() {
  QFETCH(QString, text);
  QFETCH(QString, word);
  QString error;
  QVERIFY(!parseQuantity(text, Quantity::Length, &error).has_value());
  QVERIFY2(error.contains(word), qPrintable(error));
}

void TestQuantity::writesGapsWithTheirUnit_data() {
  QTest::addColumn<double>("gap");
  QTest::addColumn<QString>("text");
  QTest::newRow("none") << 0.0 << "0 mm";
  QTest::newRow("nanometres") << 4.4e-9 << "4.4 nm";
  QTest::newRow("micrometres") << 2.04e-6 << "2.0 µm";
  QTest::newRow("hundredths") << 13e-6 << "0.013 mm";
  QTest::newRow("millimetres") << 12.3e-3 << "12.3 mm";
  QTest::newRow("decimetres") << 0.25 << "250 mm";
  QTest::newRow("metres") << 1.5 << "1.50 m";
}

void TestQuantity::writesGapsWithTheirUnit() {
  QFETCH(double, gap);
  QFETCH(QString, text);
  const NumberAndUnit got = gapText(gap);
  QCOMPARE(got.number + u' ' + got.unit, text);
}

void TestQuantity::writesCoordinates() {
  QCOMPARE(coordinateText(70.1 * M_PI / 180, true), QStringLiteral("+70.1°"));
  QCOMPARE(coordinateText(-M_PI / 2, true), QString(QChar(0x2212)) + QStringLiteral("90.0°"));
  QCOMPARE(coordinateText(0.0125, false), QStringLiteral("+12.5 mm"));
  // No "−0.0", and nothing that is not a number reaches the screen.
  QCOMPARE(coordinateText(-1e-9, true), QStringLiteral("+0.0°"));
  QVERIFY(!coordinateText(std::nan(""), true).contains(QStringLiteral("nan")));
  QVERIFY(!shortText(INFINITY).contains(QStringLiteral("inf")));
}

void TestQuantity::keepsAllDigits() {
  for (const double value : {0.1, 1.0 / 3, 2.9100000000000003e-4, -1e300, 123456789.123456789})
    QCOMPARE(exactText(value).toDouble(), value);
}

void TestQuantity::survivesACommaLocale() {
  const char* old = std::setlocale(LC_NUMERIC, "de_DE.UTF-8");
  const auto value = parseQuantity(QStringLiteral("1.5"), Quantity::Number);
  QVERIFY(value.has_value());
  QCOMPARE(*value, 1.5);
  QCOMPARE(shortText(1.5), QStringLiteral("1.50"));
  if (old) std::setlocale(LC_NUMERIC, "C");
}

void TestQuantity::survivesDeepNesting() {
  const QString text = QString(100000, u'(') + u'1';
  QVERIFY(!parseQuantity(text, Quantity::Number).has_value());
  QVERIFY(!parseQuantity(QString(100000, u'-') + u'1', Quantity::Number).has_value());
}

QTEST_GUILESS_MAIN(TestQuantity)
#include "tst_quantity.moc"
