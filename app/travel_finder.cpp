#include "app/travel_finder.h"

#include <algorithm>

#include "app/travel_report.h"

namespace grashof {
namespace {
constexpr int kTickMs = 100;
/// A curve of fewer samples is found again with more: the search looks over a whole turn to either side.
constexpr std::size_t kFewest = 90;
constexpr int kWanted = 120, kMostSamples = 20000;

TravelSweep fineSweep(const ModelPtr& model, const VectorXd& q, int joint, TravelOptions options) {
  TravelSweep coarse = sweepTravel(model, q, joint, options);
  const std::size_t count = coarse.samples.size();
  if (!coarse.isClosed || coarse.isGivenUp || count < 2 || count >= kFewest) return coarse;
  options.samples = std::min(kMostSamples, options.samples * kWanted / static_cast<int>(count));
  return sweepTravel(model, q, joint, options);
}
}  // namespace

TravelFinder::TravelFinder(Document* document, QObject* parent) : QObject(parent), document_(document) {
  ticker_.setInterval(kTickMs);
  connect(&ticker_, &QTimer::timeout, this, &TravelFinder::progressChanged);
  connect(document, &Document::modelChanged, this, &TravelFinder::follow);
}

TravelFinder::~TravelFinder() {
  if (job_) job_->isGivenUp = true;
}

bool TravelFinder::isCurrent() const {
  return travel_ && model_ && model_ == document_->model();
}

double TravelFinder::progress() const {
  return job_ ? job_->done.load() : 0.0;
}

void TravelFinder::sweep(int joint) {
  sweepFrom(joint, document_->pose());
}

void TravelFinder::sweepFrom(int joint, const VectorXd& q) {
  const ModelPtr model = document_->model();
  if (!model || joint < 0 || joint >= static_cast<int>(model->joints.size()) || q.size() != model->nq) return;
  if (job_) job_->isGivenUp = true;
  job_ = std::make_shared<Job>();
  searched_ = model;
  opened_ = document_->openCount();
  name_ = QString::fromStdString(model->joints[static_cast<std::size_t>(joint)].name);
  isSearching_ = true;
  ticker_.start();
  const quint64 ticket = ++ticket_;
  worker_.post([this, ticket, model, q, joint, job = job_]() -> Worker::Completion {
    TravelOptions options;
    options.goesOn = [job](double done) {
      job->done = done;
      return !job->isGivenUp;
    };
    auto travel = std::make_shared<const TravelSweep>(fineSweep(model, q, joint, options));
    return [this, ticket, model, travel] {
      if (ticket == ticket_ && isSearching_ && !travel->isGivenUp) adopt(model, travel);
    };
  });
  Q_EMIT changed();
}

void TravelFinder::adopt(const ModelPtr& model, SweepPtr travel) {
  isSearching_ = false;
  ticker_.stop();
  travel_ = std::move(travel);
  model_ = model;
  Q_EMIT changed();
}

void TravelFinder::cancel() {
  if (!isSearching_) return;
  job_->isGivenUp = true;
  isSearching_ = false;
  ticker_.stop();
  // What is not of the present model any more is not worth keeping without its successor.
  if (!isCurrent()) {
    travel_.reset();
    model_.reset();
    name_.clear();
  } else {
    name_ = QString::fromStdString(model_->joints[static_cast<std::size_t>(travel_->joint)].name);
  }
  Q_EMIT changed();
}

void TravelFinder::forget() {
  if (job_) job_->isGivenUp = true;
  ++ticket_;
  isSearching_ = false;
  ticker_.stop();
  travel_.reset();
  model_.reset();
  name_.clear();
  Q_EMIT changed();
}

void TravelFinder::follow() {
  if (name_.isEmpty()) return;
  const ModelPtr model = document_->model();
  if (model && model == (isSearching_ ? searched_ : model_)) return;
  const int joint = model && document_->openCount() == opened_ ? model->findJoint(name_.toStdString()) : -1;
  if (joint < 0 || model->joints[static_cast<std::size_t>(joint)].nv != 1)
    forget();
  else
    sweep(joint);
}

void TravelFinder::moveTo(double value, int gesture) {
  if (!isCurrent() || travel_->samples.empty()) return;
  const auto joint = static_cast<std::size_t>(travel_->joint);
  const double there = std::clamp(value, travel_->lower, travel_->upper);
  // From wherever the mechanism is, the way may lead along another branch.
  const TravelSample& near = nearestSample(*travel_, there);
  document_->editPose(near.q, tr("Move %1").arg(QString::fromStdString(model_->joints[joint].name)), gesture);
  if (near.value != there) document_->setJointCoordinate(travel_->joint, there, gesture);
}

Diagnostics TravelFinder::useAsLimits() {
  if (!isCurrent() || !limitsRefusal(*model_, *travel_).empty()) return {};
  return document_->applyTravelLimits(*travel_);
}

}  // namespace grashof
