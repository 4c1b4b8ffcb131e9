#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/matrix.h"

namespace attn {

/// Element type of arrays in files.
struct ElementKind {
  std::string_view name;              ///< name: "float32"
  std::string_view safetensors = {};  ///< name in .safetensors: "F32"; empty: not supported there
  std::string_view npy = {};          ///< name in .npy: "f4"; texts "U", followed by the number of
                                      ///< characters
  int bytes = 0;                      ///< size of an element; of texts, of a character
  /// Reads `count` numbers, one at every `step`-th byte from `from`, into `to`. Null if the type is
  /// not floating point.
  void (*read)(const char* from, std::ptrdiff_t step, Index count, float* to) = nullptr;
  /// Text in `bytes`; null if the type is not text.
  std::string (*read_text)(std::string_view bytes) = nullptr;
};

std::span<const ElementKind> element_kinds();

/// "float16, bfloat16, float32 or float64"
std::string float_names();

}  // namespace attn
