#include "app/figure/head_links.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "app/document/numbers.h"
#include "app/figure/visible_text.h"

namespace attn {
namespace {

constexpr double kLine = 24;  // the height of a line of tokens

double middle_of(const Rect& line, Index count, Index n) {
  return line.x + (static_cast<double>(n) + 0.5) * line.width / static_cast<double>(count);
}

double thickness(double weight) { return std::max(1.0, 12 * weight); }

/// Names of tokens in `line`, the strongest first: where names would overlap, the weaker one is
/// left out.
void add_tokens(Diagram& diagram, const Ruler& ruler, const std::vector<std::string>& tokens,
                const Rect& line, const std::vector<double>& strength, Ink strong) {
  const auto count = static_cast<Index>(tokens.size());
  const double pitch = line.width / static_cast<double>(count);
  std::vector<Index> order(tokens.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, [&](Index a, Index b) {
    return strength[static_cast<std::size_t>(a)] > strength[static_cast<std::size_t>(b)];
  });
  std::vector<std::pair<double, double>> taken;
  for (const Index n : order) {
    const bool is_strong = strength[static_cast<std::size_t>(n)] > 0;
    const Type type = is_strong ? Type::medium : Type::small;
    const double most = is_strong ? std::min(110.0, line.width) : pitch - 6;
    const std::string word = visible_text(tokens[static_cast<std::size_t>(n)]);
    // A name that says nothing is left out.
    if (!is_strong && most < 18 && ruler.width(word, type) > most) continue;
    const std::string label = ruler.shortened(word, type, most);
    const double half = ruler.width(label, type) / 2 + 3;
    const double first = line.x + half, last = line.right() - half;
    const double x = std::clamp(middle_of(line, count, n), first, std::max(first, last));
    const bool overlaps = std::ranges::any_of(
        taken, [&](const auto& span) { return x - half < span.second && x + half > span.first; });
    if (overlaps) continue;
    taken.emplace_back(x - half, x + half);
    diagram.add(
        TextMark{{x, line.middle_y()}, label, type, {is_strong ? strong : Ink::secondary}, 0.5});
  }
}

/// "head 5 · what it attends to", the query in its colour.
void add_title(Diagram& diagram, const ViewInput& input, const Rect& room, bool sees) {
  const Ruler& ruler = input.ruler;
  const std::string head = input.scene().heads.size() > 1
                               ? "head " + std::to_string(input.head()) + " · "
                               : std::string();
  const std::string before = head + (sees ? "what " : "");
  const std::string after = sees ? " attends to" : " sees no key";
  const double used = ruler.width(before, Type::caption) + ruler.width(after, Type::caption);
  const std::string word =
      visible_text(input.scene().query_tokens()[static_cast<std::size_t>(input.query())]);
  const std::string shown =
      ruler.shortened(word, Type::caption, std::max(12.0, room.width - used - 4));
  double x = room.x;
  for (const auto& [text, ink] : {std::pair{before, Ink::secondary}, std::pair{shown, Ink::query},
                                  std::pair{after, Ink::secondary}}) {
    if (text.empty()) continue;
    diagram.add(TextMark{{x, room.y + 10}, text, Type::caption, {ink}});
    x += ruler.width(text, Type::caption);
  }
}

/// The weight of the shown key, beside the middle of its link.
void add_number(Diagram& diagram, const Ruler& ruler, const Rect& room, Point from, Point to,
                double weight) {
  const std::string number = fixed(weight, 2);
  const double half = ruler.width(number, Type::small_number) / 2 + 4;
  const Point middle{std::clamp((from.x + to.x) / 2, room.x + half, room.right() - half),
                     (from.y + to.y) / 2};
  diagram.add(RectMark{
      {middle.x - half, middle.y - 9, 2 * half, 18}, Paint{Ink::panel}, Paint{Ink::hairline}, 4});
  diagram.add(TextMark{middle, number, Type::small_number, {Ink::key}, 0.5});
}

}  // namespace

std::vector<Index> strongest_keys(const Matrix& weights, Index query, double share) {
  std::vector<Index> keys(static_cast<std::size_t>(weights.cols()));
  std::iota(keys.begin(), keys.end(), Index{0});
  const auto row = weights.row(query);
  std::ranges::stable_sort(keys, [&](Index a, Index b) { return row(a) > row(b); });
  const double sum = row.cast<double>().sum();
  double held = 0;
  std::size_t count = 0;
  while (count < keys.size() && row(keys[count]) > 0 && (count == 0 || held < share * sum)) {
    held += row(keys[count++]);
  }
  keys.resize(count);
  return keys;
}

Index token_at(const Rect& line, Index count, double x) {
  const double share = (x - line.x) / line.width;
  return std::clamp<Index>(static_cast<Index>(std::floor(share * static_cast<double>(count))), 0,
                           count - 1);
}

std::optional<Index> link_at(const Matrix& weights, Index query, double share, const Rect& keys,
                             const Rect& queries, Point place) {
  const double x = middle_of(queries, weights.rows(), query);
  std::optional<Index> nearest;
  double least = 0;
  for (const Index key : strongest_keys(weights, query, share)) {
    // Across, at the height of the place: links are never level.
    const double along = (place.y - keys.bottom()) / (queries.y - keys.bottom());
    const double from = middle_of(keys, weights.cols(), key);
    const double dx = place.x - (from + along * (x - from));
    const double away = std::abs(dx) * (queries.y - keys.bottom()) /
                        std::hypot(x - from, queries.y - keys.bottom());
    const double weight = weights(query, key);
    if (away > thickness(weight) / 2 + 4 || (nearest && away >= least)) continue;
    nearest = key;
    least = away;
  }
  return nearest;
}

void add_head_links(Diagram& diagram, const ViewInput& input, Rect room) {
  const Scene& scene = input.scene();
  const Matrix& weights = input.head_trace().weights;
  const Index query = input.query();
  const std::vector<Index> strongest =
      strongest_keys(weights, query, input.state.options.heads.share);
  add_title(diagram, input, room, !strongest.empty());
  const Rect keys{room.x, room.y + 30, room.width, kLine};
  const Rect queries{room.x, std::max(keys.bottom() + 8, room.bottom() - kLine - 2), room.width,
                     kLine};
  std::vector<double> key_strength(scene.tokens.size()),
      query_strength(scene.query_tokens().size());
  query_strength[static_cast<std::size_t>(query)] = 1;
  const Point to{middle_of(queries, weights.rows(), query), queries.y};
  for (std::size_t rank = strongest.size(); rank-- > 0;) {
    const Index key = strongest[rank];
    const double weight = weights(query, key);
    key_strength[static_cast<std::size_t>(key)] = weight;
    const Point from{middle_of(keys, weights.cols(), key), keys.bottom()};
    const bool is_shown = input.shown && input.shown->key == key;
    diagram.add(LineMark{
        {from, to}, {Ink::query, is_shown ? 0.9 : 0.35 + 0.3 * weight}, thickness(weight)});
  }
  if (input.shown && std::ranges::count(strongest, input.shown->key)) {
    const Point from{middle_of(keys, weights.cols(), input.shown->key), keys.bottom()};
    if (queries.y - keys.bottom() > 30) {
      add_number(diagram, input.ruler, room, from, to, weights(query, input.shown->key));
    }
  }
  add_tokens(diagram, input.ruler, scene.tokens, keys, key_strength, Ink::key);
  add_tokens(diagram, input.ruler, scene.query_tokens(), queries, query_strength, Ink::query);
  diagram.add_target("heads.keys", keys);
  diagram.add_target("heads.queries", queries);
  diagram.add_target("heads.links", {room.x, keys.bottom(), room.width, queries.y - keys.bottom()});
}

}  // namespace attn
