// Numbers and XML texts: complete numbers only, spans and places of every element, and no influence of the
// locale.
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <cfloat>
#include <clocale>
#include <cmath>
#include <limits>
#include <random>

#include "core/base/number_text.h"
#include "core/io/urdf_reader.h"
#include "core/io/xml_source.h"

using namespace grashof;

namespace {

std::string_view textOf(const SourceDocument& d, ByteSpan span) {
  return std::string_view(d.text).substr(span.begin, span.size());
}

SourceDocument parsed(const std::string& text) {
  Outcome<SourceDocument> outcome = parseXml(text, "t.xml");
  if (!outcome) qFatal("%s", outcome.diagnostics.front().message.c_str());
  return std::move(*outcome);
}

/// Sets a locale with a decimal comma; builds one in `folder` where the system has none. Empty when it
/// cannot.
QByteArray setCommaLocale(const QTemporaryDir& folder) {
  for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "nl_NL.UTF-8", "ru_RU.UTF-8", "de_DE"})
    if (std::setlocale(LC_ALL, name) != nullptr && *std::localeconv()->decimal_point == ',') return name;
  const QString target = folder.filePath("de_DE.UTF-8");
  QProcess::execute("localedef", {"-i", "de_DE", "-f", "UTF-8", target});
  qputenv("LOCPATH", folder.path().toUtf8());
  if (std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr && *std::localeconv()->decimal_point == ',')
    return "de_DE.UTF-8";
  std::setlocale(LC_ALL, "C");
  return {};
}

}  // namespace

class TestNumberText : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void cleanup() { std::setlocale(LC_ALL, "C"); }
  void readsCompleteNumbersOnly_data();
  void readsCompleteNumbersOnly();
  void listsNameTheBadToken();
  void formatsShortestRoundTrip();
  void ignoresTheLocale();
  void elementsHaveTheirSpans();
  void copesWithProloguesAndComments();
  void countsLinesAndCharacters();
  void decodesEntities();
  void findsElementsByTheirPath();
  void reportsBrokenTexts_data();
  void reportsBrokenTexts();
};

void TestNumberText::readsCompleteNumbersOnly_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<bool>("isNumber");
  QTest::addColumn<double>("value");
  const auto good = [](const char* text, double value) {
    QTest::newRow(text) << QByteArray(text) << true << value;
  };
  const auto bad = [](const char* text) {
    QTest::newRow(*text == '\0' ? "empty" : text) << QByteArray(text) << false << 0.0;
  };
  good("1", 1.0);
  good("-0.25", -0.25);
  good("+2.5", 2.5);
  good(".5", 0.5);
  good("5.", 5.0);
  good("1e-3", 1e-3);
  good("1E3", 1e3);
  good(" 7\t\r\n", 7.0);
  good("1e-999", 0.0);
  good("1.7976931348623157e308", DBL_MAX);
  for (const char* text : {"", " ", "2junk", "0,5", "1.2.3", "nan", "inf", "-Infinity", "0x10", "1e999",
                           "+-1", "--1", "1 2", "e5", "-", "."})
    bad(text);
}

void TestNumberText::readsCompleteNumbersOnly() {
  QFETCH(QByteArray, text);
  QFETCH(bool, isNumber);
  QFETCH(double, value);
  const std::optional<double> read = parseDouble(text.toStdString());
  QCOMPARE(read.has_value(), isNumber);
  if (isNumber) QCOMPARE(*read, value);
}

void TestNumberText::listsNameTheBadToken() {
  const NumberList list = parseDoubles("0 0 0.4 1 0 0 0\n 0.6 -0.9x -0.6 0,9");
  QCOMPARE(list.values.size(), std::size_t{11});
  QVERIFY(!list.ok());
  QCOMPARE(list.bad.size(), std::size_t{2});
  QCOMPARE(list.bad[0].token, std::string("-0.9x"));
  QCOMPARE(list.bad[0].entry, 9);
  QCOMPARE(list.bad[0].offset, std::size_t{21});
  QCOMPARE(list.bad[1].entry, 11);
  QVERIFY(parseDoubles("").ok() && parseDoubles(" \n").values.empty());
}

void TestNumberText::formatsShortestRoundTrip() {
  QCOMPARE(formatDouble(-0.0), std::string("0"));
  QCOMPARE(formatDouble(0.1), std::string("0.1"));
  QCOMPARE(formatDouble(-1.5707963267948966), std::string("-1.5707963267948966"));
  QCOMPARE(formatDouble(3.0), std::string("3"));
  QCOMPARE(formatDoubles(std::vector<double>{1, -0.5, 0}), std::string("1 -0.5 0"));
  std::mt19937_64 random(1);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t bits = random();
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    if (!std::isfinite(value)) continue;
    // strtod is the oracle: the C library reads back what we wrote.
    QCOMPARE(std::strtod(formatDouble(value).c_str(), nullptr), value);
    QCOMPARE(*parseDouble(formatDouble(value)), value);
  }
}

void TestNumberText::ignoresTheLocale() {
  const QTemporaryDir folder;
  const QByteArray name = setCommaLocale(folder);
  if (name.isEmpty()) QSKIP("no locale with a decimal comma: install Debian's package 'locales'");
  QCOMPARE(std::strtod("0,5", nullptr), 0.5);  // the locale is in force
  QCOMPARE(*parseDouble("0.5"), 0.5);
  QVERIFY(!parseDouble("0,5"));
  QCOMPARE(formatDouble(0.5), std::string("0.5"));
  QCOMPARE(formatDouble(1234567.0), std::string("1234567"));
  const Outcome<Mechanism> m = readUrdf(
      "<robot name='r'><link name='world'/><link name='a'><inertial><mass value='1.5'/>"
      "<inertia ixx='.1' iyy='.1' izz='.1' ixy='0' ixz='0' iyz='0'/></inertial></link>"
      "<joint name='j' type='revolute'><parent link='world'/><child link='a'/>"
      "<limit lower='0.25' upper='1.5' effort='1' velocity='1'/></joint></robot>",
      "", {});
  QVERIFY(m.ok());
  QCOMPARE(m->links[1].inertial->mass, 1.5);
  QCOMPARE(m->joints[0].limits.lower.value(), 0.25);
  // Messages keep the point too.
  QCOMPARE(m.diagnostics.size(), std::size_t{1});
  QVERIFY(m.diagnostics[0].message.find("0.25 to 1.5") != std::string::npos);
}

void TestNumberText::elementsHaveTheirSpans() {
  const SourceDocument d =
      parsed("<a x='1'>\r\n  <b  y = \"p > q\" z=''/>\r\n  <c>text<d/></c >\r\n</a>\r\n<!-- end -->");
  QCOMPARE(d.elements.size(), std::size_t{4});
  const SourceElement &a = d.elements[0], &b = d.elements[1], &c = d.elements[2], &e = d.elements[3];
  QCOMPARE(textOf(d, b.whole), std::string_view("<b  y = \"p > q\" z=''/>"));
  QCOMPARE(textOf(d, c.whole), std::string_view("<c>text<d/></c >"));
  QCOMPARE(textOf(d, c.startTag), std::string_view("<c>"));
  QCOMPARE(textOf(d, c.content), std::string_view("text<d/>"));
  QVERIFY(b.isSelfClosing && !c.isSelfClosing);
  QCOMPARE(textOf(d, b.attributes[0].rawValue), std::string_view("p > q"));
  QCOMPARE(textOf(d, b.attributes[0].whole), std::string_view("y = \"p > q\""));
  QCOMPARE(b.attributes[1].quote, '\'');
  QCOMPARE(a.attribute("x")->value, std::string("1"));
  QVERIFY(a.attribute("nothing") == nullptr);
  QCOMPARE(std::vector<int>({a.parent, b.parent, c.parent, e.parent}), std::vector<int>({-1, 0, 0, 2}));
  QCOMPARE(d.children(0), std::vector<int>({1, 2}));
  QCOMPARE(std::vector<int>({e.depth, c.subtreeEnd, b.line, b.column}), std::vector<int>({2, 4, 2, 3}));
}

void TestNumberText::copesWithProloguesAndComments() {
  const SourceDocument d = parsed(
      "\xEF\xBB\xBF<!-- first <not an='element'/> -->\n<?xml version=\"1.0\"?>\n<?xml version='1.0'?><?pi a "
      "> b ?>\n"
      "<!DOCTYPE robot [<!ENTITY m \"2.5\"> <!ELEMENT x ANY>]>\n<r xmlns=\"http://drake.mit.edu\" "
      "v='&m;'><!-- <x/> -->"
      "<![CDATA[ if (a < b && c) </r> ]]><?xml version='1.0'?><y/></r>\n<!-- last -->\n");
  QCOMPARE(d.elements.size(), std::size_t{2});
  QCOMPARE(d.elements[0].name, std::string("r"));
  QCOMPARE(d.elements[0].line, 5);
  QCOMPARE(d.elements[0].attribute("v")->value, std::string("2.5"));
  QCOMPARE(d.elements[1].name, std::string("y"));
}

void TestNumberText::countsLinesAndCharacters() {
  const SourceDocument d = parsed("\xEF\xBB\xBF<r n='m\xC3\xA9'>\r\n\t<a v='1\n 2junk'/></r>");
  QCOMPARE(d.elements[0].column, 1);  // the byte order mark is no character
  const SourceElement& a = d.elements[1];
  QCOMPARE(std::vector<int>({a.line, a.column}), std::vector<int>({2, 2}));
  const SourceAttribute& v = a.attributes[0];
  QCOMPARE(std::vector<int>({v.line, v.column}), std::vector<int>({2, 8}));
  QCOMPARE(locate(d, v, 3), (SourceLocation{"t.xml", 3, 2}));
  QCOMPARE(locate(d.text, a.whole.begin, "t.xml"), (SourceLocation{"t.xml", 2, 2}));
}

void TestNumberText::decodesEntities() {
  const SourceDocument d = parsed("<r a='&lt;&amp;&gt;&quot;&apos;' b='&#65;&#x20AC;'/>");
  QCOMPARE(d.elements[0].attribute("a")->value, std::string("<&>\"'"));
  QCOMPARE(d.elements[0].attribute("b")->value, std::string("A\xE2\x82\xAC"));
  QCOMPARE(escapeAttribute("<&>\"'\n", '"'), std::string("&lt;&amp;&gt;&quot;'&#10;"));
  QCOMPARE(escapeAttribute("\"'", '\''), std::string("\"&apos;"));
}

void TestNumberText::findsElementsByTheirPath() {
  const SourceDocument d = parsed("<robot><link><a/></link><joint/><link><a/><b/><a/></link></robot>");
  QCOMPARE(d.path(7), std::string("robot/link[2]/a[2]"));
  for (const SourceElement& e : d.elements) QCOMPARE(d.find(d.path(e.ordinal))->ordinal, e.ordinal);
  QCOMPARE(d.find("robot/joint@name")->name, std::string("joint"));
  for (const char* path : {"", "robot/", "robot/nothing", "robot/link[9]", "robot/link[x]/b", "other"})
    if (const SourceElement* found = d.find(path)) QVERIFY2(found->name != "b", path);
}

void TestNumberText::reportsBrokenTexts_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<QString>("code");
  QTest::addColumn<int>("line");
  const auto row = [](const char* name, const QByteArray& text, const char* code, int line) {
    QTest::newRow(name) << text << QString(code) << line;
  };
  row("empty", "", "not-well-formed", 1);
  row("blank", " \n ", "not-well-formed", 2);
  row("not closed", "<a>\n<b></b>", "not-well-formed", 2);
  row("wrong end", "<a>\n<b>\n</a>", "not-well-formed", 3);
  row("no quotes", "<a>\n<b c=d/></a>", "not-well-formed", 2);
  row("open comment", "<a/>\n<!-- ", "not-well-formed", 2);
  row("open tag", "<a>\n<b c='1'", "not-well-formed", 2);
  row("lone less-than", "<a>\n1 < 2</a>", "not-well-formed", 2);
  row("unknown entity", "<a>\n<b c='&what;'/></a>", "not-well-formed", 2);
  row("UTF-16", QByteArray("\xFF\xFE<\0a\0/\0>\0", 10), "bad-encoding", 1);
  row("UTF-16 without mark", QByteArray("<\0a\0/\0>\0", 8), "bad-encoding", 1);
  row("NUL", QByteArray("<a>\n\0</a>", 9), "bad-encoding", 2);
  row("Latin-1", "<a>\n<b c='\xE9'/></a>", "bad-encoding", 2);
}

void TestNumberText::reportsBrokenTexts() {
  QFETCH(QByteArray, text);
  QFETCH(QString, code);
  QFETCH(int, line);
  const Outcome<SourceDocument> outcome = parseXml(text.toStdString(), "t.xml");
  QCOMPARE(outcome.diagnostics.size(), std::size_t{1});
  QCOMPARE(QString::fromStdString(outcome.diagnostics[0].code), code);
  QCOMPARE(outcome.diagnostics[0].where.line, line);
}

QTEST_GUILESS_MAIN(TestNumberText)
#include "tst_number_text.moc"
