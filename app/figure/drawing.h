#pragma once

#include <functional>

#include <cairo.h>

namespace attn {

/// A figure that is laid out: what a view makes, and a writer of a format draws.
struct Drawing {
  double width = 0, height = 0;  ///< units (1/96 inch)
  std::function<void(cairo_t*)> draw;
};

}  // namespace attn
