#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/engine/scenes.h"
#include "tests/ui/desktop.h"

namespace attn::test {

/// What people may do to the window, at random: words for xdotool, by the controls that are on the
/// screen. The same seed does the same where the same controls are there.
class RandomActions {
 public:
  explicit RandomActions(unsigned seed) : random_(seed) {}

  /// One action. It neither ends the program nor lets it write elsewhere than it was told to.
  std::vector<std::string> next(const std::map<std::string, Rect>& controls);

 private:
  using Words = std::vector<std::string>;
  std::string any(std::initializer_list<const char*> words);
  /// Moves the mouse to somewhere in a control; {} where there is none.
  Words to_any(const std::map<std::string, Rect>& controls);
  Words drag(Words words);
  Words text();

  Random random_;
};

}  // namespace attn::test
