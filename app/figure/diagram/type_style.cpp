#include "app/figure/diagram/type_style.h"

namespace attn {

TextStyle style_of(Type type) {
  switch (type) {
    case Type::body:
      return {.size = 14};
    case Type::medium:
      return {.size = 14, .weight = PANGO_WEIGHT_MEDIUM};
    case Type::strong:
      return {.size = 14, .weight = PANGO_WEIGHT_SEMIBOLD};
    case Type::small:
      return {.size = 12};
    case Type::tiny:
      return {.size = 9, .weight = PANGO_WEIGHT_MEDIUM};
    case Type::caption:
      return {.size = 12, .weight = PANGO_WEIGHT_SEMIBOLD};
    case Type::title:
      return {.size = 15, .weight = PANGO_WEIGHT_SEMIBOLD};
    case Type::number:
      return {.family = kNumberFamily, .size = 13};
    case Type::small_number:
      return {.family = kNumberFamily, .size = 11.5};
    case Type::label:
      return {.size = 16, .weight = PANGO_WEIGHT_MEDIUM};
    case Type::cell:
      return {.size = 19.5, .weight = PANGO_WEIGHT_MEDIUM};
  }
  return {};
}

}  // namespace attn
