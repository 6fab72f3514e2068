// ui/thumbnails.h - pictures of the examples, drawn by the program's own renderer on a worker and kept on
// disk.
#pragma once
#include <QHash>
#include <QImage>
#include <QObject>
#include <QStringList>

namespace grashof {

class Thumbnails : public QObject {
  Q_OBJECT
 public:
  explicit Thumbnails(QObject* parent = nullptr);
  ~Thumbnails() override;
  /// ready() follows, at once from the disk or after drawing; nothing follows when it cannot be drawn.
  void request(const QString& urdfPath, QSize size, qreal ratio, bool isDark);

 Q_SIGNALS:
  void ready(const QString& urdfPath, bool isDark, const QImage& picture);

 private:
  class QThreadPool* pool_;
};

}  // namespace grashof
