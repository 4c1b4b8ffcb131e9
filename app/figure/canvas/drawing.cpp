#include "app/figure/canvas/drawing.h"

#include <cmath>

namespace attn {
namespace {

// Rounds up, with a tolerance for rounding errors.
int whole(double pixels) { return static_cast<int>(std::ceil(pixels - 1e-6)); }

}  // namespace

int Drawing::pixel_width() const { return whole(width * scale); }
int Drawing::pixel_height() const { return whole(height * scale); }

}  // namespace attn
