#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/attention/trace.h"
#include "engine/train/scene_wish.h"

namespace attn {

/// Slopes of the open scene's numbers, shown in the tables: of the goal, or without one of raising
/// the selected weight.
struct SeenSlope {
  bool is_on = false;

  /// Key of the cached slopes.
  struct Key {
    std::size_t change = 0, plan = 0;
    Index head = -1;
    std::optional<Cell> raised{};
    std::optional<Index> column{};  ///< column of the output for the saliency
    Index query = -1;
    bool operator==(const Key&) const = default;
  };
  std::optional<Key> key{};
  std::shared_ptr<const SceneSlope> slope{};  ///< null: none
  double typical = 0;                         ///< 99th percentile of the absolute slopes
  std::string words{};             ///< "to the painted weights", "to raise Book → Reads"
  std::string trouble{};           ///< reason in words why there are no slopes
  std::vector<double> saliency{};  ///< sensitivity of the query's output to each token; or none
  double seconds = 0;              ///< duration of the computation
};

/// Slopes of a table, by its controls' name ("embeddings", "heads.0.w_q"); null if there are none.
const WideMatrix* slope_of_table(const SceneSlope& slope, const std::string& name);

/// Slope of a field, by its control's name ("score.scale", "mask.0.sigma", "temperature"); empty if
/// there is none.
std::optional<double> slope_of_field(const SceneSlope& slope, std::string_view name);

/// Quantile `share` of the absolute slopes of all numbers.
double slope_quantile(const SceneSlope& slope, double share);

}  // namespace attn
