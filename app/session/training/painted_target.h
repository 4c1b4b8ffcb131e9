#pragma once

#include "engine/attention/trace.h"
#include "engine/train/weight_target.h"

namespace attn {

/// Painted target pattern of a head: cells with the weight of the brush; 0: unpainted.
struct PaintedHead {
  Index layer = 0, head = 0;
  Matrix cells{};  ///< L x L

  bool is_blank() const { return cells.size() == 0 || cells.isZero(0); }
};

/// Part of a brush stroke in one frame.
struct PaintStroke {
  bool begins = false;        ///< starts in this frame
  Index row = 0, column = 0;  ///< cell under the brush
  Index brush = 1;            ///< width of the brush in cells: 1, 3 or 5
  float weight = 0.9F;        ///< total weight of a row's painted cells; 0 erases
};

/// Paints the cells under the brush; only visible ones if the head is causal.
void paint(PaintedHead& painted, const PaintStroke& stroke, bool is_causal);

/// Converts painted rows to weights that sum to 1: its painted cells share the largest weight
/// painted there, the other visible cells share the rest.
WeightTarget target_of(const PaintedHead& painted, bool is_causal, float factor);

}  // namespace attn
