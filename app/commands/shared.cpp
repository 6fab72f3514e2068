#include <algorithm>
#include <ostream>

#include "app/commands/commands.h"
#include "app/read_mechanism.h"
#include "core/mechanism/name_hint.h"

namespace grashof {

std::vector<OptionSpec> commonOptions() {
  return {{"--json", "", "one JSON document on stdout and nothing else"},
          {"--base", "auto|fixed|floating", "auto: fixed when the root link is called world"},
          {"--package-path", "DIR[:DIR...]",
           "where package:// is looked up, besides ROS_PACKAGE_PATH and AMENT_PREFIX_PATH"}};
}

std::vector<OptionSpec> withCommonOptions(std::vector<OptionSpec> own) {
  for (OptionSpec& option : commonOptions()) own.push_back(std::move(option));
  return own;
}

void printDiagnostics(const Diagnostics& diagnostics, std::ostream& err) {
  for (const Diagnostic& d : diagnostics) err << formatDiagnostic(d);
}

namespace {

std::optional<BaseMode> baseModeFromName(const std::string& name) {
  if (name == "auto") return BaseMode::Auto;
  if (name == "fixed") return BaseMode::Fixed;
  if (name == "floating") return BaseMode::Floating;
  return std::nullopt;
}

std::vector<std::string> splitPaths(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(':', begin), text.size());
    if (end > begin) parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

}  // namespace

LoadedFile loadFile(const Arguments& arguments, CommandIo& io, Need need) {
  LoadedFile loaded;
  const std::optional<BaseMode> base = baseModeFromName(arguments.text("--base", "auto"));
  if (!base) {
    printDiagnostics(
        {usageError("--base: '" + arguments.text("--base") + "' is none of auto, fixed, floating.")}, io.err);
    loaded.exitCode = kWrongUsage;
    return loaded;
  }
  Opened opened = openMechanism(arguments.operands()[0], splitPaths(arguments.text("--package-path")), *base);
  loaded.build = opened.build;
  loaded.diagnostics = std::move(opened.diagnostics);
  printDiagnostics(loaded.diagnostics, io.err);
  const bool isUsable = loaded.build && loaded.build->model && !hasErrors(loaded.diagnostics);
  if (need == Need::Model && !isUsable) loaded.exitCode = kInputHasErrors;
  return loaded;
}

std::string counted(int count, const std::string& word) {
  return std::to_string(count) + ' ' + word + (count == 1 ? "" : "s");
}

std::string gapUnit(const Model& model, int constraint) {
  if (constraint < 0) return "m";
  const Constraint& c = model.constraints[static_cast<std::size_t>(constraint)];
  return c.kind == ConstraintKind::Mimic && isRotary(model.joints[c.follower].type) ? "rad" : "m";
}

Outcome<int> findMovableJoint(const Model& model, const std::string& name, std::string_view option) {
  const int joint = model.findJoint(name);
  if (joint >= 0) return Outcome<int>::success(joint);
  std::vector<std::string> names;
  for (const MovableJoint& j : model.joints) names.push_back(j.name);
  const bool isKnown = model.mechanism->findJoint(name) >= 0;
  return Outcome<int>::failure(usageError(std::string(option) + ": " +
                                              (isKnown ? "joint '" + name + "' has no coordinate of its own."
                                                       : "there is no joint '" + name + "'."),
                                          isKnown ? std::string() : nearestNameHint(name, names)));
}

Outcome<int> findVelocity(const Model& model, const std::string& name, std::string_view option) {
  const std::vector<std::string> names = velocityNames(model);
  const auto it = std::find(names.begin(), names.end(), name);
  if (it != names.end()) return Outcome<int>::success(static_cast<int>(it - names.begin()));
  Outcome<int> joint = findMovableJoint(model, name, option);
  if (!joint) return joint;
  const MovableJoint& j = model.joints[*joint];
  return Outcome<int>::failure(usageError(std::string(option) + ": joint '" + name + "' has " +
                                              std::to_string(j.nv) + " velocities; name one of them.",
                                          names[j.v] + " is the first."));
}

namespace {
std::vector<std::string> componentNames(const Model& model, int MovableJoint::*count) {
  std::vector<std::string> names;
  for (const MovableJoint& j : model.joints) {
    if (j.*count == 1) names.push_back(j.name);
    for (int k = 0; j.*count != 1 && k < j.*count; ++k) names.push_back(j.name + '.' + std::to_string(k));
  }
  return names;
}
}  // namespace

std::vector<std::string> positionNames(const Model& model) {
  return componentNames(model, &MovableJoint::nq);
}
std::vector<std::string> velocityNames(const Model& model) {
  return componentNames(model, &MovableJoint::nv);
}

}  // namespace grashof
