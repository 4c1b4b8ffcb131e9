#pragma once

#include "engine/attention/trace.h"
#include "engine/train/weight_target.h"

namespace attn {

/// What was painted of how a head is to look: cells with the weight of the brush; 0: left blank.
struct PaintedHead {
  Index layer = 0, head = 0;
  Matrix cells{};  ///< L x L

  bool is_blank() const { return cells.size() == 0 || cells.isZero(0); }
};

/// What of a stroke over the cells a frame has.
struct PaintStroke {
  bool begins = false;        ///< in this frame
  Index row = 0, column = 0;  ///< the cell that it passes
  Index brush = 1;            ///< cells across: 1, 3 or 5
  float weight = 0.9F;        ///< of a row's cells that are painted, in all; 0 rubs out
};

/// Paints the cells that the brush covers; where a head is causal, those that it sees.
void paint(PaintedHead& painted, const PaintStroke& stroke, bool is_causal);

/// Each painted row as shares that sum to 1: its painted cells share the largest weight that was
/// painted there, the others that are seen what is left of 1.
WeightTarget target_of(const PaintedHead& painted, bool is_causal, float factor);

}  // namespace attn
