#include "ui/layers_popover.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QPainter>
#include <QSlider>
#include <cmath>

#include "app/settings.h"
#include "render/viewport_widget.h"
#include "ui/theme.h"
#include "ui/widgets/basic.h"

namespace grashof {
namespace {

struct Layer {
  const char* key;
  const char* text;
  bool ViewLayers::*member;
};
constexpr Layer kLayers[] = {
    {"visuals", QT_TRANSLATE_NOOP("Layers", "Visuals"), &ViewLayers::visuals},
    {"collisions", QT_TRANSLATE_NOOP("Layers", "Collision"), &ViewLayers::collisions},
    {"anchors", QT_TRANSLATE_NOOP("Layers", "Anchors"), &ViewLayers::anchors},
    {"constraintAxes", QT_TRANSLATE_NOOP("Layers", "Constraint axes"), &ViewLayers::constraintAxes},
    {"forces", QT_TRANSLATE_NOOP("Layers", "Forces"), &ViewLayers::forces},
    {"jointAxes", QT_TRANSLATE_NOOP("Layers", "Joint axes"), &ViewLayers::jointAxes},
    {"linkFrames", QT_TRANSLATE_NOOP("Layers", "Link frames"), &ViewLayers::linkFrames},
    {"coms", QT_TRANSLATE_NOOP("Layers", "Centres of mass"), &ViewLayers::coms},
    {"inertias", QT_TRANSLATE_NOOP("Layers", "Inertia boxes"), &ViewLayers::inertias},
    {"names", QT_TRANSLATE_NOOP("Layers", "Names"), &ViewLayers::names},
    {"ghost", QT_TRANSLATE_NOOP("Layers", "Nominal pose"), &ViewLayers::ghost},
    {"shadows", QT_TRANSLATE_NOOP("Layers", "Shadows"), &ViewLayers::shadows}};

QString settingsKey(const char* key) {
  return QStringLiteral("view/layers/") + QString::fromLatin1(key);
}

constexpr int kMargin = 4;

}  // namespace

LayersPopover::LayersPopover(ViewportWidget* viewport, Settings* settings, QWidget* parent)
    : QWidget(parent, Qt::Popup | Qt::FramelessWindowHint), viewport_(viewport), settings_(settings) {
  setObjectName(QStringLiteral("LayersPopover"));
  setAttribute(Qt::WA_TranslucentBackground);
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(kMargin + 14, kMargin + 12, kMargin + 14, kMargin + 14);
  grid->setHorizontalSpacing(24);
  grid->setVerticalSpacing(8);
  grid->addWidget(roleLabel(tr("Shown in the view"), "section"), 0, 0, 1, 2);
  constexpr int kRows = (static_cast<int>(std::size(kLayers)) + 1) / 2;
  for (int i = 0; i < static_cast<int>(std::size(kLayers)); ++i)
    addLayer(grid, 1 + i % kRows, i / kRows, QCoreApplication::translate("Layers", kLayers[i].text),
             kLayers[i].member, kLayers[i].key);
  grid->addWidget(roleLabel(tr("Force arrows"), "label"), kRows + 1, 0);
  auto* force = new QSlider(Qt::Horizontal);
  force->setRange(-100, 100);
  force->setAccessibleName(tr("Length of the force arrows"));
  force->setValue(
      static_cast<int>(std::lround(100 * std::log10(std::max(0.1, viewport->options().forceScale)))));
  connect(force, &QSlider::valueChanged, this, [this](int value) {
    ViewOptions options = viewport_->options();
    options.forceScale = std::pow(10.0, value / 100.0);
    viewport_->setOptions(options);
  });
  grid->addWidget(force, kRows + 1, 1);
  auto* logarithmic = new QCheckBox(tr("Logarithmic arrows"));
  logarithmic->setChecked(viewport->options().isForceLogarithmic);
  connect(logarithmic, &QCheckBox::toggled, this, [this](bool on) {
    ViewOptions options = viewport_->options();
    options.isForceLogarithmic = on;
    viewport_->setOptions(options);
  });
  grid->addWidget(logarithmic, kRows + 2, 0, 1, 2);
}

void LayersPopover::addLayer(QGridLayout* grid, int row, int column, const QString& text,
                             bool ViewLayers::*member, const char* key) {
  auto* box = new QCheckBox(text);
  box->setObjectName(QStringLiteral("layer.") + QString::fromLatin1(key));
  box->setChecked(viewport_->options().layers.*member);
  connect(box, &QCheckBox::toggled, this, [this, member, key](bool on) {
    ViewLayers layers = viewport_->options().layers;
    layers.*member = on;
    viewport_->setLayers(layers);
    settings_->setValue(settingsKey(key), on);
  });
  grid->addWidget(box, row, column);
}

void LayersPopover::restore(ViewportWidget* viewport, Settings* settings) {
  ViewLayers layers = viewport->options().layers;
  for (const Layer& layer : kLayers)
    layers.*layer.member = settings->value(settingsKey(layer.key), layers.*layer.member).toBool();
  viewport->setLayers(layers);
}

void LayersPopover::popUnder(QWidget* button) {
  adjustSize();
  const QPoint below = button->mapToGlobal(QPoint(button->width() - width() + kMargin, button->height() + 2));
  move(below);
  show();
}

void LayersPopover::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(theme().color(QStringLiteral("surface2")));
  painter.setPen(QPen(theme().color(QStringLiteral("border")), 1));
  painter.drawRoundedRect(
      QRectF(rect()).adjusted(kMargin - 0.5, kMargin - 0.5, -kMargin + 0.5, -kMargin + 0.5), 8, 8);
}

}  // namespace grashof
