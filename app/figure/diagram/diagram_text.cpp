#include "app/figure/diagram/diagram_text.h"

#include <limits>
#include <utility>

#include "app/figure/diagram/text_lines.h"

namespace attn {

Rect add_caption(Diagram& diagram, const Ruler& ruler, std::string_view text, Rect room) {
  constexpr double kHeight = 20;
  diagram.add(TextMark{{room.x, room.y + 8},
                       ruler.shortened(text, Type::caption, room.width),
                       Type::caption,
                       {Ink::secondary}});
  return below(room, kHeight);
}

Rect add_words(Diagram& diagram, const Ruler& ruler, std::string_view text, Rect room) {
  if (text.empty()) return room;
  const double height = line_height(Type::small) + 2;
  double y = room.y;
  for (std::string& line : lines_of(ruler, text, Type::small, room.width, kAnyNumberOfLines)) {
    diagram.add(TextMark{{room.x, y + height / 2}, std::move(line), Type::small, {Ink::secondary}});
    y += height;
  }
  return below(room, y + 6 - room.y);
}

Rect below(Rect room, double height) {
  return {room.x, room.y + height, room.width, room.height - height};
}

Index tick_step(double needed, double pitch) {
  if (!(pitch * 1e9 >= needed)) return std::numeric_limits<Index>::max();
  for (Index power = 1;; power *= 10) {
    for (const Index digit : {1, 2, 5}) {
      if (static_cast<double>(digit * power) * pitch >= needed) return digit * power;
    }
  }
}

}  // namespace attn
