#include "app/figure/text/cut_text.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <vector>

namespace attn {
namespace {

/// Offsets of the characters of `text`, which is UTF-8.
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

std::string letters_to_fit(std::string_view name,
                           const std::function<bool(std::string_view)>& fits) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < name.size();) {
    const std::size_t end = std::min(name.find(' ', at), name.size());
    if (end > at) words.push_back(name.substr(at, end - at));
    at = end + 1;
  }
  const auto first = [](std::string_view word, std::size_t letters) {
    const auto starts = character_starts(word);
    return letters < starts.size() ? word.substr(0, starts[letters]) : word;
  };
  constexpr std::size_t kMost = 24;  // letters of a word; longer ones never fit in narrow places
  std::size_t longest = 0;
  for (const std::string_view word : words) {
    longest = std::max(longest, std::min(character_starts(word).size(), kMost));
  }
  for (const std::string_view between : {" ", ""}) {
    for (std::size_t letters = longest; words.size() > 1 && letters-- > 1;) {
      std::string all;
      for (const std::string_view word : words) {
        all.append(all.empty() ? "" : between).append(first(word, letters));
      }
      if (fits(all)) return all;
    }
  }
  std::string cut = cut_to_fit(name, fits);
  constexpr std::size_t kLettersAndDots = 3;
  if (character_starts(cut).size() >= kLettersAndDots) return cut;
  for (std::size_t letters = character_starts(name).size(); letters > 0; --letters) {
    if (fits(first(name, letters))) return std::string(first(name, letters));
  }
  return "";
}

}  // namespace attn
