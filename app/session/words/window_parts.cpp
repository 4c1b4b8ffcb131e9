#include "app/session/words/window_parts.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <vector>

#include "app/document/view/view_kinds.h"
#include "app/session/words/tips.h"

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

constexpr WindowPart kSections[] = {
    {"inputs", "Inputs: sentence, queries, values", {}, {}, "queries embeddings.table"},
    {"queries", "Queries", {}, {}, "inputs"},
    {"embeddings.table", "Embeddings and values", {}, {}, "inputs"},
    {"weights", "The head's matrices"},
    {"attention", "Attention: score function"},
    {"temperature", "Temperature"},
    {"normalizer", "Normalizer"},
    // The curves in this part show all temperatures.
    {"row", "The selected row as bars", "weights", "weights", "temperature"},
    {"mask", "Mask"},
    {"heads", "Heads and how they are combined", {}, {}, "weights"},
    {"position", "Position"},
    {"learn",
     "Learn: numbers changed by training",
     {},
     {},
     "embeddings.table weights attention temperature normalizer mask heads position"},
    {"inspector", "Why? The inspector", "x q k v scores weights head_output output"},
};

/// Returns whether `name` is one of `names`, separated by blanks.
bool has_name(std::string_view names, std::string_view name) {
  while (!names.empty()) {
    const std::string_view one = names.substr(0, names.find(' '));
    if (one == name) return true;
    names.remove_prefix(std::min(names.size(), one.size() + 1));
  }
  return false;
}

bool changes(std::string_view part, std::string_view other) {
  if (part == other) return true;
  const auto row = std::ranges::find(window_parts(), part, &WindowPart::id);
  return row != window_parts().end() && has_name(row->changes, other);
}

std::vector<std::string> parts_showing(std::string_view name, bool elsewhere) {
  std::vector<std::string> parts;
  for (const WindowPart& part : window_parts()) {
    if (has_name(elsewhere ? part.shows_elsewhere : part.shows, name)) parts.emplace_back(part.id);
  }
  return parts;
}

}  // namespace

std::span<const WindowPart> window_parts() {
  static const std::vector<std::string> labels = [] {
    std::vector<std::string> all;
    for (const ViewKind& view : view_kinds()) all.push_back("View: " + std::string(view.label));
    return all;
  }();
  static const std::vector<WindowPart> parts = [] {
    std::vector<WindowPart> all(std::begin(kSections), std::end(kSections));
    for (std::size_t n = 0; n < labels.size(); ++n) {
      const ViewKind& view = view_kinds()[n];
      all.push_back({view.part, labels[n], view.shows, view.shows_elsewhere, view.changes});
    }
    return all;
  }();
  return parts;
}

LessonVocabulary lesson_vocabulary() {
  return {.is_control = [](std::string_view name) { return tip_of(name).has_value(); },
          .is_part =
              [](std::string_view id) {
                return std::ranges::count(window_parts(), id, &WindowPart::id) > 0;
              },
          .changes = changes,
          .parts_showing = parts_showing};
}

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
