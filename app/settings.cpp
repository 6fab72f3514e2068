#include "app/settings.h"

#include <QFileInfo>
#include <array>

namespace grashof {
namespace {

constexpr int kMaxRecent = 10;

/// Stored by name, so that the file stays readable and survives a reordered enum.
template <typename Enum, std::size_t count>
Enum choice(const QSettings& store, const char* key, const std::array<const char*, count>& names,
            Enum fallback) {
  const QString stored = store.value(QLatin1String(key)).toString();
  for (std::size_t i = 0; i < count; ++i)
    if (stored == QLatin1String(names[i])) return static_cast<Enum>(i);
  return fallback;
}

constexpr std::array kThemes{"system", "light", "dark"};
constexpr std::array kLengths{"m", "mm"};
constexpr std::array kAngles{"rad", "deg"};

}  // namespace

Settings::Settings(QObject* parent)
    : QObject(parent),
      store_(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("grashof"),
             QStringLiteral("grashof")) {}

Settings::Settings(const QString& iniFile, QObject* parent)
    : QObject(parent), store_(iniFile, QSettings::IniFormat) {}

QStringList Settings::recentFiles() const {
  QStringList files = store_.value(QStringLiteral("files/recent")).toStringList();
  files.removeAll(QString());
  return files.mid(0, kMaxRecent);
}

void Settings::addRecentFile(const QString& path) {
  if (path.isEmpty()) return;
  QStringList files = recentFiles();
  const QString absolute = QFileInfo(path).absoluteFilePath();
  files.removeAll(absolute);
  files.prepend(absolute);
  store_.setValue(QStringLiteral("files/recent"), files.mid(0, kMaxRecent));
  Q_EMIT recentFilesChanged();
}

void Settings::removeRecentFile(const QString& path) {
  QStringList files = recentFiles();
  if (files.removeAll(path) == 0) return;
  store_.setValue(QStringLiteral("files/recent"), files);
  Q_EMIT recentFilesChanged();
}

QStringList Settings::packageDirs() const {
  return store_.value(QStringLiteral("files/package_dirs")).toStringList();
}

void Settings::addPackageDir(const QString& dir) {
  QStringList dirs = packageDirs();
  if (dir.isEmpty() || dirs.contains(dir)) return;
  dirs.append(dir);
  store_.setValue(QStringLiteral("files/package_dirs"), dirs);
}

Settings::Theme Settings::theme() const {
  return choice(store_, "view/theme", kThemes, Theme::System);
}

void Settings::setTheme(Theme theme) {
  store_.setValue(QStringLiteral("view/theme"), QLatin1String(kThemes[static_cast<std::size_t>(theme)]));
  Q_EMIT themeChanged();
}

Settings::LengthUnit Settings::lengthUnit() const {
  return choice(store_, "units/length", kLengths, LengthUnit::Millimetre);
}

void Settings::setLengthUnit(LengthUnit unit) {
  store_.setValue(QStringLiteral("units/length"), QLatin1String(kLengths[static_cast<std::size_t>(unit)]));
  Q_EMIT unitsChanged();
}

Settings::AngleUnit Settings::angleUnit() const {
  return choice(store_, "units/angle", kAngles, AngleUnit::Degree);
}

void Settings::setAngleUnit(AngleUnit unit) {
  store_.setValue(QStringLiteral("units/angle"), QLatin1String(kAngles[static_cast<std::size_t>(unit)]));
  Q_EMIT unitsChanged();
}

QByteArray Settings::windowGeometry() const {
  return store_.value(QStringLiteral("window/geometry")).toByteArray();
}

QByteArray Settings::windowState() const {
  return store_.value(QStringLiteral("window/state")).toByteArray();
}

void Settings::setWindow(const QByteArray& geometry, const QByteArray& state) {
  store_.setValue(QStringLiteral("window/geometry"), geometry);
  store_.setValue(QStringLiteral("window/state"), state);
}

QString Settings::lastFolder() const {
  return store_.value(QStringLiteral("files/last_folder")).toString();
}

void Settings::setLastFolder(const QString& folder) {
  store_.setValue(QStringLiteral("files/last_folder"), folder);
}

bool Settings::isFirstStart() const {
  return !store_.value(QStringLiteral("started"), false).toBool();
}

void Settings::setStarted() {
  store_.setValue(QStringLiteral("started"), true);
}

QVariant Settings::value(const QString& key, const QVariant& fallback) const {
  return store_.value(key, fallback);
}

void Settings::setValue(const QString& key, const QVariant& value) {
  store_.setValue(key, value);
}

}  // namespace grashof
