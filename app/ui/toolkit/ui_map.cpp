#include "app/ui/toolkit/ui_map.h"

#include <algorithm>

#include "app/document/json/json_write.h"
#include "app/document/numbers/numbers.h"

namespace attn::ui {

void UiMap::add(std::string_view name, ImVec2 min, ImVec2 max) {
  if (!is_wanted_) return;
  const ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 low = list.GetClipRectMin(), high = list.GetClipRectMax();
  min = {std::max(min.x, low.x), std::max(min.y, low.y)};
  max = {std::min(max.x, high.x), std::min(max.y, high.y)};
  if (min.x >= max.x || min.y >= max.y) return;  // scrolled out of view
  add_over_all(name, min, max);
}

void UiMap::add_over_all(std::string_view name, ImVec2 min, ImVec2 max) {
  if (!is_wanted_) return;
  if (is_locked_) locked_.emplace(name);
  controls_.insert_or_assign(std::string(name),
                             MapRect{min.x, min.y, max.x - min.x, max.y - min.y});
}

void UiMap::draw(std::string_view text, ImVec2 min, ImVec2 max, ImVec2 clip_min, ImVec2 clip_max) {
  if (!is_wanted_) return;
  const auto rect = [](ImVec2 low, ImVec2 high) {
    return MapRect{low.x, low.y, high.x - low.x, high.y - low.y};
  };
  drawn_.push_back({std::string(text), rect(min, max), rect(clip_min, clip_max)});
}

std::string UiMap::json() const {
  std::string text = "{\"controls\": {";
  const char* separator = "\n";
  for (const auto& [name, rect] : controls_) {  // Names need no escaping: they are the program's
                                                // own.
    text += separator;
    text += "  \"" + name + "\": [";
    text += shortest(rect.x) + ", " + shortest(rect.y) + ", ";
    text += shortest(rect.width) + ", " + shortest(rect.height) + "]";
    separator = ",\n";
  }
  text += "\n},\n\"locked\": [";
  separator = "\n";
  for (const std::string& name : locked_) {
    text += separator;
    text += "  \"" + name + "\"";
    separator = ",\n";
  }
  text += "\n],\n\"texts\": {";
  separator = "\n";
  for (const auto& [name, words] : texts_) {
    json::Writer value;
    value.value(words);
    text += separator;
    text += "  \"" + name + "\": " + std::move(value).take();
    separator = ",\n";
  }
  text += "\n},\n\"drawn\": [";
  separator = "\n";
  const auto numbers = [](const MapRect& rect) {
    return "[" + shortest(rect.x) + ", " + shortest(rect.y) + ", " + shortest(rect.width) + ", " +
           shortest(rect.height) + "]";
  };
  for (const Drawn& one : drawn_) {
    json::Writer words;
    words.value(one.text);
    text += separator;
    text += "  {\"text\": " + std::move(words).take() + ", \"box\": " + numbers(one.box) +
            ", \"clip\": " + numbers(one.clip) + "}";
    separator = ",\n";
  }
  return text + "]}\n";
}

}  // namespace attn::ui
