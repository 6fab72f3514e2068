// core/base/diagnostic.h - what a person is told about a problem: where, what, and what to do.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace grashof {

enum class Severity { Note, Warning, Error };

/// A place in a text file; 1-based, 0 = unknown.
struct SourceLocation {
  std::string file;
  int line = 0;
  int column = 0;
  bool operator==(const SourceLocation&) const = default;
};

/// One finding. `code` is stable kebab-case and listed in the manual ("bad-number"); `element` is a path such
/// as "robot/constraints/pin[2]@anchor"; `subject` is the name of the link, joint or closure concerned (may be
/// empty); `message` quotes the offending value; `hint` says what to do (may be empty).
struct Diagnostic {
  Severity severity = Severity::Error;
  std::string code;
  SourceLocation where;
  std::string element;
  std::string subject;
  std::string message;
  std::string hint;
  std::vector<SourceLocation> related;  ///< other places that belong to the finding (the second root, ...)
  bool operator==(const Diagnostic&) const = default;
};

using Diagnostics = std::vector<Diagnostic>;

std::string_view severityName(Severity severity);
bool hasErrors(const Diagnostics& diagnostics);
int countOf(const Diagnostics& diagnostics, Severity severity);

/// "FILE:LINE:COL: error: MESSAGE [CODE]\n    hint: ...\n"; unknown line and column are left out.
std::string formatDiagnostic(const Diagnostic& diagnostic);

}  // namespace grashof
