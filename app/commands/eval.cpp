#include <ostream>

#include "app/commands/commands.h"
#include "app/json_writer.h"
#include "app/state_file.h"
#include "core/dynamics/dense.h"
#include "core/dynamics/inverse_dynamics.h"
#include "core/simulation/read_out.h"

namespace grashof {
namespace {

void writeConstraints(JsonWriter& json, const Simulation& simulation) {
  json.key("constraints").beginArray();
  for (std::size_t i = 0; i < simulation.model().constraints.size(); ++i) {
    const Constraint& c = simulation.model().constraints[i];
    const ConstraintReading& r = simulation.readings()[i];
    const auto rows = static_cast<std::size_t>(c.authoredRowCount());
    json.beginObject().member("kind", constraintKindName(c.kind)).member("separation", r.separation_W);
    json.member("error", std::span<const double>(r.error, rows));
    json.member("force_on_body1", r.force_W).member("torque_on_body1", r.torque_W);
    json.member("multipliers", std::span<const double>(r.multiplier, rows)).endObject();
  }
  json.endArray();
}

void writeFrames(JsonWriter& json, const Model& model, const TreeState& tree) {
  json.key("frames").beginObject();
  for (std::size_t i = 0; i < model.frames.size(); ++i) {
    if (model.frames[i].body < 0) continue;  // a cut joint: it has no frame of its own
    const Pose X_WF = framePose(model, tree, static_cast<int>(i));
    json.key(model.frames[i].name).beginObject().member("p", X_WF.p).key("R").rowMajor(X_WF.R).endObject();
  }
  json.endObject();
}

void writeReaction(JsonWriter& json, const JointReaction& reaction) {
  json.beginObject().member("force", reaction.force_W).member("torque", reaction.torque_W).endObject();
}

/// Forces through the tree's joints in the step, the constraints' share included.
void writeReactions(JsonWriter& json, const Simulation& simulation, const State& start,
                    const TreeState& tree) {
  const Model& model = simulation.model();
  const VectorXd qdd = (simulation.state().u - start.u) / simulation.settings().dt;
  const InverseDynamics dynamics = inverseDynamics(model, tree, asSpan(start.u), asSpan(qdd),
                                                   simulation.settings().gravity, simulation.readings());
  json.member("joint_forces", dynamics.tau).key("joint_reactions").beginObject();
  for (std::size_t i = 0; i < model.joints.size(); ++i)
    writeReaction(json.key(model.joints[i].name), dynamics.joints[i]);
  json.endObject();
  if (!model.isFloating) writeReaction(json.key("base_reaction"), dynamics.base);
}

/// Rows that acted in the step: kept by the structure, and not redundant at this pose.
int effectiveRank(const Simulation& simulation) {
  int rank = simulation.model().keptRows();
  for (const ConstraintReading& r : simulation.readings()) rank -= r.droppedRows;
  return rank;
}

void writeEvaluation(JsonWriter& json, Simulation& simulation, const State& start) {
  const Model& model = simulation.model();
  const Vector3d gravity = simulation.settings().gravity;
  TreeState tree = makeTreeState(model);
  treeKinematics(model, asSpan(start.q), asSpan(start.u), tree);
  json.beginObject().key("joints").beginArray();
  for (const MovableJoint& joint : model.joints) json.value(joint.name);
  json.endArray().key("mass_matrix").rows(massMatrix(model, tree));
  json.member("bias", biasForce(model, tree, asSpan(start.u), gravity))
      .member("rank", effectiveRank(simulation));
  writeConstraints(json, simulation);
  json.member("u_next", simulation.state().u).member("q_next", simulation.state().q);
  json.key("energy").beginObject().member("kinetic", kineticEnergy(model, tree, asSpan(start.u)));
  json.member("potential", potentialEnergy(model, tree, asSpan(start.q), gravity)).endObject();
  writeFrames(json, model, tree);
  writeReactions(json, simulation, start, tree);
  json.endObject();
}

int run(const Arguments& arguments, CommandIo& io) {
  const LoadedFile loaded = loadFile(arguments, io, Need::Model);
  if (loaded.exitCode) return *loaded.exitCode;
  const Model& model = loaded.model();
  StateFile file{nominalState(model), VectorXd::Zero(model.nv), StepSettings{}};
  if (arguments.has("--state")) {
    Outcome<StateFile> read = readStateFile(arguments.text("--state"), model, StepSettings{});
    printDiagnostics(read.diagnostics, io.err);
    if (!read) return kInputHasErrors;
    file = std::move(*read);
  }
  Simulation simulation(loaded.build->model, file.settings);
  if (auto refused = simulation.perform(SetState{file.state})) {
    printDiagnostics({*refused}, io.err);
    return kInputHasErrors;
  }
  for (int i = 0; i < model.nv; ++i) simulation.perform(SetTorque{i, file.tau[i]});
  if ((simulation.step() & kNonFinite) != 0) {
    printDiagnostics({simulation.describeNonFinite()}, io.err);
    return kInternalFailure;
  }
  JsonWriter json;
  writeEvaluation(json, simulation, file.state);
  io.out << json.text();
  return kDone;
}

}  // namespace

CommandSpec evalCommand() {
  return {"eval",
          "FILE",
          "all inner quantities of exactly one step, as JSON",
          "FILE.json: {\"q\",\"u\",\"tau\",\"dt\",\"erp\",\"integrator\",\"stabilize\",\"gravity\"}; what is "
          "absent is the nominal\n"
          "configuration, zeros, 0.001, 1.5, trapezoid, feedback and 0 0 -9.81.",
          withCommonOptions({{"--state", "FILE.json", "the state and the settings"}}),
          run};
}

}  // namespace grashof
