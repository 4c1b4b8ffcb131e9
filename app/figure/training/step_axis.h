#pragma once

#include <vector>

#include "engine/base/matrix.h"

namespace attn {

/// Axis of the steps of a run: linear from 0, or logarithmic from kFirst for a long run, whose
/// first steps would otherwise be a few pixels.
class StepAxis {
 public:
  static constexpr Index kFirst = 10, kLong = 10'000;

  /// `last` is at the right end.
  explicit StepAxis(Index last = 1);

  bool is_logarithmic() const { return last_ >= kLong; }
  /// Share of the axis left of a step: 0 … 1 for steps up to the last.
  double place(Index step) const;
  /// Step at a share of the axis; the nearest end for shares beyond.
  Index step(double place) const;
  /// Steps for numbers, ascending: up to `most`, except powers of ten, which are all there.
  std::vector<Index> ticks(Index most = 10) const;

 private:
  Index last_;
};

}  // namespace attn
