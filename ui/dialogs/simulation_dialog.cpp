#include "ui/dialogs/simulation_dialog.h"

#include <QComboBox>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/inspector/field_row.h"
#include "ui/inspector/number_field.h"
#include "ui/inspector/vector_field.h"
#include "ui/widgets/basic.h"
#include "ui/widgets/segment.h"

namespace grashof {
namespace {

constexpr Integrator kIntegrators[] = {Integrator::Trapezoid, Integrator::SemiImplicit, Integrator::Euler};

}  // namespace

SimulationDialog::SimulationDialog(const Workbench& bench, QWidget* parent) : QDialog(parent), bench_(bench) {
  setObjectName(QStringLiteral("SimulationDialog"));
  setWindowTitle(tr("Settings"));
  setFixedWidth(420);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(20, 18, 20, 18);
  column->setSpacing(6);
  auto* title = new QLabel(tr("Simulation"));
  title->setObjectName(QStringLiteral("DialogTitle"));
  column->addWidget(title);
  column->addWidget(buildStep());
  column->addSpacing(6);
  column->addWidget(rule());
  column->addSpacing(4);
  column->addWidget(roleLabel(tr("Units shown"), "section"));
  column->addWidget(buildUnits());
  auto* close = new QPushButton(tr("Close"));
  close->setProperty("primary", true);
  connect(close, &QPushButton::clicked, this, &QDialog::accept);
  column->addSpacing(8);
  column->addWidget(close, 0, Qt::AlignRight);
}

QWidget* SimulationDialog::buildStep() {
  auto* box = new QWidget;
  auto* column = new QVBoxLayout(box);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  const StepSettings& settings = bench_.simulation->settings();
  auto* dt = new NumberField(Quantity::Time);
  dt->setDecimals(5);
  dt->setValue(settings.dt);
  dt->setCheck([](double s) {
    return s >= 1e-6 && s <= 0.05 ? QString() : tr("The time step must be between 1 µs and 50 ms.");
  });
  connect(dt, &NumberField::edited, this,
          [this](double s, int) { change([s](StepSettings& next) { next.dt = s; }); });
  column->addWidget(new FieldRow(tr("Time step"), dt));
  auto* erp = new NumberField(Quantity::Number);
  erp->setDecimals(2);
  erp->setValue(settings.erp);
  erp->setCheck([](double v) { return v >= 0 && v <= 10 ? QString() : tr("erp must be between 0 and 10."); });
  connect(erp, &NumberField::edited, this,
          [this](double v, int) { change([v](StepSettings& next) { next.erp = v; }); });
  auto* erpRow = new FieldRow(tr("erp"), erp);
  erpRow->setToolTip(tr("Share of an anchor's error removed per step: 0.2 erp, at most 0.3"));
  column->addWidget(erpRow);
  auto* integrator = new QComboBox;
  for (const Integrator i : kIntegrators)
    integrator->addItem(
        QString::fromUtf8(integratorName(i).data(), static_cast<qsizetype>(integratorName(i).size())));
  for (int i = 0; i < static_cast<int>(std::size(kIntegrators)); ++i)
    if (kIntegrators[i] == settings.integrator) integrator->setCurrentIndex(i);
  connect(integrator, &QComboBox::activated, this,
          [this](int i) { change([i](StepSettings& next) { next.integrator = kIntegrators[i]; }); });
  column->addWidget(new FieldRow(tr("Integrator"), integrator));
  auto* gravity = new VectorField(Quantity::Number);
  gravity->setDecimals(2);
  gravity->setValue(settings.gravity);
  connect(gravity, &VectorField::edited, this,
          [this](const Vector3d& g, int) { change([g](StepSettings& next) { next.gravity = g; }); });
  auto* gravityRow = new FieldRow(tr("Gravity"), gravity);
  gravityRow->setToolTip(tr("m/s², in World"));
  column->addWidget(gravityRow);
  auto* base = new Segment;
  for (const QString& text : {tr("As the file says"), tr("Fixed"), tr("Floating")}) base->addChoice(text);
  base->setCurrent(static_cast<int>(bench_.document->baseMode()));
  connect(base, &Segment::chosen, this,
          [this](int mode) { bench_.document->setBaseMode(static_cast<BaseMode>(mode)); });
  column->addWidget(new FieldRow(tr("Base"), base));
  return box;
}

QWidget* SimulationDialog::buildUnits() {
  auto* box = new QWidget;
  auto* column = new QVBoxLayout(box);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* length = new Segment;
  length->addChoice(tr("mm"));
  length->addChoice(tr("m"));
  length->setCurrent(unitChoice().millimetres ? 0 : 1);
  connect(length, &Segment::chosen, this, [this](int i) {
    unitChoice().millimetres = i == 0;
    bench_.settings->setLengthUnit(i == 0 ? Settings::LengthUnit::Millimetre : Settings::LengthUnit::Metre);
  });
  auto* angle = new Segment;
  angle->addChoice(tr("Degrees"));
  angle->addChoice(tr("Radians"));
  angle->setCurrent(unitChoice().degrees ? 0 : 1);
  connect(angle, &Segment::chosen, this, [this](int i) {
    unitChoice().degrees = i == 0;
    bench_.settings->setAngleUnit(i == 0 ? Settings::AngleUnit::Degree : Settings::AngleUnit::Radian);
  });
  column->addWidget(new FieldRow(tr("Length"), length));
  column->addWidget(new FieldRow(tr("Angle"), angle));
  return box;
}

void SimulationDialog::change(const std::function<void(StepSettings&)>& set) {
  StepSettings next = bench_.simulation->settings();
  set(next);
  bench_.simulation->setSettings(next);
}

}  // namespace grashof
