#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/dumps/attention_dump.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// `letters` with the one at `from` moved to `to`.
std::string moved_letter(std::string letters, std::size_t from, std::size_t to);
/// `letters` with `letter` at `at`; if another axis has it, that one takes the letter from there.
std::string renamed_axis(std::string letters, std::size_t at, char letter);

/// Label of a link to another reading of `axes`: "It is layers".
std::string reading_label(std::string_view letters, const std::vector<DumpAxis>& axes);

/// Names of an array's axes as a row of chips, which are dragged or moved by ← and → to reorder the
/// names; a click or Enter opens the other names.
class AxisChips {
 public:
  /// Draws the chips in `line`, from the left. `is_flat`: name and length on one line. Returns the
  /// letters of the axes if they changed.
  std::optional<std::string> draw(Ui& ui, const Box& line, const std::vector<DumpAxis>& axes,
                                  bool is_flat);

 private:
  std::optional<std::size_t> dragged_{};
};

}  // namespace attn::ui
