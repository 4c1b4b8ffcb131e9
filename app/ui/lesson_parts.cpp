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
    {"row", "The selected row as bars"},
    {"mask", "Mask"},
    {"heads", "Heads and how they are combined"},
    {"position", "Position"},
    {"inspector", "Why? The inspector"},
};

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
    for (std::size_t n = 0; n < ids.size(); ++n) all.push_back({ids[n], labels[n]});
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
              }};
}

}  // namespace attn::ui
