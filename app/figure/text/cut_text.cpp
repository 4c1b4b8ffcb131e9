#include "app/figure/text/cut_text.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <vector>

namespace attn {
namespace {

/// Where the characters of `text`, which is UTF-8, begin.
std::vector<std::size_t> character_starts(std::string_view text) {
  std::vector<std::size_t> starts;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if ((static_cast<unsigned char>(text[at]) & 0xc0U) != 0x80U) starts.push_back(at);
  }
  return starts;
}

}  // namespace

std::string cut_to_fit(std::string_view text, const std::function<bool(std::string_view)>& fits) {
  const auto starts = character_starts(text);
  const auto cut = [&](std::size_t at) { return std::string(text.substr(0, at)) + "…"; };
  const auto too_wide =
      std::ranges::partition_point(starts, [&](std::size_t at) { return fits(cut(at)); });
  return too_wide == starts.begin() ? "" : cut(*std::prev(too_wide));
}

}  // namespace attn
