// app/document.h - the open mechanism: its text, its edits with undo, its model, pose and findings.
#pragma once
#include <QObject>
#include <QString>
#include <QStringList>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/read_mechanism.h"
#include "core/dynamics/assemblies.h"
#include "core/dynamics/drag.h"
#include "core/dynamics/mimic_check.h"
#include "core/dynamics/mimic_fit.h"
#include "core/dynamics/travel_sweep.h"
#include "core/mechanism/edit.h"
#include "core/topology/loop_candidates.h"
#include "core/topology/recut.h"
#include "core/topology/rod.h"

class QUndoStack;

namespace grashof {

class Worker;

/// One open file. Lives on the UI thread; reading, compiling and analysing happen on a worker whose results
/// are dropped when the document has moved on (revision). Nothing that fails changes what is open.
///
/// After an edit `mechanism()` is new at once; `model()` follows when the worker is done (modelChanged).
/// Until then, and when the edited mechanism cannot be compiled, `model()` is the last good one, complete
/// with its own mechanism (model()->mechanism): draw and simulate from there, edit `mechanism()`.
class Document final : public QObject {
  Q_OBJECT
 public:
  explicit Document(QObject* parent = nullptr);
  ~Document() override;

  // What is open.
  MechanismPtr mechanism() const { return mechanism_; }  ///< never null
  ModelPtr model() const;                                ///< last good one; null when there is none
  bool isModelCurrent() const;                           ///< model() is compiled from mechanism()
  const Analysis& analysis() const;                      ///< of model()
  const Diagnostics& diagnostics() const {
    return diagnostics_;
  }                                                 ///< reading, validation, compilation, analysis
  quint64 revision() const { return revision_; }    ///< counts every change of the mechanism
  quint64 openCount() const { return openCount_; }  ///< counts what was opened, not edits
  QString filePath() const { return filePath_; }    ///< empty when never saved
  QString title() const;                            ///< file name, or "untitled"
  bool isEmpty() const;                             ///< no links: nothing opened yet
  bool isModified() const;
  bool isBusy() const;  ///< reading or rebuilding
  QUndoStack* undoStack() const { return undoStack_; }
  BaseMode baseMode() const { return baseMode_; }
  void setBaseMode(BaseMode mode);
  QStringList packageDirs() const {
    return packageDirs_;
  }  ///< where package:// is looked up, besides the environment
  void setPackageDirs(const QStringList& dirs) { packageDirs_ = dirs; }

  // Files. openFile works in the background and ends with opened() or openFailed().
  void openFile(const QString& path);
  void cancelOpen();
  Diagnostics openFileNow(const QString& path);  ///< the same, waiting; errors: nothing changed
  Diagnostics newFromText(const std::string& text, const QString& name);  ///< an untitled document
  void clear();
  Diagnostics save();  ///< to filePath(); keeps a .bak of what it replaces
  Diagnostics saveAs(const QString& path);
  Diagnostics reload();  ///< from disk, keeping the pose; an undoable step
  bool hasChangedOnDisk() const;
  std::string textToSave() const;  ///< what save() would write
  const std::string& textOnDisk() const {
    return textOnDisk_;
  }  ///< what was read or last saved: the diff's left side

  // Edits. Errors: nothing changed. `gesture` merges a drag or a spin-box burst into one undo step (-1:
  // never).
  Diagnostics apply(const Edit& edit, const QString& undoText, int gesture = -1);
  static int nextGesture();
  /// Cuts this joint (index into mechanism()->joints) instead of what closes its loop now, as one undo step
  /// "Cut NAME"; the pose stays. Errors: nothing changed; else the warnings say what is lost.
  Diagnostics cutJoint(int joint, const RecutOptions& options = {});

  // Poses of the paused mechanism. [nq] of model(); empty without a model.
  const VectorXd& pose() const { return pose_; }
  void setPose(const VectorXd& q);  ///< not undoable: the simulation was paused here
  void editPose(const VectorXd& q, const QString& undoText, int gesture = -1);
  /// A joint (index into model()->joints) is moved towards `value` with the loops closed, the others
  /// following as little as possible. Not closed in the result: the mechanism cannot follow, the pose is as
  /// near as it gets.
  DragResult setJointCoordinate(int joint, double value, int gesture = -1);
  /// A point of a link (index into model()->mechanism->links; link axes, m) towards a place in the world, the
  /// loops closed all the way; as near as the mechanism gets.
  DragResult dragPoint(int link, const Vector3d& p_L, const Vector3d& target_W, int gesture = -1);
  /// Why the last drag stopped short; kind None when it did not. See dragStopped().
  const DragStop& lastDragStop() const { return lastDragStop_; }

  // Loops. Joints are indices into model()->joints, poses [nq] of model().
  /// Moves the joints until the loops close, from the present pose; the closed pose becomes the nominal one.
  /// One undo step "Close loops". Errors say why not, by how much, and what would mend it.
  Diagnostics closeLoops(const std::vector<int>& heldJoints = {});
  /// The branches in which the loops close, nearest to the present pose first. cost: up to seconds
  Assemblies assemblies(const std::vector<int>& heldJoints = {}) const;
  /// Takes one of them (or any closed pose) as nominal pose: the same undo step.
  Diagnostics adoptAssembly(const VectorXd& q);
  /// Keeps the present pose and moves body2's anchors onto body1's there: one undo step "Move anchors".
  Diagnostics moveAnchorsToPose();
  /// Where loops may have been opened, in the present pose; `withHoles` also looks for holes in meshes (slow).
  std::vector<LoopCandidate> loopCandidates(double tolerance, bool withHoles = false) const;
  /// Closes the graph there and solves the loops shut from the present pose: one undo step "Close loops".
  /// Where the solver finds no closed pose, the closure is made all the same, with a warning.
  Diagnostics acceptCandidate(const LoopCandidate& candidate);
  /// How far a joint takes the linkage from the present pose. cost: some hundred closings
  TravelSweep sweepTravel(int joint, const TravelOptions& options = {}) const;
  /// Writes the travel found as limits of its joint; one undo step.
  Diagnostics applyTravelLimits(const TravelSweep& sweep);

  /// Keeps two points at their present distance by a rod (core/topology/rod.h); the present pose becomes the
  /// nominal one. One undo step "Add a rod".
  Diagnostics addRod(const RodEnds& ends);

  // Mimics.
  /// What a mimic of a joint (index into mechanism()->joints) says beside the loops, over the leader's travel
  /// from the present pose.
  MimicVerdict mimicVerdict(int joint, const Mimic& mimic) const;
  /// The loops that a joint (index into model()->joints) drives, as mimics fitted over its travel.
  MimicFit fitMimics(int joint) const;
  /// The file with those mimics instead of the loops' closures; the document stays as it is.
  Outcome<std::string> textWithMimics(const MimicFit& fit) const;

  Diagnostics setNominalFromPose();
  void resetPose();  ///< to the nominal pose, undoable

  /// Runs the event loop until nothing is being read or rebuilt; for tests and the command line.
  void waitForIdle();

 Q_SIGNALS:
  void mechanismChanged(grashof::ChangeScope scope);  ///< mechanism() is new (edit, undo, open)
  void modelChanged();                                ///< model(), analysis() and pose() are new
  void poseChanged();
  void diagnosticsChanged();
  void fileChanged();  ///< filePath(), title()
  void modifiedChanged(bool modified);
  void busyChanged(bool busy);
  void opened(const QString& path);
  void openFailed(const QString& path, const grashof::Diagnostics& diagnostics);
  void openProgress(const QString& stage);
  /// A drag (setJointCoordinate, dragPoint) cannot follow: why ("joint limit of knee") and what helps ("drive
  /// crank instead", may be empty). Both empty: it follows again. Emitted when the words change.
  void dragStopped(const QString& reason, const QString& hint);

 private:
  friend class EditCommand;
  void adopt(const MechanismPtr& mechanism, ChangeScope scope, const VectorXd& pose);
  void adoptBuild(quint64 revision, const BuildPtr& build);
  void adoptOpened(const Opened& opened, const QString& path, const QString& untitledName);
  void pushEdit(MechanismPtr after, ChangeScope scope, const QString& undoText, int gesture,
                const VectorXd& poseAfter);
  void requestBuild();
  BuildPtr cachedBuild(const MechanismPtr& mechanism) const;
  void showDiagnostics(const Diagnostics& ofBuild);
  void updateModified();
  void updateBusy();
  Dragger& dragger();
  void reportDrag(DragStop stop);
  void adoptClosed(MechanismPtr closed, const VectorXd& q, const QString& undoText);
  std::vector<std::string> packageDirList() const;

  MechanismPtr mechanism_, saved_;
  BuildPtr build_;               ///< of the last good model; null: none
  std::vector<BuildPtr> cache_;  ///< recent builds, newest last: undo need not compile again
  Diagnostics readFindings_, diagnostics_;
  QUndoStack* undoStack_;
  std::unique_ptr<Worker> builder_, opener_;
  std::optional<Dragger> dragger_;  ///< of the model that was dragged last
  DragStop lastDragStop_;
  VectorXd pose_, poseHint_;  ///< poseHint_: taken when the awaited model comes, where it fits
  std::string textOnDisk_;
  QString filePath_, untitledName_;
  QStringList packageDirs_;
  BaseMode baseMode_ = BaseMode::Auto;
  quint64 revision_ = 0, openCount_ = 0, openTicket_ = 0;
  bool isOpening_ = false, isBuilding_ = false, wasModified_ = false, wasBusy_ = false;
};

}  // namespace grashof
