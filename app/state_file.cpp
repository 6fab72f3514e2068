#include "app/state_file.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <cmath>

#include "core/io/atomic_file.h"
#include "core/mechanism/name_hint.h"
#include "core/base/number_text.h"

namespace grashof {
namespace {

const std::vector<std::string> kMembers{"q", "u", "tau", "dt", "erp", "integrator", "stabilize", "gravity"};

/// Collects findings about one document.
class StateReader {
 public:
  StateReader(QJsonObject object, std::string path) : object_(std::move(object)), path_(std::move(path)) {}

  void checkMembers() {
    for (const QString& key : object_.keys()) {
      const std::string name = key.toStdString();
      if (std::find(kMembers.begin(), kMembers.end(), name) == kMembers.end())
        error(name, "Unknown member \"" + name + "\".", nearestNameHint(name, kMembers));
    }
  }
  void vector(const char* name, VectorXd& target, const std::string& whatCounts) {
    const QJsonValue value = object_.value(QLatin1String(name));
    if (value.isUndefined()) return;
    if (!value.isArray()) return error(name, "This must be an array of numbers.");
    const QJsonArray array = value.toArray();
    if (array.size() != target.size())
      return error(name, std::to_string(array.size()) + " numbers, " + std::to_string(target.size()) +
                             " needed" + whatCounts + ".");
    for (qsizetype i = 0; i < array.size(); ++i) {
      if (!array[i].isDouble() || !std::isfinite(array[i].toDouble()))
        return error(name, "Entry " + std::to_string(i + 1) + " is not a number.");
      target[i] = array[i].toDouble();
    }
  }
  void number(const char* name, double& target, bool mayBeZero) {
    const QJsonValue value = object_.value(QLatin1String(name));
    if (value.isUndefined()) return;
    const double number = value.toDouble(std::nan(""));
    if (!std::isfinite(number) || number < 0 || (number == 0 && !mayBeZero))
      return error(
          name, mayBeZero ? "This must be a number, zero or positive." : "This must be a positive number.");
    target = number;
  }
  template <typename Enum>
  void choice(const char* name, Enum& target, std::optional<Enum> (*fromName)(std::string_view),
              const char* all) {
    const QJsonValue value = object_.value(QLatin1String(name));
    if (value.isUndefined()) return;
    const std::optional<Enum> chosen = fromName(value.toString().toStdString());
    if (!chosen) return error(name, "\"" + value.toString().toStdString() + "\" is none of " + all + ".");
    target = *chosen;
  }
  void error(const std::string& member, std::string message, std::string hint = {}) {
    Diagnostic d;
    d.code = "bad-state";
    d.where.file = path_;
    d.element = member;
    d.message = member.empty() ? std::move(message) : member + ": " + message;
    d.hint = std::move(hint);
    errors_.push_back(std::move(d));
  }
  Diagnostics& errors() { return errors_; }

 private:
  QJsonObject object_;
  std::string path_;
  Diagnostics errors_;
};

void normaliseQuaternions(const Model& model, VectorXd& q, StateReader& reader) {
  for (const MovableJoint& j : model.joints) {
    if (j.nq != 4 && j.nq != 7) continue;
    auto quaternion = q.segment<4>(j.q + j.nq - 4);
    const double norm = quaternion.norm();
    if (norm < 1e-9)
      reader.error("q", "The quaternion of " + j.name + " has no length.");
    else
      quaternion /= norm;
  }
}

SourceLocation placeOf(const std::string& text, const std::string& path, std::size_t offset) {
  const std::string_view before = std::string_view(text).substr(0, std::min(offset, text.size()));
  const std::size_t lineStart = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  return {path, 1 + static_cast<int>(std::count(before.begin(), before.end(), '\n')),
          static_cast<int>(before.size() - lineStart) + 1};
}

}  // namespace

Outcome<StateFile> parseStateFile(const std::string& text, const std::string& path, const Model& model,
                                  const StepSettings& defaults) {
  QJsonParseError parseError;
  const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(text), &parseError);
  if (!document.isObject()) {
    Diagnostic d;
    d.code = "bad-state";
    d.where = placeOf(text, path, static_cast<std::size_t>(std::max(0, parseError.offset)));
    d.message = parseError.error == QJsonParseError::NoError
                    ? "A state is a JSON object."
                    : "Not valid JSON: " + parseError.errorString().toStdString() + ".";
    d.hint = "JSON knows no NaN and no infinity.";
    return Outcome<StateFile>::failure(std::move(d));
  }
  StateReader reader(document.object(), path);
  StateFile file{nominalState(model), VectorXd::Zero(model.nv), defaults};
  VectorXd gravity = defaults.gravity;
  reader.checkMembers();
  reader.vector("q", file.state.q,
                model.isFloating ? ": base position, base quaternion w x y z, then the joints" : "");
  reader.vector("u", file.state.u, "");
  reader.vector("tau", file.tau, "");
  reader.vector("gravity", gravity, "");
  reader.number("dt", file.settings.dt, false);
  reader.number("erp", file.settings.erp, true);
  reader.choice("integrator", file.settings.integrator, integratorFromName,
                "trapezoid, semi_implicit, euler, midpoint, rk4");
  reader.choice("stabilize", file.settings.stabilization, stabilizationFromName,
                "feedback, curvature, project");
  file.settings.gravity = gravity;
  normaliseQuaternions(model, file.state.q, reader);
  if (!reader.errors().empty()) return Outcome<StateFile>::failure(std::move(reader.errors()));
  return Outcome<StateFile>::success(std::move(file));
}

Outcome<StateFile> readStateFile(const std::string& path, const Model& model, const StepSettings& defaults) {
  const Outcome<std::string> text = readFile(path);
  if (!text) return Outcome<StateFile>::failure(text.diagnostics);
  return parseStateFile(*text, path, model, defaults);
}

}  // namespace grashof
