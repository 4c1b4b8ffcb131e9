#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/document/view/view_options.h"
#include "engine/attention/kinds.h"
#include "engine/attention/position.h"
#include "engine/attention/scene.h"
#include "engine/base/matrix.h"

namespace attn {

// Waves of sinusoidal and rotary positions (Vaswani et al. 2017, section 3.5; Su et al. 2021).

/// 2π / ω: positions per turn.
double wavelength(double frequency);

/// Columns of pair j in a row of `width` columns.
struct PairColumns {
  Index sine, cosine;
};
PairColumns columns_of_pair(PairLayout layout, Index width, Index j);

/// R_δ, with P[i + δ] = R_δ P[i] for pairs (sine, cosine): as wide as the complete `pairs`.
WideMatrix shift_matrix(std::span<const double> frequencies, Index pairs, double shift,
                        PairLayout layout = PairLayout::kPairs);

/// Largest ‖P[i + δ] − R_δ P[i]‖ over all i for which `table` has both rows; only dimensions in
/// complete pairs count. 0 if there are none.
double shift_error(const Matrix& table, std::span<const double> frequencies, Index shift,
                   PairLayout layout = PairLayout::kPairs);

/// P · Pᵀ.
Matrix similarity(const Matrix& table);

/// Positions that the Positions view shows for a scene. If the scene's kind adds no encoding, the
/// sinusoidal one of the scene's size, and `words` says so.
struct PositionModel {
  const PositionKind* kind = nullptr;   ///< kind of the scene
  Position position;                    ///< shown position
  Index width = 0;                      ///< width of a row: D, for RoPE the rotated part of the
                                        ///< head's keys
  Index tokens = 0;                     ///< number of rows that belong to tokens
  std::shared_ptr<const Matrix> table;  ///< scale · P
  std::vector<double> frequencies;      ///< frequencies of the waves, the fastest first; empty:
                                        ///< none
  std::vector<double> unscaled;         ///< RoPE frequencies before scaling; else empty
  Index dimensions_of_wave = 2;
  PairLayout layout = PairLayout::kPairs;  ///< layout of a wave's two dimensions
  bool turns = false;                      ///< a shift rotates each pair of dimensions
  std::string words;                       ///< note on a deviation, a sentence; may be empty

  Index rows() const { return table->rows(); }
  /// scale · P with `count` rows; fewer if the kind has no more.
  Matrix make(Index count) const;
  /// Wave of dimension `c`, and the first dimension of a wave.
  Index wave_of(Index c) const {
    return layout == PairLayout::kHalves ? c % ((width + 1) / 2) : c / dimensions_of_wave;
  }
  Index dimension_of(Index wave) const {
    return layout == PairLayout::kHalves ? wave : wave * dimensions_of_wave;
  }
  /// Frequency of dimension `c`. Precondition: there are frequencies.
  double frequency_of(Index c) const { return frequencies[static_cast<std::size_t>(wave_of(c))]; }
};

inline constexpr Index kMostPositions = 1024;

/// Model for head `head`, which affects RoPE only.
PositionModel position_model(const Scene& scene, Index head, const ViewOptions::Positions& options);

/// Dimensions drawn as curves: chosen ones that exist, else some that differ.
std::vector<Index> drawn_dimensions(const PositionModel& model,
                                    const ViewOptions::Positions& options);

/// `options` with dimension `c` toggled.
inline constexpr std::size_t kMostDimensions = 6;
void toggle_dimension(const PositionModel& model, ViewOptions::Positions& options, Index c);

/// Shown shift, clamped to what can be computed at once.
Index shown_shift(const ViewOptions::Positions& options);
/// Start of the shown rotation, clamped so that start and end are positions of the model.
Index shown_start(const PositionModel& model, const ViewOptions::Positions& options);

/// Part that compares positions with their bits: of the scene's positions unless told otherwise.
inline constexpr std::string_view kBinaryPart = "binary";

/// Bit c of position i in column c: as many columns as a binary encoding of the scene has, else as
/// the last position needs.
Matrix position_bits(const PositionModel& model);

/// The wave of bit c at `position`: a sine of the bit's period, 2^(c + 1), above 0 where the bit is
/// 1. The bits of position i change at i, so its wave is that of i + 1/2.
double wave_of_bit(Index c, double position);

/// Term of the scores of head h for a key `steps` after the query, for a kind that has one; clamped
/// to a range that can be drawn.
double bias_at(const Attention& attention, Index h, Index steps);
/// Matrix of these terms for `rows` queries and keys.
Matrix bias_by_distance(const Attention& attention, Index h, Index rows);

}  // namespace attn
