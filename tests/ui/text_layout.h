#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/ui/desktop.h"

namespace attn::test {

/// What a window shows.
struct TextLayout {
  std::vector<DrawnText> texts;
  std::map<std::string, Rect> controls;
  /// Words of its scene that are so long that they may be shortened.
  std::vector<std::string> long_words{};
};

/// What is wrong with the texts that are shown: one that is cut, shortened, over
/// another, off its panel or broken inside a term, or numbers that touch; a line for each, nothing
/// where all is well. What scrolls may be cut where it does; what else may be shortened stands in
/// one place, in the source beside this.
std::string layout_troubles(const TextLayout& layout);

/// The same of what the window shows now.
std::string layout_troubles(OpenProgram& program);

}  // namespace attn::test
