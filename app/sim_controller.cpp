#include "app/sim_controller.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <thread>

#include "core/simulation/sample_ring.h"
#include "core/simulation/sim_thread.h"
#include "core/simulation/simulation.h"

namespace grashof {
namespace {

constexpr int kPollMs = 16;
constexpr std::size_t kHistorySamples = 120'000;  // two minutes at 1 kHz

}  // namespace

SimController::SimController(Document* document, QObject* parent)
    : QObject(parent), document_(document), thread_(std::make_unique<SimThread>()) {
  timer_.setInterval(kPollMs);
  timer_.setTimerType(Qt::PreciseTimer);
  connect(&timer_, &QTimer::timeout, this, [this] { poll(); });
  connect(document, &Document::modelChanged, this, [this] { adoptModel(); });
  connect(document, &Document::poseChanged, this, [this] { adoptPose(); });
  adoptModel();
}

SimController::~SimController() = default;

bool SimController::send(Command&& command) {
  timer_.start();
  if (thread_->send(std::move(command))) return true;
  Diagnostic d;
  d.severity = Severity::Warning;
  d.code = "simulation-busy";
  d.message = "The simulation does not keep up with the commands; the last one was left out.";
  Q_EMIT problem(d);
  return false;
}

// ---- what runs

void SimController::adoptModel() {
  const ModelPtr before = model_;
  const bool isOtherFile = document_->openCount() != openCount_;
  openCount_ = document_->openCount();
  model_ = document_->model();
  if (isOtherFile || !model_) setRunning(false);
  std::vector<Drive> drives(model_ ? model_->joints.size() : 0);
  if (!isOtherFile && before && model_)
    for (std::size_t i = 0; i < drives.size(); ++i)
      if (const int match = before->findJoint(model_->joints[i].name); match >= 0) drives[i] = drives_[match];
  drives_ = std::move(drives);
  takeSamples();
  AdoptSimulation adoption;
  adoption.revision = ++modelSerial_;
  adoption.keepsState = !isOtherFile;
  SampleLayout layout;
  if (model_) {
    adoption.simulation = std::make_unique<Simulation>(model_, settings_);
    if (isBaseHeld_) adoption.simulation->perform(HoldBase{true});
    layout = adoption.simulation->sampleLayout();
    samples_ = adoption.samples = makeSampleRing(layout);
  } else {
    samples_ = nullptr;
  }
  if (isOtherFile) send(Pause{});
  send(std::move(adoption));
  staleBefore_ = thread_->commandsSent();
  poseDueAt_ = 0;
  if (isOtherFile || !(layout == history_.layout())) restartHistory(layout);
  if (!isRunning_) {
    const bool keepsMoving = !isOtherFile && before && model_ && shown_.q.size() == before->nq &&
                             carryPose(*before, shown_.q, *model_) == document_->pose();
    const double t = isOtherFile ? 0.0 : shown_.t;
    showPose(document_->pose(), t, isOtherFile ? 0 : shown_.steps);
    if (model_ && !keepsMoving) send(Action(SetState{{document_->pose(), VectorXd::Zero(model_->nv), t}}));
    staleBefore_ = thread_->commandsSent();
  }
  Q_EMIT drivesChanged();
}

void SimController::adoptPose() {
  if (isRunning_ || isHandingPose_ || !model_ || document_->model() != model_) return;
  const VectorXd& q = document_->pose();
  if (q.size() != model_->nq || (shown_.q.size() == q.size() && shown_.q == q)) return;
  showPose(q, shown_.t, shown_.steps);
  send(Action(SetState{{q, VectorXd::Zero(model_->nv), shown_.t}}));
  staleBefore_ = thread_->commandsSent();
  poseDueAt_ = 0;
}

void SimController::showPose(const VectorXd& q, double t, std::uint64_t steps) {
  if (model_ && q.size() == model_->nq) {
    fillPoseSnapshot(*model_, q, shown_);
  } else {
    shown_ = {};
  }
  shown_.t = t;
  shown_.steps = steps;
  shown_.isRunning = false;
  shown_.revision = modelSerial_;
  shown_.realtimeFactor = 0;
  Q_EMIT snapshotReady();
}

void SimController::setRunning(bool running) {
  if (running == isRunning_) return;
  isRunning_ = running;
  Q_EMIT runningChanged(running);
}

// ---- commands

void SimController::run() {
  if (isRunning_ || !model_ || !send(Run{})) return;
  // Pictures from before this command say "paused", which must not be taken for the end of this run.
  staleBefore_ = thread_->commandsSent();
  poseDueAt_ = 0;
  setRunning(true);
}

void SimController::pause() {
  if (!isRunning_ || !send(Pause{})) return;
  poseDueAt_ = staleBefore_ = thread_->commandsSent();
  setRunning(false);
}

void SimController::step(int count) {
  if (!model_ || count < 1 || !send(MakeSteps{count})) return;
  poseDueAt_ = staleBefore_ = thread_->commandsSent();
  setRunning(false);
}

void SimController::reset() {
  if (!model_) return;
  send(Pause{});
  send(Action(ResetState{}));
  staleBefore_ = thread_->commandsSent();
  setRunning(false);
  restartHistory(history_.layout());
  showPose(model_->nominal, 0.0, 0);
  handPoseToDocument();
}

void SimController::setSpeed(double factor) {
  if (!std::isfinite(factor)) return;
  const double allowed = factor <= 0 ? 0.0 : std::clamp(factor, 0.01, 10.0);
  if (allowed == speed_ || !send(SetSpeed{allowed})) return;
  speed_ = allowed;
  Q_EMIT speedChanged(speed_);
}

void SimController::setSettings(const StepSettings& settings) {
  if (settings == settings_) return;
  if (const std::optional<Diagnostic> fault = findFault(settings)) {
    Q_EMIT problem(*fault);
    return;
  }
  if (!send(Action(SetStepSettings{settings}))) return;
  settings_ = settings;
  Q_EMIT settingsChanged();
}

Drive SimController::drive(int joint) const {
  return joint >= 0 && joint < static_cast<int>(drives_.size()) ? drives_[joint] : Drive{};
}

void SimController::setDrive(int joint, const Drive& drive) {
  if (joint < 0 || joint >= static_cast<int>(drives_.size()) || drives_[joint] == drive) return;
  if (!send(Action(SetDrive{joint, drive}))) return;
  drives_[joint] = drive;
  Q_EMIT drivesChanged();
}

void SimController::setBaseHeld(bool isHeld) {
  if (isBaseHeld_ == isHeld) return;
  isBaseHeld_ = isHeld;
  if (model_) send(Action(HoldBase{isHeld}));
}

void SimController::setTorque(int velocityIndex, double torque) {
  send(Action(SetTorque{velocityIndex, torque}));
}

void SimController::pull(int link, const Vector3d& p_L, const Vector3d& target_W) {
  if (!isRunning_ || !model_ || link < 0 || link >= static_cast<int>(model_->links.size())) return;
  // A mass of the whole mechanism on this spring would swing at 2 Hz, critically damped; the force stays
  // within some thirty weights, so that a wild mouse cannot blow a run up.
  constexpr double kFrequency = 2.0 * 2.0 * std::numbers::pi;
  const double mass = std::max(model_->totalMass, 1e-3);
  PullRequest request;
  request.revision = modelSerial_;
  request.pull.body = model_->links[link].body;
  request.pull.p_B = model_->links[link].X_B * p_L;
  request.pull.target_W = target_W;
  request.pull.stiffness = mass * kFrequency * kFrequency;
  request.pull.damping = 2.0 * mass * kFrequency;
  request.pull.maxForce = 300.0 * mass;
  thread_->postPull(request);
}

void SimController::endPull() {
  PullRequest request;
  request.revision = modelSerial_;
  thread_->postPull(request);
}

void SimController::disturb(double metres, int index) {
  if (!model_ || !send(Action(OpenConstraint{index, metres}))) return;
  if (!isRunning_) poseDueAt_ = staleBefore_ = thread_->commandsSent();
}

void SimController::resumeFrom(std::size_t sample) {
  if (!model_ || sample >= history_.size() || history_.layout().nq != model_->nq) return;
  const SampleLayout& layout = history_.layout();
  State state{VectorXd(layout.nq), VectorXd(layout.nv), history_.time(sample)};
  for (int i = 0; i < layout.nq; ++i) state.q[i] = history_.at(sample, layout.q(i));
  for (int i = 0; i < layout.nv; ++i) state.u[i] = history_.at(sample, layout.u(i));
  const bool wasRunning = isRunning_;
  if (!wasRunning) showPose(state.q, state.t, shown_.steps);
  send(Action(SetState{std::move(state)}));
  staleBefore_ = thread_->commandsSent();
  discardSamplesOnTheWay();
  history_.keepFirst(sample);
  Q_EMIT historyReset();
  if (!wasRunning) handPoseToDocument();
}

// ---- answers

void SimController::poll() {
  takeEvents();
  takeSamples();
  takePicture();
  if (!isRunning_ && answered_ >= thread_->commandsSent()) timer_.stop();
}

void SimController::takeEvents() {
  while (std::optional<SimEvent> event = thread_->takeEvent())
    if (const auto* diagnostic = std::get_if<Diagnostic>(&*event)) Q_EMIT problem(*diagnostic);
}

void SimController::takeSamples() {
  if (!samples_) return;
  std::size_t count = 0;
  samples_->drain([&](std::span<const double> row) {
    // The row's end says how many commands had been done; older ones are of a run that was reset.
    if (row.back() < static_cast<double>(discardUntil_)) return;
    history_.append(row.first(row.size() - 1));
    ++count;
  });
  if (count > 0) Q_EMIT samplesReady();
}

void SimController::takePicture() {
  if (!thread_->takeSnapshot()) return;
  const Snapshot& newest = thread_->snapshot();
  answered_ = newest.commandsDone;
  if (newest.revision != modelSerial_ || newest.commandsDone < staleBefore_) return;
  shown_ = newest;
  if (isRunning_ && !newest.isRunning) {  // stopped by itself: something was not finite
    poseDueAt_ = newest.commandsDone;
    setRunning(false);
  }
  if (poseDueAt_ > 0 && newest.commandsDone >= poseDueAt_) {
    poseDueAt_ = 0;
    handPoseToDocument();
  }
  Q_EMIT snapshotReady();
}

void SimController::handPoseToDocument() {
  if (document_->model() != model_ || shown_.q.size() != document_->pose().size()) return;
  isHandingPose_ = true;
  document_->setPose(shown_.q);
  isHandingPose_ = false;
}

void SimController::discardSamplesOnTheWay() {
  discardUntil_ = thread_->commandsSent();
}

void SimController::restartHistory(const SampleLayout& layout) {
  discardSamplesOnTheWay();
  if (layout == history_.layout() && history_.capacity() > 0)
    history_.clear();
  else
    history_ = SampleHistory(layout, kHistorySamples, std::size_t{128} << 20);
  Q_EMIT historyReset();
}

void SimController::clearHistory() {
  history_.clear();
  Q_EMIT historyReset();
}

void SimController::waitForAnswers() {
  poll();
  while (answered_ < thread_->commandsSent()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    poll();
  }
}

}  // namespace grashof
