#include <ostream>

#include "app/commands/commands.h"
#include "app/json_writer.h"
#include "core/base/number_text.h"
#include "core/dynamics/mimic_fit.h"
#include "core/io/atomic_file.h"
#include "core/io/urdf_writer.h"

namespace grashof {
namespace {

Outcome<TravelOptions> travelOptions(const Arguments& arguments) {
  TravelOptions options;
  Diagnostics errors;
  const auto number = [&](const char* name) -> std::optional<double> {
    if (!arguments.has(name)) return std::nullopt;
    const Outcome<double> value = numberOption(name, arguments.text(name));
    errors.insert(errors.end(), value.diagnostics.begin(), value.diagnostics.end());
    return value.value;
  };
  options.from = number("--from");
  options.to = number("--to");
  if (const auto samples = number("--samples")) {
    if (*samples < 3 || *samples > 100000)
      errors.push_back(usageError("--samples must be from 3 to 100000."));
    else
      options.samples = static_cast<int>(*samples);
  }
  if (options.from && options.to && *options.from >= *options.to)
    errors.push_back(usageError("--from must be below --to."));
  if (!errors.empty()) return Outcome<TravelOptions>::failure(std::move(errors));
  return Outcome<TravelOptions>::success(options);
}

std::string unitOf(const Model& model, int joint) {
  return isRotary(model.joints[static_cast<std::size_t>(joint)].type) ? "rad" : "m";
}

void printFit(const Model& model, const MimicFit& fit, std::ostream& out) {
  const auto name = [&](int j) { return model.joints[static_cast<std::size_t>(j)].name; };
  out << name(fit.driver) << " from " << numberWords(fit.lower) << " to " << numberWords(fit.upper) << ' '
      << unitOf(model, fit.driver) << (fit.isFullTurn ? " (turns all the way round)\n" : "\n");
  for (const FittedMimic& f : fit.joints) {
    if (f.isStill)
      out << name(f.joint) << " stands still: fixed\n";
    else
      out << name(f.joint) << " = " << numberWords(f.multiplier) << " * " << name(fit.driver) << " + "
          << numberWords(f.offset) << ", off by up to " << numberWords(f.maxError) << ' '
          << unitOf(model, f.joint) << '\n';
  }
  out << "links' places  off by up to " << numberWords(fit.maxDisplacement * 1e3) << " mm ("
      << model.mechanism->links[static_cast<std::size_t>(fit.worstLink)].name << ", at "
      << numberWords(fit.worstAt) << ")\n"
      << "loop           opens by up to " << numberWords(fit.maxGap * 1e3) << " mm\n";
}

void writeFit(JsonWriter& json, const Model& model, const MimicFit& fit) {
  const auto name = [&](int j) { return model.joints[static_cast<std::size_t>(j)].name; };
  json.member("driver", name(fit.driver)).member("lower", fit.lower).member("upper", fit.upper);
  json.member("full_turn", fit.isFullTurn).key("mimics").beginArray();
  for (const FittedMimic& f : fit.joints) {
    json.beginObject().member("joint", name(f.joint)).member("multiplier", f.multiplier);
    json.member("offset", f.offset).member("max_error", f.maxError).member("unit", unitOf(model, f.joint));
    json.member("still", f.isStill).endObject();
  }
  json.endArray().member("max_turn_error_rad", fit.maxTurnError);
  json.member("max_slide_error_m", fit.maxSlideError).member("max_displacement_m", fit.maxDisplacement);
  json.member("worst_link", model.mechanism->links[static_cast<std::size_t>(fit.worstLink)].name);
  json.member("worst_at", fit.worstAt).member("max_gap_m", fit.maxGap);
}

int refuse(const Arguments& arguments, CommandIo& io, Diagnostics reasons) {
  printDiagnostics(reasons, io.err);
  if (arguments.has("--json")) {
    JsonWriter json;
    json.beginObject().member("fitted", false).member("diagnostics", reasons).endObject();
    io.out << json.text();
  }
  return kNotReachable;
}

Diagnostic noFit(const std::string& reason) {
  Diagnostic d;
  d.severity = Severity::Error;
  d.code = "no-mimic-fit";
  d.message = reason;
  return d;
}

int run(const Arguments& arguments, CommandIo& io) {
  const LoadedFile loaded = loadFile(arguments, io, Need::Model);
  if (loaded.exitCode) return *loaded.exitCode;
  const Outcome<TravelOptions> options = travelOptions(arguments);
  const Outcome<int> joint = arguments.has("--joint")
                                 ? findMovableJoint(loaded.model(), arguments.text("--joint"), "--joint")
                                 : Outcome<int>::failure(usageError("--joint NAME is missing."));
  if (!options || !joint) {
    printDiagnostics(options.diagnostics, io.err);
    printDiagnostics(joint.diagnostics, io.err);
    return kWrongUsage;
  }
  const Model& model = loaded.model();
  const MimicFit fit = fitMimics(model, sweepTravel(loaded.build->model, model.nominal, *joint, *options));
  if (!fit.problem.empty()) return refuse(arguments, io, {noFit(fit.problem)});
  const Outcome<Mechanism> fitted = withFittedMimics(model, fit);
  if (!fitted) return refuse(arguments, io, fitted.diagnostics);
  const std::string output = arguments.text("-o");
  if (!output.empty()) {
    const Diagnostics saved = saveFileAtomically(output, writeUrdf(*fitted));
    printDiagnostics(saved, io.err);
    if (hasErrors(saved)) return kInternalFailure;
  }
  if (arguments.has("--json")) {
    JsonWriter json;
    json.beginObject().member("fitted", true);
    writeFit(json, model, fit);
    json.key("output");
    if (output.empty())
      json.null();
    else
      json.value(output);
    json.member("diagnostics", loaded.diagnostics).endObject();
    io.out << json.text();
  } else {
    printFit(model, fit, io.out);
    if (!output.empty()) io.out << "wrote " << output << '\n';
  }
  return kDone;
}

}  // namespace

CommandSpec mimicCommand() {
  return {
      "mimic",
      "FILE --joint NAME [-o OUT]",
      "writes a loop of one degree of freedom as mimic joints",
      "Takes the joint NAME over its travel with the loops closed and fits every other joint of them by a\n"
      "line: joint = multiplier * NAME + offset. The closures go. Says how far that is off; without -o\n"
      "nothing is written.",
      withCommonOptions({{"--joint", "NAME", "the joint that drives the loop"},
                         {"-o", "OUT", "the file to write"},
                         {"--from", "VALUE", "start of the travel, rad or m (default: as far as it goes)"},
                         {"--to", "VALUE", "end of the travel"},
                         {"--samples", "N", "places along the travel (default 180)"}}),
      run};
}

}  // namespace grashof
