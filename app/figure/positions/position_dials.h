#pragma once

#include <vector>

#include "app/figure/positions/position_panels.h"

namespace attn {

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
