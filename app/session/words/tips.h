#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace attn {

/// Measure that a number of the scene affects.
enum class Measure {
  none,
  keys_that_count,  ///< effective number of keys: e^entropy of a row
  keys_seen,        ///< keys visible under the masks
  far_keys,         ///< Σ α · |i − j|
  near_positions,   ///< similarity of neighbours by their positions alone
  position_size,    ///< size of the positions added to the embeddings
  weight_sum,       ///< of all weights
  keys_of_whole,    ///< effective number of keys, for normalizers whose weights sum to 1
};
enum class Goes { down, up };

/// Direction of a measure if the number grows: shown in tips, and evaluated by tests.
struct Claim {
  Measure measure = Measure::none;
  Goes when_larger = Goes::up;
  bool operator==(const Claim&) const = default;
};

/// Text of a claim, "fewer keys count"; empty if there is no claim.
std::string claim_words(Claim claim);

/// Line of assets/tips.txt.
struct TipText {
  std::string_view pattern;   ///< # matches a number, * anything
  std::string_view sentence;  ///< without the claim
  Claim claim;
};

/// First row whose pattern matches a control's name. Empty for unmatched names, which is an error:
/// every control has a row.
std::optional<TipText> tip_text(std::string_view control);

/// All rows.
std::span<const TipText> tip_texts();

/// Tip of a control: a sentence on its effect, and the claim; empty if the control explains itself
/// (a cell of the heatmap, an entry of an open list). No value if no row matches.
std::optional<std::string> tip_of(std::string_view control);

}  // namespace attn
