#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/matrix.h"

namespace attn {

/// Whose colour marks it: the query's, or the key's.
enum class Side { kQuery, kKey };

/// Where a number comes from: numbers of a matrix, or a control.
struct Source {
  std::string name;             ///< of a table, of the heatmap ("weights"), or of a control
  std::optional<Index> row;     ///< absent: all rows, or no matrix
  std::optional<Index> column;  ///< likewise
  Side side = Side::kQuery;

  bool covers(Index r, Index c) const { return row.value_or(r) == r && column.value_or(c) == c; }
  auto operator<=>(const Source&) const = default;
};

/// The side of the one among `sources` that is the control ("temperature", "embeddings[3][0]").
std::optional<Side> side_in(const std::vector<Source>& sources, std::string_view control);

/// What lights up because the mouse is over a number that came from it. A panel says what in one
/// frame, and whatever is drawn in the next one, before the panel or after it, shows it.
class Highlight {
 public:
  /// To be called as a frame begins.
  void begin_frame();
  /// Lights `sources` in the next frame.
  void light(std::vector<Source> sources) { next_ = std::move(sources); }

  const std::vector<Source>& sources() const { return now_; }
  /// The colour in which `control` ("temperature", "embeddings[3][0]") is lit, if it is.
  std::optional<Side> side_of(std::string_view control) const { return side_in(now_, control); }

 private:
  std::vector<Source> now_, next_;
};

}  // namespace attn
