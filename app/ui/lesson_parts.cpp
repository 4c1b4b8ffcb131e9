#include "app/ui/lesson_parts.h"

#include <algorithm>
#include <string>
#include <vector>

#include "app/ui/tips.h"
#include "app/ui/view.h"

namespace attn::ui {
namespace {

constexpr WindowPart kSections[] = {
    {"inputs", "Inputs: sentence, queries, values"},
    {"queries", "Queries"},
    {"embeddings.table", "Embeddings and values"},
    {"weights", "The head's matrices"},
    {"attention", "Attention: score function"},
    {"temperature", "Temperature, normalizer"},
    // Its curves are of all temperatures.
    {"row", "The selected row as bars", "weights", "weights"},
    {"mask", "Mask"},
    {"heads", "Heads and how they are combined"},
    {"position", "Position"},
    {"inspector", "Why? The inspector", "x q k v scores weights head_output output"},
};

/// The same of the views.
constexpr WindowPart kViews[] = {
    {"tab.weights", "", "weights"},
    {"tab.scores", "", "scores"},
    {"tab.outputs", "", "weights v head_output output"},
    {"tab.heads", "", "weights head_output"},
    {"tab.steps", "", "x q k v scores weights head_output output"},
    {"tab.positions", "", "x scores weights"},
    // A line of words says the score and the weight of the pair.
    {"tab.plane", "", "x q k v scores weights head_output output"},
    {"tab.graph", "", "weights"},
    {"tab.curve", "", "weights head_output output"},
    {"tab.symmetry", "", "weights output", "weights output"},
    {"tab.compare", "", "weights", "weights"},
};

/// Whether `name` is one of `names`, which are parted by blanks.
bool has_name(std::string_view names, std::string_view name) {
  while (!names.empty()) {
    const std::string_view one = names.substr(0, names.find(' '));
    if (one == name) return true;
    names.remove_prefix(std::min(names.size(), one.size() + 1));
  }
  return false;
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
  static const std::vector<std::string> ids = [] {
    std::vector<std::string> all;
    for (const ViewKind& view : view_kinds()) all.push_back("tab." + std::string(view.id));
    return all;
  }();
  static const std::vector<std::string> labels = [] {
    std::vector<std::string> all;
    for (const ViewKind& view : view_kinds()) all.push_back("View: " + std::string(view.label));
    return all;
  }();
  static const std::vector<WindowPart> parts = [] {
    std::vector<WindowPart> all(std::begin(kSections), std::end(kSections));
    for (std::size_t n = 0; n < ids.size(); ++n) {
      WindowPart part{ids[n], labels[n]};
      const auto row = std::ranges::find(kViews, ids[n], &WindowPart::id);
      // One that is not in the table may show anything.
      constexpr std::string_view kAll = "x q k v scores weights head_output output";
      part.shows = row == std::end(kViews) ? kAll : row->shows;
      part.shows_elsewhere = row == std::end(kViews) ? kAll : row->shows_elsewhere;
      all.push_back(part);
    }
    return all;
  }();
  return parts;
}

LessonVocabulary lesson_vocabulary() {
  return {.is_tab =
              [](std::string_view id) {
                return std::ranges::count(view_kinds(), id, &ViewKind::id) > 0;
              },
          .is_control = [](std::string_view name) { return tip_of(name).has_value(); },
          .is_part =
              [](std::string_view id) {
                return std::ranges::count(window_parts(), id, &WindowPart::id) > 0;
              },
          .parts_showing = parts_showing};
}

}  // namespace attn::ui
