#include "app/document.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QFileInfo>
#include <QUndoStack>
#include <algorithm>

#include "app/edit_command.h"
#include "app/worker.h"
#include "core/io/xml_source.h"

namespace grashof {
namespace {

constexpr std::size_t kCachedBuilds = 64;

bool isSame(const VectorXd& a, const VectorXd& b) {
  return a.size() == b.size() && a == b;
}

}  // namespace

Document::Document(QObject* parent)
    : QObject(parent),
      mechanism_(std::make_shared<const Mechanism>()),
      saved_(mechanism_),
      undoStack_(new QUndoStack(this)),
      builder_(std::make_unique<Worker>()),
      opener_(std::make_unique<Worker>()) {}

Document::~Document() = default;

ModelPtr Document::model() const {
  return build_ ? build_->model : nullptr;
}

bool Document::isModelCurrent() const {
  return build_ && build_->mechanism == mechanism_;
}

const Analysis& Document::analysis() const {
  static const Analysis none;
  return build_ ? build_->analysis : none;
}

QString Document::title() const {
  if (!filePath_.isEmpty()) return QFileInfo(filePath_).fileName();
  return untitledName_.isEmpty() ? tr("untitled") : untitledName_;
}

bool Document::isEmpty() const {
  return mechanism_->links.empty();
}

bool Document::isModified() const {
  return mechanism_ != saved_ && !(*mechanism_ == *saved_);
}

bool Document::isBusy() const {
  return isOpening_ || isBuilding_;
}

std::vector<std::string> Document::packageDirList() const {
  std::vector<std::string> dirs;
  for (const QString& dir : packageDirs_) dirs.push_back(dir.toStdString());
  return dirs;
}

void Document::setBaseMode(BaseMode mode) {
  if (mode == baseMode_) return;
  baseMode_ = mode;
  if (!isEmpty()) requestBuild();
}

// ---- opening

void Document::openFile(const QString& path) {
  const quint64 ticket = ++openTicket_;
  isOpening_ = true;
  updateBusy();
  Q_EMIT openProgress(tr("Reading %1").arg(QFileInfo(path).fileName()));
  opener_->post([this, ticket, path, file = path.toStdString(), dirs = packageDirList(), base = baseMode_] {
    auto opened = std::make_shared<const Opened>(openMechanism(file, dirs, base));
    return [this, ticket, path, opened] {
      if (ticket != openTicket_) return;  // cancelled, or another file was opened since
      isOpening_ = false;
      if (opened->build) adoptOpened(*opened, path, {});
      updateBusy();
      if (opened->build)
        Q_EMIT this->opened(path);
      else
        Q_EMIT openFailed(path, opened->diagnostics);
    };
  });
}

void Document::cancelOpen() {
  ++openTicket_;
  isOpening_ = false;
  updateBusy();
}

Diagnostics Document::openFileNow(const QString& path) {
  cancelOpen();
  const Opened opened = openMechanism(path.toStdString(), packageDirList(), baseMode_);
  if (opened.build) {
    adoptOpened(opened, path, {});
    Q_EMIT this->opened(path);
  }
  return opened.diagnostics;
}

Diagnostics Document::newFromText(const std::string& text, const QString& name) {
  cancelOpen();
  const Opened opened = openMechanismText(text, name.toStdString(), packageDirList(), baseMode_);
  if (opened.build) adoptOpened(opened, {}, name);
  return opened.diagnostics;
}

void Document::clear() {
  cancelOpen();
  Opened empty;
  auto build = std::make_shared<Build>();
  build->mechanism = std::make_shared<const Mechanism>();
  empty.build = std::move(build);
  adoptOpened(empty, {}, {});
}

void Document::adoptOpened(const Opened& opened, const QString& path, const QString& untitledName) {
  undoStack_->clear();
  mechanism_ = saved_ = opened.build->mechanism;
  textOnDisk_ = mechanism_->source ? mechanism_->source->text : std::string();
  readFindings_ = opened.readFindings;
  filePath_ = path.isEmpty() ? QString() : QFileInfo(path).absoluteFilePath();
  untitledName_ = untitledName;
  ++revision_;
  ++openCount_;
  isBuilding_ = false;
  cache_.clear();
  build_ = nullptr;
  pose_ = poseHint_ = VectorXd();
  Q_EMIT mechanismChanged(ChangeScope::Topology);
  Q_EMIT fileChanged();
  adoptBuild(revision_, opened.build);
  if (opened.build->base != baseMode_ && !isEmpty()) requestBuild();
  updateModified();
}

// ---- edits

int Document::nextGesture() {
  static int gesture = 0;
  return ++gesture;
}

Diagnostics Document::apply(const Edit& edit, const QString& undoText, int gesture) {
  Outcome<Mechanism> edited = applyEdit(*mechanism_, edit);
  if (!edited) return edited.diagnostics;
  auto after = std::make_shared<const Mechanism>(std::move(*edited));
  const ChangeScope scope = changeScope(*mechanism_, *after);
  if (scope != ChangeScope::None) pushEdit(std::move(after), scope, undoText, gesture, VectorXd());
  return edited.diagnostics;
}

void Document::pushEdit(MechanismPtr after, ChangeScope scope, const QString& undoText, int gesture,
                        const VectorXd& poseAfter) {
  undoStack_->push(
      new EditCommand(*this, undoText, {mechanism_, pose_}, {std::move(after), poseAfter}, scope, gesture));
}

void Document::adopt(const MechanismPtr& mechanism, ChangeScope scope, const VectorXd& pose) {
  if (mechanism == mechanism_) {  // a pose edit
    setPose(pose);
    return;
  }
  mechanism_ = mechanism;
  ++revision_;
  poseHint_ = pose;
  Q_EMIT mechanismChanged(scope);
  if (const BuildPtr known = cachedBuild(mechanism)) {
    isBuilding_ = false;
    adoptBuild(revision_, known);
  } else {
    requestBuild();
  }
  updateModified();
}

BuildPtr Document::cachedBuild(const MechanismPtr& mechanism) const {
  const auto it = std::find_if(cache_.begin(), cache_.end(), [&](const BuildPtr& b) {
    return b->mechanism == mechanism && b->base == baseMode_;
  });
  return it == cache_.end() ? nullptr : *it;
}

void Document::requestBuild() {
  isBuilding_ = true;
  builder_->post([this, revision = revision_, mechanism = mechanism_, base = baseMode_] {
    BuildPtr build = buildMechanism(mechanism, base);
    return [this, revision, build = std::move(build)] {
      if (revision != revision_ || build->base != baseMode_) return;  // the document has moved on
      isBuilding_ = false;
      adoptBuild(revision, build);
      updateBusy();
    };
  });
  updateBusy();
}

void Document::adoptBuild(quint64 revision, const BuildPtr& build) {
  if (revision != revision_) return;
  if (!cachedBuild(build->mechanism)) cache_.push_back(build);
  if (cache_.size() > kCachedBuilds) cache_.erase(cache_.begin());
  showDiagnostics(build->diagnostics);
  if (!build->model) {
    if (build_ && undoStack_->count() > 0) return;  // the last good model stays in view
    build_ = nullptr;
    pose_ = VectorXd();
    Q_EMIT modelChanged();
    return;
  }
  const ModelPtr before = model();
  const Model& now = *build->model;
  if (poseHint_.size() == now.nq)
    pose_ = poseHint_;
  else if (before && !isSame(pose_, before->nominal))
    pose_ = carryPose(*before, pose_, now);
  else
    pose_ = now.nominal;
  poseHint_ = VectorXd();
  build_ = build;
  Q_EMIT modelChanged();
  Q_EMIT poseChanged();
}

void Document::showDiagnostics(const Diagnostics& ofBuild) {
  diagnostics_ = mergedFindings(readFindings_, ofBuild);
  Q_EMIT diagnosticsChanged();
}

void Document::updateModified() {
  const bool now = isModified();
  if (now == wasModified_) return;
  wasModified_ = now;
  Q_EMIT modifiedChanged(now);
}

void Document::updateBusy() {
  const bool now = isBusy();
  if (now == wasBusy_) return;
  wasBusy_ = now;
  Q_EMIT busyChanged(now);
}

void Document::waitForIdle() {
  while (isBusy()) {
    opener_->finish();
    builder_->finish();
    QCoreApplication::processEvents(QEventLoop::ExcludeUserInputEvents);
  }
}

}  // namespace grashof
