// core/io/text_diff.h - what saving would change, line by line, for the source panel.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace grashof {

enum class DiffKind { Same, Added, Removed };

/// One row of a unified view. Line numbers are 1-based, 0 = the line does not exist on that side. `text` is
/// without its line end (a carriage return before it included).
struct DiffLine {
  DiffKind kind = DiffKind::Same;
  int oldNumber = 0;
  int newNumber = 0;
  std::string text;
  bool operator==(const DiffLine&) const = default;
};

struct TextDiff {
  std::vector<DiffLine> lines;  ///< removed lines stand before the added ones of the same place
  int added = 0;
  int removed = 0;
  int places = 0;  ///< runs of changed lines
};

/// Shortest line diff (Myers, An O(ND) difference algorithm, 1986, linear space). Two texts that differ
/// nearly everywhere are not worth the quadratic search: past a cost limit a stretch is shown as replaced.
TextDiff diffTexts(std::string_view before, std::string_view after);

/// A run of TextDiff::lines to show, or, when `folded`, to hide behind one row.
struct DiffSpan {
  int first = 0;
  int count = 0;
  bool folded = false;
  bool operator==(const DiffSpan&) const = default;
};
/// Unchanged runs fold, except `context` lines beside each change; a fold hides at least two lines.
std::vector<DiffSpan> foldUnchanged(const TextDiff& diff, int context = 3);

}  // namespace grashof
