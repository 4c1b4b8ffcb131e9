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
};

struct ScoreKind;
struct MaskKind;
struct NormalizerKind;
struct PositionKind;
struct CombineKind;

std::span<const ScoreKind> score_kinds();
std::span<const MaskKind> mask_kinds();
std::span<const NormalizerKind> normalizer_kinds();
std::span<const PositionKind> position_kinds();
std::span<const CombineKind> combine_kinds();

/// The row with this id; the id must be in the table.
const ScoreKind& score_kind(std::string_view id);
const MaskKind& mask_kind(std::string_view id);
const NormalizerKind& normalizer_kind(std::string_view id);
const PositionKind& position_kind(std::string_view id);
const CombineKind& combine_kind(std::string_view id);

}  // namespace attn
