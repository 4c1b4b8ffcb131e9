#include "tests/soak/random_actions.h"

#include <iterator>
#include <string_view>

namespace attn::test {
namespace {

constexpr int kBelowMenus = 60;  // pixels: the bar of menus is above

std::string place(double start, double size, double share) {
  return std::to_string(static_cast<int>(start + size * share));
}

void append(std::vector<std::string>& words, std::initializer_list<std::string> more) {
  words.insert(words.end(), more);
}

bool is_line_of_menu(std::string_view name) {
  return name.starts_with("menu.") && name[5] >= 'a' && name[5] <= 'z';
}

/// Kind of a control. Numbers of a table are chosen rarely, as they would dominate. Menus of
/// optional parts count like other controls.
std::string kind_of(const std::string& name) {
  if (name.ends_with(".lines")) return "open menu";
  if (name.ends_with(".more")) return "dots";
  // Each control of the Train desk is a kind: "train.task-tile" of "train.task-tile.first".
  constexpr std::string_view kTrain = "train.";
  if (name.starts_with(kTrain)) return name.substr(0, name.find_first_of("[.", kTrain.size()));
  return is_line_of_menu(name) ? "line of a menu" : name.substr(0, name.find_first_of("[."));
}

/// A place on the line that ends the program, whatever else is below it.
bool is_on_quit(const std::map<std::string, Rect>& controls, const std::vector<std::string>& move) {
  const auto quit = controls.find("menu.quit");
  if (quit == controls.end() || move.size() < 3) return false;
  const double x = std::stoi(move[1]) - quit->second.x, y = std::stoi(move[2]) - quit->second.y;
  return x > -2 && x < quit->second.width + 2 && y > -2 && y < quit->second.height + 2;
}

}  // namespace

std::string RandomActions::any(std::initializer_list<const char*> words) {
  return *(words.begin() + random_.below(static_cast<int>(words.size())));
}

RandomActions::Words RandomActions::to_any(const std::map<std::string, Rect>& controls) {
  std::map<std::string, std::vector<std::string>> kinds;
  for (const auto& [name, box] : controls) kinds[kind_of(name)].push_back(name);
  if (kinds.empty()) return {};
  auto kind = std::next(kinds.begin(), random_.below(static_cast<int>(kinds.size())));
  // Controls on top are used first.
  for (const char* above : {"browser", "open menu", "line of a menu"}) {
    if (kinds.contains(above) && random_.coin()) kind = kinds.find(above);
  }
  const auto& names = kind->second;
  const Rect& box =
      controls.at(names[static_cast<std::size_t>(random_.below(static_cast<int>(names.size())))]);
  const double across = 0.1 + 0.08 * random_.below(11), down = 0.1 + 0.08 * random_.below(11);
  return {"mousemove", place(box.x, box.width, across), place(box.y, box.height, down)};
}

RandomActions::Words RandomActions::drag(Words words) {
  append(words, {"mousedown", "1"});
  for (int i = 0; i < 4; ++i) {
    append(words, {"sleep", "0.004", "mousemove_relative", std::to_string(random_.below(61) - 30),
                   std::to_string(random_.below(41) - 20)});
  }
  append(words, {"sleep", "0.004", "mouseup", "1"});
  return words;
}

RandomActions::Words RandomActions::text() {
  Words words;
  if (random_.coin()) append(words, {"key", "ctrl+a"});
  append(words, {"type", any({"1.5", "-2",      "0,25",     "1e30",       "-0",      "inf",
                              "nan", "abc",     "a b c",    "The cat",    "der Bär", "猫 sat",
                              "x",   "3",       "0",        "1\t2\n3\t4", "[[1, 2]", "--5",
                              ".",   "another", "inner/new"})});
  append(words, {"key", any({"Return", "Tab", "Escape", "shift+Tab"})});
  return words;
}

RandomActions::Words RandomActions::keys() {
  Words words;
  for (int n = 1 + random_.below(4); n > 0; --n) {
    append(words, {"key", any({"Left",   "Right",       "Up",          "Down",  "Tab",   "Return",
                               "Escape", "BackSpace",   "Delete",      "Home",  "End",   "Prior",
                               "Next",   "F2",          "alt+Down",    "grave", "space", "period",
                               "r",      "bracketleft", "bracketright"})});
  }
  return words;
}

RandomActions::Words RandomActions::shortcut() {
  return {"key",
          any({"ctrl+z", "ctrl+z", "ctrl+z", "ctrl+y", "ctrl+shift+z", "ctrl+a",          "ctrl+c",
               "ctrl+v", "ctrl+x", "ctrl+s", "ctrl+n", "ctrl+o",       "ctrl+shift+s",    "ctrl+h",
               "F1",     "F5",     "ctrl+1", "ctrl+2", "ctrl+e",       "ctrl+shift+space"})};
}

RandomActions::Words RandomActions::with_mouse(const std::map<std::string, Rect>& controls) {
  Words words = to_any(controls);
  if (words.empty() || is_on_quit(controls, words)) return {"key", "Escape"};
  switch (random_.below(8)) {
    case 0:
      append(words, {"click", any({"4", "5", "6", "7"})});
      return words;
    case 1:
      // Down on a menu and up on its last line would end the program.
      return std::stoi(words[2]) < kBelowMenus || controls.contains("menu.quit") ? words
                                                                                 : drag(words);
    case 2:
      append(words, {"click", "1", "sleep", "0.005", "click", "1"});
      return words;
    case 3:
      return words;
    default:
      append(words, {"click", "1"});
      return words;
  }
}

bool RandomActions::may_be_followed(const std::map<std::string, Rect>& controls,
                                    const Words& words) const {
  const bool opens_menu = words[0] == "mousemove" && std::stoi(words[2]) < kBelowMenus;
  return !opens_menu && !controls.contains("menu.quit");
}

RandomActions::Words RandomActions::size() {
  constexpr const char* kSizes[][2] = {{"50", "50"},     {"50", "600"},   {"1200", "50"},
                                       {"1024", "640"},  {"1024", "640"}, {"400", "300"},
                                       {"1500", "1000"}, {"1024", "640"}};
  const auto& [width, height] = kSizes[random_.below(static_cast<int>(std::size(kSizes)))];
  return {"resize", width, height};
}

RandomActions::Words RandomActions::next(const std::map<std::string, Rect>& controls) {
  if (random_.below(30) == 0) return size();
  switch (random_.below(12)) {
    case 0:
    case 1:
      return text();
    case 2:
      return keys();
    case 3:
      return shortcut();
    default:
      return with_mouse(controls);
  }
}

}  // namespace attn::test
