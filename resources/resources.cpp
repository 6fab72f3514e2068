#include "resources.h"

#include <QtCore/QtGlobal>
#include <QtCore/qglobal.h>
#include <QtCore/QDir>

// Outside any namespace: Q_INIT_RESOURCE requires it.
void grashofInitResources() { Q_INIT_RESOURCE(resources); }
