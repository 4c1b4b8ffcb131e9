#pragma once

#include "app/figure/diagram/type.h"
#include "app/figure/text/text.h"

namespace attn {

/// Style of texts of `type` in figures.
TextStyle style_of(Type type);

}  // namespace attn
