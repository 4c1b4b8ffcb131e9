#pragma once

#include <algorithm>
#include <cmath>

#include "engine/base/clamped.h"

namespace attn::gl {

/// Range of pixels, end excluded.
struct Span {
  int first = 0, last = 0;
  bool empty() const { return last <= first; }
  int count() const { return std::max(0, last - first); }
  bool operator==(const Span&) const = default;
};

inline bool contains(Span outer, Span inner) {
  return outer.first <= inner.first && inner.last <= outer.last;
}

/// Pixels of 0…size with centres inside both intervals (start, length).
inline Span pixels_in(float start, float length, float clip_start, float clip_length, int size) {
  if (std::isnan(start + length + clip_start + clip_length)) return {};
  const double from = std::max<double>(start, clip_start);
  const double to = std::min(double{start} + length, double{clip_start} + clip_length);
  const auto pixel = [size](double edge) {
    return static_cast<int>(clamped(std::ceil(edge - 0.5), 0.0, double(size)));
  };
  if (from >= to) return {};
  return {pixel(from), pixel(to)};
}

}  // namespace attn::gl
