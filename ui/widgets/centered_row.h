// ui/widgets/centered_row.h - a bar with a left, a centred and a right group that never sets the window's
// width.
#pragma once
#include <QWidget>

class QHBoxLayout;

namespace grashof {

/// The centre group stays in the middle of the bar and gives way when the left group reaches it. When the
/// three do not fit, compactChanged(true) asks the owner to shorten its buttons.
class CenteredRow : public QWidget {
  Q_OBJECT
 public:
  CenteredRow(int height, int margin, QWidget* parent = nullptr);
  QHBoxLayout* left() const { return left_; }
  QHBoxLayout* center() const { return center_; }
  QHBoxLayout* right() const { return right_; }
  QSize minimumSizeHint() const override { return {0, height()}; }
  QSize sizeHint() const override { return {0, height()}; }

 Q_SIGNALS:
  void compactChanged(bool isCompact);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  bool event(QEvent* event) override;

 private:
  void place();
  int margin_;
  int neededWidth_ = 0;
  bool isCompact_ = false;
  QHBoxLayout* left_;
  QHBoxLayout* center_;
  QHBoxLayout* right_;
};

}  // namespace grashof
