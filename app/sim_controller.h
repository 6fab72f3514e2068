// app/sim_controller.h - the window's side of the simulation thread: commands down, pictures and samples up.
#pragma once
#include <QObject>
#include <QTimer>
#include <memory>
#include <vector>

#include "app/document.h"
#include "app/sample_history.h"
#include "core/simulation/command.h"
#include "core/simulation/snapshot.h"

namespace grashof {

class SampleRing;
class SimThread;

/// Runs the document's model in the background. All calls are made on the UI thread and never block; the
/// simulation thread answers with snapshots and samples, fetched about 60 times a second.
///
/// While paused, `latest()` always shows the document's pose: a slider moved there is seen at once, and a run
/// starts from it. While running the document's pose rests; pausing hands the reached pose to the document.
/// A new model during a run is adopted in the run; joints of the same name keep position and velocity.
class SimController final : public QObject {
  Q_OBJECT
 public:
  explicit SimController(Document* document, QObject* parent = nullptr);
  ~SimController() override;

  bool isRunning() const { return isRunning_; }
  bool hasModel() const { return model_ != nullptr; }
  /// The model that `latest()` and `history()` speak of.
  ModelPtr model() const { return model_; }
  /// Newest picture; empty (no link poses) without a model.
  const Snapshot& latest() const { return shown_; }
  const SampleHistory& history() const { return history_; }
  const StepSettings& settings() const { return settings_; }
  double speed() const { return speed_; }
  bool isBaseHeld() const { return isBaseHeld_; }
  Drive drive(int joint) const;  ///< index into model()->joints
  quint64 lostSamples() const { return shown_.lostSamples; }

 public Q_SLOTS:
  void run();
  void pause();
  void toggleRun() { isRunning_ ? pause() : run(); }
  void step(int count = 1);      ///< pauses, then makes `count` steps
  void reset();                  ///< paused, at the nominal pose, t = 0
  void setSpeed(double factor);  ///< 0.01 to 10 times real time; 0: as fast as possible
  void setSettings(const grashof::StepSettings& settings);
  void clearHistory();
  /// Holds a floating base at its nominal pose, in this model and those to come.
  void setBaseHeld(bool isHeld);
  /// Opens constraint `index` (-1: all) by so many metres, from the present pose, velocities zero.
  void disturb(double metres, int index = -1);

 public:
  /// Drives a joint (index into model()->joints, component 0 of its velocity unless given).
  void setDrive(int joint, const Drive& drive);
  /// Adds a constant torque or force to one velocity component of a multi-DoF joint; [nv] index.
  void setTorque(int velocityIndex, double torque);
  /// The mouse pulls a point of a link (index into the mechanism's links; p in link axes, m) towards a place
  /// in the world with a spring of a strength that suits the mechanism. endPull() lets go.
  void pull(int link, const Vector3d& p_L, const Vector3d& target_W);
  void endPull();
  /// Goes on from a state, e.g. one of the history: positions and velocities of sample `i`.
  void resumeFrom(std::size_t sample);
  /// Waits until the thread has answered everything sent so far; for tests.
  void waitForAnswers();

 Q_SIGNALS:
  void runningChanged(bool running);
  void snapshotReady();  ///< latest() is new
  void samplesReady();   ///< history() has grown
  void historyReset();   ///< layout or content of history() is new
  void settingsChanged();
  void drivesChanged();
  void speedChanged(double factor);
  /// A run that went wrong (paused, last finite state restored), a refused command, a disturbance not
  /// reached.
  void problem(const grashof::Diagnostic& diagnostic);

 private:
  void adoptModel();
  void adoptPose();
  void poll();
  void takeEvents();
  void takeSamples();
  void takePicture();
  void handPoseToDocument();
  void showPose(const VectorXd& q, double t, std::uint64_t steps);
  void setRunning(bool running);
  bool send(Command&& command);
  void restartHistory(const SampleLayout& layout);
  void discardSamplesOnTheWay();

  Document* document_;
  std::unique_ptr<SimThread> thread_;
  std::shared_ptr<SampleRing> samples_;
  ModelPtr model_;
  Snapshot shown_;
  SampleHistory history_;
  StepSettings settings_;
  std::vector<Drive> drives_;  ///< [model_->joints]
  QTimer timer_;
  double speed_ = 1.0;
  quint64 openCount_ = 0, modelSerial_ = 0;
  std::uint64_t answered_ = 0;     ///< commands that the thread is known to have taken
  std::uint64_t staleBefore_ = 0;  ///< pictures made before that command are out of date
  std::uint64_t poseDueAt_ = 0;  ///< the picture after that command carries the document's next pose; 0: none
  std::uint64_t discardUntil_ = 0;  ///< samples made before that command are of an earlier run
  bool isBaseHeld_ = false;
  bool isRunning_ = false, isHandingPose_ = false;
};

}  // namespace grashof
