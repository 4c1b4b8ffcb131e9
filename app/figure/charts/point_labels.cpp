#include "app/figure/charts/point_labels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>

#include "app/figure/diagram/diagram_text.h"

namespace attn {
namespace {

bool overlap(const Rect& a, const Rect& b) {
  return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

struct Size {
  double width = 0, height = 0;
};

/// Possible places of a text around its point, the best first.
std::array<Rect, 8> places(const PointLabel& label, double gap, Size size) {
  constexpr double kSlant = 0.7;
  std::array<Point, 8> sides = {{{1, 0},
                                 {-1, 0},
                                 {0, -1},
                                 {0, 1},
                                 {kSlant, -kSlant},
                                 {-kSlant, -kSlant},
                                 {kSlant, kSlant},
                                 {-kSlant, kSlant}}};
  const double length = std::hypot(label.side.x, label.side.y);
  const Point wanted = length > 0 ? Point{label.side.x / length, label.side.y / length} : Point{};
  std::ranges::stable_sort(sides, std::greater(), [wanted](const Point& side) {
    return std::round(1000 * (side.x * wanted.x + side.y * wanted.y));
  });
  std::array<Rect, 8> boxes;
  for (std::size_t n = 0; n < sides.size(); ++n) {
    // The middle of the text's nearest side, or its nearest corner, is at the gap.
    const Point edge{label.at.x + gap * sides[n].x, label.at.y + gap * sides[n].y};
    const auto begin = [](double at, double direction, double extent) {
      return direction == 0 ? at - extent / 2 : direction > 0 ? at : at - extent;
    };
    boxes[n] = {begin(edge.x, sides[n].x, size.width), begin(edge.y, sides[n].y, size.height),
                size.width, size.height};
  }
  return boxes;
}

/// Finds places for texts, one after another.
class Places {
 public:
  Places(const Rect& room, const std::vector<Rect>& taken) : room_(room), taken_(taken) {}

  /// Place, and the number of texts (each counts a thousand) and points that it covers.
  struct LabelPlace {
    Rect box;
    std::ptrdiff_t cost = 0;
  };
  /// Best place for a label; an optional label only gets a free place.
  std::optional<LabelPlace> find(const PointLabel& label, Size size) const {
    std::optional<LabelPlace> best;
    for (int ring = 0; ring < (label.is_needed ? 4 : 1); ++ring) {
      for (const Rect& box : places(label, label.gap + 9 * ring, size)) {
        if (!holds(room_, box)) continue;
        const std::ptrdiff_t cost = collisions(box);
        if (!best || cost < best->cost) best = LabelPlace{box, cost};
        if (cost == 0) return best;
      }
    }
    if (!label.is_needed) return std::nullopt;
    if (best) return best;
    const Rect box = moved_into(places(label, label.gap, size)[0], room_);
    return LabelPlace{box, collisions(box)};
  }

  void take(const Rect& box) { texts_.push_back(box); }

 private:
  /// Covering a text is far worse than covering a point.
  std::ptrdiff_t collisions(const Rect& box) const {
    const auto meets = [&box](const Rect& other) { return overlap(box, other); };
    return 1000 * std::ranges::count_if(texts_, meets) + std::ranges::count_if(taken_, meets);
  }

  Rect room_;
  const std::vector<Rect>& taken_;
  std::vector<Rect> texts_;
};

}  // namespace

PlacedLabels add_point_labels(Diagram& diagram, const Ruler& ruler,
                              const std::vector<PointLabel>& labels, const Rect& room,
                              const std::vector<Rect>& taken) {
  constexpr double kWhole = 1e9;
  constexpr std::size_t kCut = std::string_view("…").size();
  Places places(room, taken);
  PlacedLabels placed;
  for (const PointLabel& label : labels) {
    std::optional<Places::LabelPlace> best;
    std::string text;
    // Needed labels are shortened rather than overlapped.
    for (const double width : {kWhole, 48.0, 30.0, 18.0}) {
      std::string tried = shortened_rich(ruler, label.text, label.type, width);
      const Size size{rich_width(ruler, tried, label.type) + 4, line_height(label.type)};
      const auto found = places.find(label, size);
      if (found && (!best || found->cost < best->cost)) best = found, text = std::move(tried);
      if (!label.is_needed || (best && best->cost < 1000)) break;
    }
    const bool is_read = best && best->cost < 1000 && (text == label.text || text.size() > kCut);
    if (label.is_needed && !is_read) placed.has_all_needed = false;
    if (!best) continue;
    places.take(best->box);
    add_rich(diagram, ruler,
             {.at = {best->box.x + 2, best->box.middle_y()},
              .text = text,
              .type = label.type,
              .paint = label.paint,
              .role = label.is_needed ? label.role : TextRole::tick});
    ++placed.count;
  }
  return placed;
}

}  // namespace attn
