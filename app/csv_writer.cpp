#include "app/csv_writer.h"

#include <cmath>
#include <ostream>

#include "core/base/number_text.h"

namespace grashof {
namespace {

/// RFC 4180: quoted where a name holds a comma, a quote or a line end.
std::string quoted(const std::string& name) {
  if (name.find_first_of(",\"\r\n") == std::string::npos) return name;
  std::string text = "\"";
  for (const char c : name) {
    if (c == '"') text += '"';
    text += c;
  }
  return text + '"';
}

}  // namespace

CsvWriter::CsvWriter(std::ostream& out, const SampleLayout& layout, const std::vector<std::string>& positions,
                     const std::vector<std::string>& velocities)
    : out_(out) {
  std::string header;
  const auto column = [&](const std::string& name, int source) {
    if (!header.empty()) header += ',';
    header += quoted(name);
    order_.push_back(source);
  };
  column("time", 0);
  for (int i = 0; i < layout.nq; ++i) column("q:" + positions[i], layout.q(i));
  for (int i = 0; i < layout.nv; ++i) column("u:" + velocities[i], layout.u(i));
  for (int i = 0; i < layout.constraints; ++i) column("gap:" + std::to_string(i), layout.gap(i));
  for (int i = 0; i < layout.constraints; ++i) {
    const std::string index = std::to_string(i);
    column("fx:" + index, layout.force(i));
    column("fy:" + index, layout.force(i) + 1);
    column("fz:" + index, layout.force(i) + 2);
  }
  for (int i = 0; i < layout.nv; ++i) column("tau:" + velocities[i], layout.tau(i));
  column("energy.kinetic", layout.kinetic());
  column("energy.potential", layout.potential());
  out_ << header << '\n';
}

void CsvWriter::add(std::span<const double> sample) {
  line_.clear();
  for (const int source : order_) {
    if (!line_.empty()) line_ += ',';
    if (std::isfinite(sample[source])) line_ += formatDouble(sample[source]);
  }
  line_ += '\n';
  out_ << line_;
}

}  // namespace grashof
