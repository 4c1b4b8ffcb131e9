#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace attn {

/// What a number of the scene changes.
enum class Measure {
  none,
  keys_that_count,  ///< e to the power of the entropy of a row
  keys_seen,        ///< by the masks
  far_keys,         ///< Σ α · |i − j|
  near_positions,   ///< how alike neighbours are by their positions alone
  position_size,    ///< what positions add to the embeddings
  weight_sum,       ///< of all weights
  keys_of_whole,    ///< keys that count, of normalizers whose weights sum to 1
};
enum class Goes { down, up };

/// Where the number grows, this goes up or down: the one way in which a tip says so, and tests
/// evaluate it.
struct Claim {
  Measure measure = Measure::none;
  Goes when_larger = Goes::up;
  bool operator==(const Claim&) const = default;
};

/// "fewer keys count"; empty of none.
std::string claim_words(Claim claim);

/// A line of assets/tips.txt.
struct TipText {
  std::string_view pattern;   ///< # stands for a number, * for anything
  std::string_view sentence;  ///< without what the claim says
  Claim claim;
};

/// The row that a control's name fits: the first one. None for a name that no row fits, which is a
/// mistake: every control has its row.
std::optional<TipText> tip_text(std::string_view control);

/// All of them.
std::span<const TipText> tip_texts();

/// What a control does, in a sentence, and what becomes of the scene where its number grows; empty
/// where it says so itself (a cell of the heatmap, an entry of an open list). None where no row
/// fits.
std::optional<std::string> tip_of(std::string_view control);

}  // namespace attn
