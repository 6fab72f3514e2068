#include "ui/welcome_page.h"

#include <QAction>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "app/settings.h"
#include "ui/actions.h"
#include "ui/gallery_card.h"
#include "ui/icons.h"
#include "ui/theme.h"
#include "ui/thumbnails.h"
#include "ui/widgets/basic.h"
#include "ui/widgets/segment.h"

namespace grashof {
namespace {
constexpr int kSideWidth = 400, kGap = 16, kCardWidth = 210, kMargin = 48;
constexpr int kMaxRecent = 6;
}  // namespace

WelcomePage::WelcomePage(Actions* actions, Settings* settings, QWidget* parent)
    : QWidget(parent),
      settings_(settings),
      thumbnails_(new Thumbnails(this)),
      recent_(new QVBoxLayout),
      grid_(new QGridLayout),
      examples_(examples()) {
  setObjectName(QStringLiteral("WelcomePage"));
  setAttribute(Qt::WA_StyledBackground);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  row->addWidget(buildSide(actions));
  row->addWidget(buildGallery(actions), 1);
  connect(settings, &Settings::recentFilesChanged, this, &WelcomePage::fillRecent);
  connect(thumbnails_, &Thumbnails::ready, this,
          [this](const QString& path, bool isDark, const QImage& picture) {
            if (isDark != theme().isDark()) return;
            for (int i = 0; i < examples_.size(); ++i)
              if (examples_[i].path == path) cards_[i]->setPicture(picture);
          });
  connect(&theme(), &Theme::changed, this, [this] {
    if (isVisible()) requestPictures();
  });
  fillRecent();
}

QWidget* WelcomePage::buildSide(Actions* actions) {
  auto* side = new QWidget;
  side->setObjectName(QStringLiteral("WelcomeSide"));
  side->setAttribute(Qt::WA_StyledBackground);
  side->setFixedWidth(kSideWidth);
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(40, 44, 32, 32);
  column->setSpacing(4);
  auto* mark = new QLabel;
  mark->setPixmap(appIcon().pixmap(QSize(64, 64), devicePixelRatioF()));
  column->addWidget(mark);
  column->addSpacing(8);
  auto* name = new QLabel(QStringLiteral("Grashof"));
  name->setObjectName(QStringLiteral("H1"));
  column->addWidget(name);
  auto* claim = new QLabel(tr("A studio for closed-loop linkages"));
  claim->setFont(Theme::font(15));
  claim->setProperty("role", QStringLiteral("claim"));
  column->addWidget(claim);
  column->addSpacing(16);
  auto* buttons = new QHBoxLayout;
  auto* open = new QPushButton(icon(QStringLiteral("open"), QStringLiteral("on_accent")), tr("Open a file…"));
  open->setObjectName(QStringLiteral("WelcomeOpen"));
  open->setProperty("primary", true);
  connect(open, &QPushButton::clicked, actions->open, &QAction::trigger);
  buttons->addWidget(open);
  buttons->addStretch(1);
  column->addLayout(buttons);
  column->addSpacing(4);
  column->addWidget(roleLabel(tr("Or drop a URDF file here."), "label"));
  column->addSpacing(24);
  column->addLayout(recent_);
  column->addStretch(1);
  return side;
}

QWidget* WelcomePage::buildGallery(Actions*) {
  auto* content = new QWidget;
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(kMargin, 40, kMargin, 32);
  column->setSpacing(0);
  auto* head = new QHBoxLayout;
  head->setSpacing(12);
  auto* title = new QLabel(tr("Examples"));
  title->setObjectName(QStringLiteral("H2"));
  head->addWidget(title);
  auto* words = new ElidedLabel(tr("Each opens as a copy that you can change."));
  words->setProperty("role", QStringLiteral("label"));
  head->addWidget(words, 1);
  auto* filter = new Segment;
  for (const QString& name : {tr("All"), tr("Planar"), tr("Spatial"), tr("Legs")}) filter->addChoice(name);
  filter->setFixedWidth(260);
  connect(filter, &Segment::chosen, this, [this](int choice) {
    filter_ = choice;
    columns_ = 0;
    placeCards();
  });
  head->addWidget(filter);
  column->addLayout(head);
  column->addSpacing(16);
  grid_->setSpacing(kGap);
  column->addLayout(grid_);
  for (const Example& example : examples_) {
    auto* card = new GalleryCard(example.title, example.words);
    connect(card, &Choice::chosen, this,
            [this, example] { Q_EMIT exampleChosen(example.path, example.title); });
    cards_.append(card);
  }
  column->addStretch(1);
  column->addSpacing(24);
  auto* keys = new QHBoxLayout;
  keys->setSpacing(7);
  for (const auto& [key, meaning] : {std::pair(QStringLiteral("Ctrl+Shift+P"), tr("any command")),
                                     std::pair(QStringLiteral("F1"), tr("all shortcuts")),
                                     std::pair(QStringLiteral("Space"), tr("run and pause"))}) {
    keys->addWidget(keyCap(key));
    keys->addWidget(roleLabel(meaning, "label"));
    keys->addSpacing(10);
  }
  keys->addStretch(1);
  column->addLayout(keys);
  auto* scroll = new QScrollArea;
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setWidget(content);
  return scroll;
}

void WelcomePage::fillRecent() {
  while (QLayoutItem* item = recent_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  recent_->setSpacing(4);
  int count = 0;
  for (const QString& path : settings_->recentFiles()) {
    if (!QFileInfo::exists(path) || count == kMaxRecent) continue;
    if (count++ == 0) recent_->addWidget(roleLabel(tr("Recent"), "section"));
    auto* row = new RecentRow(path);
    connect(row, &Choice::chosen, this, [this, path] { Q_EMIT fileChosen(path); });
    recent_->addWidget(row);
  }
}

void WelcomePage::placeCards() {
  const int room = width() - kSideWidth - 2 * kMargin;
  const int columns = std::clamp((room + kGap) / (kCardWidth + kGap), 1, 5);
  if (columns == columns_) return;
  columns_ = columns;
  for (GalleryCard* card : cards_) grid_->removeWidget(card);
  int placed = 0;
  for (int i = 0; i < cards_.size(); ++i) {
    const bool isShown = filter_ == 0 || static_cast<int>(examples_[i].kind) == filter_ - 1;
    cards_[i]->setVisible(isShown);
    if (!isShown) continue;
    grid_->addWidget(cards_[i], placed / columns, placed % columns);
    ++placed;
  }
  for (int c = 0; c < 5; ++c) grid_->setColumnStretch(c, c < columns ? 1 : 0);
}

void WelcomePage::requestPictures() {
  for (const Example& example : examples_)
    thumbnails_->request(example.path, {320, 240}, std::max(1.0, devicePixelRatioF()), theme().isDark());
}

void WelcomePage::resizeEvent(QResizeEvent*) {
  placeCards();
}

void WelcomePage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  placeCards();
  requestPictures();
}

}  // namespace grashof
