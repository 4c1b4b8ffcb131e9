#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/document/view/view_options.h"
#include "engine/attention/position.h"
#include "engine/attention/scene.h"

namespace attn {

/// The positions that the Positions view shows of a scene. Where the scene's kind adds no encoding
/// it is the sinusoidal one of the scene's size, and `words` says so.
struct PositionModel {
  const PositionKind* kind = nullptr;   ///< the scene's
  Position position;                    ///< what is shown
  Index width = 0;                      ///< of a row: D, for RoPE what turns of the head's keys
  Index tokens = 0;                     ///< how many rows are those of tokens
  std::shared_ptr<const Matrix> table;  ///< scale · P
  std::vector<double> frequencies;      ///< of the waves, the fastest first; empty: there are none
  std::vector<double> unscaled;         ///< those of RoPE before they are scaled; else empty
  Index dimensions_of_wave = 2;
  RopeLayout layout = RopeLayout::kPairs;  ///< of a wave's two dimensions
  bool turns = false;                      ///< a shift is a rotation of each pair of dimensions
  std::string words;  ///< what is not as one might expect, a sentence; may be empty

  Index rows() const { return table->rows(); }
  /// scale · P of as many positions; fewer where the kind has no more.
  Matrix make(Index count) const;
  /// The wave of dimension `c`, and the first dimension of a wave.
  Index wave_of(Index c) const {
    return layout == RopeLayout::kHalves ? c % (width / 2) : c / dimensions_of_wave;
  }
  Index dimension_of(Index wave) const {
    return layout == RopeLayout::kHalves ? wave : wave * dimensions_of_wave;
  }
  /// Of dimension `c`; there must be frequencies.
  double frequency_of(Index c) const { return frequencies[static_cast<std::size_t>(wave_of(c))]; }
};

inline constexpr Index kMostPositions = 1024;

/// For head `head`, which matters to RoPE.
PositionModel position_model(const Scene& scene, Index head, const ViewOptions::Positions& options);

/// The dimensions drawn as curves: those that were chosen and exist, else some that differ.
std::vector<Index> drawn_dimensions(const PositionModel& model,
                                    const ViewOptions::Positions& options);

/// `options` with dimension `c` chosen, or not any more.
inline constexpr std::size_t kMostDimensions = 6;
void toggle_dimension(const PositionModel& model, ViewOptions::Positions& options, Index c);

/// The shift that is shown, within what can be computed at once.
Index shown_shift(const ViewOptions::Positions& options);
/// Where the shown rotation starts: both it and its end are positions of the model.
Index shown_start(const PositionModel& model, const ViewOptions::Positions& options);

/// Bit c of position i in column c, as many columns as the last of `rows` positions needs.
Matrix position_bits(Index rows);

/// What scores of head h of the scene gain where the key stands `steps` after the query, of a kind
/// that has a term; within what a range can be made of.
double bias_at(const Attention& attention, Index h, Index steps);
/// The same for `rows` queries and keys.
Matrix bias_by_distance(const Attention& attention, Index h, Index rows);

}  // namespace attn
