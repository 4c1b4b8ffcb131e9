#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace attn {

/// Takes a text piece by piece, in order: a file, standard output.
using Sink = std::function<void(std::string_view)>;

/// So much of a text is held before it goes to its sink.
inline constexpr std::size_t kSinkBytes = 1 << 16;

/// Hands `held` to `sink`, where there is one and it is worth it.
inline void pour_full(std::string& held, const Sink& sink) {
  if (!sink || held.size() < kSinkBytes) return;
  sink(held);
  held.clear();
}

}  // namespace attn
