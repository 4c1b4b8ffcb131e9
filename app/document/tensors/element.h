#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/matrix.h"

namespace attn {

/// A type of an array's elements, as files name it.
struct ElementKind {
  std::string_view name;              ///< "float32"
  std::string_view safetensors = {};  ///< "F32"; empty where that format has none
  std::string_view npy = {};  ///< "f4"; of texts "U", which is followed by how many characters
  int bytes = 0;              ///< of texts those of a character
  /// Each `step`-th byte from `from` begins one of `count` numbers, which become `to`. None where
  /// they are no floating-point numbers.
  void (*read)(const char* from, std::ptrdiff_t step, Index count, float* to) = nullptr;
  /// The text in `bytes`; none where it is none.
  std::string (*read_text)(std::string_view bytes) = nullptr;
};

std::span<const ElementKind> element_kinds();

/// "float16, bfloat16, float32 or float64"
std::string float_names();

}  // namespace attn
