#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/ui/desktop.h"

namespace attn::test {

/// Layout of a window's texts.
struct TextLayout {
  std::vector<DrawnText> texts;
  std::map<std::string, Rect> controls;
  /// Words of its scene that are so long that they may be shortened.
  std::vector<std::string> long_words{};
};

/// Layout errors of the texts, one per line: cut, shortened, overlapping, outside the panel, broken
/// inside a term, or numbers that touch. Scrolled texts may be cut; other permitted cases are
/// listed in one place in the source.
std::string layout_troubles(const TextLayout& layout);

/// Layout errors of the window's present texts.
std::string layout_troubles(OpenProgram& program);

}  // namespace attn::test
