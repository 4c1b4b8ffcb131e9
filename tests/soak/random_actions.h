#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/engine/scenes.h"
#include "tests/ui/desktop.h"

namespace attn::test {

/// Random user actions as commands for Screen::input(), using the controls on the screen.
/// Deterministic for a seed and equal controls.
class RandomActions {
 public:
  explicit RandomActions(unsigned seed) : random_(seed) {}

  /// One action. It does not end the program, and goes up no more than kMostSteps folders.
  static constexpr int kMostSteps = 4;
  std::vector<std::string> next(const std::map<std::string, Rect>& controls);

  /// Whether the next one may come before it is known what `words` did to the controls: they opened
  /// no menu, whose last line ends the program.
  bool may_be_followed(const std::map<std::string, Rect>& controls,
                       const std::vector<std::string>& words) const;

 private:
  using Words = std::vector<std::string>;
  std::string any(std::initializer_list<const char*> words);
  /// Moves the mouse to somewhere in a control; {} where there is none.
  Words to_any(const std::map<std::string, Rect>& controls);
  Words drag(Words words);
  Words text();
  Words keys();
  Words shortcut();
  Words size();
  Words with_mouse(const std::map<std::string, Rect>& controls);

  Random random_;
};

}  // namespace attn::test
