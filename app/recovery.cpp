#include "app/recovery.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>
#include <csignal>

#include "app/document.h"
#include "core/io/atomic_file.h"

namespace grashof {
namespace {

constexpr int kIntervalMs = 10'000;

/// Named after the process and a running number, so that several windows do not share a file.
QString fileName() {
  static int number = 0;
  return QStringLiteral("%1-%2.recovery.json").arg(QCoreApplication::applicationPid()).arg(++number);
}

bool isProcessAlive(qint64 pid) {
  return pid > 0 && ::kill(static_cast<pid_t>(pid), 0) == 0;
}

std::optional<QJsonObject> readEntry(const QString& path) {
  const Outcome<std::string> text = readFile(path.toStdString());
  if (!text) return std::nullopt;
  const QJsonDocument json = QJsonDocument::fromJson(QByteArray::fromStdString(*text));
  if (!json.isObject() || !json.object().value(QLatin1String("text")).isString()) return std::nullopt;
  return json.object();
}

}  // namespace

Recovery::Recovery(Document* document, const QString& folder, QObject* parent)
    : QObject(parent), document_(document), folder_(folder), fileName_(fileName()) {
  timer_.setInterval(kIntervalMs);
  connect(&timer_, &QTimer::timeout, this, [this] { writeNow(); });
  connect(document, &Document::modifiedChanged, this, [this](bool isModified) {
    if (isModified)
      timer_.start();
    else
      withdraw();
  });
}

Recovery::~Recovery() {
  withdraw();
}

QString Recovery::defaultFolder() {
  return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/recovery");
}

QString Recovery::file() const {
  return folder_ + QLatin1Char('/') + fileName_;
}

void Recovery::withdraw() {
  timer_.stop();
  writtenRevision_ = 0;
  QFile::remove(file());
  QFile::remove(file() + QStringLiteral(".bak"));
}

void Recovery::writeNow() {
  if (!document_->isModified() || writtenRevision_ == document_->revision()) return;
  if (!QDir().mkpath(folder_)) return;
  QJsonObject entry;
  entry.insert(QLatin1String("pid"), QCoreApplication::applicationPid());
  entry.insert(QLatin1String("path"), document_->filePath());
  entry.insert(QLatin1String("saved"), QDateTime::currentDateTimeUtc().toString(Qt::ISODate));
  // Latin-1 carries any byte through JSON's text, so that what comes back is the same file.
  const std::string text = document_->textToSave();
  entry.insert(QLatin1String("text"), QString::fromLatin1(text.data(), static_cast<qsizetype>(text.size())));
  if (!hasErrors(saveFileAtomically(file().toStdString(),
                                    QJsonDocument(entry).toJson(QJsonDocument::Compact).toStdString())))
    writtenRevision_ = document_->revision();
}

std::vector<Recovery::Entry> Recovery::leftovers(const QString& folder) {
  std::vector<Entry> entries;
  const QDir dir(folder);
  for (const QString& name : dir.entryList({QStringLiteral("*.recovery.json")}, QDir::Files, QDir::Time)) {
    const QString path = dir.filePath(name);
    const std::optional<QJsonObject> json = readEntry(path);
    if (!json || isProcessAlive(json->value(QLatin1String("pid")).toInteger())) continue;
    entries.push_back({path, json->value(QLatin1String("path")).toString(),
                       QDateTime::fromString(json->value(QLatin1String("saved")).toString(), Qt::ISODate)});
  }
  return entries;
}

std::optional<std::string> Recovery::textOf(const Entry& entry) {
  const std::optional<QJsonObject> json = readEntry(entry.file);
  if (!json) return std::nullopt;
  return json->value(QLatin1String("text")).toString().toLatin1().toStdString();
}

void Recovery::discard(const Entry& entry) {
  QFile::remove(entry.file);
  QFile::remove(entry.file + QStringLiteral(".bak"));
}

}  // namespace grashof
