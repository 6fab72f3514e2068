#include "ui/inspector/link_page.h"

#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/theme.h"
#include "ui/widgets/basic.h"

namespace grashof {
namespace {

/// A small square in a shape's colour.
class Swatch : public QWidget {
 public:
  explicit Swatch(const QColor& color) : color_(color) { setFixedSize(16, 16); }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme().color(QStringLiteral("border_strong")), 1));
    painter.setBrush(color_);
    painter.drawRoundedRect(QRectF(0.5, 0.5, 15, 15), 3, 3);
  }

 private:
  QColor color_;
};

QString lengths(std::initializer_list<double> values) {
  QStringList texts;
  for (const double value : values) texts << shortText(value * unitScale(Quantity::Length));
  return texts.join(QStringLiteral(" × ")) + u' ' + unitText(Quantity::Length);
}

// Entries of the fields xx xy xz yy yz zz.
constexpr int kRow[6] = {0, 0, 0, 1, 1, 2};
constexpr int kColumn[6] = {0, 1, 2, 1, 2, 2};

}  // namespace

QString inertiaProblem(const Matrix3d& inertia) {
  if (!inertia.allFinite()) return LinkPage::tr("The inertia must be finite.");
  const Eigen::SelfAdjointEigenSolver<Matrix3d> solver(inertia, Eigen::EigenvaluesOnly);
  const Vector3d moments = solver.eigenvalues();
  if (moments[0] <= 0)
    return LinkPage::tr("A principal moment is %1 kg m²; all must be above 0.").arg(shortText(moments[0]));
  // Sums of squared distances obey the triangle inequality; the slack is for rounded files.
  if (moments[2] > (moments[0] + moments[1]) * (1 + 1e-6))
    return LinkPage::tr("The largest principal moment, %1, is above the sum of the other two, %2.")
        .arg(shortText(moments[2]), shortText(moments[0] + moments[1]));
  return {};
}

QString shapeWords(const Shape& shape) {
  struct Words {
    QString operator()(const BoxShape& s) const {
      return LinkPage::tr("box %1").arg(lengths({s.size.x(), s.size.y(), s.size.z()}));
    }
    QString operator()(const CylinderShape& s) const {
      return LinkPage::tr("cylinder Ø %1").arg(lengths({2 * s.radius, s.length}));
    }
    QString operator()(const CapsuleShape& s) const {
      return LinkPage::tr("capsule Ø %1").arg(lengths({2 * s.radius, s.length}));
    }
    QString operator()(const SphereShape& s) const {
      return LinkPage::tr("sphere Ø %1").arg(lengths({2 * s.radius}));
    }
    QString operator()(const MeshShape& s) const {
      return QFileInfo(QString::fromStdString(s.uri)).fileName();
    }
  };
  return std::visit(Words{}, shape);
}

LinkPage::LinkPage(const Workbench& bench, QWidget* parent) : InspectorPage(bench, parent) {
  setObjectName(QStringLiteral("LinkPage"));
  buildMass();
  buildInertia();
  visuals_ = addSection(tr("Visuals"));
  collisions_ = addSection(tr("Collision"));
  column()->addStretch(1);
}

void LinkPage::buildMass() {
  massSection_ = addSection(tr("Mass"));
  noInertial_ = new QWidget;
  auto* empty = new QVBoxLayout(noInertial_);
  empty->setContentsMargins(0, 0, 0, 0);
  auto* words = roleLabel(tr("No mass: the link is treated as massless."), "label");
  words->setWordWrap(true);
  empty->addWidget(words);
  auto* add = new QPushButton(tr("Add a mass of 0.1 kg"));
  add->setObjectName(QStringLiteral("AddInertial"));
  connect(add, &QPushButton::clicked, this, [this] {
    change(tr("Add a mass to"), -1, [](Inertial& inertial) {
      // A ball of 5 cm radius: a plausible start that every check accepts.
      inertial.mass = 0.1;
      inertial.inertia = Matrix3d::Identity() * (0.4 * 0.1 * 0.05 * 0.05);
    });
  });
  empty->addWidget(add, 0, Qt::AlignLeft);
  massSection_->body()->addWidget(noInertial_);
  massBody_ = new QWidget;
  auto* column = new QVBoxLayout(massBody_);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  mass_ = new NumberField(Quantity::Mass);
  mass_->setObjectName(QStringLiteral("NumField"));
  mass_->setAccessibleName(tr("Mass"));
  mass_->setDecimals(4);
  mass_->setCheck([](double kg) { return kg > 0 ? QString() : tr("Mass must be above 0 kg."); });
  connect(mass_, &NumberField::edited, this, [this](double kg, int gesture) {
    change(tr("Change the mass of"), gesture, [kg](Inertial& inertial) { inertial.mass = kg; });
  });
  column->addWidget(new FieldRow(tr("Mass"), mass_));
  column->addWidget(roleLabel(tr("Centre of mass"), "label"));
  com_ = new VectorField(Quantity::Length);
  connect(com_, &VectorField::edited, this, [this](const Vector3d& p, int gesture) {
    change(tr("Move the centre of mass of"), gesture, [p](Inertial& inertial) { inertial.origin.xyz = p; });
  });
  column->addWidget(new FieldRow({}, com_));
  massSection_->body()->addWidget(massBody_);
}

void LinkPage::buildInertia() {
  inertiaSection_ = addSection(tr("Inertia"));
  inertiaSection_->head()->setDim(tr("about the centre of mass"));
  auto* fields = new QWidget;
  auto* grid = new QGridLayout(fields);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setSpacing(4);
  const char* letters[] = {"xx", "xy", "xz", "yy", "yz", "zz"};
  for (int i = 0; i < 6; ++i) {
    auto* field = new NumberField(Quantity::Inertia);
    field->setLetter(QString::fromLatin1(letters[i]));
    field->setUnitVisible(false);
    field->setDecimals(4);
    inertia_[i] = field;
    grid->addWidget(field, kRow[i], kColumn[i]);
    connect(field, &NumberField::edited, this, [this, i](double value, int gesture) {
      change(tr("Change the inertia of"), gesture, [i, value](Inertial& inertial) {
        inertial.inertia(kRow[i], kColumn[i]) = inertial.inertia(kColumn[i], kRow[i]) = value;
      });
    });
  }
  grid->addWidget(roleLabel(unitText(Quantity::Inertia), "faint"), 2, 0);
  for (int i = 0; i < 3; ++i) grid->setColumnStretch(i, 1);
  inertiaSection_->body()->addWidget(fields);
  turn_ = new VectorField(Quantity::Angle);
  connect(turn_, &VectorField::edited, this, [this](const Vector3d& rpy, int gesture) {
    change(tr("Turn the inertia of"), gesture, [rpy](Inertial& inertial) { inertial.origin.rpy = rpy; });
  });
  inertiaSection_->body()->addWidget(roleLabel(tr("Turned by roll, pitch, yaw"), "label"));
  inertiaSection_->body()->addWidget(new FieldRow({}, turn_));
  auto* verdict = new QHBoxLayout;
  verdict->setSpacing(7);
  verdictIcon_ = new IconLabel(QStringLiteral("success"), QStringLiteral("success"), 16);
  verdict_ = roleLabel({}, "label");
  verdict_->setObjectName(QStringLiteral("InertiaVerdict"));
  verdict_->setWordWrap(true);
  verdict->addWidget(verdictIcon_, 0, Qt::AlignTop);
  verdict->addWidget(verdict_, 1);
  inertiaSection_->body()->addLayout(verdict);
}

bool LinkPage::isIndexValid() const {
  return index() >= 0 && index() < static_cast<int>(mechanism().links.size());
}

void LinkPage::change(const QString& what, int gesture, const std::function<void(Inertial&)>& set) {
  Link next = link();
  if (!next.inertial) next.inertial.emplace();
  set(*next.inertial);
  apply(SetLink{index(), next}, what + u' ' + QString::fromStdString(next.name), gesture);
}

void LinkPage::refresh() {
  const Link& shown = link();
  noInertial_->setVisible(!shown.inertial);
  massBody_->setVisible(shown.inertial.has_value());
  inertiaSection_->setVisible(shown.inertial.has_value());
  if (shown.inertial) {
    const Inertial& inertial = *shown.inertial;
    mass_->setValue(inertial.mass);
    com_->setValue(inertial.origin.xyz);
    turn_->setValue(inertial.origin.rpy);
    for (int i = 0; i < 6; ++i) inertia_[i]->setValue(inertial.inertia(kRow[i], kColumn[i]));
    const QString problem = inertiaProblem(inertial.inertia);
    verdict_->setText(problem.isEmpty() ? tr("A rigid body can have this inertia.") : problem);
    verdictIcon_->setIcon(problem.isEmpty() ? QStringLiteral("success") : QStringLiteral("error"),
                          problem.isEmpty() ? QStringLiteral("success") : QStringLiteral("error"));
  }
  refreshShapes(shown);
}

void LinkPage::refreshShapes(const Link& shown) {
  const auto fill = [this](Section* section, const std::vector<Geometry>& shapes, bool withColor) {
    while (QLayoutItem* item = section->body()->takeAt(0)) {
      delete item->widget();
      delete item;
    }
    section->setVisible(!shapes.empty());
    section->head()->setDim(QString::number(shapes.size()));
    for (const Geometry& shape : shapes) {
      auto* line = new QWidget;
      auto* row = new QHBoxLayout(line);
      row->setContentsMargins(0, 4, 0, 4);
      row->setSpacing(8);
      QColor color = theme().color(QStringLiteral("link.%1").arg(index() % 8 + 1));
      if (withColor && shape.material && shape.material->rgba) {
        const Rgba& c = *shape.material->rgba;
        color = QColor::fromRgbF(static_cast<float>(std::clamp(c[0], 0.0, 1.0)),
                                 static_cast<float>(std::clamp(c[1], 0.0, 1.0)),
                                 static_cast<float>(std::clamp(c[2], 0.0, 1.0)));
      }
      if (withColor) row->addWidget(new Swatch(color));
      row->addWidget(new ElidedLabel(shapeWords(shape.shape), nullptr, Qt::ElideMiddle), 1);
      const auto* mesh = std::get_if<MeshShape>(&shape.shape);
      if (mesh && mesh->resolvedPath.empty()) row->addWidget(roleLabel(tr("not found"), "faint"));
      section->body()->addWidget(line);
    }
  };
  fill(visuals_, shown.visuals, true);
  fill(collisions_, shown.collisions, false);
}

}  // namespace grashof
