#include <algorithm>
#include <cmath>
#include <ostream>

#include "app/close_loops.h"
#include "app/commands/commands.h"
#include "app/intended_anchors.h"
#include "app/json_writer.h"
#include "core/dynamics/assemblies.h"
#include "core/dynamics/drag.h"
#include "core/io/atomic_file.h"
#include "core/io/urdf_writer.h"
#include "core/mechanism/edit.h"
#include "core/base/number_text.h"

namespace grashof {
namespace {

/// m, what a file with all its digits reaches.
const double kSolved = AssembleOptions{}.tolerance;

struct ClosePlan {
  VectorXd start;
  AssembleOptions options;
  std::string output;
  bool wantsAll = false;      ///< list the assemblies
  bool movesAnchors = false;  ///< keep the pose, move body2's anchors
};

/// Options checked against the model; wrong ones as diagnostics.
Outcome<ClosePlan> planClosing(const Arguments& arguments, const Model& model) {
  ClosePlan plan;
  plan.start = model.nominal;
  plan.output = arguments.text("-o");
  Diagnostics errors;
  plan.wantsAll = arguments.has("--all");
  // Listing the assemblies is an answer by itself.
  if (plan.output.empty() && !plan.wantsAll) errors.push_back(usageError("-o OUT is missing."));
  const std::string anchors = arguments.text("--anchors", "keep");
  if (anchors != "keep" && anchors != "move")
    errors.push_back(usageError("--anchors: '" + anchors + "' is neither keep nor move."));
  plan.movesAnchors = anchors == "move";
  const Outcome<double> tolerance = numberOption("--tolerance", arguments.text("--tolerance", "1e-10"));
  errors.insert(errors.end(), tolerance.diagnostics.begin(), tolerance.diagnostics.end());
  if (tolerance && !(*tolerance > 0))
    errors.push_back(usageError("--tolerance: must be a positive number of metres."));
  if (tolerance) plan.options.tolerance = *tolerance;
  for (const std::string& text : arguments.all("--set")) {
    const Outcome<NamedNumbers> named = namedNumbersOption("--set", text, 1, 7);
    errors.insert(errors.end(), named.diagnostics.begin(), named.diagnostics.end());
    if (!named) continue;
    const Outcome<int> joint = findMovableJoint(model, named->name, "--set");
    errors.insert(errors.end(), joint.diagnostics.begin(), joint.diagnostics.end());
    if (!joint) continue;
    const MovableJoint& j = model.joints[*joint];
    if (static_cast<int>(named->numbers.size()) != j.nq) {
      errors.push_back(
          usageError("--set: joint '" + j.name + "' takes " + std::to_string(j.nq) + " values."));
      continue;
    }
    const double value = named->numbers[0];
    if (j.nq == 1 && (value < j.lower || value > j.upper))
      errors.push_back(usageError("--set: " + numberWords(value) + " is outside the limits of '" + j.name +
                                  "', " + numberWords(j.lower) + " to " + numberWords(j.upper) + "."));
    plan.start.segment(j.q, j.nq) = Eigen::Map<const VectorXd>(named->numbers.data(), j.nq);
    if (j.nq == 4 || j.nq == 7) {
      if (plan.start.segment(j.q + j.nq - 4, 4).norm() < 1e-9)
        errors.push_back(usageError("--set: the quaternion of '" + j.name + "' has no length."));
      else
        plan.start.segment(j.q + j.nq - 4, 4).normalize();
    }
    plan.options.heldJoints.push_back(*joint);
  }
  if (!errors.empty()) return Outcome<ClosePlan>::failure(std::move(errors));
  return Outcome<ClosePlan>::success(std::move(plan));
}

/// How far the one joint that was set can be driven from the nominal pose, and what stops it; empty where
/// that says nothing.
std::string travelHint(const ModelPtr& model, const ClosePlan& plan) {
  if (plan.options.heldJoints.size() != 1) return {};
  const int joint = plan.options.heldJoints.front();
  const MovableJoint& j = model->joints[joint];
  if (j.nq != 1) return {};
  const DragResult reached = Dragger(model).dragJoint(model->nominal, joint, plan.start[j.q]);
  if (!reached.isClosed || reached.hasReached || reached.stopReason.empty()) return {};
  return "From the nominal pose '" + j.name + "' gets as far as " + numberWords(reached.q[j.q]) + ": " +
         reached.stopReason + '.';
}

int reportNotClosed(const Arguments& arguments, CommandIo& io, const LoadedFile& loaded,
                    const ModelPtr& toClose, const ClosePlan& plan, const AssembleResult& result) {
  Diagnostic d = cannotCloseFinding(*toClose, plan.start, result, plan.options);
  if (const std::string travel = travelHint(toClose, plan); !travel.empty())
    d.hint = travel + (d.hint.empty() ? "" : " " + d.hint);
  printDiagnostics({d}, io.err);
  if (arguments.has("--json")) {
    Diagnostics all = loaded.diagnostics;
    all.push_back(d);
    JsonWriter json;
    json.beginObject()
        .member("closed", false)
        .member("gap_m", result.gap)
        .member("iterations", result.iterations);
    json.member("pose", result.q).member("diagnostics", all).endObject();
    io.out << json.text();
  }
  return kNotReachable;
}

void writeAssemblies(JsonWriter& json, const Model& model, const Assemblies& all) {
  json.key("drivers").beginArray();
  for (const int j : all.drivers) json.value(model.joints[static_cast<std::size_t>(j)].name);
  json.endArray().member("drivers_keep_start", all.driversKeepStart).key("assemblies").beginArray();
  for (const Assembly& assembly : all.found) {
    json.beginObject().member("distance", assembly.distance).member("gap_m", assembly.gap);
    json.member("pose", assembly.q).key("joints").beginObject();
    for (const MovableJoint& joint : model.joints) {
      if (joint.source < 0) continue;
      if (joint.nq == 1)
        json.member(joint.name, assembly.q[joint.q]);
      else
        json.member(joint.name, VectorXd(assembly.q.segment(joint.q, joint.nq)));
    }
    json.endObject().endObject();
  }
  json.endArray();
}

void printAssemblies(const Model& model, const Assemblies& all, std::ostream& out) {
  std::string drivers;
  for (const int j : all.drivers)
    drivers += (drivers.empty() ? "" : ", ") + model.joints[static_cast<std::size_t>(j)].name;
  out << all.found.size() << (all.found.size() == 1 ? " assembly" : " assemblies");
  if (!drivers.empty()) out << " with " << drivers << " held";
  out << '\n';
  for (std::size_t i = 0; i < all.found.size(); ++i) {
    out << "  " << i + 1 << ": " << numberWords(all.found[i].distance) << " from the start:";
    for (const MovableJoint& joint : model.joints)
      if (joint.nq == 1) out << ' ' << joint.name << '=' << numberWords(all.found[i].q[joint.q]);
    out << '\n';
  }
}

/// Writes the mechanism and says what was done.
int finish(const Arguments& arguments, CommandIo& io, const LoadedFile& loaded, const Mechanism& closed,
           const ClosePlan& plan, const AssembleResult& result, const Assemblies& all) {
  if (!plan.output.empty()) {
    const Diagnostics saved = saveFileAtomically(plan.output, writeUrdf(closed));
    printDiagnostics(saved, io.err);
    if (hasErrors(saved)) return kInternalFailure;
  }
  if (arguments.has("--json")) {
    JsonWriter json;
    json.beginObject().member("closed", true).member("gap_m", result.gap);
    json.member("iterations", result.iterations).member("nominal_config", result.q).key("output");
    plan.output.empty() ? json.null() : json.value(plan.output);
    if (plan.wantsAll) writeAssemblies(json, loaded.model(), all);
    json.member("diagnostics", loaded.diagnostics).endObject();
    io.out << json.text();
    return kDone;
  }
  if (loaded.model().constraints.empty())
    io.out << "nothing to close: there are no loops and no mimics";
  else if (plan.movesAnchors)
    io.out << "anchors moved";
  else
    io.out << "closed to " << numberWords(result.gap) << ' '
           << gapUnit(loaded.model(), result.worstConstraint) << " in "
           << counted(result.iterations, "iteration");
  if (!plan.output.empty()) io.out << "; wrote " << plan.output;
  io.out << '\n';
  if (plan.wantsAll) printAssemblies(loaded.model(), all, io.out);
  return kDone;
}

/// The pose stays, body2's anchors move onto body1's.
int moveAnchors(const Arguments& arguments, CommandIo& io, const LoadedFile& loaded, const ClosePlan& plan) {
  const Outcome<Mechanism> moved = withAnchorsAtPose(loaded.model(), plan.start);
  printDiagnostics(moved.diagnostics, io.err);
  if (!moved) return kInternalFailure;
  AssembleResult result;
  result.q = plan.start;
  result.isClosed = true;
  return finish(arguments, io, loaded, *moved, plan, result, {});
}

int run(const Arguments& arguments, CommandIo& io) {
  const LoadedFile loaded = loadFile(arguments, io, Need::Model);
  if (loaded.exitCode) return *loaded.exitCode;
  const Outcome<ClosePlan> plan = planClosing(arguments, loaded.model());
  if (!plan) {
    printDiagnostics(plan.diagnostics, io.err);
    return kWrongUsage;
  }
  if (plan->movesAnchors) return moveAnchors(arguments, io, loaded, *plan);
  const ModelPtr model = modelToClose(loaded.build->model);
  // As well as the numbers allow; the tolerance says what is still taken for closed.
  AssembleOptions solving = plan->options;
  solving.tolerance = std::min(plan->options.tolerance, kSolved);
  AssembleResult result = assemble(*model, plan->start, solving);
  result.isClosed = result.isClosed || result.gap <= plan->options.tolerance;
  if (!result.isClosed) return reportNotClosed(arguments, io, loaded, model, *plan, result);
  Assemblies all;
  if (plan->wantsAll) {
    AssembliesOptions options;
    options.closing = result.gap <= kSolved ? solving : plan->options;
    all = findAssemblies(*model, plan->start, options);
  }
  const Outcome<Mechanism> closed = applyEdit(*loaded.build->mechanism, nominalAt(result.q));
  printDiagnostics(closed.diagnostics, io.err);
  if (!closed) return kInternalFailure;
  return finish(arguments, io, loaded, *closed, *plan, result, all);
}

}  // namespace

CommandSpec closeCommand() {
  return {
      "close",
      "FILE -o OUT",
      "solves the loops shut and writes the pose as nominal_config",
      "Starts from the nominal configuration, or from zeros within the limits. Where an anchor is a marked "
      "tip of\n"
      "body1 (a massless leaf link) and body2 has a marked tip elsewhere, the two tips are brought together.",
      withCommonOptions(
          {{"-o", "OUT", "the file to write"},
           {"--set", "JOINT=VALUE", "holds a joint there", true},
           {"--tolerance", "METRES", "largest gap allowed, 1e-10 unless given"},
           {"--all", "", "lists every assembly, nearest first; then -o may be left out"},
           {"--anchors", "keep|move", "keep: the joints move; move: the pose stays, body2's anchors move"}}),
      run};
}

}  // namespace grashof
