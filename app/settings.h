// app/settings.h - what the program remembers between starts.
#pragma once
#include <QByteArray>
#include <QObject>
#include <QSettings>
#include <QString>
#include <QStringList>

#include "core/mechanism/validate.h"

namespace grashof {

/// Typed access to the settings file. Nothing else in the program names a settings key. Values that were
/// damaged by hand fall back to their defaults.
class Settings final : public QObject {
  Q_OBJECT
 public:
  explicit Settings(QObject* parent = nullptr);                          ///< the user's settings
  explicit Settings(const QString& iniFile, QObject* parent = nullptr);  ///< a file of its own, for tests

  QStringList recentFiles() const;  ///< newest first, at most ten, existing or not
  void addRecentFile(const QString& path);
  void removeRecentFile(const QString& path);
  QStringList packageDirs() const;  ///< for package://, remembered once located
  void addPackageDir(const QString& dir);

  enum class Theme { System, Light, Dark };
  Theme theme() const;
  void setTheme(Theme theme);
  enum class LengthUnit { Metre, Millimetre };
  enum class AngleUnit { Radian, Degree };
  LengthUnit lengthUnit() const;
  void setLengthUnit(LengthUnit unit);
  AngleUnit angleUnit() const;
  void setAngleUnit(AngleUnit unit);

  QByteArray windowGeometry() const;
  QByteArray windowState() const;
  void setWindow(const QByteArray& geometry, const QByteArray& state);
  QString lastFolder() const;
  void setLastFolder(const QString& folder);
  bool isFirstStart() const;
  void setStarted();

  /// A value of one widget's own concern ("view/layers/axes"), where a named function would say nothing more.
  QVariant value(const QString& key, const QVariant& fallback) const;
  void setValue(const QString& key, const QVariant& value);

 Q_SIGNALS:
  void recentFilesChanged();
  void themeChanged();
  void unitsChanged();

 private:
  QSettings store_;
};

}  // namespace grashof
