#pragma once

#include <span>
#include <string_view>

#include "app/figure/numbers/view_input.h"

namespace attn {

// The parts of the Positions view. Where the scene's kind of positions has nothing of a part, it
// shows the sinusoidal encoding of the scene's size, and says so.

/// P and P · Pᵀ; with room, some dimensions, the frequencies and the dials too. ALiBi: the bias of
/// each head. Matrices "positions.P", "positions.similarity", "positions.head[h].bias".
Diagram encoding_diagram(const ViewInput& input);
/// ω_j and the wavelengths; dimensions along the sequence. Targets "positions.wave[j]".
Diagram frequencies_diagram(const ViewInput& input);
/// P · Pᵀ, and its middle row by distance.
Diagram similarity_diagram(const ViewInput& input);
/// Dials, R_δ and the error. Targets "positions.dial[j]".
Diagram rotation_diagram(const ViewInput& input);
/// The bits of the position beside the waves, like beside like.
Diagram binary_diagram(const ViewInput& input);
/// Weights without and with positions, and one pair's score by distance.
Diagram effect_diagram(const ViewInput& input);

/// A part: a row for each.
struct PositionPart {
  std::string_view id;  ///< of its diagram
  std::string_view label;
  std::string_view hint;            ///< what a click or a drag does in it
  std::string_view term_hint = "";  ///< the same where it shows what scores gain by distance
  bool has_scene = false;           ///< it marks how many positions the scene has
  bool has_rows = true;             ///< it shows as many positions as are asked for
  bool has_shift = false;           ///< δ and where it starts are chosen for it
};

/// All, in their order.
std::span<const PositionPart> position_parts();
/// The one that the options name, else the first.
const PositionPart& position_part(const ViewOptions::Positions& options);

}  // namespace attn
