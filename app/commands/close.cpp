#include <algorithm>
#include <cmath>
#include <ostream>

#include "app/commands/commands.h"
#include "app/intended_anchors.h"
#include "app/json_writer.h"
#include "core/dynamics/assemble.h"
#include "core/dynamics/drag.h"
#include "core/io/atomic_file.h"
#include "core/io/urdf_writer.h"
#include "core/mechanism/edit.h"
#include "core/simulation/number_words.h"

namespace grashof {
namespace {

struct ClosePlan {
  VectorXd start;
  AssembleOptions options;
  std::string output;
};

/// Options checked against the model; wrong ones as diagnostics.
Outcome<ClosePlan> planClosing(const Arguments& arguments, const Model& model) {
  ClosePlan plan;
  plan.start = model.nominal;
  plan.output = arguments.text("-o");
  Diagnostics errors;
  if (plan.output.empty()) errors.push_back(usageError("-o OUT is missing."));
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

Diagnostic cannotClose(const ModelPtr& toClose, const ClosePlan& plan, const AssembleResult& result) {
  const Model& model = *toClose;
  Diagnostic d;
  d.code = "loop-cannot-close";
  const bool isKnown =
      result.worstConstraint >= 0 && result.worstConstraint < static_cast<int>(model.constraints.size());
  d.subject = isKnown ? model.constraints[result.worstConstraint].name : std::string();
  const std::string unit = gapUnit(model, result.worstConstraint);
  d.message = "The loops do not close: the nearest pose leaves a gap of " + numberWords(result.gap) + ' ' +
              unit + (isKnown ? " at " + d.subject : std::string()) + "; " +
              numberWords(plan.options.tolerance) + ' ' + unit + " is allowed.";
  std::string atLimits;
  for (const MovableJoint& j : model.joints) {
    if (j.nq != 1 || (result.q[j.q] > j.lower + 1e-9 && result.q[j.q] < j.upper - 1e-9)) continue;
    atLimits += (atLimits.empty() ? "" : ", ") + j.name;
  }
  if (d.hint = travelHint(toClose, plan); !d.hint.empty()) return d;
  d.hint = !atLimits.empty()                 ? "These joints are at their limits: " + atLimits + "."
           : plan.options.heldJoints.empty() ? "The links are too short or too long to meet."
                                             : "Set fewer joints, or other values.";
  return d;
}

int reportNotClosed(const Arguments& arguments, CommandIo& io, const LoadedFile& loaded,
                    const ModelPtr& toClose, const ClosePlan& plan, const AssembleResult& result) {
  const Diagnostic d = cannotClose(toClose, plan, result);
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

int run(const Arguments& arguments, CommandIo& io) {
  const LoadedFile loaded = loadFile(arguments, io, Need::Model);
  if (loaded.exitCode) return *loaded.exitCode;
  const Model& model = loaded.model();
  const Outcome<ClosePlan> plan = planClosing(arguments, model);
  if (!plan) {
    printDiagnostics(plan.diagnostics, io.err);
    return kWrongUsage;
  }
  const ModelPtr toClose = modelToClose(loaded.build->model);
  const AssembleResult result = assemble(*toClose, plan->start, plan->options);
  if (!result.isClosed) return reportNotClosed(arguments, io, loaded, toClose, *plan, result);
  const std::vector<double> nominal(result.q.begin(), result.q.end());
  const Outcome<Mechanism> closed = applyEdit(*loaded.build->mechanism, SetNominal{nominal});
  printDiagnostics(closed.diagnostics, io.err);
  if (!closed) return kInternalFailure;
  const Diagnostics saved = saveFileAtomically(plan->output, writeUrdf(*closed));
  printDiagnostics(saved, io.err);
  if (hasErrors(saved)) return kInternalFailure;
  if (arguments.has("--json")) {
    JsonWriter json;
    json.beginObject()
        .member("closed", true)
        .member("gap_m", result.gap)
        .member("iterations", result.iterations);
    json.member("nominal_config", std::span<const double>(nominal)).member("output", plan->output);
    json.member("diagnostics", loaded.diagnostics).endObject();
    io.out << json.text();
  } else {
    if (model.constraints.empty())
      io.out << "nothing to close: there are no loops and no mimics";
    else
      io.out << "closed to " << numberWords(result.gap) << ' ' << gapUnit(model, result.worstConstraint)
             << " in " << counted(result.iterations, "iteration");
    io.out << "; wrote " << plan->output << '\n';
  }
  return kDone;
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
      withCommonOptions({{"-o", "OUT", "the file to write"},
                         {"--set", "JOINT=VALUE", "holds a joint there", true},
                         {"--tolerance", "METRES", "largest gap allowed, 1e-10 unless given"}}),
      run};
}

}  // namespace grashof
