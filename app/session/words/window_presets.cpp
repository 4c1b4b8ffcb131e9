#include "app/session/words/window_presets.h"

#include <algorithm>
#include <initializer_list>
#include <vector>

#include "app/session/words/window_parts.h"

namespace attn {
namespace {

using Names = std::initializer_list<std::string_view>;

std::set<std::string> all_but(Names names) {
  std::set<std::string> hidden;
  for (const WindowPart& part : window_parts()) {
    if (std::ranges::find(names, part.id) == names.end()) hidden.emplace(part.id);
  }
  return hidden;
}

}  // namespace

std::span<const WindowPreset> window_presets() {
  static const std::vector<WindowPreset> presets = {
      {"everything", "Everything", {}},
      {"first-steps", "First steps",
       all_but({"inputs", "embeddings.table", "temperature", "row", "inspector", "tab.weights",
                "tab.scores", "tab.outputs"})},
      {"one-head",
       "One head, no positions",
       {"heads", "position", "tab.heads", "tab.positions", "tab.symmetry"}},
      {"matrix", "The matrix alone", all_but({"tab.weights"})},
  };
  return presets;
}

const WindowPreset* preset_that_hides(const std::set<std::string>& hidden) {
  const auto presets = window_presets();
  const auto found = std::ranges::find(presets, hidden, &WindowPreset::hidden);
  return found != presets.end() ? &*found : nullptr;
}

}  // namespace attn
