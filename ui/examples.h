// ui/examples.h - the example mechanisms that come with the program.
#pragma once
#include <QString>
#include <QVector>

namespace grashof {

struct Example {
  QString path, title, words;
  enum class Kind { Planar, Spatial, Legs } kind = Kind::Planar;
};

/// Those whose files are found, in the gallery's order.
QVector<Example> examples();
/// The folder rsc/: beside the program, above its build folder, or below share/; empty when there is none.
QString examplesFolder();

}  // namespace grashof
