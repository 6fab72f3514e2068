// app/csv_writer.h - samples as a table, in the command line's column order.
#pragma once
#include <iosfwd>
#include <span>
#include <string>
#include <vector>

#include "core/simulation/snapshot.h"

namespace grashof {

/// Columns: time, all q:<joint>[.k], all u:<joint>[.k], all gap:<i>, per constraint fx:<i> fy:<i> fz:<i>,
/// all tau:<joint>[.k], energy.kinetic, energy.potential. Numbers are shortest round-trip, whatever the
/// locale.
class CsvWriter {
 public:
  CsvWriter(std::ostream& out, const SampleLayout& layout, const std::vector<std::string>& positions,
            const std::vector<std::string>& velocities);
  /// A row of SampleLayout.
  void add(std::span<const double> sample);

 private:
  std::ostream& out_;
  std::vector<int> order_;  ///< sample column of each CSV column
  std::string line_;
};

}  // namespace grashof
