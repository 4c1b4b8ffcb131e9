#include "app/figure/page/figure_words.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "app/document/json/numbers.h"
#include "engine/attention/mask.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"

namespace attn {
namespace {

// A label as it stands within a sentence: "Causal" gives "causal", "ALiBi" stays.
std::string within(std::string_view label) {
  std::string words(label);
  if (words.size() > 1 && std::islower(static_cast<unsigned char>(words[1]))) {
    words[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(words[0])));
  }
  return words;
}

std::string temperature(float value) {
  return "T = " + (std::isinf(value) ? "∞" : shortest(value));
}

}  // namespace

std::string describe_settings(const Attention& attention, Index head) {
  std::string words(attention.score.kind->label);
  const auto add = [&](const std::string& setting) { words += " · " + setting; };
  add(within(attention.normalizer.kind->label));
  add(temperature(attention.normalizer.temperature));
  for (const Mask& mask : attention.masks) add(within(mask.kind->label) + " mask");
  if (!attention.position.kind->does_nothing())
    add(within(attention.position.kind->label) + " positions");
  if (attention.heads.size() > 1) {
    add("head " + std::to_string(head) + " (of " + std::to_string(attention.heads.size()) + ")");
  }
  return words;
}

Index head_of(const Attention& attention, const FigureOptions& options) {
  const auto last = static_cast<Index>(attention.heads.size()) - 1;
  return options.head.value_or(std::clamp<Index>(options.state.head, 0, last));
}

}  // namespace attn
