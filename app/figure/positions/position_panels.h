#pragma once

#include "app/figure/numbers/position_model.h"
#include "app/figure/numbers/view_input.h"

namespace attn {

/// What the panels of the Positions view are drawn with. Each panel stays inside the room that it
/// is given.
struct PositionCanvas {
  Diagram& diagram;
  const ViewInput& input;
  const PositionModel& model;

  const Ruler& ruler() const { return input.ruler; }
  const ViewOptions::Positions& options() const { return input.state.options.positions; }
};

/// The map that was chosen, else this one.
const Colormap& position_colormap(const ViewInput& input, const char* otherwise);

/// P: positions x dimensions. The matrix "positions.P".
void add_encoding(const PositionCanvas& canvas, Rect room);

/// P · Pᵀ. The matrix "positions.similarity".
void add_similarity(const PositionCanvas& canvas, Rect room);

/// The middle row of P · Pᵀ by distance.
void add_similarity_curve(const PositionCanvas& canvas, Rect room);

/// The chosen dimensions along the sequence, each in its colour.
void add_dimension_curves(const PositionCanvas& canvas, Rect room);

/// ω_j as bars on a logarithmic scale, and with room a heatmap row of ω ("positions.omega") and the
/// wavelengths. Targets: "positions.wave[j]".
void add_frequencies(const PositionCanvas& canvas, Rect room);

/// The wavelength in three digits, or as a whole number where that has some more.
std::string wavelength_text(double frequency);

/// "0, 4, 8, 14".
std::string list_of(const std::vector<Index>& numbers);

}  // namespace attn
