#include "ui/inspector/number_field.h"

#include <QDateTime>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <charconv>
#include <cmath>

#include "app/document.h"
#include "ui/theme.h"

namespace grashof {
namespace {

constexpr qint64 kBurstMs = 900;  // steps closer together than this are one undo step
constexpr int kPixelsPerStep = 4;

/// All digits a person can mean: 12 significant ones hide the last bits that mm and degrees add.
QString focusedText(double shown) {
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, shown, std::chars_format::general, 12);
  return QString::fromLatin1(buffer, end.ptr - buffer);
}

}  // namespace

NumberField::NumberField(Quantity quantity, QWidget* parent)
    : QWidget(parent),
      quantity_(quantity),
      letter_(new QLabel(this)),
      unit_(new QLabel(this)),
      edit_(new QLineEdit(this)) {
  setObjectName(QStringLiteral("NumField"));
  setAttribute(Qt::WA_StyledBackground);
  setFixedHeight(24);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(7, 1, 6, 1);
  row->setSpacing(5);
  letter_->hide();
  letter_->setCursor(Qt::SizeHorCursor);
  letter_->installEventFilter(this);
  row->addWidget(letter_);
  edit_->setAlignment(Qt::AlignRight);
  edit_->setMinimumWidth(10);
  edit_->installEventFilter(this);
  edit_->setFrame(false);
  row->addWidget(edit_, 1);
  unit_->setText(unitText(quantity));
  unit_->setVisible(!unit_->text().isEmpty());
  row->addWidget(unit_);
  setFocusProxy(edit_);
  connect(edit_, &QLineEdit::textEdited, this, &NumberField::checkText);
  connect(edit_, &QLineEdit::returnPressed, this, &NumberField::commitText);
  showValue();
}

void NumberField::setLetter(const QString& letter, const char* axis) {
  letter_->setText(letter);
  letter_->setVisible(!letter.isEmpty());
  letter_->setToolTip(tr("Drag to change; Shift finer, Ctrl coarser"));
  if (axis) letter_->setProperty("axis", QString::fromLatin1(axis));
}

void NumberField::setUnitVisible(bool isVisible) {
  unit_->setVisible(isVisible && !unit_->text().isEmpty());
}

void NumberField::setDecimals(int decimals) {
  decimals_ = decimals;
  showValue();
}

void NumberField::setReadOnly(bool isReadOnly) {
  if (edit_->isReadOnly() == isReadOnly) return;
  edit_->setReadOnly(isReadOnly);
  letter_->setCursor(isReadOnly ? Qt::ArrowCursor : Qt::SizeHorCursor);
  setProperty("readonly", isReadOnly);
  restyle(this);
}

void NumberField::setOptional(const QString& placeholder) {
  isOptional_ = true;
  edit_->setPlaceholderText(placeholder);
}

void NumberField::setQuantity(Quantity quantity) {
  quantity_ = quantity;
  const bool wasVisible = !unit_->isHidden();
  unit_->setText(unitText(quantity));
  unit_->setVisible(wasVisible && !unit_->text().isEmpty());
  showValue();
}

void NumberField::setValue(double si) {
  const bool isTyping = edit_->hasFocus() && edit_->text() != textAtFocus_;
  isEmpty_ = false;
  value_ = si;
  if (isTyping) return;
  showValue();
  if (edit_->hasFocus()) textAtFocus_ = edit_->text();
  setProblem(check_ ? check_(si) : QString());
}

void NumberField::setEmpty() {
  isEmpty_ = true;
  if (!edit_->hasFocus()) edit_->clear();
  setProblem({});
}

void NumberField::showValue() {
  if (isEmpty_) {
    edit_->clear();
    return;
  }
  const double shown = value_ * unitScale(quantity_);
  const bool isTrimmed = quantity_ == Quantity::Number || (decimals_ >= 3 && quantity_ != Quantity::Mass);
  edit_->setText(edit_->hasFocus() ? focusedText(shown) : restingText(shown, decimals_, isTrimmed));
  if (!edit_->hasFocus()) edit_->setCursorPosition(0);
}

void NumberField::checkText() {
  const QString text = edit_->text();
  if (isOptional_ && text.trimmed().isEmpty()) {
    setProblem({});
    return;
  }
  QString error;
  const auto si = parseQuantity(text, quantity_, &error);
  if (si && check_) error = check_(*si);
  setProblem(error);
}

void NumberField::commitText() {
  const QString text = edit_->text();
  if (text == textAtFocus_) return;
  if (isOptional_ && text.trimmed().isEmpty()) {
    textAtFocus_ = text;
    isEmpty_ = true;
    Q_EMIT cleared();
    return;
  }
  QString error;
  const auto si = parseQuantity(text, quantity_, &error);
  if (!si) {
    setProblem(error);
    return;
  }
  if (accept(*si, -1)) {
    textAtFocus_ = edit_->text();
    edit_->selectAll();
  }
}

bool NumberField::accept(double si, int gesture) {
  if (const QString reason = check_ ? check_(si) : QString(); !reason.isEmpty()) {
    setProblem(reason);
    return false;
  }
  isEmpty_ = false;
  value_ = si;
  setProblem({});
  showValue();
  if (edit_->hasFocus()) textAtFocus_ = edit_->text();
  Q_EMIT edited(si, gesture);
  return true;
}

void NumberField::setProblem(const QString& reason) {
  if (reason == problem_) return;
  const bool changesLook = reason.isEmpty() != problem_.isEmpty();
  problem_ = reason;
  setToolTip(reason);
  if (changesLook) {
    setProperty("bad", !reason.isEmpty());
    restyle(this);
  }
  Q_EMIT problemChanged(reason);
}

double NumberField::stepSize() const {
  switch (quantity_) {
    case Quantity::Length:
      return unitChoice().millimetres ? 1e-3 : 0.01;
    case Quantity::Angle:
      return unitChoice().degrees ? M_PI / 180 : 0.01;
    case Quantity::Number:
      return 0.1;
    default:
      break;
  }
  // One unit of the second digit, so that a mass of 86 g and an inertia of 3e-5 step sensibly.
  return value_ == 0 ? 0.1 : std::pow(10.0, std::floor(std::log10(std::abs(value_))) - 1);
}

void NumberField::stepBy(double steps, Qt::KeyboardModifiers keys) {
  if (edit_->isReadOnly()) return;
  const qint64 now = QDateTime::currentMSecsSinceEpoch();
  if (gesture_ < 0 || now - lastStepMs_ > kBurstMs) gesture_ = Document::nextGesture();
  lastStepMs_ = now;
  const double factor = keys & Qt::ShiftModifier ? 0.1 : (keys & Qt::ControlModifier ? 10.0 : 1.0);
  accept(value_ + steps * factor * stepSize(), gesture_);
}

void NumberField::dragBy(int pixels, Qt::KeyboardModifiers keys) {
  const double factor = keys & Qt::ShiftModifier ? 0.1 : (keys & Qt::ControlModifier ? 10.0 : 1.0);
  const double steps = std::round(static_cast<double>(pixels) / kPixelsPerStep);
  accept(dragStart_ + steps * factor * stepSize(), gesture_);
}

bool NumberField::eventFilter(QObject* watched, QEvent* event) {
  if (watched == letter_ && !edit_->isReadOnly()) {
    const bool isMouse = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseMove;
    auto* mouse = isMouse ? static_cast<QMouseEvent*>(event) : nullptr;
    if (event->type() == QEvent::MouseButtonPress && mouse->button() == Qt::LeftButton) {
      dragStart_ = value_;
      dragX_ = mouse->globalPosition().toPoint().x();
      gesture_ = Document::nextGesture();
      return true;
    }
    if (event->type() == QEvent::MouseMove && (mouse->buttons() & Qt::LeftButton)) {
      dragBy(mouse->globalPosition().toPoint().x() - dragX_, mouse->modifiers());
      return true;
    }
  }
  if (watched != edit_) return QWidget::eventFilter(watched, event);
  if (event->type() == QEvent::FocusIn) {
    setProperty("focus", true);
    restyle(this);
    showValue();
    textAtFocus_ = edit_->text();
  } else if (event->type() == QEvent::FocusOut) {
    setProperty("focus", false);
    restyle(this);
    if (problem_.isEmpty()) commitText();
    // A text that is not accepted goes; the old value has been in force all the time.
    showValue();
    edit_->setCursorPosition(0);
    setProblem(check_ && !isEmpty_ ? check_(value_) : QString());
  } else if (event->type() == QEvent::ShortcutOverride) {
    // Letters are typed here, they do not switch tools.
    auto* key = static_cast<QKeyEvent*>(event);
    if (key->modifiers() == Qt::NoModifier || key->modifiers() == Qt::ShiftModifier ||
        key->modifiers() == Qt::KeypadModifier) {
      event->accept();
      return true;
    }
  } else if (event->type() == QEvent::KeyPress) {
    auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Up || key->key() == Qt::Key_Down) {
      stepBy(key->key() == Qt::Key_Up ? 1 : -1, key->modifiers());
      return true;
    }
    if (key->key() == Qt::Key_Escape) {
      edit_->setText(textAtFocus_);
      checkText();
      edit_->clearFocus();
      return true;
    }
  } else if (event->type() == QEvent::Wheel && edit_->hasFocus()) {
    auto* wheel = static_cast<QWheelEvent*>(event);
    stepBy(wheel->angleDelta().y() > 0 ? 1 : -1, wheel->modifiers());
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace grashof
