// ui/layers_popover.h - what the view shows: check boxes for the layers, sliders for the scales.
#pragma once
#include <QWidget>

#include "render/view_options.h"

namespace grashof {

class ViewportWidget;
class Settings;

class LayersPopover : public QWidget {
  Q_OBJECT
 public:
  LayersPopover(ViewportWidget* viewport, Settings* settings, QWidget* parent = nullptr);
  void popUnder(QWidget* button);
  /// Layers as they were at the last close; called once at the start.
  static void restore(ViewportWidget* viewport, Settings* settings);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void addLayer(class QGridLayout* grid, int row, int column, const QString& text, bool ViewLayers::*member,
                const char* key);
  ViewportWidget* viewport_;
  Settings* settings_;
};

}  // namespace grashof
