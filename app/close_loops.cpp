#include "app/close_loops.h"

#include "app/intended_anchors.h"
#include "core/dynamics/words.h"
#include "core/geometry/mesh_features.h"
#include "core/geometry/mesh_library.h"

namespace grashof {
namespace {

std::vector<Pose> linkPosesAt(const Model& model, const VectorXd& q) {
  TreeState state = makeTreeState(model);
  treeKinematics(model, {q.data(), static_cast<std::size_t>(q.size())}, {}, state);
  std::vector<Pose> poses;
  for (std::size_t l = 0; l < model.links.size(); ++l)
    poses.push_back(linkPose(model, state, static_cast<int>(l)));
  return poses;
}

std::vector<FeaturePoint> holesOf(const Mechanism& mechanism) {
  MeshLibrary library;
  std::vector<FeaturePoint> holes;
  for (std::size_t l = 0; l < mechanism.links.size(); ++l) {
    for (const Geometry& visual : mechanism.links[l].visuals) {
      if (!std::holds_alternative<MeshShape>(visual.shape)) continue;
      const LibraryMesh mesh = library.meshOf(visual.shape);
      if (mesh.isPlaceholder) continue;
      const Pose X_LG = poseOf(visual.origin);
      for (const MeshFeature& feature : findFeatures(*mesh.mesh))
        if (feature.kind == MeshFeature::Kind::CircleCentre)
          holes.push_back(
              {static_cast<int>(l), X_LG * feature.p_G, X_LG.R * feature.normal_G, feature.diameter});
    }
  }
  return holes;
}

}  // namespace

SetNominal nominalAt(const VectorXd& q) {
  return {std::vector<double>(q.begin(), q.end())};
}

Diagnostic cannotCloseFinding(const Model& model, const VectorXd& start, const AssembleResult& result,
                              const AssembleOptions& options) {
  const GapExplanation why = explainGap(model, start, result, options);
  const bool isKnown =
      result.worstConstraint >= 0 && result.worstConstraint < static_cast<int>(model.constraints.size());
  Diagnostic d;
  d.code = "loop-cannot-close";
  d.subject =
      isKnown ? model.constraints[static_cast<std::size_t>(result.worstConstraint)].name : std::string();
  d.message = "The loops do not close: the nearest pose leaves a gap of " +
              gapWords(model, result.worstConstraint, result.gap) +
              (why.words.empty() ? "." : ". " + why.words + ".");
  for (const std::string& remedy : why.remedies)
    d.hint += (d.hint.empty() ? "" : "; or ") + (d.hint.empty() ? capitalised(remedy) : remedy);
  if (!d.hint.empty()) d.hint += ".";
  if (!why.jointsAtLimit.empty()) {
    std::vector<std::string> names;
    for (const int j : why.jointsAtLimit) names.push_back(model.joints[static_cast<std::size_t>(j)].name);
    d.message += " At their limits: " + listWords(names) + ".";
  }
  return d;
}

Outcome<Mechanism> withAnchorsAtPose(const Model& model, const VectorXd& q) {
  const Mechanism& m = *model.mechanism;
  EditList edits;
  for (std::size_t c = 0; c < m.closures.size(); ++c) {
    if (!m.closures[c].anchor2) continue;
    SetClosure edit{static_cast<int>(c), m.closures[c]};
    edit.value.anchor2.reset();
    edits.edits.push_back(std::move(edit));
  }
  const std::vector<Pose> X_WL = linkPosesAt(model, q);
  for (std::size_t j = 0; j < m.joints.size(); ++j) {
    if (!m.joints[j].isCut || !m.joints[j].childOrigin) continue;
    const int parent = m.findLink(m.joints[j].parent), child = m.findLink(m.joints[j].child);
    if (parent < 0 || child < 0) continue;
    SetJoint edit{static_cast<int>(j), m.joints[j]};
    const Pose X_WJ = X_WL[static_cast<std::size_t>(parent)] * poseOf(m.joints[j].origin);
    edit.value.childOrigin = originOf(X_WL[static_cast<std::size_t>(child)].inverse() * X_WJ);
    edits.edits.push_back(std::move(edit));
  }
  edits.edits.push_back(nominalAt(q));
  return applyEdit(m, edits);
}

std::vector<LoopCandidate> loopCandidatesAt(const Model& model, const VectorXd& q,
                                            const LoopCandidateOptions& options, bool withHoles) {
  if (q.size() != model.nq || !q.allFinite()) return {};
  const std::vector<FeaturePoint> holes = withHoles ? holesOf(*model.mechanism) : std::vector<FeaturePoint>{};
  return findLoopCandidates(*model.mechanism, linkPosesAt(model, q), options, holes);
}

Outcome<AcceptedCandidate> acceptedCandidate(const Model& model, const VectorXd& q,
                                             const LoopCandidate& candidate) {
  using Result = Outcome<AcceptedCandidate>;
  const std::size_t known = model.mechanism->closures.size();
  Outcome<Mechanism> edited = applyEdit(*model.mechanism, candidate.edit);
  if (!edited) return Result::failure(std::move(edited.diagnostics));
  AcceptedCandidate accepted;
  accepted.mechanism = std::make_shared<const Mechanism>(std::move(*edited));
  const CompileOptions compile{model.isFloating ? BaseMode::Floating : BaseMode::Fixed, true};
  const Outcome<ModelPtr> compiled = compileModel(accepted.mechanism, compile);
  if (!compiled) return Result::failure(compiled.diagnostics);
  accepted.pose = carryPose(model, q, **compiled);
  AssembleOptions options;
  const AssembleResult closed = assemble(**compiled, accepted.pose, options);
  Diagnostics findings = edited.diagnostics;
  accepted.isClosed = closed.isClosed;
  if (!closed.isClosed) {
    findings.push_back(cannotCloseFinding(**compiled, accepted.pose, closed, options));
    findings.back().severity = Severity::Warning;
    return Result::success(std::move(accepted), std::move(findings));
  }
  accepted.pose = closed.q;
  // In the closed pose the anchors coincide: RaiSim's vocabulary needs no second one.
  EditList edits{{nominalAt(closed.q)}};
  for (std::size_t c = known; c < accepted.mechanism->closures.size(); ++c) {
    SetClosure edit{static_cast<int>(c), accepted.mechanism->closures[c]};
    edit.value.anchor2.reset();
    edits.edits.push_back(std::move(edit));
  }
  Outcome<Mechanism> finished = applyEdit(*accepted.mechanism, edits);
  if (!finished) return Result::failure(std::move(finished.diagnostics));
  accepted.mechanism = std::make_shared<const Mechanism>(std::move(*finished));
  return Result::success(std::move(accepted), std::move(findings));
}

Assemblies assembliesFrom(const ModelPtr& model, const VectorXd& start, const std::vector<int>& heldJoints) {
  AssembliesOptions options;
  options.closing.heldJoints = heldJoints;
  return findAssemblies(*modelToClose(model), start, options);
}

}  // namespace grashof
