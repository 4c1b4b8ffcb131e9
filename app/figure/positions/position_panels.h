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

/// Draws ω_j as bars on a logarithmic scale, and if they fit a heatmap row of ω ("positions.omega")
/// and the wavelengths. Targets: "positions.wave[j]".
void add_frequencies(const PositionCanvas& canvas, Rect room);

/// Wavelength with three digits, or as a whole number if that has more.
std::string wavelength_text(double frequency);

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

}  // namespace attn
