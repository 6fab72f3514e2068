#include "render/view_theme.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace grashof {
namespace {

/// "#RRGGBB" or "#RRGGBBAA" (QColor would read the latter as #AARRGGBB).
QColor colorFrom(const QJsonValue& value) {
  const QString text = value.toString();
  QColor color(text.left(7));
  if (text.size() == 9) color.setAlpha(text.mid(7).toInt(nullptr, 16));
  return color;
}

QJsonObject readTokens() {
  QFile file(QStringLiteral(":/grashof/style/tokens.json"));
  return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

void readView(const QJsonObject& view, ViewTheme& theme) {
  const auto color = [&](const char* name) { return colorFrom(view[QLatin1String(name)]); };
  const auto number = [&](const char* name) { return view[QLatin1String(name)].toDouble(); };
  theme.backgroundTop = color("bg_top");
  theme.backgroundBottom = color("bg_bottom");
  theme.gridMinor = color("grid_minor");
  theme.gridMajor = color("grid_major");
  theme.axisX = color("axis_x");
  theme.axisY = color("axis_y");
  theme.axisZ = color("axis_z");
  theme.edge = color("edge");
  theme.ambientSky = color("ambient_sky");
  theme.ambientGround = color("ambient_ground");
  theme.labelBackground = color("label_bg");
  theme.labelText = color("label_text");
  theme.chassis = color("chassis");
  theme.motor = color("motor");
  theme.gridMinorAlpha = number("grid_minor_alpha");
  theme.gridMajorAlpha = number("grid_major_alpha");
  theme.shadowAlpha = number("shadow_alpha");
  theme.edgeAlpha = number("edge_alpha");
  theme.exposure = number("exposure");
  theme.key = number("key");
}

void readGlyphs(const QJsonObject& glyph, ViewTheme& theme) {
  const auto color = [&](const char* name) { return colorFrom(glyph[QLatin1String(name)]); };
  theme.anchor1 = color("anchor1");
  theme.anchor2 = color("anchor2");
  theme.gap = color("gap");
  theme.pin = color("pin");
  theme.rail = color("rail");
  theme.plane = color("plane");
  theme.planeFill = color("plane_fill");
  theme.cut = color("cut");
  theme.force = color("force");
  theme.axisPassive = color("axis_passive");
  theme.axisActuated = color("axis_actuated");
  theme.limits = color("limits");
  theme.limitsFill = color("limits_fill");
  theme.limitsStop = color("limits_stop");
  theme.mimic = color("mimic");
  theme.com = color("com");
  theme.ghost = color("ghost");
  theme.snap = color("snap");
  theme.hover = color("hover");
  theme.select = color("select");
  theme.loop = color("loop");
  theme.halo = color("halo");
}

}  // namespace

ViewTheme viewTheme(bool isDark) {
  const QJsonObject tokens = readTokens()[QLatin1String(isDark ? "dark" : "light")].toObject();
  ViewTheme theme;
  theme.isDark = isDark;
  readView(tokens[QLatin1String("view")].toObject(), theme);
  readGlyphs(tokens[QLatin1String("glyph")].toObject(), theme);
  const QJsonArray links = tokens[QLatin1String("link")].toArray();
  for (int i = 0; i < links.size() && i < int(theme.links.size()); ++i) theme.links[std::size_t(i)] = colorFrom(links[i]);
  const auto color = [&](const char* name) { return colorFrom(tokens[QLatin1String(name)]); };
  theme.surface = color("surface2");
  theme.border = color("border");
  theme.text = color("text");
  theme.text2 = color("text2");
  theme.accent = color("accent");
  theme.onAccent = color("on_accent");
  theme.warning = color("warning");
  theme.shadow = color("shadow");
  return theme;
}

QFont viewFont(int px, int weight) {
  QFont font;
  font.setFamilies({QStringLiteral("Inter"), QStringLiteral("Noto Sans"), QStringLiteral("DejaVu Sans")});
  font.setPixelSize(px);
  font.setWeight(QFont::Weight(weight));
  return font;
}

}  // namespace grashof
