#include "app/figure/page/figure_words.h"

#include <algorithm>
#include <cmath>

#include "app/document/numbers/numbers.h"
#include "engine/attention/lookup.h"
#include "engine/attention/mask.h"
#include "engine/attention/norm.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/base/clamped.h"
#include "engine/base/text.h"

namespace attn {
namespace {

std::string temperature(float value) {
  return "T = " + (std::isinf(value) ? "∞" : shortest(value));
}

/// Axis of normalisation in words; empty for keys, the default.
std::string over_words(Over over) {
  if (over == Over::kKeys) return "";
  return over == Over::kQueries ? " over queries" : " over queries, then keys";
}

}  // namespace

std::string describe_settings(const Attention& attention, Index head) {
  std::string words(attention.score.kind->label);
  const auto add = [&](const std::string& setting) { words += " · " + setting; };
  if (!attention.score.norm->does_nothing) add(within_words(attention.score.norm->label) + " norm");
  if (attention.score.cap) add("cap " + shortest(*attention.score.cap));
  const Normalizer& normalizer = attention.normalizer;
  add(within_words(normalizer.kind->label) + over_words(normalizer.over));
  if (takes(*normalizer.kind, "temperature")) add(temperature(normalizer.temperature));
  for (const Mask& mask : attention.masks) add(within_words(mask.kind->label) + " mask");
  if (!attention.position.kind->does_nothing())
    add(within_words(attention.position.kind->label) + " positions");
  if (attention.heads.size() > 1) {
    add("head " + std::to_string(head) + " (of " + std::to_string(attention.heads.size()) + ")");
  }
  const Head& own = attention.heads[static_cast<std::size_t>(head)];
  if (own.keys_of) add("keys of head " + std::to_string(*own.keys_of));
  if (own.sink) add("sink " + shortest(*own.sink));
  if (own.subtract) add("less " + shortest(own.subtract->lambda) + " of a second map");
  return words;
}

std::string tokens_words(TokenRange range, const Scene& scene) {
  const Index count = std::max(scene.query_count(), scene.key_count());
  return "tokens " + std::to_string(range.first) + " to " + std::to_string(range.last - 1) +
         " of " + std::to_string(count);
}

std::string heads_words(const std::vector<Index>& heads) {
  if (heads.empty()) return "all heads";
  return (heads.size() == 1 ? "head " : "heads ") +
         joined(heads, [](Index head) { return std::to_string(head); });
}

Index head_of(const Attention& attention, const FigureOptions& options) {
  const auto last = std::ssize(attention.heads) - 1;
  return options.head.value_or(clamped<Index>(options.state.head, 0, last));
}

}  // namespace attn
