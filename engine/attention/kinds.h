#pragma once

#include <span>
#include <string_view>

namespace attn {

// The tables. A kind is one row: the window's menus, the scene reader and writer, the help and the
// tests walk these rows, so that a new kind is one row, its function, and its tests.

/// A parameter that the object of a kind may hold, by its key in the scene file.
struct Parameter {
  std::string_view key;
  bool required = false;
  int version = 1;  ///< of the scene format that it came with
};

struct ScoreKind;
struct MaskKind;
struct NormalizerKind;
struct PositionKind;
struct CombineKind;
struct NormKind;
struct RopeScalingKind;

/// How `additive` bends a sum: tanh, or x where x > 0, else 0.2 · x (GATv2, Brody et al. 2022).
enum class Bend { kTanh, kLeakyRelu };

/// What a head's output goes through into the whole: nothing, as heads stay apart or are taken
/// alike; it stands beside the others; it is multiplied by a number or a matrix of its own.
enum class Joins { kNotAtAll, kAlike, kBeside, kByNumber, kByMatrix };

/// What a column of a table of positions is from row to row.
enum class Wave { kNone, kSine, kSquare };

/// Over what weights are normalised: a query's row; a key's column; or the columns, and then each
/// row is divided by its sum (slot attention, Locatello et al. 2020).
enum class Over { kKeys, kQueries, kQueriesThenKeys };

/// Which columns RoPE turns together: (2j, 2j + 1), or (j, j + r/2).
enum class RopeLayout { kPairs, kHalves };

std::span<const ScoreKind> score_kinds();
std::span<const MaskKind> mask_kinds();
std::span<const NormalizerKind> normalizer_kinds();
std::span<const PositionKind> position_kinds();
std::span<const CombineKind> combine_kinds();
std::span<const NormKind> norm_kinds();
std::span<const RopeScalingKind> rope_scaling_kinds();

/// The row with this id; the id must be in the table.
const ScoreKind& score_kind(std::string_view id);
const MaskKind& mask_kind(std::string_view id);
const NormalizerKind& normalizer_kind(std::string_view id);
const PositionKind& position_kind(std::string_view id);
const CombineKind& combine_kind(std::string_view id);
const NormKind& norm_kind(std::string_view id);
const RopeScalingKind& rope_scaling_kind(std::string_view id);

}  // namespace attn
