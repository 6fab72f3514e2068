// core/mechanism/validate_parts.h - the parts of validate(), one per kind of finding; only validate*.cpp
// include it.
#pragma once
#include <string>

#include "core/base/number_text.h"
#include "core/mechanism/graph.h"
#include "core/mechanism/nominal_pose.h"
#include "core/mechanism/validate.h"

namespace grashof::validation {

/// Collects findings about one mechanism. Element paths are those of the URDF that the mechanism is written
/// as.
class Findings {
 public:
  explicit Findings(const Mechanism& mechanism) : mechanism_(mechanism) {}

  Diagnostic& add(Severity severity, std::string code, const SourceRef& at, std::string element,
                  std::string subject, std::string message, std::string hint = {});
  void relate(Diagnostic& diagnostic, const SourceRef& place) const;

  std::string linkPath(std::size_t index, const std::string& below = {}) const;
  std::string jointPath(std::size_t index, const std::string& below = {}) const;
  std::string closurePath(std::size_t index, const std::string& below = {}) const;

  Diagnostics out;

 private:
  const Mechanism& mechanism_;
};

/// "1 0 0".
std::string shortVector(const Vector3d& v);
/// " (line 12)", or nothing when the element was not read from a file.
std::string atLine(const SourceRef& ref);
/// The element's own place, or where it has none, that of what holds it.
const SourceRef& placeOf(const SourceRef& own, const SourceRef& holder);
std::vector<std::string> linkNames(const Mechanism& m);
std::vector<std::string> jointNames(const Mechanism& m);

void checkGraph(const Mechanism& m, const TreeWalk& walk, Findings& findings);
void checkJoints(const Mechanism& m, Findings& findings);
void checkMimics(const Mechanism& m, Findings& findings);
void checkClosures(const Mechanism& m, const TreeWalk& walk, Findings& findings);
void checkInertials(const Mechanism& m, Findings& findings);
void checkMassDistribution(const Mechanism& m, const TreeWalk& walk, BaseMode mode, Findings& findings);
void checkMagnitudes(const Mechanism& m, Findings& findings);
void checkAttachments(const Mechanism& m, const TreeWalk& walk, const NominalLayout& layout,
                      const std::vector<double>& q, Findings& findings);
void checkNominal(const Mechanism& m, const TreeWalk& walk, BaseMode mode, Findings& findings);

}  // namespace grashof::validation
