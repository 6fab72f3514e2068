#include <algorithm>
#include <cmath>
#include <ostream>

#include "app/close_loops.h"
#include "app/commands/commands.h"
#include "app/json_writer.h"
#include "core/mechanism/actuation.h"
#include "core/base/number_text.h"

namespace grashof {
namespace {

void writeMimic(JsonWriter& json, const std::optional<Mimic>& mimic) {
  json.key("mimic");
  if (!mimic) {
    json.null();
    return;
  }
  json.beginObject().member("joint", mimic->leader).member("multiplier", mimic->multiplier);
  json.member("offset", mimic->offset).endObject();
}

void writeJoint(JsonWriter& json, const Build& build, const MovableJoint& joint) {
  const Mechanism& mechanism = *build.mechanism;
  const Joint* written = joint.source >= 0 ? &mechanism.joints[joint.source] : nullptr;
  json.beginObject().member("name", joint.name).member("type", jointTypeName(joint.type));
  json.key("parent");
  written ? json.value(written->parent) : json.null();
  json.member("child", written ? written->child : mechanism.root);
  json.member("q_index", joint.q).member("v_index", joint.v).key("axis");
  written&& hasAxis(joint.type) ? json.value(Vector3d(written->axis.normalized())) : json.null();
  // Infinite means unlimited; JSON shows null.
  json.member("lower", joint.lower);
  json.member("upper", joint.upper);
  json.member("velocity", joint.velocity);
  json.member("effort", joint.effort);
  json.member("actuated", written != nullptr && isActuated(*written));
  writeMimic(json, written ? written->mimic : std::nullopt);
  json.key("loops").beginArray();
  for (std::size_t i = 0; i < build.analysis.loops.size(); ++i) {
    const std::vector<int>& joints = build.analysis.loops[i].loop.joints;
    if (joint.source >= 0 && std::find(joints.begin(), joints.end(), joint.source) != joints.end())
      json.value(i);
  }
  json.endArray().endObject();
}

void writeBodies(JsonWriter& json, const Build& build) {
  const Model& model = *build.model;
  json.key("bodies").beginArray();
  for (int b = 0; b < static_cast<int>(model.bodies.size()); ++b) {
    std::vector<std::string> links;
    Pose firstLink;
    for (const FrameOnBody& link : model.links) {
      if (link.body != b) continue;
      if (links.empty()) firstLink = link.X_B;
      links.push_back(link.name);
    }
    if (links.empty()) continue;  // between the elementary joints of a planar or floating one
    const Body& body = model.bodies[b];
    json.beginObject().member("name", links.front()).key("links").beginArray();
    for (const std::string& link : links) json.value(link);
    json.endArray().member("mass", body.mass).member("com", Vector3d(firstLink.inverse() * body.com_B));
    json.key("parent_joint");
    body.joint >= 0 ? json.value(model.joints[body.joint].name) : json.null();
    json.endObject();
  }
  json.endArray();
}

/// Names of the two sides: links of a loop closure, joints of a mimic.
std::pair<std::string, std::string> sidesOf(const Build& build, const Constraint& c) {
  const Mechanism& mechanism = *build.mechanism;
  if (c.kind == ConstraintKind::Mimic)
    return {build.model->joints[c.follower].name, build.model->joints[c.leader].name};
  if (c.closure >= 0) return {mechanism.closures[c.closure].body1, mechanism.closures[c.closure].body2};
  return {mechanism.joints[c.joint].parent, mechanism.joints[c.joint].child};
}

void writeConstraint(JsonWriter& json, const Build& build, std::size_t index) {
  const Model& model = *build.model;
  const Constraint& c = model.constraints[index];
  const auto [body1, body2] = sidesOf(build, c);
  json.beginObject().member("index", index).member("kind", constraintKindName(c.kind));
  json.member("body1", body1).member("body2", body2);
  // Anchor, axes and held directions in link body1's frame, as the file has them.
  const int link1 = build.mechanism->findLink(body1);
  const Pose X_BL = link1 >= 0 && c.kind != ConstraintKind::Mimic ? model.links[link1].X_B : Pose{};
  json.key("anchor");
  c.kind == ConstraintKind::Mimic ? json.null() : json.value(Vector3d(X_BL.inverse() * c.p_B1A1));
  json.key("axes").beginArray();
  for (int i = 0; i < c.rows; ++i) json.value(Vector3d(X_BL.R.transpose() * c.axes_B1.col(i)));
  json.endArray().member("rows", c.authoredRowCount()).member("structural_rows", c.keptRowCount());
  json.key("held_directions").beginArray();
  for (const Vector3d& d : c.heldDirections_B1) json.value(Vector3d(X_BL.R.transpose() * d));
  json.endArray().endObject();
}

void writeLoop(JsonWriter& json, const Build& build, const LoopReport& report) {
  const auto jointName = [&](int joint) { return build.mechanism->joints[joint].name; };
  json.beginObject().key("joints").beginArray();
  for (const int joint : report.loop.joints) json.value(jointName(joint));
  json.endArray().key("constraints").beginArray();
  for (const int constraint : report.constraints) json.value(constraint);
  json.endArray().member("planar", report.isPlanar).key("normal");
  report.isPlanar ? json.value(report.normal_W) : json.null();
  json.member("size_m", report.size).key("cut_candidates").beginArray();
  for (const CutCandidate& candidate : report.candidates) {
    json.beginObject().member("joint", jointName(candidate.joint)).member("rank", candidate.rank);
    json.member("passive", candidate.isPassive).member("reason", candidate.reason).endObject();
  }
  json.endArray().endObject();
}

void writeModel(JsonWriter& json, const Build& build) {
  const Model& model = *build.model;
  json.member("base", model.isFloating ? "floating" : "fixed").member("nq", model.nq).member("nv", model.nv);
  json.member("total_mass", model.totalMass).key("joints").beginArray();
  for (const MovableJoint& joint : model.joints) writeJoint(json, build, joint);
  json.endArray();
  writeBodies(json, build);
  json.key("constraints").beginArray();
  for (std::size_t i = 0; i < model.constraints.size(); ++i) writeConstraint(json, build, i);
  json.endArray().key("loops").beginArray();
  for (const LoopReport& report : build.analysis.loops) writeLoop(json, build, report);
  json.endArray();
  const MobilityReport& m = build.analysis.mobility;
  json.key("mobility")
      .beginObject()
      .member("dof", m.dof)
      .member("joint_dof", m.jointDof)
      .member("rows", m.rows);
  json.member("rank", m.rank).member("redundant", m.redundant).member("gruebler", m.gruebler);
  json.member("words", m.words).endObject();
  json.key("closure").beginObject().member("max_gap_m", build.analysis.maxGap).key("worst_constraint");
  build.analysis.worstConstraint >= 0 ? json.value(build.analysis.worstConstraint) : json.null();
  json.endObject();
}

void printWords(const Build& build, std::ostream& out) {
  const Model& model = *build.model;
  const Analysis& a = build.analysis;
  out << build.mechanism->name << ": " << (model.isFloating ? "floating" : "fixed") << " base, "
      << counted(static_cast<int>(model.joints.size()), "joint") << " with coordinates, nq " << model.nq
      << ", nv " << model.nv << ", " << numberWords(model.totalMass) << " kg\n";
  out << counted(static_cast<int>(model.constraints.size()), "constraint") << " with "
      << counted(a.mobility.rows, "row") << ", rank " << a.mobility.rank << "; "
      << counted(static_cast<int>(a.loops.size()), "loop") << '\n';
  for (const LoopReport& report : a.loops)
    out << "  " << report.loop.name << ": " << report.kindWords << '\n';
  if (!model.constraints.empty())
    out << "largest gap at the nominal pose: " << numberWords(a.maxGap) << ' '
        << gapUnit(model, a.worstConstraint) << '\n';
  out << a.mobility.words << '\n';
}

void writeCandidates(JsonWriter& json, const Mechanism& m, const std::vector<LoopCandidate>& candidates) {
  const auto linkName = [&](int link) { return m.links[static_cast<std::size_t>(link)].name; };
  json.key("candidates").beginArray();
  for (const LoopCandidate& c : candidates) {
    json.beginObject().member("rank", c.rank).member("evidence", loopEvidenceName(c.evidence));
    json.member("body1", linkName(c.link1)).member("body2", linkName(c.link2));
    json.member("anchor", c.p_1).member("anchor2", c.p_2).key("axis");
    c.axis_1 ? json.value(*c.axis_1) : json.null();
    json.member("joint_type", jointTypeName(c.type)).key("cut_joint");
    c.cutJoint >= 0 ? json.value(m.joints[static_cast<std::size_t>(c.cutJoint)].name) : json.null();
    json.member("gap_m", c.gap).member("tilt", c.tilt).member("words", c.words).endObject();
  }
  json.endArray();
}

void printCandidates(const std::vector<LoopCandidate>& candidates, double tolerance, std::ostream& out) {
  out << (candidates.empty() ? "no place found" : "places") << " where a loop may have been opened (within "
      << numberWords(tolerance) << " m)" << (candidates.empty() ? "" : ":") << '\n';
  for (const LoopCandidate& c : candidates) out << "  " << c.rank << ": " << c.words << '\n';
}

int run(const Arguments& arguments, CommandIo& io) {
  const Outcome<double> tolerance = numberOption("--tolerance", arguments.text("--tolerance", "0.001"));
  if (!tolerance || !(*tolerance >= 0)) {
    printDiagnostics(tolerance
                         ? Diagnostics{usageError("--tolerance: must be a number of metres, zero or more.")}
                         : tolerance.diagnostics,
                     io.err);
    return kWrongUsage;
  }
  const LoadedFile loaded = loadFile(arguments, io, Need::Findings);
  if (loaded.exitCode) return *loaded.exitCode;
  const bool wantsCandidates = arguments.has("--candidates") && loaded.build && loaded.build->model;
  std::vector<LoopCandidate> candidates;
  if (wantsCandidates) {
    LoopCandidateOptions options;
    options.tolerance = *tolerance;
    candidates = loopCandidatesAt(loaded.model(), loaded.model().nominal, options, arguments.has("--holes"));
  }
  const bool hasModel = loaded.build && loaded.build->model;
  if (arguments.has("--json")) {
    JsonWriter json;
    json.beginObject().member("name", loaded.build ? loaded.build->mechanism->name : std::string());
    json.member("format", "urdf");
    if (hasModel) writeModel(json, *loaded.build);
    if (wantsCandidates) writeCandidates(json, *loaded.build->mechanism, candidates);
    json.member("diagnostics", loaded.diagnostics).endObject();
    io.out << json.text();
  } else if (hasModel) {
    printWords(*loaded.build, io.out);
    if (wantsCandidates) printCandidates(candidates, *tolerance, io.out);
  }
  return hasModel && !hasErrors(loaded.diagnostics) ? kDone : kInputHasErrors;
}

}  // namespace

CommandSpec infoCommand() {
  return {"info",
          "FILE",
          "the mechanism in numbers and in words",
          "",
          withCommonOptions(
              {{"--candidates", "", "where a loop may have been opened, most likely first"},
               {"--tolerance", "METRES", "how near two frames have to be, 0.001 unless given"},
               {"--holes", "", "with --candidates: also holes of equal diameter in the meshes (slow)"}}),
          run};
}

}  // namespace grashof
