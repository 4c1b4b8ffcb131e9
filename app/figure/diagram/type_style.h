#pragma once

#include "app/figure/diagram/type.h"
#include "app/figure/text/text.h"

namespace attn {

/// How a figure sets texts of `type`.
TextStyle style_of(Type type);

}  // namespace attn
