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

/// Where each number of the open scene wants to go, as it is drawn in the tables: for what is
/// wanted of it, or where nothing is, for a weight that is looked at to grow.
struct SeenSlope {
  bool is_on = false;

  /// What the slope is of, and from what it need not be made again.
  struct Key {
    std::size_t change = 0, plan = 0;
    Index head = -1;
    std::optional<Cell> raised{};
    std::optional<Index> column{};  ///< of the output whose saliency is told
    Index query = -1;
    bool operator==(const Key&) const = default;
  };
  std::optional<Key> key{};
  std::shared_ptr<const SceneSlope> slope{};  ///< null: there is none
  double typical = 0;                         ///< a size that 99 of 100 numbers' slopes don't pass
  std::string words{};             ///< "to the painted weights", "to raise Book → Reads"
  std::string trouble{};           ///< why there is none, in words
  std::vector<double> saliency{};  ///< of each token on the output of the query; or none
  double seconds = 0;              ///< that it took to make
};

/// Of a table, by its controls' name ("embeddings", "heads.0.w_q"); null where there is none.
const WideMatrix* slope_of_table(const SceneSlope& slope, const std::string& name);

/// Of a field, by its control's name ("score.scale", "mask.0.sigma", "temperature"); nothing where
/// there is none.
std::optional<double> slope_of_field(const SceneSlope& slope, std::string_view name);

/// The size that so many of all numbers' slopes, as a share, don't pass.
double size_of_share(const SceneSlope& slope, double share);

}  // namespace attn
