#include "tests/soak/random_actions.h"

#include <iterator>
#include <string_view>

namespace attn::test {
namespace {

/// Controls that end the program, or open and write files all over the disk; and the menu that has
/// them, which would lie over others.
bool is_left_alone(std::string_view name) {
  for (const std::string_view part :
       {"menu.File", "quit", "browser", "open", "save", "recent", "files"}) {
    if (name.find(part) != std::string_view::npos) return true;
  }
  return false;
}

std::string place(double start, double size, double share) {
  return std::to_string(static_cast<int>(start + size * share));
}

void append(std::vector<std::string>& words, std::initializer_list<std::string> more) {
  words.insert(words.end(), more);
}

/// Of all numbers of a table only one in some is a target, else they would be all.
std::string kind_of(const std::string& name) { return name.substr(0, name.find_first_of("[.")); }

}  // namespace

std::string RandomActions::any(std::initializer_list<const char*> words) {
  return *(words.begin() + random_.below(static_cast<int>(words.size())));
}

RandomActions::Words RandomActions::to_any(const std::map<std::string, Rect>& controls) {
  std::map<std::string, std::vector<std::string>> kinds;
  for (const auto& [name, box] : controls) {
    if (!is_left_alone(name)) kinds[kind_of(name)].push_back(name);
  }
  if (kinds.empty()) return {};
  const auto& names =
      std::next(kinds.begin(), random_.below(static_cast<int>(kinds.size())))->second;
  const Rect& box =
      controls.at(names[static_cast<std::size_t>(random_.below(static_cast<int>(names.size())))]);
  const double across = 0.1 + 0.08 * random_.below(11), down = 0.1 + 0.08 * random_.below(11);
  return {"mousemove", place(box.x, box.width, across), place(box.y, box.height, down)};
}

RandomActions::Words RandomActions::drag(Words words) {
  append(words, {"mousedown", "1"});
  for (int i = 0; i < 4; ++i) {
    append(words, {"sleep", "0.004", "mousemove_relative", "--",
                   std::to_string(random_.below(61) - 30), std::to_string(random_.below(41) - 20)});
  }
  append(words, {"sleep", "0.004", "mouseup", "1"});
  return words;
}

RandomActions::Words RandomActions::text() {
  Words words;
  if (random_.coin()) append(words, {"key", "ctrl+a"});
  append(words, {"type", "--args", "1", "--delay", "1", "--",
                 any({"1.5", "-2", "0,25", "1e30", "-0", "inf", "nan", "abc", "a b c", "The cat",
                      "der Bär", "猫 sat", "x", "3", "0", "1\t2\n3\t4", "[[1, 2]", "--5", "."})});
  append(words, {"key", any({"Return", "Tab", "Escape", "shift+Tab"})});
  return words;
}

RandomActions::Words RandomActions::next(const std::map<std::string, Rect>& controls) {
  if (controls.contains("menu.quit")) return {"key", "Escape"};
  switch (random_.below(12)) {
    case 0:
    case 1:
      return text();
    case 2: {
      Words words = {"key"};
      for (int n = 1 + random_.below(4); n > 0; --n) {
        words.push_back(any({"Left", "Right", "Up", "Down", "Tab", "Return", "Escape", "BackSpace",
                             "Delete", "Home", "End", "Prior", "Next"}));
      }
      return words;
    }
    case 3:
      return {"key", any({"ctrl+z", "ctrl+z", "ctrl+z", "ctrl+y", "ctrl+shift+z", "ctrl+a",
                          "ctrl+c", "ctrl+v", "ctrl+x", "ctrl+s", "F1", "F5"})};
    default:
      break;
  }
  Words words = to_any(controls);
  if (words.empty()) return {"key", "Escape"};
  switch (random_.below(8)) {
    case 0:
      append(words, {"click", any({"4", "5", "6", "7"})});
      return words;
    case 1:
      return drag(words);
    case 2:
      append(words, {"click", "--repeat", "2", "--delay", "5", "1"});
      return words;
    case 3:
      return words;
    default:
      append(words, {"click", "1"});
      return words;
  }
}

}  // namespace attn::test
