#include "app/figure/math/set_formula.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "app/figure/math/math_font.h"
#include "engine/base/clamped.h"
#include "engine/base/text.h"

namespace attn {
namespace {

using NodeKind = MathNode::Kind;

constexpr double kScriptSizes[] = {1, 0.71, 0.5};
constexpr double kLeastScript = 9;    // in units
constexpr double kLineGap = 0.45;     // gap between lines of a broken formula, in ems
constexpr double kColumnGap = 0.8;    // gap between columns of matrices
constexpr double kRowGap = 0.35;      // gap between rows, from ink to ink
constexpr double kResultSide = 0.28;  // margin of a result's background at its sides, in ems
constexpr double kResultRise = 0.18, kResultFall = 0.22;  // margin above and below
constexpr double kDigitHeight = 0.66;
constexpr double kFenceShare = 0.9;     // least share of its content that a fence covers
constexpr double kFenceOverhang = 0.2;  // largest uncovered part

/// Laid out part, from its start on the baseline; y downwards.
struct SetBox {
  double width = 0, height = 0, depth = 0;
  double italic = 0;  ///< of its last sign
  std::vector<SetFormula::Sign> signs{};
  std::vector<SetFormula::MathRule> bars{};
  std::vector<SetFormula::Term> terms{};
  std::vector<Rect> grounds{};

  /// Adds `other` with its start at `at`. The caller sets width, height and depth.
  void put(SetBox&& other, Point at) {
    const auto move = [at](auto& from, auto& to, const auto& place) {
      for (auto& one : from) {
        std::invoke(place, one).x += at.x;
        std::invoke(place, one).y += at.y;
        to.push_back(std::move(one));
      }
    };
    move(other.signs, signs, &SetFormula::Sign::at);
    move(other.bars, bars, &SetFormula::MathRule::rect);
    move(other.terms, terms, &SetFormula::Term::box);
    move(other.grounds, grounds, std::identity());
  }
  /// Appends `other` after this box, raised by `up`.
  void append(SetBox&& other, double up = 0) {
    height = std::max(height, other.height + up);
    depth = std::max(depth, other.depth - up);
    italic = other.italic;
    const double x = width;
    width += other.width;
    put(std::move(other), {x, -up});
  }
};

Ink ink_of(MathInk ink) {
  // In the order of MathInk.
  constexpr Ink kInks[] = {Ink::text, Ink::query, Ink::key, Ink::value, Ink::faint};
  return kInks[static_cast<std::size_t>(ink)];
}

/// Style level of a part: its size, and whether it is in display style.
struct MathLevel {
  bool display = true;
  int script = 0;  ///< 0, 1 or 2
  Ink ink = Ink::text;

  MathLevel smaller() const { return {false, std::min(script + 1, 2), ink}; }
  MathLevel inside() const { return {false, script, ink}; }
  MathLevel of_fraction() const { return display ? inside() : smaller(); }
};

/// Space between two parts in eighteenths of an em; negative numbers also apply in scripts (Knuth,
/// The TeXbook, chapter 18: 3 is thin, 4 medium, 5 thick).
int space_between(MathClass left, MathClass right) {
  // Rows and columns: ordinary, operation, binary, relation, opening, closing, punctuation, inner.
  // Thin spaces that also apply in scripts are negative.
  static constexpr int kSpaces[8][8] = {{0, -3, 4, 5, 0, 0, 0, 3}, {-3, -3, 0, 5, 0, 0, 0, 3},
                                        {4, 4, 0, 0, 4, 0, 0, 4},  {5, 5, 0, 0, 5, 0, 0, 5},
                                        {0, 0, 0, 0, 0, 0, 0, 0},  {0, -3, 4, 5, 0, 0, 0, 3},
                                        {3, 3, 0, 3, 3, 3, 3, 3},  {3, -3, 4, 5, 3, 0, 3, 3}};
  return kSpaces[static_cast<std::size_t>(left)][static_cast<std::size_t>(right)];
}

bool is_empty(const MathNode& node) { return node.kind == NodeKind::row && node.parts.empty(); }

/// The single sign of a part; null if it has more than one.
const MathNode* only_sign(const MathNode& node) {
  if (node.kind == NodeKind::sign) return &node;
  const bool is_around =
      node.kind == NodeKind::row || node.kind == NodeKind::term || node.kind == NodeKind::inked;
  return is_around && node.parts.size() == 1 ? only_sign(node.parts[0]) : nullptr;
}

class Setter {
 public:
  explicit Setter(const FormulaStyle& style) : style_(style), font_(math_font()) {}

  SetFormula set(const MathNode& formula) const {
    const MathLevel level{.display = style_.display};
    SetFormula made;
    SetBox all;
    double y = 0;
    for (SetBox& line : lines(formula, level)) {
      if (made.width == 0) {
        made.baseline = line.height;
        made.axis = line.height - up(MathConstant::axis_height, level);
      } else {
        y += kLineGap * em(level);
      }
      const double baseline = snapped(y + line.height);
      made.width = std::max(made.width, line.width);
      y += line.height + line.depth;
      all.put(std::move(line), {0, baseline});
    }
    made.height = y;
    made.signs = std::move(all.signs);
    made.bars = std::move(all.bars);
    made.terms = std::move(all.terms);
    made.grounds = std::move(all.grounds);
    for (SetFormula::MathRule& bar : made.bars) bar.rect.y = snapped(bar.rect.y);
    return made;
  }

 private:
  double snapped(double y) const {
    return style_.bar > 0 ? std::round(y / style_.bar) * style_.bar : y;
  }
  double em(const MathLevel& level) const {
    const double size = style_.size * kScriptSizes[level.script];
    return level.script == 0 ? size : std::max(size, std::min(style_.size, kLeastScript));
  }
  /// Length from the font's MATH table.
  double up(MathConstant which, const MathLevel& level) const {
    return font_.constant(which) * em(level);
  }
  double bar(MathConstant which, const MathLevel& level) const {
    return style_.bar > 0 ? style_.bar : up(which, level);
  }

  /// Part of a row, and its distance from the previous one.
  struct SpacedBox {
    SetBox box;
    double space = 0;
  };

  std::vector<SpacedBox> items(std::span<const MathNode> parts, std::span<const MathClass> classes,
                               const MathLevel& level) const {
    std::vector<SpacedBox> made;
    std::optional<MathClass> last;
    for (std::size_t n = 0; n < parts.size(); ++n) {
      made.push_back({box(parts[n], level)});
      if (parts[n].kind == NodeKind::space) continue;
      if (last) {
        const int space = space_between(*last, classes[n]);
        if (level.script == 0 || space < 0) made[n].space = std::abs(space) / 18.0 * em(level);
      }
      last = classes[n];
    }
    return made;
  }

  static SetBox joined(std::span<SpacedBox> items) {
    SetBox made;
    for (SpacedBox& item : items) {
      if (&item != items.data()) made.width += item.space;
      made.append(std::move(item.box));
    }
    return made;
  }

  std::vector<SetBox> lines(const MathNode& formula, const MathLevel& level) const {
    const std::span<const MathNode> parts =
        formula.kind == NodeKind::row ? std::span(formula.parts) : std::span(&formula, 1);
    const std::vector<MathClass> classes = classes_of(parts);
    std::vector<SpacedBox> all = items(parts, classes, level);
    const auto is_of = [&](std::size_t n, char32_t wanted) {
      const MathNode* const sign = only_sign(parts[n]);
      return sign && sign->sign == wanted;
    };
    // Other relations belong to both sides: "x + 1 if x > 0".
    const auto is_equals = [&](std::size_t n) { return is_of(n, U'='); };
    const auto is_arrow = [&](std::size_t n) { return is_of(n, U'→'); };
    const auto is_apart = [&](std::size_t n) {
      return parts[n].kind == NodeKind::space && parts[n].length >= 1;
    };
    // The longest run that fits and ends at a permitted place; `start` if not even the first does.
    const auto longest = [&](std::size_t start, const auto& may_break_before) {
      std::size_t best = start;
      double width = 0;
      for (std::size_t n = start; n < all.size(); ++n) {
        width += (n > start ? all[n].space : 0) + all[n].box.width;
        if (width > style_.width) break;
        if (n + 1 == all.size() || may_break_before(n + 1)) best = n + 1;
      }
      return best;
    };
    std::vector<SetBox> made;
    for (std::size_t start = 0; start < all.size();) {
      if (!made.empty() && is_apart(start)) {
        ++start;
        continue;
      }
      std::size_t end = longest(start, [&](std::size_t n) { return is_arrow(n) || is_apart(n); });
      if (end == start) end = longest(start, is_equals);
      if (end == start) {  // up to the first permitted place
        end = start + 1;
        while (end < all.size() && !is_equals(end) && !is_arrow(end) && !is_apart(end)) ++end;
      }
      made.push_back(joined(std::span(all).subspan(start, end - start)));
      start = end;
    }
    return made;
  }

  SetBox row(const MathNode& node, const MathLevel& level) const {
    std::vector<SpacedBox> all = items(node.parts, classes_of(node.parts), level);
    return joined(all);
  }

  SetBox box(const MathNode& node, const MathLevel& level) const {
    switch (node.kind) {
      case NodeKind::row:
        return row(node, level);
      case NodeKind::sign:
        return sign(node, level);
      case NodeKind::words:
        return words(node.text, level);
      case NodeKind::scripts:
        return scripts(node, level);
      case NodeKind::fraction:
        return fraction(node, level);
      case NodeKind::root:
        return root(node, level);
      case NodeKind::fenced:
        return fenced(node, level);
      case NodeKind::matrix:
        return matrix(node, level);
      case NodeKind::accent:
        return accent(node, level);
      case NodeKind::term: {
        SetBox made = box(node.parts[0], level);
        made.terms.push_back({node.text, {0, -made.height, made.width, made.height + made.depth}});
        return made;
      }
      case NodeKind::inked: {
        MathLevel inked = level;
        inked.ink = ink_of(node.ink);
        return box(node.parts[0], inked);
      }
      case NodeKind::result:
        return result(node.parts[0], level);
      case NodeKind::space:
        return {.width = node.length * em(level)};
    }
    return {};
  }

  /// A result's background is at least as high as digits, so that neighbouring results are equally
  /// high.
  SetBox result(const MathNode& node, const MathLevel& level) const {
    SetBox inside = box(node, level);
    const double size = em(level), side = kResultSide * size;
    SetBox made{.width = inside.width + 2 * side,
                .height = std::max(inside.height, kDigitHeight * size) + kResultRise * size,
                .depth = inside.depth + kResultFall * size};
    made.grounds.push_back({0, -made.height, made.width, made.height + made.depth});
    made.put(std::move(inside), {side, 0});
    return made;
  }

  SetBox glyph(Glyph glyph, const MathLevel& level) const {
    const GlyphMetrics& of = font_.metrics(glyph);
    const double size = em(level);
    SetBox made{.width = of.width * size,
                .height = of.height * size,
                .depth = of.depth * size,
                .italic = of.italic * size};
    made.signs.push_back({glyph, {}, size, level.ink});
    return made;
  }

  SetBox sign(const MathNode& node, const MathLevel& level) const {
    const Glyph plain = font_.glyph(node.sign);
    if (node.role != MathClass::operation) return glyph(plain, level);
    // Centred on the axis.
    SetBox made = glyph(level.display ? font_.large_operator(plain) : plain, level);
    const double down = (made.height - made.depth) / 2 - up(MathConstant::axis_height, level);
    for (auto& one : made.signs) one.at.y += down;
    made.height -= down;
    made.depth += down;
    return made;
  }

  SetBox words(std::string_view text, const MathLevel& level) const {
    SetBox made;
    while (!text.empty()) {
      const char32_t character = take_character(text);
      if (character == U' ') {
        made.width += 0.25 * em(level);
        continue;
      }
      made.append(glyph(font_.glyph(character), level));
    }
    made.italic = 0;
    return made;
  }

  SetBox scripts(const MathNode& node, const MathLevel& level) const {
    const MathNode &base_node = node.parts[0], &sub_node = node.parts[1], &sup_node = node.parts[2];
    if (node.has_limits && level.display) return limits(node, level);
    SetBox made = box(base_node, level);
    const bool is_sign = only_sign(base_node) != nullptr;
    const double italic = is_sign ? made.italic : 0;
    const double base_height = made.height, base_depth = made.depth, at = made.width;
    const bool has_sub = !is_empty(sub_node), has_sup = !is_empty(sup_node);
    SetBox sub = has_sub ? box(sub_node, level.smaller()) : SetBox{};
    SetBox sup = has_sup ? box(sup_node, level.smaller()) : SetBox{};
    double down = 0, rise = 0;
    if (has_sub) {
      down = std::max(up(MathConstant::subscript_shift_down, level),
                      sub.height - up(MathConstant::subscript_top_max, level));
      if (!is_sign) {
        down = std::max(down, base_depth + up(MathConstant::subscript_baseline_drop_min, level));
      }
    }
    if (has_sup) {
      rise = std::max(up(MathConstant::superscript_shift_up, level),
                      sup.depth + up(MathConstant::superscript_bottom_min, level));
      if (!is_sign) {
        rise = std::max(rise, base_height - up(MathConstant::superscript_baseline_drop_max, level));
      }
    }
    if (has_sub && has_sup) {
      const double least = up(MathConstant::sub_superscript_gap_min, level);
      const double gap = (rise - sup.depth) - (sub.height - down);
      if (gap < least) {
        const double lowest = up(MathConstant::superscript_bottom_max_with_subscript, level);
        const double raised = clamped(lowest - (rise - sup.depth), 0.0, least - gap);
        rise += raised;
        down += least - gap - raised;
      }
    }
    const double after = up(MathConstant::space_after_script, level);
    const auto add = [&](SetBox& script, double x, double y) {
      made.width = std::max(made.width, x + script.width + after);
      made.depth = std::max(made.depth, script.depth + y);
      made.height = std::max(made.height, script.height - y);
      made.put(std::move(script), {x, y});
    };
    // A large operator is slanted: its lower limit is below its foot.
    if (has_sub) add(sub, base_node.role == MathClass::operation ? at - italic : at, down);
    if (has_sup) add(sup, at + italic, -rise);
    made.italic = 0;
    return made;
  }

  /// Sets limits below and above the base.
  SetBox limits(const MathNode& node, const MathLevel& level) const {
    SetBox base = box(node.parts[0], level);
    const bool has_below = !is_empty(node.parts[1]), has_above = !is_empty(node.parts[2]);
    SetBox below = has_below ? box(node.parts[1], level.smaller()) : SetBox{};
    SetBox above = has_above ? box(node.parts[2], level.smaller()) : SetBox{};
    SetBox made;
    made.width = std::max({base.width, below.width, above.width});
    made.height = base.height;
    made.depth = base.depth;
    const double lean = base.italic / 2;
    const auto middle = [&](const SetBox& of) { return (made.width - of.width) / 2; };
    if (has_above) {
      const double rise =
          base.height + std::max(up(MathConstant::upper_limit_gap_min, level) + above.depth,
                                 up(MathConstant::upper_limit_baseline_rise_min, level));
      made.height = rise + above.height;
      const double x = middle(above) + lean;
      made.put(std::move(above), {x, -rise});
    }
    if (has_below) {
      const double down =
          base.depth + std::max(up(MathConstant::lower_limit_gap_min, level) + below.height,
                                up(MathConstant::lower_limit_baseline_drop_min, level));
      made.depth = down + below.depth;
      const double x = middle(below) - lean;
      made.put(std::move(below), {x, down});
    }
    const double x = middle(base);
    made.put(std::move(base), {x, 0});
    return made;
  }

  SetBox fraction(const MathNode& node, const MathLevel& level) const {
    SetBox above = box(node.parts[0], level.of_fraction());
    SetBox below = box(node.parts[1], level.of_fraction());
    const bool display = level.display;
    const double axis = up(MathConstant::axis_height, level);
    const double thick = bar(MathConstant::fraction_rule_thickness, level);
    const double gap_above = up(display ? MathConstant::fraction_num_display_style_gap_min
                                        : MathConstant::fraction_numerator_gap_min,
                                level);
    const double gap_below = up(display ? MathConstant::fraction_denom_display_style_gap_min
                                        : MathConstant::fraction_denominator_gap_min,
                                level);
    const double rise =
        std::max(up(display ? MathConstant::fraction_numerator_display_style_shift_up
                            : MathConstant::fraction_numerator_shift_up,
                    level),
                 axis + thick / 2 + gap_above + above.depth);
    const double down =
        std::max(up(display ? MathConstant::fraction_denominator_display_style_shift_down
                            : MathConstant::fraction_denominator_shift_down,
                    level),
                 gap_below + thick / 2 + below.height - axis);
    const double side = em(level) / 12;  // side bearing
    SetBox made;
    const double width = std::max(above.width, below.width) + em(level) / 6;
    made.width = width + 2 * side;
    made.height = rise + above.height;
    made.depth = down + below.depth;
    made.bars.push_back({{side, -axis - thick / 2, width, thick}, level.ink});
    const double x_above = side + (width - above.width) / 2;
    const double x_below = side + (width - below.width) / 2;
    made.put(std::move(above), {x_above, -rise});
    made.put(std::move(below), {x_below, down});
    return made;
  }

  /// Stretched sign, centred on the axis.
  SetBox about_axis(char32_t sign, double least, const MathLevel& level) const {
    const double size = em(level);
    const TallGlyph tall = font_.stretched(font_.glyph(sign), least / size);
    const double height = tall.height * size, depth = tall.depth * size;
    const double down = (height - depth) / 2 - up(MathConstant::axis_height, level);
    SetBox made{.width = tall.width * size, .height = height - down, .depth = depth + down};
    for (const TallGlyph::Piece& piece : tall.pieces) {
      made.signs.push_back({piece.glyph, {0, piece.below * size + down}, size, level.ink});
    }
    return made;
  }

  SetBox fenced(const MathNode& node, const MathLevel& level) const {
    SetBox inside = box(node.parts[0], level);
    const double axis = up(MathConstant::axis_height, level);
    const double reach = std::max(inside.height - axis, inside.depth + axis);
    const double least =
        std::max(2 * reach * kFenceShare, 2 * (reach - kFenceOverhang * em(level)));
    SetBox made;
    if (node.sign != 0) made.append(about_axis(node.sign, least, level));
    made.append(std::move(inside));
    if (node.closing != 0) made.append(about_axis(node.closing, least, level));
    made.italic = 0;
    return made;
  }

  SetBox root(const MathNode& node, const MathLevel& level) const {
    SetBox of = box(node.parts[0], level);
    const double gap = up(level.display ? MathConstant::radical_display_style_vertical_gap
                                        : MathConstant::radical_vertical_gap,
                          level);
    const double thick = bar(MathConstant::radical_rule_thickness, level);
    const double size = em(level);
    const double wanted = of.height + of.depth + gap + thick;
    const TallGlyph tall = font_.stretched(font_.glyph(U'√'), wanted / size);
    const double reach = (tall.height + tall.depth) * size;
    // The excess height of the sign is split between top and bottom.
    const double top = of.height + gap + thick + std::max(0.0, (reach - wanted) / 2);
    SetBox made;
    if (!is_empty(node.parts[1])) {
      MathLevel least = level.smaller().smaller();
      SetBox which = box(node.parts[1], least);
      const double before = up(MathConstant::radical_kern_before_degree, level);
      const double after = up(MathConstant::radical_kern_after_degree, level);
      const double rise = 0.6 * reach - (reach - top) + which.depth;
      made.height = std::max(made.height, rise + which.height);
      const double width = which.width;
      made.put(std::move(which), {std::max(0.0, before), -rise});
      made.width = std::max(0.0, std::max(0.0, before) + width + after);
    }
    const double x = made.width;
    for (const TallGlyph::Piece& piece : tall.pieces) {
      made.signs.push_back(
          {piece.glyph, {x, piece.below * size - top + tall.height * size}, size, level.ink});
    }
    made.width += tall.width * size;
    made.bars.push_back({{made.width, -top, of.width, thick}, level.ink});
    made.height = std::max(made.height, top + up(MathConstant::radical_extra_ascender, level));
    made.depth = std::max({made.depth, of.depth, reach - top});
    const double at = made.width;
    made.width += of.width;
    made.put(std::move(of), {at, 0});
    return made;
  }

  SetBox accent(const MathNode& node, const MathLevel& level) const {
    SetBox of = box(node.parts[0], level);
    SetBox above = glyph(font_.glyph(node.sign), level);
    const double size = em(level);
    const MathNode* const only = only_sign(node.parts[0]);
    const double at = only ? font_.metrics(font_.glyph(only->sign)).accent * size : of.width / 2;
    const double own = font_.metrics(above.signs[0].glyph).accent * size;
    const double rise =
        of.height - std::min(of.height, up(MathConstant::accent_base_height, level));
    SetBox made{.width = of.width,
                .height = std::max(of.height, above.height + rise),
                .depth = of.depth,
                .italic = of.italic};
    made.put(std::move(above), {at - own, -rise});
    made.put(std::move(of), {});
    return made;
  }

  SetBox matrix(const MathNode& node, const MathLevel& level) const {
    const std::size_t columns = std::max<std::size_t>(1, node.columns);
    const std::size_t rows = node.parts.size() / columns;
    std::vector<SetBox> cells;
    std::vector<double> widths(columns, 0), heights(rows, 0), depths(rows, 0);
    const double strut = 0.7 * em(level);
    for (std::size_t n = 0; n < rows * columns; ++n) {
      cells.push_back(box(node.parts[n], level.inside()));
      widths[n % columns] = std::max(widths[n % columns], cells[n].width);
      heights[n / columns] = std::max({heights[n / columns], strut, cells[n].height});
      depths[n / columns] = std::max(depths[n / columns], cells[n].depth);
    }
    double reach = kRowGap * em(level) * (static_cast<double>(rows) - 1);
    for (std::size_t i = 0; i < rows; ++i) reach += heights[i] + depths[i];
    SetBox made;
    const double side = em(level) / 6;
    made.height = reach / 2 + up(MathConstant::axis_height, level);
    made.depth = reach - made.height;
    double y = -made.height;
    for (std::size_t i = 0; i < rows; ++i) {
      y += heights[i];
      double x = side;
      for (std::size_t j = 0; j < columns; ++j) {
        SetBox& cell = cells[i * columns + j];
        const double within = (widths[j] - cell.width) / 2;
        made.put(std::move(cell), {x + within, y});
        x += widths[j] + (j + 1 < columns ? kColumnGap * em(level) : side);
      }
      made.width = x;
      y += depths[i] + kRowGap * em(level);
    }
    return made;
  }

  const FormulaStyle style_;
  const MathFont& font_;
};

constexpr std::size_t kMostKnown = 1024;

struct KnownKey {
  std::string tex;
  double size, width, bar;
  bool display;
  auto operator<=>(const KnownKey&) const = default;
};

}  // namespace

SetFormula set_formula(const MathNode& formula, const FormulaStyle& style) {
  return Setter(style).set(formula);
}

MathNode formula_or_problem(std::string_view tex) {
  try {
    return read_formula(tex);
  } catch (const FormulaError& error) {
    return {.kind = MathNode::Kind::words, .text = error.what()};
  }
}

std::shared_ptr<const SetFormula> known_formula(std::string_view tex, const FormulaStyle& style) {
  thread_local std::map<KnownKey, std::shared_ptr<const SetFormula>> known;
  KnownKey key{std::string(tex), style.size, style.width, style.bar, style.display};
  if (const auto found = known.find(key); found != known.end()) return found->second;
  auto made = std::make_shared<const SetFormula>(set_formula(formula_or_problem(tex), style));
  if (known.size() >= kMostKnown) known.clear();
  known.emplace(std::move(key), made);
  return made;
}

}  // namespace attn
