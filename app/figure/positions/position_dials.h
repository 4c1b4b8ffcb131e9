#pragma once

#include <vector>

#include "app/figure/positions/position_panels.h"

namespace attn {

/// Two dimensions as the hand of a dial: cosine to the right, sine upwards.
struct Dial {
  Index pair = 0;
  double from = 0, to = 0;                ///< the hand's angles at the start and after the shift
  double from_length = 1, to_length = 1;  ///< of the longest hand
  double turn = 0;  ///< radians: δ · ω_j where positions turn, else what is measured, −π…π
};

/// Those of all pairs, from `start` to `start` + `shift`; none where the table has no such rows or
/// no pair.
std::vector<Dial> dials(const PositionModel& model, Index start, Index shift);

/// As many dials as fit, the fastest first. Targets: "positions.dial[j]".
void add_dials(const PositionCanvas& canvas, const std::vector<Dial>& dials, Rect room);

}  // namespace attn
