#include "app/figure/diagram_text.h"

#include <algorithm>
#include <limits>

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
  std::string line;
  const auto end_line = [&] {
    diagram.add(TextMark{{room.x, y + height / 2},
                         ruler.shortened(line, Type::small, room.width),
                         Type::small,
                         {Ink::secondary}});
    y += height;
    line.clear();
  };
  while (!text.empty()) {
    const std::size_t space = std::min(text.find(' '), text.size());
    const std::string word(text.substr(0, space));
    text.remove_prefix(std::min(space + 1, text.size()));
    const std::string longer = line.empty() ? word : line + " " + word;
    if (!line.empty() && ruler.width(longer, Type::small) > room.width) {
      end_line();
      line = word;
    } else {
      line = longer;
    }
  }
  end_line();
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
