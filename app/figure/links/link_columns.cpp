#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "app/figure/diagram/diagram_text.h"
#include "app/figure/links/link_parts.h"
#include "app/figure/text/figure_theme.h"
#include "app/figure/text/visible_text.h"
#include "engine/base/clamped.h"

namespace attn {
namespace {

// In units of 1/96 inch, for a figure over both columns of a paper.
constexpr double kRow = 36, kUsualRows = 440;  // height of a row, at most; of all rows if many
constexpr double kLinksAcross = 124, kFewestAcross = 48, kWidestLinks = 320, kMostInFigure = 240;
constexpr double kLinksDown = 150, kFewestDown = 24;
constexpr double kNameGap = 6;  // gap between a link and a name
constexpr double kSquare = 10.6, kSquarePitch = 12.1, kSquaresGap = 10;
constexpr double kSquareLine = 14.6;  // distance between heads in lines
constexpr double kWidestName = 110, kWidestSlot = 90;
constexpr double kStrongLine = 2.4, kFaintLine = 1.06, kHeadOffset = 2.65;

std::size_t position(Index n) { return static_cast<std::size_t>(n); }

/// Type of names at distance `pitch`; and whether all are shown.
std::pair<Type, bool> name_type(const Ruler& ruler, double pitch) {
  for (const Type type : {Type::body, Type::small, Type::tiny}) {
    if (type == Type::tiny && !ruler.is_fine()) break;
    if (pitch >= line_height(type)) return {type, true};
  }
  return {Type::small, false};
}

/// Type for highlighted names.
Type strong(Type type) {
  return type == Type::body ? Type::strong : type == Type::small ? Type::caption : type;
}

std::string name_of(const std::vector<std::string>& tokens, Index n) {
  return visible_text(tokens[position(n)]);
}

double longest_name(const Ruler& ruler, const std::vector<std::string>& tokens,
                    const TokenSpan& span, Type type) {
  double width = 0;
  for (Index n = span.first; n < span.first + span.count && width < kWidestName; ++n) {
    width = std::max(width, ruler.width(name_of(tokens, n), strong(type)));
  }
  return std::min(width, kWidestName);
}

/// Width of the widest of the heads' numbers.
double widest_number(const Ruler& ruler, const std::vector<Index>& heads, Type type) {
  return widest(ruler, type, heads, [](Index head) { return std::to_string(head); });
}

/// Extent of names at distance `pitch` beyond the first and last position.
double beyond_ends(double pitch) { return std::max(0.0, (line_height(Type::small) - pitch) / 2); }

/// Places the parts that both layouts share.
void place_tokens(LinkPlaces& places, const DrawnLinks& drawn, double start) {
  const auto most = static_cast<double>(std::max(drawn.queries.count, drawn.keys.count));
  const auto centred = [&](const TokenSpan& span) {
    return start + (most - static_cast<double>(span.count)) / 2 * places.pitch;
  };
  places.query_start = centred(drawn.queries);
  places.key_start = centred(drawn.keys);
  const auto heads = static_cast<double>(drawn.heads.size());
  places.offset = std::min(kHeadOffset, 0.8 * places.pitch / heads);
}

void place_columns(LinkPlaces& places, const ViewInput& input, const DrawnLinks& drawn,
                   double width, double height) {
  const Ruler& ruler = input.ruler;
  const auto rows = static_cast<double>(std::max(drawn.queries.count, drawn.keys.count));
  const auto heading_of = [](Type type) { return line_height(type) + 3; };
  double beyond = 0;
  bool is_tight = false;  // body type does not fit, nor in the heading
  if (height > 0) {
    places.pitch = std::min(kRow, (height - 2 * heading_of(Type::body)) / rows);
    is_tight = places.pitch < line_height(Type::body);
    if (is_tight) {
      const double room = height - 2 * heading_of(Type::small);
      beyond = beyond_ends(room / rows);
      places.pitch = std::max(0.5, (room - 2 * beyond) / rows);
    }
  } else {
    places.pitch = clamped(kUsualRows / rows, line_height(Type::body) + 0.1, kRow);
  }
  std::tie(places.type, places.has_all_names) = name_type(ruler, places.pitch);
  if (is_tight && places.type == Type::body) places.type = Type::small;
  const Type words = places.type == Type::body ? Type::body : Type::small;
  places.heading = heading_of(words);
  place_tokens(places, drawn, 2 * places.heading + beyond);
  places.height = 2 * places.heading + rows * places.pitch + 2 * beyond;

  places.square = clamped(places.pitch - 1.5, 0.5, kSquare);
  places.square_pitch = std::max(kSquarePitch, widest_number(ruler, places.slots, words) + 3);
  const double squares = places.square_pitch * static_cast<double>(places.slots.size());
  const double around = 2 * kNameGap + kSquaresGap + squares;
  double queries = longest_name(ruler, input.scene().query_tokens(), drawn.queries, places.type);
  double keys = longest_name(ruler, input.scene().tokens, drawn.keys, places.type);
  queries = std::max(queries, ruler.width("query", words));
  keys = std::max(keys, ruler.width("key", words));
  double across = kLinksAcross;
  if (width > 0) {
    const double most = height > 0 ? kWidestLinks : kMostInFigure;
    across = clamped(width - around - queries - keys, kFewestAcross, most);
    const double room = std::max(40.0, width - around - kFewestAcross);
    if (queries + keys > room) {
      const double longer = std::max(room / 2, room - std::min(queries, keys));
      queries = std::min(queries, longer);
      keys = std::min(keys, room - queries);
    }
  }
  places.longest = std::max(queries, keys);
  places.query_at = queries + kNameGap;
  places.key_at = places.query_at + across;
  places.squares = places.key_at + kNameGap + keys + kSquaresGap;
  places.width = places.squares + squares;
}

void place_lines(LinkPlaces& places, const ViewInput& input, const DrawnLinks& drawn, double width,
                 double height, bool has_letter) {
  const Ruler& ruler = input.ruler;
  const auto count = static_cast<double>(std::max(drawn.queries.count, drawn.keys.count));
  const double number = widest_number(ruler, places.slots, Type::small);
  const double letter = has_letter ? ruler.width("(a)", Type::strong) + 8 : 0;
  const double heads = ruler.width("head", Type::small) + 6 + number + 4 + kSquare;
  const double words = std::max(ruler.width("query", Type::small), ruler.width("key", Type::small));
  const double left = std::max(letter + heads, words) + 8;
  places.pitch = std::min((width - left) / count, kWidestSlot);
  const double beyond = beyond_ends(places.pitch);
  places.pitch = std::max(0.5, places.pitch - 2 * beyond / count);
  const auto longest = [&](Type type) {
    return std::max(longest_name(ruler, input.scene().query_tokens(), drawn.queries, type),
                    longest_name(ruler, input.scene().tokens, drawn.keys, type));
  };
  constexpr double kBetween = 4;
  places.is_upwards = true;
  std::tie(places.type, places.has_all_names) = name_type(ruler, places.pitch);
  for (const Type type : {Type::small, Type::body}) {
    if (longest(type) + kBetween > places.pitch) continue;
    places.type = type;
    places.has_all_names = true;
    places.is_upwards = false;
  }
  places.longest = longest(places.type);
  if (height > 0) places.longest = std::min(places.longest, std::max(36.0, 0.2 * height));
  const double names = places.is_upwards ? places.longest : line_height(places.type);
  place_tokens(places, drawn, left + beyond);
  const auto slots = static_cast<double>(places.slots.size());
  places.square_pitch = height > 0 ? std::min(kSquareLine, 0.3 * height / slots) : kSquareLine;
  places.square = clamped(std::min(places.pitch, places.square_pitch) - 1.5, 0.5, kSquare);
  const double squares = places.square_pitch * slots;
  places.key_at = squares + kNameGap + names + kNameGap;
  const double after = kNameGap + names;
  const double down =
      height > 0 ? std::max(kFewestDown, height - places.key_at - after) : kLinksDown;
  places.query_at = places.key_at + down;
  places.height = places.query_at + after;
  places.width = left + count * places.pitch + 2 * beyond;
  places.heading = line_height(Type::small);
}

/// Returns whether heads are chosen by the squares in the heading; otherwise there are too many.
bool are_chosen_above(const ViewInput& input) {
  return input.choices && input.trace().heads.size() <= kHeadColors;
}

/// Draws the parts at their places.
class LinkColumns {
 public:
  LinkColumns(Diagram& diagram, const ViewInput& input, const DrawnLinks& drawn,
              const LinkPlaces& places, Point at)
      : diagram_(diagram),
        input_(input),
        drawn_(drawn),
        places_(places),
        at_(at),
        query_(input.query()) {
    for (const HeadLink& link : drawn.links) largest_ = std::max(largest_, std::abs(link.weight));
    strong_.resize(drawn.heads.size());
    for (auto& row : strong_) row.resize(position(input.scene().key_count()));
    for (const HeadLink& link : drawn.links) {
      if (link.cell.query == query_) strong_[link.rank][position(link.cell.key)] = link.weight;
    }
  }

  void draw(const std::string& letter) {
    add_heading(letter);
    for (const bool is_strong : {false, true}) {
      for (const HeadLink& link : drawn_.links) {
        if ((link.cell.query == query_) == is_strong) add_link(link, is_strong);
      }
    }
    add_names(TokenSide::query);
    add_names(TokenSide::key);
    for (Index j = drawn_.keys.first; j < drawn_.keys.first + drawn_.keys.count; ++j) {
      add_squares(j);
    }
    add_targets();
  }

 private:
  enum class TokenSide { query, key };

  const TokenSpan& span(TokenSide side) const {
    return side == TokenSide::query ? drawn_.queries : drawn_.keys;
  }
  const std::vector<std::string>& tokens(TokenSide side) const {
    return side == TokenSide::query ? input_.scene().query_tokens() : input_.scene().tokens;
  }
  /// Middle of a token's slot, along the column or line.
  double middle(TokenSide side, Index n) const {
    const double start = side == TokenSide::query ? places_.query_start : places_.key_start;
    return start + (static_cast<double>(n - span(side).first) + 0.5) * places_.pitch;
  }
  Point place(double along, double across) const {
    return places_.are_lines ? Point{at_.x + along, at_.y + across}
                             : Point{at_.x + across, at_.y + along};
  }
  bool is_shown_key(Index j) const { return input_.shown && input_.shown->key == j; }

  /// Index of a head among the shown ones; empty if it is not shown.
  std::optional<std::size_t> rank_of(Index head) const {
    const auto found = std::ranges::find(drawn_.heads, head);
    if (found == drawn_.heads.end()) return std::nullopt;
    return static_cast<std::size_t>(found - drawn_.heads.begin());
  }

  double strength(double weight) const { return std::abs(weight) / largest_; }
  Paint strong_paint(std::size_t rank, double weight) const {
    Paint paint = head_paint(drawn_, rank);
    paint.alpha = std::min(1.0, 0.12 + 0.95 * strength(weight));
    return paint;
  }

  void add_link(const HeadLink& link, bool is_strong) {
    const auto heads = static_cast<double>(drawn_.heads.size());
    const double offset = (static_cast<double>(link.rank) - (heads - 1) / 2) * places_.offset;
    const std::vector<Point> ends{
        place(middle(TokenSide::query, link.cell.query) + offset, places_.query_at),
        place(middle(TokenSide::key, link.cell.key) + offset, places_.key_at)};
    Paint paint = strong_paint(link.rank, link.weight);
    if (!is_strong) paint.alpha = 0.05 + 0.2 * strength(link.weight);
    diagram_.add(LineMark{.points = ends,
                          .paint = paint,
                          .line = is_strong ? kStrongLine : kFaintLine,
                          .dashed = link.weight < 0});
    if (!is_strong) return;
    diagram_.line_targets.push_back({"links.link[" + std::to_string(drawn_.heads[link.rank]) +
                                         "][" + std::to_string(link.cell.key) + "]",
                                     ends});
  }

  void add_square(Rect square, const std::optional<Paint>& paint, bool is_hollow) {
    const double radius = square.width / 5;
    if (!paint || is_hollow) {
      diagram_.add(RectMark{square, Paint{Ink::hairline, 0.5}, std::nullopt, radius});
    }
    if (!paint) return;
    if (!is_hollow) {
      diagram_.add(RectMark{square, *paint, std::nullopt, radius});
      return;
    }
    constexpr double kLine = 1.5;
    diagram_.add(RectMark{grown(square, -kLine / 2), std::nullopt, *paint, radius, kLine});
  }

  /// Middle of slot n of the squares, across.
  double slot_middle(std::size_t n) const {
    return places_.squares + (static_cast<double>(n) + 0.5) * places_.square_pitch;
  }

  /// Draws the squares of a key, one for each shown head.
  void add_squares(Index key) {
    for (std::size_t n = 0; n < places_.slots.size(); ++n) {
      const auto rank = rank_of(places_.slots[n]);
      if (!rank) continue;
      const double weight = strong_[*rank][position(key)];
      const Rect square =
          square_around(place(middle(TokenSide::key, key), slot_middle(n)), places_.square / 2);
      add_square(square, weight != 0 ? std::optional(strong_paint(*rank, weight)) : std::nullopt,
                 weight < 0);
    }
  }

  void add_word(std::string text, Point at, Type type, double align, Ink ink = Ink::secondary) {
    diagram_.add_text(at, std::move(text), type, {ink}, align);
  }

  /// Type of the heading.
  Type heading_type() const {
    return !places_.are_lines && places_.type == Type::body ? Type::body : Type::small;
  }
  /// For lines: end of the space before the tokens, where the heads' numbers are.
  double gutter() const { return std::min(places_.query_start, places_.key_start) - 8; }
  double numbers_end() const { return gutter() - kSquare - 4; }

  /// Draws the labels of the squares and of the two columns or lines.
  void add_heading(const std::string& letter) {
    const Type type = heading_type();
    const double line = places_.heading;
    if (!letter.empty()) add_word(letter, {at_.x, at_.y + line / 2}, Type::strong, 0, Ink::text);
    for (std::size_t n = 0; n < places_.slots.size(); ++n) add_head(n);
    if (places_.are_lines) {
      const double end = numbers_end() - widest_number(input_.ruler, places_.slots, type) - 6;
      add_word("head", {at_.x + end, at_.y + slot_middle(0)}, type, 1);
      add_word("key", {at_.x + gutter(), name_middle(TokenSide::key)}, type, 1);
      add_word("query", {at_.x + gutter(), name_middle(TokenSide::query)}, type, 1);
      return;
    }
    add_word("head", {at_.x + places_.squares - 6, at_.y + line / 2}, type, 1);
    const double y = at_.y + 1.5 * line;
    add_word("query", {at_.x + places_.query_at - kNameGap, y}, type, 1);
    add_word("key", {at_.x + places_.key_at + kNameGap, y}, type, 0);
  }

  /// Draws the square of slot n, with its number below or before it.
  void add_head(std::size_t n) {
    const bool are_lines = places_.are_lines;
    const Index head = places_.slots[n];
    const double across = slot_middle(n), line = places_.heading, pitch = places_.square_pitch;
    const double side = are_lines ? std::min(kSquare, pitch - 1.5) : kSquare;
    const Point middle = are_lines ? Point{at_.x + gutter() - kSquare / 2, at_.y + across}
                                   : Point{at_.x + across, at_.y + line / 2};
    const auto rank = rank_of(head);
    if (rank) {
      add_square(square_around(middle, side / 2), head_paint(drawn_, *rank), false);
    } else {
      diagram_.add(RectMark{square_around(middle, (side - 1) / 2), std::nullopt, Paint{Ink::faint},
                            side / 5});
    }
    // At small heights numbers would overlap and are left out: the heatmaps have them.
    if (!are_lines || pitch >= 0.75 * line_height(heading_type())) {
      const Point at = are_lines ? Point{at_.x + numbers_end(), at_.y + across}
                                 : Point{at_.x + across, at_.y + 1.5 * line};
      add_word(std::to_string(head), at, heading_type(), are_lines ? 1 : 0.5,
               rank ? Ink::secondary : Ink::faint);
    }
    if (!are_chosen_above(input_)) return;
    const double reach = kSquare / 2 + 4;
    diagram_.add_target(
        "links.head[" + std::to_string(head) + "]",
        are_lines ? Rect{middle.x - reach - 14, middle.y - pitch / 2, 2 * reach + 14, pitch}
                  : Rect{middle.x - pitch / 2, at_.y, pitch, 2 * line});
  }

  /// Middle of the line's names, downwards.
  double name_middle(TokenSide side) const {
    const double high = places_.is_upwards ? places_.longest : line_height(places_.type);
    return side == TokenSide::key ? at_.y + places_.key_at - kNameGap - high / 2
                                  : at_.y + places_.query_at + kNameGap + high / 2;
  }

  /// Draws the names that fit, the most important first.
  void add_names(TokenSide side) {
    const TokenSpan& all = span(side);
    std::vector<Index> order;
    if (side == TokenSide::query && all.has(query_)) order.push_back(query_);
    if (side == TokenSide::key) {
      if (input_.shown && all.has(input_.shown->key)) order.push_back(input_.shown->key);
      for (auto link = drawn_.links.rbegin(); link != drawn_.links.rend(); ++link) {
        if (link->cell.query == query_) order.push_back(link->cell.key);
      }
    }
    const double needed = line_height(places_.type);
    const Index step = places_.has_all_names ? 1 : tick_step(needed, places_.pitch);
    for (Index n = (all.first + step - 1) / step * step; n < all.first + all.count; n += step) {
      order.push_back(n);
    }
    std::vector<double> taken;
    for (const Index n : order) {
      const double at = middle(side, n);
      const auto is_near = [&](double other) { return std::abs(at - other) < needed - 1e-6; };
      const auto is_same = [&](double other) { return std::abs(at - other) < 1e-6; };
      if (places_.has_all_names ? std::ranges::any_of(taken, is_same)
                                : std::ranges::any_of(taken, is_near)) {
        continue;
      }
      taken.push_back(at);
      add_name(side, n);
    }
  }

  void add_name(TokenSide side, Index n) {
    const bool is_query = side == TokenSide::query;
    const bool is_shown = is_query ? n == query_ : is_shown_key(n);
    TextMark mark{.at = {}, .text = {}, .type = is_shown ? strong(places_.type) : places_.type};
    mark.paint = {!is_shown ? Ink::text : is_query ? Ink::query : Ink::key};
    mark.role = places_.has_all_names ? TextRole::name : TextRole::tick;
    std::string whole = name_of(tokens(side), n);
    const bool is_level = places_.are_lines && !places_.is_upwards;
    const double room = is_level            ? places_.pitch
                        : places_.are_lines ? places_.longest
                        : is_query          ? places_.query_at - kNameGap
                                   : places_.squares - kSquaresGap - places_.key_at - kNameGap;
    mark.text = input_.ruler.shortened(whole, mark.type, room);
    if (mark.text != whole) mark.whole = std::move(whole);
    if (!places_.are_lines) {
      mark.slot = std::max(places_.pitch, line_height(places_.type));
      mark.align = is_query ? 1 : 0;
      mark.at = place(middle(side, n),
                      is_query ? places_.query_at - kNameGap : places_.key_at + kNameGap);
    } else if (is_level) {
      mark.align = 0.5;
      mark.at = {at_.x + middle(side, n), name_middle(side)};
    } else {
      mark.turn = Turn::upwards;
      mark.align = is_query ? 1 : 0;
      mark.slot = std::max(places_.pitch, line_height(places_.type));
      mark.at = place(middle(side, n),
                      is_query ? places_.query_at + kNameGap : places_.key_at - kNameGap);
    }
    diagram_.add(std::move(mark));
  }

  void add_targets() {
    const double p = places_.pitch;
    for (const TokenSide side : {TokenSide::query, TokenSide::key}) {
      const TokenSpan& all = span(side);
      const std::string name = side == TokenSide::query ? "links.query[" : "links.key[";
      for (Index n = all.first; n < all.first + all.count; ++n) {
        const double from = middle(side, n) - p / 2;
        const double low = side == TokenSide::query ? (places_.are_lines ? places_.query_at : 0)
                           : places_.are_lines      ? places_.squares
                                                    : places_.key_at;
        const double high = side == TokenSide::query
                                ? (places_.are_lines ? places_.height : places_.query_at)
                            : places_.are_lines ? places_.key_at
                                                : places_.width;
        const Point corner = place(from, low);
        diagram_.add_target(name + std::to_string(n) + "]",
                            places_.are_lines ? Rect{corner.x, corner.y, p, high - low}
                                              : Rect{corner.x, corner.y, high - low, p});
      }
    }
  }

  Diagram& diagram_;
  const ViewInput& input_;
  const DrawnLinks& drawn_;
  const LinkPlaces& places_;
  const Point at_;
  const Index query_;
  double largest_ = 1;                       // divisor for drawn weights, if a weight exceeds 1
  std::vector<std::vector<double>> strong_;  // weights of the shown query, by rank and key
};

}  // namespace

LinkPlaces link_places(const ViewInput& input, const DrawnLinks& drawn, double width, double height,
                       bool has_letter) {
  LinkPlaces places{.are_lines = input.state.options.links.are_lines, .slots = drawn.heads};
  if (are_chosen_above(input)) {
    places.slots.resize(input.trace().heads.size());
    std::iota(places.slots.begin(), places.slots.end(), Index{0});
  }
  if (places.are_lines) {
    place_lines(places, input, drawn, width, height, has_letter);
  } else {
    place_columns(places, input, drawn, width, height);
  }
  return places;
}

void add_link_columns(Diagram& diagram, const ViewInput& input, const DrawnLinks& drawn,
                      const LinkPlaces& places, Point at, const std::string& letter) {
  LinkColumns(diagram, input, drawn, places, at).draw(letter);
}

}  // namespace attn
