#pragma once

#include <array>
#include <string_view>

namespace attn::gl {

/// What of a head can leave float32's range: the bit that its shader sets, and its words.
struct ComputeStage {
  int bit;
  std::string_view what;
};

inline constexpr ComputeStage kQueries{1, "queries"};
inline constexpr ComputeStage kKeys{2, "keys"};
inline constexpr ComputeStage kValues{4, "values"};
inline constexpr ComputeStage kScores{8, "scores"};
inline constexpr ComputeStage kOutputs{16, "outputs"};
/// In the order of the engine's checks.
inline constexpr std::array kHeadStages{kQueries, kKeys, kValues, kScores, kOutputs};
/// Of no head: kept after all of them.
inline constexpr ComputeStage kCombined{32, "combined outputs"};

}  // namespace attn::gl
