#include <chrono>
#include <cmath>
#include <fstream>
#include <ostream>

#include "app/commands/commands.h"
#include "app/csv_writer.h"
#include "app/json_writer.h"
#include "app/run_summary.h"
#include "app/state_file.h"
#include "core/base/number_text.h"
#include "core/base/number_text.h"

namespace grashof {
namespace {

using Clock = std::chrono::steady_clock;

/// What the options ask for, checked against the model.
struct RunPlan {
  StateFile start;
  std::vector<Action> actions;
  std::uint64_t steps = 0, every = 1;
};

struct Timing {
  double wall = 0, stepping = 0;  ///< s; the second without writing and read-outs
};

Outcome<std::uint64_t> stepCount(const Arguments& arguments, double dt) {
  Outcome<double> duration = numberOption("--duration", arguments.text("--duration", "10"));
  if (!duration) return Outcome<std::uint64_t>::failure(duration.diagnostics);
  const double steps = std::round(*duration / dt);
  if (!(*duration >= 0) || steps > 1e12)
    return Outcome<std::uint64_t>::failure(usageError("--duration: must be between zero and 1e12 steps."));
  return Outcome<std::uint64_t>::success(static_cast<std::uint64_t>(steps));
}

Outcome<std::vector<Action>> openActions(const Arguments& arguments, const Model& model) {
  using Result = Outcome<std::vector<Action>>;
  std::vector<Action> actions;
  for (const std::string& text : arguments.all("--open")) {
    const Outcome<NamedNumbers> named = namedNumbersOption("--open", text, 1, 1);
    if (!named) return Result::failure(named.diagnostics);
    const std::optional<double> index = named->name == "all" ? -1.0 : parseDouble(named->name);
    const auto count = static_cast<double>(model.constraints.size());
    if (!index || std::floor(*index) != *index || *index >= count || (*index < 0 && named->name != "all"))
      return Result::failure(usageError("--open: there is no constraint '" + named->name + "'.",
                                        "The model has " + std::to_string(model.constraints.size()) +
                                            ", counted from 0; 'all' opens every one."));
    actions.push_back(OpenConstraint{static_cast<int>(*index), named->numbers[0]});
  }
  return Result::success(std::move(actions));
}

/// The plan, or the exit code after printing what is wrong.
std::optional<int> planRun(const Arguments& arguments, const Model& model, CommandIo& io, RunPlan& plan) {
  plan.start = {nominalState(model), VectorXd::Zero(model.nv), StepSettings{}};
  if (arguments.has("--state")) {
    Outcome<StateFile> read = readStateFile(arguments.text("--state"), model, StepSettings{});
    printDiagnostics(read.diagnostics, io.err);
    if (!read) return kInputHasErrors;
    plan.start = std::move(*read);
  }
  const Outcome<StepSettings> settings = stepSettings(arguments, plan.start.settings);
  Outcome<std::vector<Action>> drives = driveActions(arguments, model, plan.start.state.q);
  Outcome<std::vector<Action>> openings = openActions(arguments, model);
  const Outcome<std::uint64_t> steps = stepCount(arguments, settings ? settings->dt : 1e-3);
  const Outcome<double> every = numberOption("--every", arguments.text("--every", "1"));
  Diagnostics errors;
  for (const auto* d : std::initializer_list<const Diagnostics*>{&settings.diagnostics, &drives.diagnostics,
                                                                 &openings.diagnostics, &steps.diagnostics,
                                                                 &every.diagnostics})
    errors.insert(errors.end(), d->begin(), d->end());
  if (every && (*every < 1 || *every > 1e12 || std::floor(*every) != *every))
    errors.push_back(usageError("--every: must be a whole number of steps, 1 or more."));
  if (arguments.text("--csv") == "-" && arguments.has("--json"))
    errors.push_back(usageError("--csv - and --json both want stdout."));
  if (!errors.empty()) {
    printDiagnostics(errors, io.err);
    return kWrongUsage;
  }
  plan.start.settings = *settings;
  plan.actions = std::move(*drives);
  plan.actions.insert(plan.actions.end(), openings->begin(), openings->end());
  plan.steps = *steps;
  plan.every = static_cast<std::uint64_t>(*every);
  return std::nullopt;
}

void writeSummary(JsonWriter& json, const Simulation& simulation, const RunSummary& summary,
                  const Timing& timing, const Diagnostics& diagnostics) {
  const auto steps = static_cast<double>(summary.steps());
  json.beginObject().member("steps", summary.steps()).member("wall_s", timing.wall);
  json.member("us_per_step", 1e6 * timing.stepping / steps);
  json.member("realtime_factor", steps * simulation.settings().dt / timing.wall);
  json.member("gap_rms_m", summary.gapRms())
      .member("gap_max_m", summary.gapMax())
      .key("constraints")
      .beginArray();
  for (const RunSummary::PerConstraint& c : summary.constraints()) {
    json.beginObject().member("gap_rms_m", summary.gapRms(c)).member("gap_max_m", c.gapMax);
    json.member("force_max_n", c.forceMax).endObject();
  }
  json.endArray()
      .member("energy_first", summary.energyFirst())
      .member("energy_last", simulation.totalEnergy());
  json.member("energy_kinetic_max", summary.kineticMax())
      .member("dropped_rows_steps", simulation.droppedRowSteps());
  json.member("diagnostics", diagnostics).endObject();
}

void printSummary(std::ostream& out, const Simulation& simulation, const RunSummary& summary,
                  const Timing& timing) {
  const auto steps = static_cast<double>(summary.steps());
  out << summary.steps() << " steps of " << numberWords(simulation.settings().dt) << " s in "
      << numberWords(timing.wall) << " s";
  if (summary.steps() > 0)
    out << ", " << numberWords(1e6 * timing.stepping / steps) << " us per step, "
        << numberWords(steps * simulation.settings().dt / timing.wall) << " times real time";
  out << "\ngap: " << numberWords(summary.gapRms()) << " m rms, " << numberWords(summary.gapMax())
      << " m at worst\n"
      << "energy: " << numberWords(summary.energyFirst()) << " J at first, "
      << numberWords(simulation.totalEnergy()) << " J at last\n";
}

/// Makes the steps; returns whether all of them were finite.
bool makeRun(Simulation& simulation, const RunPlan& plan, CsvWriter* csv, RunSummary& summary, Timing& timing,
             Diagnostics& findings) {
  const SampleLayout layout = simulation.sampleLayout();
  std::vector<double> row(static_cast<std::size_t>(layout.size()));
  bool isFinite = true;
  const Clock::time_point begin = Clock::now();
  for (std::uint64_t i = 0; i < plan.steps && isFinite; ++i) {
    const Clock::time_point stepBegin = Clock::now();
    const std::uint32_t flags = simulation.step();
    timing.stepping += std::chrono::duration<double>(Clock::now() - stepBegin).count();
    isFinite = (flags & kNonFinite) == 0;
    if (!isFinite) break;
    simulation.writeSample(row);
    summary.add(simulation, row[layout.kinetic()]);
    if (csv != nullptr && i % plan.every == 0) csv->add(row);
  }
  timing.wall = std::chrono::duration<double>(Clock::now() - begin).count();
  if (!isFinite) findings.push_back(simulation.describeNonFinite());
  return isFinite;
}

int run(const Arguments& arguments, CommandIo& io) {
  const LoadedFile loaded = loadFile(arguments, io, Need::Model);
  if (loaded.exitCode) return *loaded.exitCode;
  const Model& model = loaded.model();
  RunPlan plan;
  if (const std::optional<int> code = planRun(arguments, model, io, plan)) return *code;
  Simulation simulation(loaded.build->model, plan.start.settings);
  simulation.perform(SetState{plan.start.state});
  for (int i = 0; i < model.nv; ++i) simulation.perform(SetTorque{i, plan.start.tau[i]});
  for (const Action& action : plan.actions) {
    if (const std::optional<Diagnostic> refused = simulation.perform(action)) {
      printDiagnostics({*refused}, io.err);
      return std::holds_alternative<OpenConstraint>(action) ? kNotReachable : kWrongUsage;
    }
  }
  const std::string csvPath = arguments.text("--csv");
  std::ofstream file;
  if (!csvPath.empty() && csvPath != "-") file.open(csvPath, std::ios::binary);
  if (file.fail()) {
    printDiagnostics({usageError("--csv: '" + csvPath + "' cannot be written.")}, io.err);
    return kInternalFailure;
  }
  std::optional<CsvWriter> csv;
  if (!csvPath.empty())
    csv.emplace(csvPath == "-" ? io.out : file, simulation.sampleLayout(), positionNames(model),
                velocityNames(model));
  RunSummary summary(simulation);
  Timing timing;
  Diagnostics findings;
  const bool isFinite = makeRun(simulation, plan, csv ? &*csv : nullptr, summary, timing, findings);
  printDiagnostics(findings, io.err);
  if (file.is_open() && !file.flush()) {
    printDiagnostics({usageError("--csv: '" + csvPath + "' could not be written to its end.")}, io.err);
    return kInternalFailure;
  }
  Diagnostics all = loaded.diagnostics;
  all.insert(all.end(), findings.begin(), findings.end());
  if (arguments.has("--json")) {
    JsonWriter json;
    writeSummary(json, simulation, summary, timing, all);
    io.out << json.text();
  } else {
    printSummary(csvPath == "-" ? io.err : io.out, simulation, summary, timing);
  }
  return isFinite ? kDone : kInternalFailure;
}

}  // namespace

CommandSpec simulateCommand() {
  std::vector<OptionSpec> options = stepOptions();
  options.push_back({"--duration", "SECONDS", "simulated time, 10 unless given"});
  for (OptionSpec& option : driveOptions()) options.push_back(std::move(option));
  options.push_back({"--open", "I=METRES", "starts with constraint I (or all) opened by so much", true});
  options.push_back({"--state", "FILE.json", "start state and settings, as for eval"});
  options.push_back({"--csv", "OUT", "one row per step; - is stdout"});
  options.push_back({"--every", "N", "a CSV row every N steps"});
  return {"simulate",
          "FILE",
          "runs the mechanism and sums up gaps, forces and energies",
          "",
          withCommonOptions(std::move(options)),
          run};
}

}  // namespace grashof
