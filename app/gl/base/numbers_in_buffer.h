#pragma once

#include "engine/base/matrix.h"

namespace attn::gl {

/// A matrix that is in a buffer of the driver, row after row.
struct NumbersInBuffer {
  unsigned buffer = 0;
  Index first = 0;  ///< number of the buffer
  int rows = 0, columns = 0;
};

}  // namespace attn::gl
