#pragma once

#include <span>
#include <string_view>

#include "app/figure/numbers/view_input.h"

namespace attn {

// Parts of the Positions view. If the scene's kind of position lacks a part, the sinusoidal
// encoding of the scene's size is shown, with a note.

/// P and P · Pᵀ; if they fit, also some dimensions, the frequencies and the dials. ALiBi: the bias
/// of each head. Matrices "positions.P", "positions.similarity", "positions.head[h].bias".
Diagram encoding_diagram(const ViewInput& input);
/// ω_j and the wavelengths; dimensions along the sequence. Targets "positions.wave[j]".
Diagram frequencies_diagram(const ViewInput& input);
/// P · Pᵀ, and its middle row by distance.
Diagram similarity_diagram(const ViewInput& input);
/// Dials, R_δ and the error. Targets "positions.dial[j]".
Diagram rotation_diagram(const ViewInput& input);
/// Bits of the position next to the waves with similar periods.
Diagram binary_diagram(const ViewInput& input);
/// Weights without and with positions, and one pair's score by distance.
Diagram effect_diagram(const ViewInput& input);

/// Row of the table of parts.
struct PositionPart {
  std::string_view id;  ///< id of its diagram
  std::string_view label;
  std::string_view hint;            ///< effect of a click or a drag
  std::string_view term_hint = "";  ///< hint for positions that add a term to the scores
  bool has_scene = false;           ///< marks the number of positions of the scene
  bool has_rows = true;             ///< shows a chosen number of positions
  bool has_shift = false;           ///< has a choice of δ and its start
};

/// All parts, in order.
std::span<const PositionPart> position_parts();
/// The part that the options name, else the first.
const PositionPart& position_part(const ViewOptions::Positions& options);

}  // namespace attn
