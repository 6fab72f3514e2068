#include "ui/thumbnails.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QPointer>
#include <QStandardPaths>
#include <QThreadPool>

#include "app/build.h"
#include "core/io/urdf_reader.h"
#include "render/offscreen_picture.h"

namespace grashof {
namespace {

QString cacheFile(const QString& urdfPath, QSize size, qreal ratio, bool isDark) {
  QFile file(urdfPath);
  if (!file.open(QIODevice::ReadOnly)) return {};
  QCryptographicHash hash(QCryptographicHash::Sha1);
  hash.addData(&file);
  hash.addData(QStringLiteral("%1 %2 %3 %4 " GRASHOF_VERSION)
                   .arg(size.width())
                   .arg(size.height())
                   .arg(ratio)
                   .arg(isDark)
                   .toLatin1());
  const QString folder =
      QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + QStringLiteral("/thumbnails");
  QDir().mkpath(folder);
  return folder + u'/' + QString::fromLatin1(hash.result().toHex()) + QStringLiteral(".png");
}

QImage draw(const QString& urdfPath, QSize size, qreal ratio, bool isDark) {
  const Outcome<Mechanism> read = readUrdfFile(urdfPath.toStdString(), PackagePaths::fromEnvironment());
  if (!read) return {};
  const auto mechanism = std::make_shared<const Mechanism>(*read);
  const Outcome<ModelPtr> model = compileModel(mechanism);
  MeshLibrary library;
  Diagnostics findings;
  const ScenePtr scene = makeScene(*mechanism, library, findings);
  const SceneFrame frame = model ? makeSceneFrame(**model, (*model)->nominal) : makeRestFrame(*mechanism);
  PictureOptions options;
  options.size = size;
  options.pixelRatio = ratio;
  options.theme = viewTheme(isDark);
  options.hasScaleBar = false;
  ViewLayers& layers = options.options.layers;
  layers.grid = layers.anchors = layers.constraintAxes = layers.forces = false;
  std::string problem;
  return renderPicture(*scene, frame, options, problem);
}

}  // namespace

Thumbnails::Thumbnails(QObject* parent) : QObject(parent), pool_(new QThreadPool(this)) {
  pool_->setMaxThreadCount(1);
  pool_->setThreadPriority(QThread::LowPriority);
}

Thumbnails::~Thumbnails() {
  pool_->clear();
  pool_->waitForDone();
}

void Thumbnails::request(const QString& urdfPath, QSize size, qreal ratio, bool isDark) {
  QPointer<Thumbnails> self(this);
  pool_->start([=] {
    const QString cached = cacheFile(urdfPath, size, ratio, isDark);
    QImage picture(cached);
    if (picture.isNull()) {
      picture = draw(urdfPath, size, ratio, isDark);
      if (!picture.isNull() && !cached.isEmpty()) picture.save(cached);
    }
    if (picture.isNull()) return;
    picture.setDevicePixelRatio(ratio);
    QMetaObject::invokeMethod(self.data(), [self, urdfPath, isDark, picture] {
      if (self) Q_EMIT self->ready(urdfPath, isDark, picture);
    });
  });
}

}  // namespace grashof
