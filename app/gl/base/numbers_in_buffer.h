#pragma once

#include "engine/base/matrix.h"

namespace attn::gl {

/// Matrix in a buffer of the driver, row by row.
struct NumbersInBuffer {
  unsigned buffer = 0;
  Index first = 0;  ///< offset in numbers
  int rows = 0, columns = 0;
};

}  // namespace attn::gl
