#include "app/main/render_command.h"

#include <QBuffer>
#include <QGuiApplication>

#include "core/geometry/mesh_library.h"
#include "core/io/atomic_file.h"
#include "render/offscreen_picture.h"
#include "resources/resources.h"

namespace grashof {
namespace {

Diagnostic failure(std::string code, std::string message) {
  Diagnostic d;
  d.code = std::move(code);
  d.message = std::move(message);
  return d;
}

}  // namespace

Diagnostics renderToFile(const Build& build, const VectorXd& pose, const RenderRequest& request) {
  qputenv("QT_QPA_PLATFORM", "offscreen");  // a display, if there is one, plays no part in the picture
  int argc = 1;
  char name[] = "grashof";
  char* argv[] = {name, nullptr};
  const QGuiApplication application(argc, argv);
  grashofInitResources();
  MeshLibrary library;
  Diagnostics findings;
  const ScenePtr scene = makeScene(*build.mechanism, library, findings);
  PictureOptions options;
  options.size = {request.width, request.height};
  bool isKnown = false;
  options.view = standardViewFromName(request.view, isKnown);
  options.theme = viewTheme(false);
  std::string problem;
  const QImage image = renderPicture(*scene, makeSceneFrame(*build.model, pose), options, problem);
  if (image.isNull()) {
    findings.push_back(failure("no-opengl", "No picture could be drawn: " + problem));
    return findings;
  }
  QByteArray png;
  QBuffer buffer(&png);
  if (!buffer.open(QIODevice::WriteOnly) || !image.save(&buffer, "PNG")) {
    findings.push_back(failure("cannot-write", "The picture could not be encoded as PNG."));
    return findings;
  }
  for (const Diagnostic& d : saveFileAtomically(request.output, png.toStdString())) findings.push_back(d);
  return findings;
}

}  // namespace grashof
