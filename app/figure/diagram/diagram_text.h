#pragma once

#include <string_view>

#include "app/figure/diagram/diagram.h"

namespace attn {

/// A part's caption in the first line of `room`, shortened to it. Answers the room below.
Rect add_caption(Diagram& diagram, const Ruler& ruler, std::string_view text, Rect room);

/// Sentences, broken into as many lines as they take in the width of `room`. Answers the room
/// below; without words, `room`.
Rect add_words(Diagram& diagram, const Ruler& ruler, std::string_view text, Rect room);

/// `room` without its upper `height`.
Rect below(Rect room, double height);

/// The smallest of 1, 2, 5, 10, … so that every such number of things `pitch` apart leaves `needed`
/// for each.
Index tick_step(double needed, double pitch);

}  // namespace attn
