#include "app/figure/links/links_diagram.h"

#include <algorithm>
#include <optional>
#include <string>

#include "app/figure/diagram/diagram_text.h"
#include "app/figure/links/drawn_links.h"
#include "app/figure/links/link_parts.h"
#include "app/figure/text/figure_theme.h"

namespace attn {
namespace {

constexpr double kBetweenParts = 14, kBetweenBelow = 24, kAboveLinksCaption = 22;
constexpr double kLeastBelow = 150;  // height of heatmaps under the links in a fixed height
constexpr double kLeastRow = 17, kLeastLines = 250;

/// Draws the numbers of all heads, of which up to eight are chosen, from the diagram's upper left
/// corner. Returns their height.
double add_head_choice(Diagram& diagram, const ViewInput& input, const DrawnLinks& drawn) {
  constexpr double kSide = 22, kStep = 26, kBelow = 8;
  const auto count = std::ssize(input.trace().heads);
  const std::string words =
      std::to_string(count) + " heads: choose up to " + std::to_string(kHeadColors);
  diagram.add_text({0, kSide / 2}, words, Type::small, {Ink::secondary});
  const double indent = input.ruler.width(words, Type::small) + 12;
  double x = indent, y = 0;
  if (indent > input.width / 2) x = 0, y = kSide;
  const double left = x;
  for (Index head = 0; head < count; ++head) {
    if (x + kSide > input.width && x > left) x = left, y += kStep;
    const Rect box{x, y, kSide, kSide};
    const auto found = std::ranges::find(drawn.heads, head);
    const bool is_shown = found != drawn.heads.end();
    const auto rank = static_cast<std::size_t>(found - drawn.heads.begin());
    constexpr double kBar = 4;
    diagram.add(
        RectMark{box, Paint{Ink::field}, Paint{is_shown ? Ink::secondary : Ink::hairline}, 4});
    if (is_shown) {
      diagram.add(RectMark{{box.x + 1, box.bottom() - kBar - 1, kSide - 2, kBar},
                           head_paint(drawn, rank),
                           std::nullopt,
                           2});
    }
    diagram.add_text({box.middle_x(), box.y + (kSide - kBar) / 2 + 1}, std::to_string(head),
                     is_shown ? Type::caption : Type::small,
                     {is_shown ? Ink::text : Ink::secondary}, 0.5);
    diagram.add_target("links.head[" + std::to_string(head) + "]", box);
    x += kStep;
  }
  return y + kSide + kBelow;
}

/// Layout of the parts of the view.
struct LinksParts {
  LinkPlaces links;
  std::optional<LinkHeatmaps> heatmaps{};
  bool is_below = false;
};

/// Least height of the links.
double least_height(const DrawnLinks& drawn, bool are_lines) {
  if (are_lines) return kLeastLines;
  return kLeastRow * static_cast<double>(std::max(drawn.queries.count, drawn.keys.count) + 3);
}

/// Layout of the parts; `height` 0: free height.
LinksParts parts_in(const ViewInput& input, const DrawnLinks& drawn, double width, double height) {
  const bool are_lines = input.state.options.links.are_lines;
  const bool is_free = height <= 0, has_letter = has_link_letters(input);
  const double least_width = are_lines ? width : 0;
  LinksParts parts{.links = link_places(input, drawn, least_width, height, has_letter)};
  if (!input.state.options.links.has_heatmaps) {
    parts.links = link_places(input, drawn, width, height, has_letter);
    return parts;
  }
  if (!are_lines) {
    const double beside = width - parts.links.width - kBetweenParts;
    const double high = is_free ? std::max(parts.links.height, 0.5 * width) : height;
    LinkHeatmaps heatmaps = link_heatmaps(input, drawn, beside, high);
    if (are_readable(heatmaps, input, is_free)) {
      const double left = width - heatmaps.width - kBetweenParts;
      parts.links = link_places(input, drawn, left, height, has_letter);
      parts.heatmaps = std::move(heatmaps);
      return parts;
    }
  }
  const double left =
      is_free ? std::max(400.0, width) : height - least_height(drawn, are_lines) - kBetweenBelow;
  const double above = is_free ? 0 : height - kBetweenBelow;
  if (is_free || left >= kLeastBelow) {
    LinkHeatmaps heatmaps = link_heatmaps(input, drawn, width, left);
    if (are_readable(heatmaps, input, false)) {
      parts.links =
          link_places(input, drawn, width, is_free ? 0 : above - heatmaps.height, has_letter);
      parts.heatmaps = std::move(heatmaps);
      parts.is_below = true;
      return parts;
    }
  }
  parts.links = link_places(input, drawn, width, height, has_letter);
  return parts;
}

/// Bounding box of the parts.
Rect bounds_of(const LinksParts& parts) {
  const LinkPlaces& links = parts.links;
  if (!parts.heatmaps) return {0, 0, links.width, links.height};
  const LinkHeatmaps& heatmaps = *parts.heatmaps;
  if (parts.is_below) {
    return {0, 0, std::max(links.width, heatmaps.width),
            links.height + kBetweenBelow + heatmaps.height};
  }
  return {0, 0, links.width + kBetweenParts + heatmaps.width,
          std::max(links.height, heatmaps.height)};
}

}  // namespace

Diagram links_diagram(const ViewInput& input) {
  const DrawnLinks drawn = drawn_links(input);
  Diagram diagram{input.width, input.height};
  const bool has_choice = input.choices && input.trace().heads.size() > kHeadColors;
  const double top = has_choice ? add_head_choice(diagram, input, drawn) : 0;
  double below = 0;
  if (input.caption && input.height > 0) {
    below = kAboveLinksCaption +
            links_caption_height(input.ruler, links_caption(input, drawn, true), input.width);
  }
  const double height = input.height > 0 ? std::max(40.0, input.height - top - below) : 0;
  const LinksParts parts = parts_in(input, drawn, input.width, height);
  const bool has_letters = has_link_letters(input) && parts.heatmaps.has_value();
  add_link_columns(diagram, input, drawn, parts.links, {0, top}, has_letters ? "(a)" : "");
  if (parts.heatmaps) {
    const Point at = parts.is_below ? Point{0, top + parts.links.height + kBetweenBelow}
                                    : Point{parts.links.width + kBetweenParts, top};
    add_link_heatmaps(diagram, input, drawn, *parts.heatmaps, at, has_letters ? "(b)" : "");
  }
  if (input.height > 0 && !input.caption) return diagram;
  const Rect used = bounds_of(parts);
  diagram.width = input.choices ? input.width : std::max(used.width, std::min(input.width, 300.0));
  diagram.height = top + used.height;
  if (!input.caption) return diagram;
  const auto caption = links_caption(input, drawn, parts.heatmaps.has_value());
  add_links_caption(diagram, input.ruler, caption, {0, diagram.height + kAboveLinksCaption},
                    diagram.width);
  diagram.height += kAboveLinksCaption + links_caption_height(input.ruler, caption, diagram.width);
  return diagram;
}

}  // namespace attn
