#include <algorithm>
#include <chrono>
#include <cmath>
#include <ostream>

#include "app/commands/commands.h"
#include "app/json_writer.h"
#include "core/dynamics/loop_solver.h"
#include "core/base/number_text.h"
#include "core/simulation/read_out.h"

namespace grashof {
namespace {

using Clock = std::chrono::steady_clock;
using Micros = std::chrono::duration<double, std::micro>;

std::function<unsigned long long()>& allocationCounter() {
  static std::function<unsigned long long()> counter;
  return counter;
}

double quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  const auto at =
      values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

/// Times of single passes at the state of each step, made beside the steps.
struct PassTimes {
  std::vector<double> kinematics, loops;
};

struct BenchResult {
  std::vector<double> steps;  ///< us
  PassTimes passes;
  std::optional<double> allocations;  ///< per step
  bool isFinite = true;
};

template <typename Work>
double timed(Work&& work) {
  const Clock::time_point begin = Clock::now();
  work();
  return Micros(Clock::now() - begin).count();
}

void timePasses(const Simulation& simulation, LoopSolver& solver, TreeState& tree, VectorXd& uNext,
                PassTimes& times) {
  const Model& model = simulation.model();
  const State& state = simulation.state();
  times.kinematics.push_back(timed([&] { treeKinematics(model, asSpan(state.q), asSpan(state.u), tree); }));
  LoopStepInput input;
  input.dt = simulation.settings().dt;
  input.q = asSpan(state.q);
  input.u = asSpan(state.u);
  input.tau = asSpan(simulation.tauApplied());
  input.gravity = simulation.settings().gravity;
  input.beta = std::clamp(0.2 * simulation.settings().erp, 0.0, 0.3) / input.dt;
  times.loops.push_back(timed([&] {
    solver.solve(tree, input, {uNext.data(), static_cast<std::size_t>(uNext.size())}, {});
  }));
}

BenchResult measure(Simulation& simulation, int count) {
  constexpr int kWarmUp = 100;
  BenchResult result;
  result.steps.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < std::min(kWarmUp, count) && result.isFinite; ++i)
    result.isFinite = (simulation.step() & kNonFinite) == 0;
  const auto& counter = allocationCounter();
  const unsigned long long before = counter ? counter() : 0;
  for (int i = 0; i < count && result.isFinite; ++i) {
    std::uint32_t flags = 0;
    result.steps.push_back(timed([&] { flags = simulation.step(); }));
    result.isFinite = (flags & kNonFinite) == 0;
  }
  if (counter && !result.steps.empty())
    result.allocations = static_cast<double>(counter() - before) / static_cast<double>(result.steps.size());
  LoopSolver solver(simulation.model());
  TreeState tree = makeTreeState(simulation.model());
  VectorXd uNext = VectorXd::Zero(simulation.model().nv);
  for (int i = 0; i < std::min(count, 500) && result.isFinite; ++i) {
    timePasses(simulation, solver, tree, uNext, result.passes);
    result.isFinite = (simulation.step() & kNonFinite) == 0;
  }
  return result;
}

void writeJson(JsonWriter& json, const Model& model, const BenchResult& r) {
  const double median = quantile(r.steps, 0.5);
  const double kinematics = quantile(r.passes.kinematics, 0.5), loops = quantile(r.passes.loops, 0.5);
  json.beginObject().member("us_per_step", median).member("us_p5", quantile(r.steps, 0.05));
  json.member("steps", r.steps.size()).member("nv", model.nv).member("rows", model.authoredRows());
  json.key("passes").beginObject().member("kinematics", kinematics).member("loops", loops);
  json.member("rest", std::max(0.0, median - kinematics - loops)).endObject();
  json.member("allocations_per_step", r.allocations).endObject();
}

int run(const Arguments& arguments, CommandIo& io) {
  const LoadedFile loaded = loadFile(arguments, io, Need::Model);
  if (loaded.exitCode) return *loaded.exitCode;
  const Model& model = loaded.model();
  const Outcome<StepSettings> settings = stepSettings(arguments, StepSettings{});
  const Outcome<std::vector<Action>> drives = driveActions(arguments, model, model.nominal);
  const Outcome<double> steps = numberOption("--steps", arguments.text("--steps", "2000"));
  Diagnostics errors = settings.diagnostics;
  errors.insert(errors.end(), drives.diagnostics.begin(), drives.diagnostics.end());
  errors.insert(errors.end(), steps.diagnostics.begin(), steps.diagnostics.end());
  if (steps && !(*steps >= 1 && *steps <= 1e7 && std::floor(*steps) == *steps))
    errors.push_back(usageError("--steps: must be a whole number from 1 to 10000000."));
  if (!errors.empty()) {
    printDiagnostics(errors, io.err);
    return kWrongUsage;
  }
  Simulation simulation(loaded.build->model, *settings);
  for (const Action& action : *drives) simulation.perform(action);
  const BenchResult result = measure(simulation, static_cast<int>(*steps));
  if (!result.isFinite) {
    printDiagnostics({simulation.describeNonFinite()}, io.err);
    return kInternalFailure;
  }
  if (arguments.has("--json")) {
    JsonWriter json;
    writeJson(json, model, result);
    io.out << json.text();
    return kDone;
  }
  io.out << numberWords(quantile(result.steps, 0.5)) << " us per step (5 % below "
         << numberWords(quantile(result.steps, 0.05)) << "), kinematics "
         << numberWords(quantile(result.passes.kinematics, 0.5)) << ", loops "
         << numberWords(quantile(result.passes.loops, 0.5)) << "; nv " << model.nv << ", "
         << model.authoredRows() << " rows";
  if (result.allocations) io.out << "; " << numberWords(*result.allocations) << " allocations per step";
  io.out << '\n';
  return kDone;
}

}  // namespace

void setAllocationCounter(std::function<unsigned long long()> counter) {
  allocationCounter() = std::move(counter);
}

CommandSpec benchCommand() {
  std::vector<OptionSpec> options{{"--steps", "N", "steps to time, 2000 unless given"}};
  for (OptionSpec& option : driveOptions()) options.push_back(std::move(option));
  for (OptionSpec& option : stepOptions()) options.push_back(std::move(option));
  return {"bench",
          "FILE",
          "times the step",
          "passes: median times of the kinematics and of the loops' elimination, in microseconds.",
          withCommonOptions(std::move(options)),
          run};
}

}  // namespace grashof
