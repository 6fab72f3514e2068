#include "core/base/diagnostic.h"

#include <algorithm>

namespace grashof {

std::string_view severityName(Severity severity) {
  switch (severity) {
    case Severity::Note: return "note";
    case Severity::Warning: return "warning";
    case Severity::Error: return "error";
  }
  return "error";
}

int countOf(const Diagnostics& diagnostics, Severity severity) {
  return static_cast<int>(std::count_if(diagnostics.begin(), diagnostics.end(),
                                        [severity](const Diagnostic& d) { return d.severity == severity; }));
}

bool hasErrors(const Diagnostics& diagnostics) { return countOf(diagnostics, Severity::Error) > 0; }

std::string formatDiagnostic(const Diagnostic& d) {
  std::string out = d.where.file;
  if (d.where.line > 0) out += ":" + std::to_string(d.where.line);
  if (d.where.line > 0 && d.where.column > 0) out += ":" + std::to_string(d.where.column);
  if (!out.empty()) out += ": ";
  out += severityName(d.severity);
  out += ": " + d.message + " [" + d.code + "]\n";
  if (!d.hint.empty()) out += "    hint: " + d.hint + "\n";
  return out;
}

}  // namespace grashof
