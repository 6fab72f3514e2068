#include <algorithm>
#include <ostream>

#include "app/commands/commands.h"
#include "app/json_writer.h"
#include "app/read_mechanism.h"
#include "app/recut_check.h"
#include "core/base/number_text.h"
#include "core/io/atomic_file.h"
#include "core/io/outside_references.h"
#include "core/io/raisim_export.h"
#include "core/io/urdf_writer.h"
#include "core/mechanism/name_hint.h"
#include "core/topology/recut.h"

namespace grashof {
namespace {

struct CutPlan {
  int joint = -1;
  RecutOptions options;
  std::string output;
};

Outcome<CutPlan> planCutting(const Arguments& arguments, const Mechanism& m) {
  CutPlan plan;
  Diagnostics errors;
  plan.output = arguments.text("-o");
  if (plan.output.empty()) errors.push_back(usageError("-o OUT is missing."));
  const std::string frames = arguments.text("--frames", "move"), name = arguments.text("--joint");
  if (frames != "move" && frames != "keep")
    errors.push_back(usageError("--frames: '" + frames + "' is none of keep, move."));
  plan.options.frames = frames == "keep" ? FramesPolicy::Keep : FramesPolicy::Move;
  plan.options.loop = arguments.text("--loop");
  plan.joint = m.findJoint(name);
  if (!arguments.has("--joint")) errors.push_back(usageError("--joint NAME is missing."));
  if (arguments.has("--joint") && plan.joint < 0) {
    std::vector<std::string> names;
    for (const Joint& joint : m.joints) names.push_back(joint.name);
    errors.push_back(usageError("--joint: there is no joint '" + name + "'.", nearestNameHint(name, names)));
  }
  if (!errors.empty()) return Outcome<CutPlan>::failure(std::move(errors));
  return Outcome<CutPlan>::success(std::move(plan));
}

void writeCheck(JsonWriter& json, const RecutCheck& c) {
  json.key("verify").beginObject().member("holds", c.holds()).member("poses", c.poses);
  json.member("dof_before", c.dofBefore).member("dof_after", c.dofAfter);
  json.member("generic_dof_before", c.genericBefore).member("generic_dof_after", c.genericAfter);
  json.member("rank_before", c.rankBefore).member("rank_after", c.rankAfter);
  json.member("joint_dof_before", c.coordinatesBefore).member("joint_dof_after", c.coordinatesAfter);
  json.member("pose_error", c.poseError).member("content_error", c.contentError).member("gap_m", c.gap);
  json.key("motion_error");
  if (c.comparesMotion)
    json.value(c.motionError);
  else
    json.null();
  json.key("energy_error");
  if (c.comparesEnergy)
    json.value(c.energyError);
  else
    json.null();
  json.endObject();
}

void printCheck(const RecutCheck& c, std::ostream& out) {
  out << "degrees of freedom  " << c.dofBefore << " before, " << c.dofAfter << " after\n"
      << "rank of closures    " << c.rankBefore << " of " << c.coordinatesBefore << " before, " << c.rankAfter
      << " of " << c.coordinatesAfter << " after\n"
      << "poses compared      " << c.poses << '\n'
      << "links' poses        differ by " << numberWords(c.poseError) << " m or rad at most\n"
      << "what hangs on them  differs by " << numberWords(c.contentError) << " m or rad at most\n"
      << "new closures' gap   " << numberWords(c.gap) << " m at most\n"
      << "motion under gravity "
      << (c.comparesMotion ? "differs by " + numberWords(c.motionError) + " m or rad at most"
                           : std::string("not compared: the cut joint had limits, dynamics or a mimic"))
      << '\n'
      << "energy              "
      << (c.comparesEnergy ? "differs by " + numberWords(c.energyError) + " of the largest"
                           : std::string("not compared: the cut joint had a spring or rotor inertia"))
      << '\n'
      << (c.holds() ? "the same linkage\n" : "NOT the same linkage\n");
}

/// Re-reads what was written and compares it with what was read.
Outcome<RecutCheck> verify(const LoadedFile& loaded, const std::string& output) {
  const Opened opened = openMechanism(output, {}, loaded.build->base);
  if (!opened.build || !opened.build->model) return Outcome<RecutCheck>::failure(opened.diagnostics);
  return Outcome<RecutCheck>::success(checkRecut(*loaded.build, *opened.build));
}

/// Not in a loop, open, not a joint: the result cannot be reached, though the command is well formed.
int refuse(const Arguments& arguments, CommandIo& io, const Diagnostics& before, Diagnostics reasons) {
  printDiagnostics(reasons, io.err);
  if (arguments.has("--json")) {
    reasons.insert(reasons.begin(), before.begin(), before.end());
    JsonWriter json;
    json.beginObject().member("cut", false).member("diagnostics", reasons).endObject();
    io.out << json.text();
  }
  return kNotReachable;
}

/// The file as the window saves it, in which closures remember the joints that they stand for.
Outcome<std::string> rememberingUrdf(const Mechanism& m) {
  return Outcome<std::string>::success(writeUrdf(m));
}

int run(const Arguments& arguments, CommandIo& io) {
  const LoadedFile loaded = loadFile(arguments, io, Need::Model);
  if (loaded.exitCode) return *loaded.exitCode;
  const Mechanism& m = *loaded.build->mechanism;
  const Outcome<CutPlan> plan = planCutting(arguments, m);
  if (!plan) {
    printDiagnostics(plan.diagnostics, io.err);
    return kWrongUsage;
  }
  const Outcome<Mechanism> cut = recut(m, plan->joint, plan->options);
  if (!cut) return refuse(arguments, io, loaded.diagnostics, cut.diagnostics);
  const Outcome<std::string> text =
      arguments.has("--remember") ? rememberingUrdf(*cut) : exportRaisimUrdf(*cut);
  if (!text) return refuse(arguments, io, loaded.diagnostics, text.diagnostics);
  Diagnostics findings = cut.diagnostics;
  for (const Diagnostics& more : {outsideReferences(m, *cut), text.diagnostics})
    findings.insert(findings.end(), more.begin(), more.end());
  printDiagnostics(findings, io.err);
  const Diagnostics saved = saveFileAtomically(plan->output, *text);
  printDiagnostics(saved, io.err);
  if (hasErrors(saved)) return kInternalFailure;

  std::optional<RecutCheck> check;
  if (arguments.has("--verify")) {
    const Outcome<RecutCheck> checked = verify(loaded, plan->output);
    printDiagnostics(checked.diagnostics, io.err);
    if (!checked) return kInternalFailure;
    check = *checked;
  }
  const std::string name = m.joints[static_cast<std::size_t>(plan->joint)].name;
  if (arguments.has("--json")) {
    findings.insert(findings.begin(), loaded.diagnostics.begin(), loaded.diagnostics.end());
    JsonWriter json;
    json.beginObject().member("cut", true).member("joint", name).member("output", plan->output);
    if (check) writeCheck(json, *check);
    json.member("diagnostics", findings).endObject();
    io.out << json.text();
  } else {
    io.out << "cut " << name << "; wrote " << plan->output << '\n';
    if (check) printCheck(*check, io.out);
  }
  return check && !check->holds() ? kInternalFailure : kDone;
}

}  // namespace

CommandSpec cutCommand() {
  return {
      "cut",
      "FILE --joint NAME -o OUT",
      "cuts another joint of a loop and re-roots the tree",
      "What closes the loop now becomes a joint; the joint NAME becomes a <pin> or <equality>. A joint that\n"
      "is cut already (a second parent of a link) is written as closures.",
      withCommonOptions(
          {{"--joint", "NAME", "the joint to cut"},
           {"-o", "OUT", "the file to write"},
           {"--frames", "keep|move",
            "move (default): frames of links stand at their new parent joints; keep: they stay, by "
            "massless links"},
           {"--loop", "NAME", "of the loops that the joint is part of, the one that this closure closes"},
           {"--remember", "",
            "writes what the cut joint had (limits, motor, damping, ...) as <cut_joint>, which RaiSim does "
            "not know, "
            "so that cutting back restores it"},
           {"--verify", "", "re-reads OUT and compares it with FILE along a motion"}}),
      run};
}

}  // namespace grashof
