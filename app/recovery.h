// app/recovery.h - unsaved work survives a crash.
#pragma once
#include <QDateTime>
#include <QObject>
#include <QString>
#include <QTimer>
#include <optional>
#include <vector>

namespace grashof {

class Document;

/// While a document has unsaved edits, writes the text it would save into a folder of its own every few
/// seconds; the file goes when the document is saved or closed properly. What is still there at the next
/// start (and belongs to no living process) was left by a crash.
class Recovery final : public QObject {
  Q_OBJECT
 public:
  struct Entry {
    QString file;          ///< the recovery file
    QString originalPath;  ///< empty: untitled
    QDateTime saved;
  };
  Recovery(Document* document, const QString& folder, QObject* parent = nullptr);
  ~Recovery() override;
  static QString defaultFolder();
  static std::vector<Entry> leftovers(const QString& folder);
  /// The text that was saved; empty optional when the file is damaged.
  static std::optional<std::string> textOf(const Entry& entry);
  static void discard(const Entry& entry);

  void writeNow();
  void setInterval(int ms) { timer_.setInterval(ms); }

 private:
  QString file() const;
  void withdraw();
  Document* document_;
  QString folder_, fileName_;
  QTimer timer_;
  quint64 writtenRevision_ = 0;
};

}  // namespace grashof
