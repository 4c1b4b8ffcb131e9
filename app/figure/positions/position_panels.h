#pragma once

#include <vector>

#include "app/figure/numbers/position_model.h"
#include "app/figure/numbers/view_input.h"

namespace attn {

/// Inputs of the panels of the Positions view. Each panel stays within its area.
struct PositionCanvas {
  Diagram& diagram;
  const ViewInput& input;
  const PositionModel& model;

  const Ruler& ruler() const { return input.ruler; }
  const ViewOptions::Positions& options() const { return input.state.options.positions; }
};

/// Draws P: positions x dimensions. The matrix "positions.P".
void add_encoding(const PositionCanvas& canvas, Rect room);

/// Draws P · Pᵀ. The matrix "positions.similarity".
void add_similarity(const PositionCanvas& canvas, Rect room);

/// Draws the middle row of P · Pᵀ by distance.
void add_similarity_curve(const PositionCanvas& canvas, Rect room);

/// Draws the chosen dimensions along the sequence, each in its colour.
void add_dimension_curves(const PositionCanvas& canvas, Rect room);

/// Draws ω_j as bars on a logarithmic scale, and if they fit a heatmap row of ω ("positions.omega")
/// and the wavelengths. Targets: "positions.wave[j]".
void add_frequencies(const PositionCanvas& canvas, Rect room);

/// Wavelength with three digits, or as a whole number if that has more.
std::string wavelength_text(double frequency);

/// "0, 4, 8, 14".
std::string list_of(const std::vector<Index>& numbers);

/// Two dimensions as the hand of a dial: cosine to the right, sine upwards.
struct Dial {
  Index pair = 0;
  double from = 0, to = 0;                ///< angles of the hand at the start and after the shift
  double from_length = 1, to_length = 1;  ///< lengths relative to the longest hand
  double turn = 0;  ///< radians: δ · ω_j for rotary positions, else the measured angle, −π…π
};

/// Dials of all pairs, from `start` to `start` + `shift`; empty if the table lacks these rows or
/// has no pair.
std::vector<Dial> dials(const PositionModel& model, Index start, Index shift);

/// Draws as many dials as fit, the fastest first. Targets: "positions.dial[j]".
void add_dials(const PositionCanvas& canvas, const std::vector<Dial>& dials, Rect room);

}  // namespace attn
