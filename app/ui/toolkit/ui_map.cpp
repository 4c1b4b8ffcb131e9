#include "app/ui/toolkit/ui_map.h"

#include "app/document/json/json_write.h"
#include "app/document/numbers/numbers.h"

namespace attn::ui {
namespace {

/// "[x, y, width, height]"
std::string box_numbers(ImVec2 min, ImVec2 max) {
  return "[" + shortest(min.x) + ", " + shortest(min.y) + ", " + shortest(max.x - min.x) + ", " +
         shortest(max.y - min.y) + "]";
}

std::string json_text(std::string_view text) {
  json::Writer words;
  words.value(text);
  return std::move(words).take();
}

/// Lines of `items`, each as `line` writes it, between `begin` and `end`.
template <typename Items, typename Line>
std::string lines_of(std::string_view begin, const Items& items, const Line& line,
                     std::string_view end) {
  std::string text(begin);
  const char* separator = "\n  ";
  for (const auto& one : items) {
    text += separator + line(one);
    separator = ",\n  ";
  }
  return text.append(end);
}

}  // namespace

void UiMap::add(std::string_view name, ImVec2 min, ImVec2 max) {
  if (!is_wanted_) return;
  const ImDrawList& list = *imgui::list();
  const Box seen = Box{min, max}.common({list.GetClipRectMin(), list.GetClipRectMax()});
  if (!seen.is_empty()) add_over_all(name, seen.min, seen.max);  // else scrolled out of view
}

void UiMap::add_over_all(std::string_view name, ImVec2 min, ImVec2 max) {
  if (!is_wanted_) return;
  if (is_locked_) locked_.emplace(name);
  controls_.insert_or_assign(std::string(name), Box{min, max});
}

std::string UiMap::json() const {
  // Names need no escaping: they are the program's own.
  const auto control = [](const auto& one) {
    return "\"" + one.first + "\": " + box_numbers(one.second.min, one.second.max);
  };
  const auto text = [](const auto& one) {
    return "\"" + one.first + "\": " + json_text(one.second);
  };
  const auto drawn = [](const DrawnText& one) {
    return "{\"text\": " + json_text(one.text) + ", \"box\": " + box_numbers(one.min, one.max) +
           ", \"clip\": " + box_numbers(one.clip_min, one.clip_max) + "}";
  };
  return lines_of("{\"controls\": {", controls_, control, "\n},\n") +
         lines_of(
             "\"locked\": [", locked_, [](const auto& name) { return "\"" + name + "\""; },
             "\n],\n") +
         lines_of("\"texts\": {", texts_, text, "\n},\n") +
         lines_of("\"drawn\": [", drawn_, drawn, "]}\n");
}

}  // namespace attn::ui
