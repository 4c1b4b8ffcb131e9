#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace attn {

/// Receives a text piecewise, in order: a file, or standard output.
using Sink = std::function<void(std::string_view)>;

/// Buffer size before a text is passed to its sink.
inline constexpr std::size_t kSinkBytes = 1 << 16;

/// Passes `held` to `sink`, if there is one and the buffer is full.
inline void pour_full(std::string& held, const Sink& sink) {
  if (!sink || held.size() < kSinkBytes) return;
  sink(held);
  held.clear();
}

}  // namespace attn
