#include "core/simulation/read_out.h"

#include <algorithm>

#include "core/dynamics/dense.h"
#include "core/simulation/simulation.h"

namespace grashof {

void readGaps(const Model& model, const TreeState& tree, std::span<const double> q,
              std::span<ConstraintReading> readings) {
  for (std::size_t i = 0; i < model.constraints.size(); ++i) {
    const Constraint& c = model.constraints[i];
    ConstraintReading& r = readings[i];
    r.separation_W = separation(model, tree, c);
    r.gap = gapOf(model, tree, q, c);
    if (c.kind == ConstraintKind::Mimic) {
      r.p1_W = r.p2_W = Vector3d::Zero();
      continue;
    }
    r.p1_W = tree.pointInWorld(c.body1, c.p_B1A1);
    r.p2_W = tree.pointInWorld(c.body2, c.p_B2A2);
  }
}

void clearForces(ConstraintReading& reading) {
  std::fill(std::begin(reading.multiplier), std::end(reading.multiplier), 0.0);
  reading.force_W.setZero();
  reading.torque_W.setZero();
  reading.droppedRows = 0;
}

namespace {

/// Poses and gaps at q; `tree` is already there.
void fillPose(const Model& model, const TreeState& tree, std::span<const double> q, Snapshot& snapshot) {
  snapshot.linkPoses.resize(model.links.size());
  for (std::size_t i = 0; i < model.links.size(); ++i)
    snapshot.linkPoses[i] = linkPose(model, tree, static_cast<int>(i));
  snapshot.constraints.resize(model.constraints.size());
  readGaps(model, tree, q, snapshot.constraints);
  snapshot.maxGap = 0;
  snapshot.worstConstraint = -1;
  for (std::size_t i = 0; i < snapshot.constraints.size(); ++i) {
    if (snapshot.worstConstraint >= 0 && !(snapshot.constraints[i].gap > snapshot.maxGap)) continue;
    snapshot.maxGap = snapshot.constraints[i].gap;
    snapshot.worstConstraint = static_cast<int>(i);
  }
}

}  // namespace

void Simulation::fillSnapshot(Snapshot& snapshot) const {
  snapshot.steps = steps_;
  snapshot.t = state_.t;
  snapshot.q = state_.q;
  snapshot.u = state_.u;
  snapshot.tau = workspace_.tauApplied;
  treeKinematics(*model_, asSpan(state_.q), asSpan(state_.u), tree_);
  snapshot.constraints.assign(workspace_.readings.begin(), workspace_.readings.end());
  fillPose(*model_, tree_, asSpan(state_.q), snapshot);
  snapshot.kinetic = kineticEnergy(*model_, tree_, asSpan(state_.u));
  snapshot.potential = potentialEnergy(*model_, tree_, asSpan(state_.q), settings_.gravity);
}

SampleLayout Simulation::sampleLayout() const {
  return {static_cast<int>(model_->constraints.size()), model_->nq, model_->nv};
}

void Simulation::writeSample(std::span<double> row) const {
  const SampleLayout layout = sampleLayout();
  row[0] = before_.t;
  for (int i = 0; i < layout.constraints; ++i) {
    const ConstraintReading& r = workspace_.readings[i];
    row[layout.gap(i)] = r.gap;
    for (int k = 0; k < 3; ++k) row[layout.force(i) + k] = r.force_W[k];
  }
  std::copy(before_.q.begin(), before_.q.end(), row.begin() + layout.q(0));
  std::copy(before_.u.begin(), before_.u.end(), row.begin() + layout.u(0));
  std::copy(workspace_.tauApplied.begin(), workspace_.tauApplied.end(), row.begin() + layout.tau(0));
  treeKinematics(*model_, asSpan(before_.q), asSpan(before_.u), tree_);
  row[layout.kinetic()] = kineticEnergy(*model_, tree_, asSpan(before_.u));
  row[layout.potential()] = potentialEnergy(*model_, tree_, asSpan(before_.q), settings_.gravity);
}

void fillPoseSnapshot(const Model& model, const VectorXd& q, Snapshot& snapshot) {
  TreeState tree = makeTreeState(model);
  treeKinematics(model, asSpan(q), {}, tree);
  snapshot.q = q;
  snapshot.u = VectorXd::Zero(model.nv);
  snapshot.tau = VectorXd::Zero(model.nv);
  snapshot.constraints.assign(model.constraints.size(), ConstraintReading{});
  for (ConstraintReading& r : snapshot.constraints) clearForces(r);
  fillPose(model, tree, asSpan(q), snapshot);
  snapshot.kinetic = 0;
  snapshot.potential = potentialEnergy(model, tree, asSpan(q), StepSettings{}.gravity);
}

}  // namespace grashof
