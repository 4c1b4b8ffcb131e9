#pragma once

#include <span>
#include <string_view>

namespace attn {

// Tables of kinds. A kind is one row: the window's menus, the scene reader and writer, the help and
// the tests read these rows, so that a new kind is one row, its function, and its tests.

/// Parameter that the object of a kind may contain, by its key in the scene file.
struct Parameter {
  std::string_view key;
  bool required = false;
  int version = 1;  ///< version of the scene format that introduced it
};

inline constexpr std::span<const Parameter> kNoParameters{};

struct ScoreKind;
struct MaskKind;
struct NormalizerKind;
struct PositionKind;
struct CombineKind;
struct NormKind;
struct RopeScalingKind;

/// Nonlinearity of `additive`: tanh, or leaky ReLU: x where x > 0, else 0.2 · x (GATv2, Brody et
/// al. 2022).
enum class Bend { kTanh, kLeakyRelu };

/// Path of a head's output to the combined output: none (heads stay separate); with equal weight;
/// concatenated; times a number or a matrix of its own.
enum class Joins { kNotAtAll, kAlike, kBeside, kByNumber, kByMatrix };

/// Shape of a column of a table of positions along its rows.
enum class Wave { kNone, kSine, kSquare };

/// Axis of normalisation: a query's row; a key's column; or columns first, then each row divided by
/// its sum (slot attention, Locatello et al. 2020).
enum class Over { kKeys, kQueries, kQueriesThenKeys };

/// Columns of pair j of `width`: (2j, 2j + 1), or (j, j + ⌈width/2⌉). RoPE rotates them, sinusoidal
/// positions have sine and cosine there.
enum class PairLayout { kPairs, kHalves };

std::span<const ScoreKind> score_kinds();
std::span<const MaskKind> mask_kinds();
std::span<const NormalizerKind> normalizer_kinds();
std::span<const PositionKind> position_kinds();
std::span<const CombineKind> combine_kinds();
std::span<const NormKind> norm_kinds();
std::span<const RopeScalingKind> rope_scaling_kinds();

/// Row with this id. Precondition: it is in the table.
const ScoreKind& score_kind(std::string_view id);
const MaskKind& mask_kind(std::string_view id);
const NormalizerKind& normalizer_kind(std::string_view id);
const PositionKind& position_kind(std::string_view id);
const CombineKind& combine_kind(std::string_view id);
const NormKind& norm_kind(std::string_view id);
const RopeScalingKind& rope_scaling_kind(std::string_view id);

}  // namespace attn
