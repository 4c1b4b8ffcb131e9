#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/figure/diagram/diagram.h"

namespace attn {

// Texts of ours have formulas among their words (app/document/formulas/formula_text.h); words that
// others wrote are brought into them by as_words().

/// One line of such a text: `line` says where and how, level.
void add_rich(Diagram& diagram, const Ruler& ruler, const TextMark& line);
double rich_width(const Ruler& ruler, std::string_view text, Type type);

/// How far ink of a line reaches from its middle.
struct LineExtent {
  double above = 0, below = 0;
};
LineExtent rich_extent(const Ruler& ruler, std::string_view text, Type type);

/// With … for what does not fit into `width`; a formula goes as a whole.
std::string shortened_rich(const Ruler& ruler, std::string_view text, Type type, double width);
/// In lines of at most `width`, broken at spaces between words, and of those at most `most`: the
/// last is shortened where there is more. At least one.
std::vector<std::string> rich_lines_of(const Ruler& ruler, std::string_view text, Type type,
                                       double width, std::size_t most);

/// A part's caption in the first line of `room`. Where there is none for all of it, it goes on in
/// the next where lines break, and else is `shorter` or what stands before " — ", shortened.
/// Answers the room below.
Rect add_caption(Diagram& diagram, const Ruler& ruler, std::string_view text, Rect room,
                 std::string_view shorter = {});

/// Sentences, broken into as many lines as they take in the width of `room`. Answers the room
/// below; without words, `room`.
Rect add_words(Diagram& diagram, const Ruler& ruler, std::string_view text, Rect room);

/// `text` as it stands in a line of `width`: shortened there, or in more lines where they break.
std::vector<std::string> fitted_lines(const Ruler& ruler, std::string_view text, Type type,
                                      double width);

/// `room` without its upper `height`.
Rect below(Rect room, double height);

/// The smallest of 1, 2, 5, 10, … so that every such number of things `pitch` apart leaves `needed`
/// for each.
Index tick_step(double needed, double pitch);

}  // namespace attn
