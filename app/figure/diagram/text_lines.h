#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "app/figure/diagram/diagram.h"

namespace attn {

inline constexpr std::size_t kAnyNumberOfLines = std::numeric_limits<std::size_t>::max();

/// `text` in lines of at most `width`, broken at spaces, and of those at most `most`: the last is
/// shortened where there is more. At least one.
std::vector<std::string> lines_of(const Ruler& ruler, std::string_view text, Type type,
                                  double width, std::size_t most);

}  // namespace attn
