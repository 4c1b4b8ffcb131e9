#pragma once

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace attn::test {

inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

/// Words of an error, which are shown in one line.
inline void require_one_line(std::string_view words) {
  require(!words.empty(), "an error says something");
  require(words.size() < 5000, "an error is bounded");
  for (const char c : words) require(static_cast<unsigned char>(c) >= 0x20, "an error is one line");
}

}  // namespace attn::test
