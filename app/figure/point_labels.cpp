#include "app/figure/point_labels.h"

#include <algorithm>
#include <array>
#include <optional>

namespace attn {
namespace {

bool overlap(const Rect& a, const Rect& b) {
  return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

bool holds(const Rect& room, const Rect& box) {
  return box.x >= room.x && box.y >= room.y && box.right() <= room.right() &&
         box.bottom() <= room.bottom();
}

struct Size {
  double width = 0, height = 0;
};

/// Where a text may stand around its point: sides first, then corners.
std::array<Rect, 8> places(Point at, double gap, Size size) {
  const double near = gap * 0.7;
  const double left = at.x - size.width, above = at.y - size.height;
  const double level = at.y - size.height / 2, middle = at.x - size.width / 2;
  const auto box = [&](double x, double y) { return Rect{x, y, size.width, size.height}; };
  return {box(at.x + gap, level),         box(left - gap, level),
          box(middle, above - gap),       box(middle, at.y + gap),
          box(at.x + near, above - near), box(left - near, above - near),
          box(at.x + near, at.y + near),  box(left - near, at.y + near)};
}

/// Finds room for one text after the other.
class Places {
 public:
  Places(const Rect& room, const std::vector<Rect>& taken) : room_(room), taken_(taken) {}

  std::optional<Rect> take(const PointLabel& label, Size size) {
    std::optional<Rect> best;
    std::ptrdiff_t least = 0;
    for (int ring = 0; ring < (label.is_needed ? 4 : 1); ++ring) {
      for (const Rect& box : places(label.at, label.gap + 9 * ring, size)) {
        if (!holds(room_, box)) continue;
        const std::ptrdiff_t cost = collisions(box);
        if (!best || cost < least) best = box, least = cost;
        if (cost == 0) break;
      }
      if (best && least == 0) break;
    }
    if (label.is_needed && !best) best = into_room(places(label.at, label.gap, size)[0]);
    if (!best || (least > 0 && !label.is_needed)) return std::nullopt;
    texts_.push_back(*best);
    return best;
  }

 private:
  /// Another text is far worse than a point.
  std::ptrdiff_t collisions(const Rect& box) const {
    const auto meets = [&box](const Rect& other) { return overlap(box, other); };
    return 1000 * std::ranges::count_if(texts_, meets) + std::ranges::count_if(taken_, meets);
  }
  Rect into_room(Rect box) const {
    box.x = std::max(room_.x, std::min(box.x, room_.right() - box.width));
    box.y = std::max(room_.y, std::min(box.y, room_.bottom() - box.height));
    return box;
  }

  Rect room_;
  const std::vector<Rect>& taken_;
  std::vector<Rect> texts_;
};

}  // namespace

int add_point_labels(Diagram& diagram, const Ruler& ruler, const std::vector<PointLabel>& labels,
                     const Rect& room, const std::vector<Rect>& taken) {
  Places places(room, taken);
  int count = 0;
  for (const PointLabel& label : labels) {
    const Size size{ruler.width(label.text, label.type) + 4, line_height(label.type)};
    const auto box = places.take(label, size);
    if (!box) continue;
    diagram.add(TextMark{{box->x + 2, box->middle_y()}, label.text, label.type, label.paint});
    ++count;
  }
  return count;
}

}  // namespace attn
