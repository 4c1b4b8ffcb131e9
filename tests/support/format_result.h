#pragma once

#include <string>
#include <string_view>

#include "app/document/scene_file/result_file.h"

namespace attn {

/// The text that write_result() writes, of a small trace.
inline std::string format_result(const Trace& trace, std::string_view backend, int version) {
  std::string text;
  write_result(trace, backend, version, [&text](std::string_view piece) { text += piece; });
  return text;
}

}  // namespace attn
