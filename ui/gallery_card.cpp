#include "ui/gallery_card.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include "ui/icons.h"
#include "ui/theme.h"
#include "ui/widgets/basic.h"

namespace grashof {

/// The picture with the card's round upper corners; the view's background until it is there.
class CardPicture : public QWidget {
 public:
  CardPicture() { setFixedHeight(GalleryCard::kPictureHeight); }
  void setPicture(const QImage& picture) {
    picture_ = QPixmap::fromImage(picture);
    update();
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
    QPainterPath path;
    path.addRoundedRect(QRectF(0, 0, width(), height() + 12), 7, 7);
    painter.setClipPath(path);
    QLinearGradient background(0, 0, 0, height());
    background.setColorAt(0, theme().color(QStringLiteral("view.bg_top")));
    background.setColorAt(1, theme().color(QStringLiteral("view.bg_bottom")));
    painter.fillRect(rect(), background);
    if (picture_.isNull()) {
      painter.drawPixmap((width() - 32) / 2, (height() - 32) / 2,
                         iconPixmap(QStringLiteral("loop"), theme().color(QStringLiteral("text3")), 32,
                                    devicePixelRatioF()));
      return;
    }
    const QSizeF size = picture_.deviceIndependentSize();
    const double scale = std::max(width() / size.width(), height() / size.height());
    const QSizeF drawn = size * scale;
    painter.drawPixmap(
        QRectF((width() - drawn.width()) / 2, (height() - drawn.height()) / 2, drawn.width(), drawn.height()),
        picture_, QRectF(picture_.rect()));
  }

 private:
  QPixmap picture_;
};

Choice::Choice(QWidget* parent) : QWidget(parent) {
  setAttribute(Qt::WA_StyledBackground);
  setAttribute(Qt::WA_Hover);
  setFocusPolicy(Qt::TabFocus);
  setCursor(Qt::PointingHandCursor);
}

void Choice::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton && rect().contains(event->pos())) Q_EMIT chosen();
}

void Choice::keyPressEvent(QKeyEvent* event) {
  const int key = event->key();
  if (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space)
    Q_EMIT chosen();
  else
    QWidget::keyPressEvent(event);
}

void Choice::focusInEvent(QFocusEvent*) {
  setProperty("sel", true);
  restyle(this);
}

void Choice::focusOutEvent(QFocusEvent*) {
  setProperty("sel", false);
  restyle(this);
}

GalleryCard::GalleryCard(const QString& title, const QString& words, QWidget* parent)
    : Choice(parent), picture_(new CardPicture) {
  setObjectName(QStringLiteral("GalleryCard"));
  setAccessibleName(title);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(1, 1, 1, 11);
  column->setSpacing(2);
  column->addWidget(picture_);
  column->addSpacing(8);
  auto* name = new ElidedLabel(title);
  name->setObjectName(QStringLiteral("CardTitle"));
  name->setContentsMargins(13, 0, 12, 0);
  auto* detail = new ElidedLabel(words);
  detail->setProperty("role", QStringLiteral("label"));
  detail->setContentsMargins(13, 0, 12, 0);
  column->addWidget(name);
  column->addWidget(detail);
  setMinimumWidth(180);
}

void GalleryCard::setPicture(const QImage& picture) {
  picture_->setPicture(picture);
}

RecentRow::RecentRow(const QString& path, QWidget* parent) : Choice(parent) {
  setObjectName(QStringLiteral("RecentRow"));
  const QFileInfo info(path);
  setAccessibleName(info.fileName());
  setToolTip(path);
  setFixedHeight(46);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 4, 12, 4);
  row->setSpacing(12);
  row->addWidget(new IconLabel(QStringLiteral("loop"), QStringLiteral("text2"), 16));
  auto* words = new QVBoxLayout;
  words->setSpacing(1);
  words->addWidget(new ElidedLabel(info.fileName(), nullptr, Qt::ElideMiddle));
  QString folder = info.path();
  if (folder.startsWith(QDir::homePath())) folder = u'~' + folder.mid(QDir::homePath().size());
  auto* where = new ElidedLabel(folder, nullptr, Qt::ElideMiddle);
  where->setProperty("role", QStringLiteral("label"));
  words->addWidget(where);
  row->addLayout(words, 1);
  const QDate date = info.lastModified().date(), today = QDate::currentDate();
  QString when = date.year() == today.year() ? QLocale::c().toString(date, QStringLiteral("d MMM"))
                                             : QString::number(date.year());
  if (date == today) when = tr("Today");
  if (date == today.addDays(-1)) when = tr("Yesterday");
  row->addWidget(roleLabel(when, "label"));
}

}  // namespace grashof
