// tests/support/shared_folder.h - where cases and models that are no part of the project may lie.
#pragma once
#include <QString>
#include <QtGlobal>

namespace grashof::fixtures {

/// $GRASHOF_SHARED, or the folder next to the source's; tests that use it are skipped where it does not exist.
inline QString sharedFolder() {
  const QString set = qEnvironmentVariable("GRASHOF_SHARED");
  return set.isEmpty() ? QStringLiteral(GRASHOF_SOURCE_DIR "/../shared") : set;
}

}  // namespace grashof::fixtures
