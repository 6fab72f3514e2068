// app/travel_finder.h - the travel of one joint, found in the background and kept up to date.
#pragma once
#include <QObject>
#include <QTimer>
#include <atomic>
#include <memory>

#include "app/document.h"
#include "app/worker.h"

namespace grashof {

/// One travel at a time, of the document's present model. An edit sweeps again, from the pose that the edited
/// mechanism has; another file forgets it. What has been overtaken is dropped, and told to give up.
class TravelFinder final : public QObject {
  Q_OBJECT
 public:
  using SweepPtr = std::shared_ptr<const TravelSweep>;

  explicit TravelFinder(Document* document, QObject* parent = nullptr);
  ~TravelFinder() override;

  /// Of a joint (index into the model's joints), from the document's pose, or from another closed one [nq].
  void sweep(int joint);
  void sweepFrom(int joint, const VectorXd& q);
  /// Gives up a search; a travel found before stays.
  void cancel();
  void forget();

  bool isSearching() const { return isSearching_; }
  double progress() const;                     ///< 0 to 1, while searching
  QString jointName() const { return name_; }  ///< searched or found; empty: none
  SweepPtr travel() const {
    return travel_;
  }                                          ///< null: none; may be of open loops, see TravelSweep::isClosed
  ModelPtr model() const { return model_; }  ///< that travel() speaks of
  /// Whether travel() was found and the document's model is still the one it speaks of.
  bool isCurrent() const;

  /// Moves the document to a place of the travel; from where it is, or by way of the nearest sample.
  void moveTo(double value, int gesture);
  /// The limits of the travel as one undo step; refused as limitsRefusal() says.
  Diagnostics useAsLimits();

 Q_SIGNALS:
  void changed();  ///< travel(), isSearching(), jointName()
  void progressChanged();

 private:
  void follow();
  void adopt(const ModelPtr& model, SweepPtr travel);
  Document* document_;
  QString name_;
  SweepPtr travel_;
  ModelPtr model_, searched_;
  quint64 ticket_ = 0, opened_ = 0;
  bool isSearching_ = false;
  struct Job {
    std::atomic<bool> isGivenUp{false};
    std::atomic<double> done{0};
  };
  std::shared_ptr<Job> job_;
  QTimer ticker_;
  Worker worker_;  ///< last: it goes first
};

}  // namespace grashof
