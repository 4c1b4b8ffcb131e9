#include "app/document/dumps/attention_dump.h"

namespace attn {

std::string layer_names(const AttentionDump& dump, Index from, Index to) {
  constexpr Index kMostListed = 6;
  const auto name = [&](Index n) { return std::to_string(dump.layer_name(n)); };
  if (from == to) return name(from);
  // Names ascend, so they have no gaps if the range equals the number of layers.
  const bool follow = dump.layer_name(to) - dump.layer_name(from) == to - from;
  if (follow) return name(from) + " … " + name(to);
  if (to - from >= kMostListed) return name(from) + ", " + name(from + 1) + " … " + name(to);
  std::string names = name(from);
  for (Index n = from + 1; n <= to; ++n) names += ", " + name(n);
  return names;
}

std::string layer_names(const AttentionDump& dump) {
  return layer_names(dump, 0, dump.layer_count() - 1);
}

std::optional<Index> layer_called(const AttentionDump& dump, Index name) {
  for (Index n = 0; n < dump.layer_count(); ++n) {
    if (dump.layer_name(n) == name) return n;
  }
  return std::nullopt;
}

Index require_layer(const AttentionDump& dump, Index name) {
  const auto found = layer_called(dump, name);
  if (found) return *found;
  const Index count = dump.layer_count();
  const bool follow = dump.layer_name(count - 1) == count - 1;
  throw ImportError("--layer: expected " +
                    (follow ? "less than " + std::to_string(count)
                            : (count == 1 ? "" : "one of ") + layer_names(dump)) +
                    ", found " + std::to_string(name));
}

}  // namespace attn
