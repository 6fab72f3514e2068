// ui/plots/custom_plot.h - QCustomPlot's header needs Qt's keywords, which the program does without.
#pragma once
#define signals Q_SIGNALS
#define slots Q_SLOTS
#define foreach Q_FOREACH
#include <qcustomplot.h>
#undef signals
#undef slots
#undef foreach
