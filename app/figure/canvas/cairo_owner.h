#pragma once

#include <memory>
#include <stdexcept>
#include <string>

#include <cairo.h>

namespace attn {

struct DestroyCairo {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* cr) const { cairo_destroy(cr); }
};
using CairoSurface = std::unique_ptr<cairo_surface_t, DestroyCairo>;
using Cairo = std::unique_ptr<cairo_t, DestroyCairo>;

/// Throws std::runtime_error with Cairo's message if drawing with `cr` failed.
inline void expect_drawn(cairo_t* cr) {
  const cairo_status_t status = cairo_status(cr);
  if (status == CAIRO_STATUS_SUCCESS) return;
  throw std::runtime_error(std::string("the figure could not be drawn: ") +
                           cairo_status_to_string(status));
}

}  // namespace attn
