// ui/plots/axis_style.h - how the axes of all charts look.
#pragma once

class QCPAxis;

namespace grashof {

/// In the colours of the theme now.
void styleAxis(QCPAxis* axis);

}  // namespace grashof
