#include "app/figure/views/head_links.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "app/document/numbers/numbers.h"
#include "app/figure/diagram/diagram_text.h"
#include "app/figure/numbers/weight_sums.h"
#include "app/figure/text/visible_text.h"
#include "engine/base/clamped.h"

namespace attn {
namespace {

constexpr double kTitle = 30, kTokenLine = 24;  // heights of the title and of a line of tokens
constexpr double kLinkLine = 16;                // height of continuation lines below the title
// widths of labels, and the space between them
constexpr double kLongestName = 110, kShortestName = 40, kSpace = 6;

double middle_of(const Rect& line, Index count, Index n) {
  return line.x + (static_cast<double>(n) + 0.5) * line.width / static_cast<double>(count);
}

/// Line width of a weight in a row with largest weight `largest`, which may exceed 1.
double thickness(double weight, double largest) {
  return std::max(1.0, 12 * std::abs(weight) / std::max(1.0, largest));
}

/// Label on a line of tokens.
struct Name {
  Index token = 0;
  std::string text;
  double half = 0;  // half of the label's width along the line
  double x = 0;     // the label's centre
  Type type = Type::medium;
};

/// Moves labels that all fit, in token order, by the least amount so that none overlap or leave the
/// line.
void spread(std::vector<Name>& names, const Rect& line) {
  double before = line.x;
  for (Name& name : names) {
    name.x = std::max(name.x, before + name.half);
    before = name.x + name.half;
  }
  double after = line.right();
  for (std::size_t n = names.size(); n-- > 0;) {
    names[n].x = std::min(names[n].x, after - names[n].half);
    after = names[n].x - names[n].half;
  }
}

/// Labels of a line of tokens. If all fit side by side, they are in full. Otherwise each linked
/// token has a label, shortened if needed, and other tokens have labels where space is left; or all
/// labels are rotated and in full.
class LinkNames {
 public:
  enum class OnSide { above, below };  // side of the links

  /// `linked` has at most as many entries as fit.
  LinkNames(const Ruler& ruler, const std::vector<std::string>& tokens, const Rect& line,
            std::vector<Index> linked, bool is_turned = false)
      : ruler_(ruler), tokens_(tokens), line_(line), is_turned_(is_turned) {
    std::ranges::sort(linked);
    are_whole_ = set_all(linked);
    if (!are_whole_) {
      const double longest = std::min(kLongestName, line.width - kSpace);
      if (set(linked, longest) > line.width) {
        set(linked, line.width / static_cast<double>(linked.size()) - kSpace);
      }
    }
    spread(names_, line_);
  }

  /// Returns whether all tokens have their full labels.
  bool are_whole() const { return are_whole_; }

  void draw(Diagram& diagram, Ink ink, OnSide side) const {
    for (const Name& name : names_) {
      diagram.add(mark_of(name.text, name.x, name.type, side));
      std::get<TextMark>(diagram.marks.back()).paint = {name.type == Type::medium ? ink
                                                                                  : Ink::secondary};
      if (name.type != Type::medium || is_turned_) continue;
      const double at = middle_of(line_, std::ssize(tokens_), name.token);
      if (std::abs(at - name.x) < kSpace) continue;  // otherwise a line leads to the token
      diagram.add(LineMark{{{name.x, line_.y + 16}, {at, line_.bottom()}}, {Ink::faint}, 1});
    }
    add_others(diagram, side);
  }

 private:
  TextMark mark_of(std::string text, double x, Type type, OnSide side) const {
    TextMark mark{.at = {x, line_.y + 8},
                  .text = std::move(text),
                  .type = type,
                  .paint = {Ink::secondary},
                  .align = 0.5,
                  .role = TextRole::tick};
    if (!is_turned_) return mark;
    mark.turn = Turn::upwards;
    const bool is_above = side == OnSide::above;
    mark.at.y = is_above ? line_.bottom() - kSpace : line_.y + kSpace;
    mark.align = is_above ? 0 : 1;
    return mark;
  }

  /// Extent of a label along the line.
  double length_of(const std::string& text, Type type) const {
    return is_turned_ ? line_height(type) : ruler_.width(text, type) + kSpace;
  }

  /// Places a label at its token. Returns its length.
  double place(Index token, std::string text, Type type) {
    const double half = length_of(text, type) / 2;
    const double x = middle_of(line_, std::ssize(tokens_), token);
    names_.push_back({token, std::move(text), half, x, type});
    return 2 * half;
  }

  /// Places all labels in full, those of `linked` larger, if they fit side by side.
  bool set_all(const std::vector<Index>& linked) {
    constexpr std::ptrdiff_t kMostNames = 100;  // limits the time spent on measuring
    const std::ptrdiff_t count = std::ssize(tokens_);
    for (const Type type : {Type::small, Type::tiny}) {
      if (count > kMostNames || (type == Type::tiny && !ruler_.is_fine())) break;
      names_.clear();
      double length = 0;
      for (Index n = 0; n < count; ++n) {
        length += place(n, word(n), std::ranges::binary_search(linked, n) ? Type::medium : type);
      }
      if (length <= line_.width) return true;
    }
    return false;
  }

  /// Places the labels. Returns the necessary length of the line.
  double set(const std::vector<Index>& linked, double longest) {
    names_.clear();
    double length = 0;
    for (const Index token : linked) {
      std::string text =
          is_turned_ ? word(token) : ruler_.shortened(word(token), Type::medium, longest);
      length += place(token, std::move(text), Type::medium);
    }
    return length;
  }

  std::string word(Index token) const {
    return visible_text(tokens_[static_cast<std::size_t>(token)]);
  }

  /// Adds labels of tokens without a link. Labels cut to nothing are left out.
  void add_others(Diagram& diagram, OnSide side) const {
    std::vector<std::pair<double, double>> taken;
    for (const Name& name : names_) taken.emplace_back(name.x - name.half, name.x + name.half);
    const auto count = std::ssize(tokens_);
    const double most = line_.width / static_cast<double>(count) - 6;
    for (Index n = 0; n < count; ++n) {
      if (std::ranges::count(names_, n, &Name::token) > 0) continue;
      const bool is_long = ruler_.width(word(n), Type::small) > most;
      if (!is_turned_ && is_long && (most < 18 || ruler_.breaks_lines())) continue;
      const std::string label = is_turned_ ? word(n) : ruler_.shortened(word(n), Type::small, most);
      const double half = length_of(label, Type::small) / 2;
      const double first = line_.x + half, last = line_.right() - half;
      const double x = clamped(middle_of(line_, count, n), first, std::max(first, last));
      const bool overlaps = std::ranges::any_of(
          taken, [&](const auto& span) { return x - half < span.second && x + half > span.first; });
      if (overlaps) continue;
      taken.emplace_back(x - half, x + half);
      diagram.add(mark_of(label, x, Type::small, side));
    }
  }

  const Ruler& ruler_;
  const std::vector<std::string>& tokens_;
  const Rect line_;
  bool is_turned_, are_whole_ = false;
  std::vector<Name> names_;
};

/// Returns whether the labels of a line of this width are rotated: on paper, if they do not fit
/// otherwise.
bool are_turned(const Ruler& ruler, const std::vector<std::string>& tokens,
                const std::vector<Index>& linked, double width) {
  return ruler.breaks_lines() && !LinkNames(ruler, tokens, {0, 0, width, 0}, linked).are_whole();
}

/// Height of rotated labels.
double turned_height(const Ruler& ruler, const std::vector<std::string>& tokens) {
  return widest(ruler, Type::medium, tokens, visible_text) + 2 * kSpace;
}

/// Draws "head 5 · what it attends to · links of …" with the query in its colour. Returns the
/// height.
double add_title(Diagram& diagram, const ViewInput& input, const Rect& room,
                 const DrawnShare& linked) {
  const Ruler& ruler = input.ruler;
  const bool sees = linked.all > 0;
  const std::string head = input.scene().heads.size() > 1
                               ? "head " + std::to_string(input.head()) + " · "
                               : std::string();
  const std::string before = head + (sees ? "what " : "");
  const std::string after =
      sees ? linked.has_below_0 ? " attends to, dashed if negative" : " attends to"
           : " " + std::string(why_no_weights(input.head_trace(), input.query()));
  constexpr double kLeast = 30, kGap = 16;  // least width of the query's name, and the gap before
                                            // the omitted share
  double left = room.width - ruler.width(before, Type::caption) - ruler.width(after, Type::caption);
  const bool breaks = ruler.breaks_lines();
  std::string left_out =
      breaks ? linked.words("links")
             : fitting_words(linked, "links", ruler, Type::small, left - kLeast - kGap);
  const std::string sink = sink_words(*input.evaluation, input.head(), input.query());
  const std::string longer = left_out + (left_out.empty() || sink.empty() ? "" : " · ") + sink;
  const bool is_beside = ruler.width(longer, Type::small) <= left - kLeast - kGap;
  if (is_beside || breaks) left_out = longer;
  if (!left_out.empty() && (is_beside || !breaks)) {
    left -= ruler.width(left_out, Type::small) + kGap;
  }
  const std::string word = named_token(input.scene().query_tokens(), input.query());
  const std::string shown = ruler.shortened(word, Type::caption, std::max(12.0, left - 4));
  double x = room.x;
  for (const auto& [text, ink] : {std::pair{before, Ink::secondary}, std::pair{shown, Ink::query},
                                  std::pair{after, Ink::secondary}}) {
    if (text.empty()) continue;
    diagram.add_text({x, room.y + 10}, text, Type::caption, {ink});
    x += ruler.width(text, Type::caption);
  }
  if (left_out.empty()) return kTitle;
  if (is_beside || !breaks) {
    diagram.add_text({x + kGap, room.y + 10}, left_out, Type::small, {Ink::secondary});
    return kTitle;
  }
  const double first = room.y + 10 + kLinkLine;
  const double end = add_text_lines(diagram, lines_of(ruler, left_out, Type::small, room.width),
                                    {room.x, first}, kLinkLine, Type::small, {Ink::secondary});
  return end - first + kTitle;
}

/// Draws the weight of the shown key next to the middle of its link.
void add_number(Diagram& diagram, const Ruler& ruler, const Rect& room, Point from, Point to,
                double weight) {
  const std::string number = with_minus(fixed(weight, 2));
  const double half = ruler.width(number, Type::small_number) / 2 + 4;
  const Point middle{clamped((from.x + to.x) / 2, room.x + half, room.right() - half),
                     (from.y + to.y) / 2};
  const Rect box{middle.x - half, middle.y - 9, 2 * half, 18};
  diagram.add(RectMark{box, Paint{Ink::panel}, Paint{Ink::hairline}, 4});
  diagram.add_text(middle, number, Type::small_number, {Ink::key}, 0.5);
}

}  // namespace

StrongestKeys linked_keys(const Matrix& weights, Index query, double share, double width) {
  const auto names =
      static_cast<std::size_t>(std::max(1.0, std::floor(width / (kShortestName + kSpace))));
  return strongest_keys(weights, query, {.share = share, .most = names});
}

double turned_names_height(const ViewInput& input, double width) {
  const Ruler& ruler = input.ruler;
  const Index query = input.query();
  const auto keys =
      linked_keys(input.head_trace().weights, query, input.state.options.heads.share, width).keys;
  double height = 0;
  const auto add = [&](const std::vector<std::string>& tokens, const std::vector<Index>& linked) {
    if (are_turned(ruler, tokens, linked, width)) {
      height += std::max(0.0, turned_height(ruler, tokens) - kTokenLine);
    }
  };
  add(input.scene().tokens, keys);
  add(input.scene().query_tokens(), {query});
  return height;
}

Index token_at(const Rect& line, Index count, double x) {
  const double share = (x - line.x) / line.width;
  return clamped<Index>(static_cast<Index>(std::floor(share * static_cast<double>(count))), 0,
                        count - 1);
}

std::optional<Index> link_at(const Matrix& weights, Index query, double share, const Rect& keys,
                             const Rect& queries, Point place) {
  const double x = middle_of(queries, weights.rows(), query);
  std::optional<Index> nearest;
  double least = 0;
  const double largest = weights.row(query).cwiseAbs().maxCoeff();
  for (const Index key : linked_keys(weights, query, share, keys.width).keys) {
    // Position across, at the height of `place`: links are never horizontal.
    const double along = (place.y - keys.bottom()) / (queries.y - keys.bottom());
    const double from = middle_of(keys, weights.cols(), key);
    const double dx = place.x - (from + along * (x - from));
    const double away = std::abs(dx) * (queries.y - keys.bottom()) /
                        std::hypot(x - from, queries.y - keys.bottom());
    const double weight = weights(query, key);
    if (away > thickness(weight, largest) / 2 + 4 || (nearest && away >= least)) continue;
    nearest = key;
    least = away;
  }
  return nearest;
}

void add_head_links(Diagram& diagram, const ViewInput& input, Rect room) {
  const Scene& scene = input.scene();
  const Matrix& weights = input.head_trace().weights;
  const Index query = input.query();
  const StrongestKeys linked =
      linked_keys(weights, query, input.state.options.heads.share, room.width);
  const std::vector<Index>& strongest = linked.keys;
  const double largest = weights.row(query).cwiseAbs().maxCoeff();
  const Ruler& ruler = input.ruler;
  const double title = add_title(diagram, input, room, linked.drawn);
  const bool keys_turned = are_turned(ruler, scene.tokens, strongest, room.width);
  const bool queries_turned = are_turned(ruler, scene.query_tokens(), {query}, room.width);
  const double above = keys_turned ? turned_height(ruler, scene.tokens) : kTokenLine;
  const double below = queries_turned ? turned_height(ruler, scene.query_tokens()) : kTokenLine;
  const Rect keys{room.x, room.y + title, room.width, above};
  const Rect queries{room.x, std::max(keys.bottom() + 8, room.bottom() - below - 2), room.width,
                     below};
  const Point to{middle_of(queries, weights.rows(), query), queries.y};
  for (std::size_t rank = strongest.size(); rank-- > 0;) {
    const Index key = strongest[rank];
    const double weight = weights(query, key);
    const Point from{middle_of(keys, weights.cols(), key), keys.bottom()};
    const bool is_shown = input.shown && input.shown->key == key;
    const double strength = std::min(1.0, std::abs(weight));
    LineMark link{{from, to},
                  {Ink::query, is_shown ? 0.9 : 0.35 + 0.3 * strength},
                  thickness(weight, largest)};
    link.dashed = weight < 0;
    diagram.add(std::move(link));
  }
  if (input.shown && std::ranges::count(strongest, input.shown->key)) {
    const Point from{middle_of(keys, weights.cols(), input.shown->key), keys.bottom()};
    if (queries.y - keys.bottom() > 30) {
      add_number(diagram, input.ruler, room, from, to, weights(query, input.shown->key));
    }
  }
  LinkNames(ruler, scene.tokens, keys, strongest, keys_turned)
      .draw(diagram, Ink::key, LinkNames::OnSide::above);
  LinkNames(ruler, scene.query_tokens(), queries, {query}, queries_turned)
      .draw(diagram, Ink::query, LinkNames::OnSide::below);
  diagram.add_target("heads.keys", keys);
  diagram.add_target("heads.queries", queries);
  diagram.add_target("heads.links", {room.x, keys.bottom(), room.width, queries.y - keys.bottom()});
}

}  // namespace attn
