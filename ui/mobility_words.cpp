#include "ui/mobility_words.h"

#include <QCoreApplication>

namespace grashof {

QString mobilityTail(const MobilityReport& mobility) {
  const auto tr = [](const char* text) { return QCoreApplication::translate("Mobility", text); };
  QString text = mobility.rows > 0 ? tr("DoF, %1 redundant").arg(mobility.redundant) : tr("DoF");
  if (mobility.genericDof < mobility.dof) text += tr(", %1 beside this pose").arg(mobility.genericDof);
  return text;
}

}  // namespace grashof
