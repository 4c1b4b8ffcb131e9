#include "tests/ui/text_layout.h"

#include <algorithm>
#include <regex>
#include <vector>

namespace attn::test {
namespace {

double right(const Rect& box) { return box.x + box.width; }
double bottom(const Rect& box) { return box.y + box.height; }

Rect common(const Rect& a, const Rect& b) {
  const double x = std::max(a.x, b.x), y = std::max(a.y, b.y);
  return {x, y, std::min(right(a), right(b)) - x, std::min(bottom(a), bottom(b)) - y};
}

bool holds(const Rect& box, const Rect& one) {
  const double x = one.x + one.width / 2, y = one.y + one.height / 2;
  return x >= box.x && x < right(box) && y >= box.y && y < bottom(box);
}

/// Where it has ink: without the space that lines have above and below.
Rect inked(const DrawnText& one) {
  const double less = 0.22 * one.box.height;
  return {one.box.x, one.box.y + less, one.box.width, one.box.height - 2 * less};
}

std::string told(const DrawnText& one) {
  return "\"" + one.text + "\" at " + std::to_string(static_cast<int>(one.box.x)) + ", " +
         std::to_string(static_cast<int>(one.box.y));
}

}  // namespace

std::string layout_troubles(OpenProgram& program) {
  const auto controls = program.controls();
  const std::vector<DrawnText> all = program.drawn();
  std::vector<Rect> tables;  // which scroll both ways
  for (const auto& [name, box] : controls) {
    if (name.ends_with(".table")) tables.push_back(box);
  }
  std::string wrong;
  std::vector<const DrawnText*> seen;
  for (const DrawnText& one : all) {
    const Rect shown = common(one.box, one.clip);
    if (shown.width <= 0 || shown.height <= 0) continue;
    seen.push_back(&one);
    const bool is_in_table =
        std::ranges::any_of(tables, [&](const Rect& box) { return holds(box, shown); });
    if (!is_in_table && shown.width < one.box.width - 2) wrong += told(one) + " is cut\n";
    // Panels at the sides scroll; what is in the middle has room.
    for (const char* place : {"view", "inspector"}) {
      const auto box = controls.find(place);
      if (box == controls.end() || !holds(box->second, shown)) continue;
      const Rect ink = inked(one);
      if (common(ink, one.clip).height < ink.height - 1) wrong += told(one) + " is cut in height\n";
    }
    static const std::regex shortened(".*…[\"”]?$");
    static const std::regex meant("Add a mask …");
    if (std::regex_match(one.text, shortened) && !std::regex_match(one.text, meant)) {
      wrong += told(one) + " is shortened\n";
    }
  }
  for (std::size_t n = 0; n < seen.size(); ++n) {
    for (std::size_t other = 0; other < n; ++other) {
      const Rect both = common(common(inked(*seen[n]), seen[n]->clip),
                               common(inked(*seen[other]), seen[other]->clip));
      if (both.width <= 1.5 || both.height <= 1.5) continue;
      wrong += told(*seen[n]) + " is over " + told(*seen[other]) + "\n";
    }
  }
  return wrong;
}

}  // namespace attn::test
