#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "app/document/formulas/formula_text.h"
#include "app/document/numbers/numbers.h"
#include "app/figure/charts/point_labels.h"
#include "app/figure/diagram/axis_ticks.h"
#include "app/figure/diagram/diagram_text.h"
#include "app/figure/numbers/explanation.h"
#include "app/figure/numbers/plane_space.h"
#include "app/figure/numbers/strongest_keys.h"
#include "app/figure/numbers/weight_sums.h"
#include "app/figure/text/visible_text.h"
#include "app/figure/views/diagrams.h"
#include "engine/attention/trace.h"
#include "engine/base/clamped.h"

namespace attn {
namespace {

constexpr double kPlaneGap = 18;
constexpr double kSmallestOfTwo = 270;                   // width of a plane next to another
constexpr double kLargestPlane = 420;                    // size without a given height
constexpr double kPlaneLine = 18;                        // height of the text above a plane
constexpr double kNumbersLeft = 34, kNumbersBelow = 20;  // left: at least, numbers may need more
constexpr std::size_t kMostPlaneLabels = 160, kMostPlaneTargets = 1200, kMostArrows = 40,
                      kMostTerms = 4;

std::size_t at(Index n) { return static_cast<std::size_t>(n); }

/// Number of links whose labels fit.
std::size_t most_links(const Rect& room) {
  constexpr double kOfOne = 9000;  // square pixels per label
  const double names = room.width * room.height / kOfOne;
  return clamped<std::size_t>(static_cast<std::size_t>(names), 1, kMostPlaneLinks);
}

constexpr double kDistance = 64;  // approximate distance of lines
constexpr double kBesideArea = 6;

double step_of(const Chart& chart) {
  const double range = chart.high.x - chart.low.x;
  return nice_step(range / std::max(2.0, chart.area.width / kDistance));
}

/// Width of the numbers to the left of the area, including their gap.
double grid_numbers_width(const Chart& chart, const Ruler& ruler) {
  const double step = step_of(chart);
  const auto label = [step](double value) { return tick_label(value, step); };
  return widest(ruler, Type::small, ticks(chart.low.y, chart.high.y, step), label) + kBesideArea;
}

/// Draws the background of a chart: a field with hairlines at round numbers and stronger lines at
/// 0; with `numbers`, also numbers to the left and below.
void add_chart_grid(Diagram& diagram, const Chart& chart, bool numbers) {
  const Rect& area = chart.area;
  diagram.add(RectMark{area, Paint{Ink::field}, std::nullopt, 4});
  const double step = step_of(chart);
  const auto paint = [](double value) {
    return value == 0 ? Paint{Ink::faint, 0.7} : Paint{Ink::hairline, 0.6};
  };
  for (const double value : ticks(chart.low.x, chart.high.x, step)) {
    const double x = chart.place({value, 0}).x;
    diagram.add(LineMark{{{x, area.y}, {x, area.bottom()}}, paint(value)});
    if (!numbers || x < area.x + 8 || x > area.right() - 8) continue;
    diagram.add_text({x, area.bottom() + 9}, tick_label(value, step), Type::small, {Ink::faint},
                     0.5);
  }
  for (const double value : ticks(chart.low.y, chart.high.y, step)) {
    const double y = chart.place({0, value}).y;
    diagram.add(LineMark{{{area.x, y}, {area.right(), y}}, paint(value)});
    if (!numbers || y < area.y + 6 || y > area.bottom() - 6) continue;
    diagram.add_text({area.x - kBesideArea, y}, tick_label(value, step), Type::small, {Ink::faint},
                     1);
  }
}

/// Draws one space in its area.
class PlaneDrawing {
 public:
  PlaneDrawing(Diagram& diagram, const ViewInput& input, std::string_view id, const Rect& room,
               std::size_t most)
      : diagram_(diagram),
        input_(input),
        query_(input.query()),
        linked_(
            strongest_keys(head().weights, query_, {.share = kMassOfPlaneLinks, .most = most})) {
    const bool is_high = room.height >= 230;
    const PlaneSpace space = plane_space(*input.evaluation, input.head(), id);
    has_links_ = !space.has_arrows;
    const bool leaves_out = has_links_ && linked_.drawn.next > 0;
    double top = kPlaneLine * (2 + is_high + leaves_out) + 2;
    numbers_ = is_high && room.width >= 240;
    const double below = numbers_ ? kNumbersBelow : 0;
    const auto points_beside = [&](double left) {
      return plane_points(input, id,
                          {room.x + left, room.y + top, room.width - left,
                           std::max(20.0, room.height - top - below)});
    };
    double left = numbers_ ? kNumbersLeft : 0;
    points_ = points_beside(left);
    is_values_ = space.has_outputs;
    const std::vector<Line> lines = words_above(room.width, is_high);
    const double words = kPlaneLine * static_cast<double>(lines.size()) + 2;
    if (numbers_) left = std::max(left, grid_numbers_width(points_.chart, input.ruler));
    if (left > kNumbersLeft || words != top) {
      top = words;
      points_ = points_beside(left);
    }
    double y = room.y + kPlaneLine / 2;
    for (const Line& line : lines) {
      add_rich(diagram_, input_.ruler, {{room.x, y}, line.words, line.type, {line.ink}});
      y += kPlaneLine;
    }
  }

  /// Returns whether linked points have labels and no labels overlap.
  bool draw() {
    add_chart_grid(diagram_, points_.chart, numbers_);
    diagram_.charts.push_back(points_.chart);
    diagram_.add(ClipMark{points_.chart.area});
    if (is_values_) add_hull();
    if (points_.space.has_arrows) {
      add_arrows();
    } else {
      add_links();
      add_discs();
    }
    const bool has_names = add_labels();
    diagram_.add(ClipMark{});
    add_targets();
    return has_names || !has_links_;
  }

 private:
  const Scene& scene() const { return input_.scene(); }
  const HeadTrace& head() const { return input_.head_trace(); }
  bool is_seen(Index key) const { return head().scores(query_, key) != kMasked; }
  double weight(Index key) const { return head().weights(query_, key); }
  /// Line width of a weight: 1 at most.
  double strength(Index key) const { return std::min(1.0, std::abs(weight(key))); }
  std::string token(Index key) const { return visible_text(scene().key_token(key)); }
  std::string query_word() const { return visible_text(scene().query_token(query_)); }
  /// Position of the query, or of its output.
  std::optional<Point> query_place() const {
    if (!points_.queries.empty()) return points_.queries[at(query_)];
    if (points_.space.asks) return points_.tokens[at(query_)];
    return std::nullopt;
  }
  double radius() const {
    const std::size_t count = points_.tokens.size();
    return count <= 64 ? 5 : count <= 200 ? 3.5 : 2.2;
  }

  struct Line {
    std::string words;
    Type type;
    Ink ink;
  };
  std::vector<Line> words_above(double width, bool is_high) const {
    std::vector<Line> lines;
    const Ruler& ruler = input_.ruler;
    const auto add = [&](const std::string& words, Type type, Ink ink) {
      for (std::string& line : fitted_lines(ruler, words, type, width)) {
        lines.push_back({std::move(line), type, ink});
      }
    };
    add(points_.space.title, Type::caption, Ink::text);
    const auto fits = [&](const std::string& words) {
      return ruler.breaks_lines() || rich_width(ruler, words, Type::small) <= width;
    };
    const std::string axes = words_of(points_.axes, points_.space.symbol);
    add(fits(axes) ? axes : brief_words_of(points_.axes, points_.space.symbol), Type::small,
        Ink::secondary);
    if (is_high) {
      std::string words = is_values_ ? mean_in_words(kMostTerms) : pair_in_words();
      for (std::size_t terms = kMostTerms; is_values_ && terms-- > 1 && !fits(words);) {
        words = mean_in_words(terms);
      }
      if (is_values_ && !fits(words)) words = without_query(std::move(words));
      add(words, Type::small, Ink::secondary);
    }
    if (!has_links_ || linked_.drawn.next <= 0) return lines;
    add(ruler.breaks_lines() ? linked_.drawn.words("links")
                             : fitting_words(linked_.drawn, "links", ruler, Type::small, width),
        Type::small, Ink::secondary);
    return lines;
  }

  /// "output of Book = 0.88 · Reads + 0.12 · others", with this number of terms before the others.
  std::string mean_in_words(std::size_t terms) const {
    const auto [keys, drawn] =
        strongest_keys(head().weights, query_, {.most = terms, .most_tied = 2 * terms});
    const std::string query = as_words(query_word());
    if (drawn.all <= 0) {
      return query + " " + std::string(why_no_weights(head(), query_)) + ": its output is 0";
    }
    const Head& of_scene = scene().heads[at(input_.head())];
    if (of_scene.w_g || of_scene.gain) {
      const char* done = !of_scene.gain  ? " is gated"
                         : !of_scene.w_g ? " is multiplied by a gain"
                                         : " is gated, and multiplied by a gain";
      return "the output of " + query + done;
    }
    if (keys.empty()) return "output of " + query + ": too many equal weights to write out";
    std::string words;
    const auto add = [&words](double weight, const std::string& what) {
      const bool is_first = words.empty();
      if (!is_first) words += weight < 0 ? " $-$" : " $+$";
      words += " $" + fixed(is_first ? weight : std::abs(weight), 2) + "\\,\\cdot$ " + what;
    };
    for (const Index key : keys) add(weight(key), as_words(token(key)));
    if (drawn.next > 0 && drawn.has_below_0) words += " $+$ others";
    if (drawn.next > 0 && !drawn.has_below_0) add(drawn.all - drawn.held, "others");
    return "output of " + query + " $=$" + words;
  }

  /// "output = …": the plane labels the query itself.
  std::string without_query(std::string words) const {
    const std::string of = " of " + as_words(query_word());
    if (const std::size_t at = words.find(of); at != std::string::npos) words.erase(at, of.size());
    return words;
  }

  std::string pair_in_words() const {
    const auto key = input_.shown_key();
    if (!key) return as_words(query_word()) + " is the query";
    std::string words = as_words(query_word() + " → " + token(*key)) + ": ";
    if (!is_seen(*key)) return words + "masked";
    return words + "score " + with_minus(brief(head().scores(query_, *key), 4)) + ", weight " +
           with_minus(fixed(weight(*key), 3));
  }

  void add_hull() {
    std::vector<Point> seen;
    for (std::size_t j = 0; j < points_.tokens.size(); ++j) {
      if (is_seen(static_cast<Index>(j))) seen.push_back(points_.tokens[j]);
    }
    std::vector<Point> hull = convex_hull(seen);
    if (hull.size() > 2) diagram_.add(AreaMark{hull, {Ink::key, 0.08}});
    if (hull.size() < 2) return;
    hull.push_back(hull.front());
    diagram_.add(LineMark{hull, {Ink::key, 0.45}, 1.2});
  }

  /// Draws links from the query, or its output, to the keys with large weights.
  void add_links() {
    const auto from = query_place();
    if (!from) return;
    const std::vector<Index>& keys = linked_.keys;
    for (std::size_t n = keys.size(); n-- > 0;) {
      const double w = strength(keys[n]);
      const Paint paint{Ink::query, 0.25 + 0.35 * w};
      const Point to = points_.tokens[at(keys[n])];
      if (std::hypot(to.x - from->x, to.y - from->y) < 1) {  // link to itself
        if (!is_values_) {
          diagram_.add(DiscMark{*from, radius() + 5 + 2 * w, std::nullopt, paint, 1 + 4 * w});
        }
      } else {
        LineMark link{{*from, to}, paint, 1 + 9 * w};
        link.dashed = weight(keys[n]) < 0;
        diagram_.add(std::move(link));
      }
    }
  }

  void add_disc(Point center, double r, const Paint& fill) {
    DiscMark disc{center, r, fill};
    if (r > 3) disc.stroke = Paint{Ink::panel};
    diagram_.add(disc);
  }

  void add_discs() {
    const auto key = input_.shown_key();
    const double r = radius();
    for (std::size_t i = 0; i < points_.queries.size(); ++i) {
      if (static_cast<Index>(i) == query_) continue;
      diagram_.add(DiscMark{points_.queries[i], r * 0.7, Paint{Ink::query, 0.3}});
    }
    const bool is_query_a_token = points_.queries.empty() && query_place();
    for (std::size_t j = 0; j < points_.tokens.size(); ++j) {
      const auto index = static_cast<Index>(j);
      if (key == index || (is_query_a_token && index == query_)) continue;
      const Point center = points_.tokens[j];
      if (!is_seen(index)) {
        diagram_.add(DiscMark{center, r, Paint{Ink::panel}, Paint{Ink::faint}, 1});
      } else if (is_values_) {
        add_disc(center, r, {Ink::key, 0.45});
      } else {
        add_disc(center, r, {Ink::faint});
      }
    }
    if (key) add_disc(points_.tokens[at(*key)], r + 1.5, {Ink::key});
    const auto query = query_place();
    if (!query) return;
    if (key == query_ && is_query_a_token) {  // query and key are the same point
      diagram_.add(DiscMark{*query, r + 0.5, Paint{Ink::query}, Paint{Ink::key}, 2.5});
    } else {
      add_disc(*query, r + 1.5, {Ink::query});
    }
  }

  void add_arrows() {
    const auto key = input_.shown_key();
    const bool are_arrows = points_.tokens.size() <= kMostArrows;
    const auto arrow = [&](Point to, Paint paint, double line) {
      if (std::hypot(to.x - points_.origin.x, to.y - points_.origin.y) < 3) {
        diagram_.add(DiscMark{to, 3, paint});
      } else {
        diagram_.add(LineMark{{points_.origin, to}, paint, line, true});
      }
    };
    for (std::size_t i = 0; i < points_.queries.size(); ++i) {
      if (static_cast<Index>(i) == query_) continue;
      if (are_arrows) {
        arrow(points_.queries[i], {Ink::query, 0.22}, 1.2);
      } else {
        diagram_.add(DiscMark{points_.queries[i], 2, Paint{Ink::query, 0.3}});
      }
    }
    for (std::size_t j = 0; j < points_.tokens.size(); ++j) {
      const auto index = static_cast<Index>(j);
      if (key == index) continue;
      const Paint paint =
          is_seen(index) ? Paint{Ink::key, 0.25 + 0.6 * strength(index)} : Paint{Ink::faint, 0.4};
      if (are_arrows) {
        arrow(points_.tokens[j], paint, 1.2 + 3 * strength(index));
      } else {
        diagram_.add(DiscMark{points_.tokens[j], 2.2, paint});
      }
    }
    if (key) arrow(points_.tokens[at(*key)], {Ink::key}, 2.2);
    if (const auto query = query_place()) arrow(*query, {Ink::query}, 2.6);
  }

  /// Tokens by importance: the shown one first, then by weight.
  std::vector<Index> order() const {
    std::vector<Index> keys(points_.tokens.size());
    std::iota(keys.begin(), keys.end(), Index{0});
    const auto key = input_.shown_key();
    std::ranges::stable_sort(keys, [&](Index a, Index b) {
      const auto rank = [&](Index n) { return key == n ? 2.0 : strength(n); };
      return rank(a) > rank(b);
    });
    return keys;
  }

  /// Best place for a label: beyond the arrow's tip, away from links and axis numbers.
  Point side_of(Point place, bool is_output) const {
    if (points_.axes.directions.row(1).isZero()) return {0, is_output ? 1.0 : -1.0};
    if (is_output) return {1, 0};
    const auto query = query_place();
    const Point from = points_.space.has_arrows || !query ? points_.origin : *query;
    return {place.x - from.x, place.y - from.y};
  }

  bool add_labels() {
    const bool are_arrows = points_.space.has_arrows;
    std::vector<PointLabel> labels;
    const double longest = std::min(130.0, points_.chart.area.width * 0.5);
    const auto add = [&](Point place, const std::string& words, Paint paint, bool is_needed,
                         bool is_marked, bool is_output = false) {
      const Type type = is_marked ? Type::medium : Type::small;
      labels.push_back({place, radius() + 5, shortened_rich(input_.ruler, words, type, longest),
                        type, paint, is_needed, side_of(place, is_output),
                        // Space limits the number of links.
                        is_marked ? TextRole::words : TextRole::tick});
    };
    const auto query = query_place();
    const bool is_query_a_token = points_.queries.empty() && query;
    if (query) {
      const std::string before = is_values_   ? "output of "
                                 : are_arrows ? R"($\query{\mathbf{q}}$ )"
                                              : "";
      add(*query, before + as_words(query_word()), {Ink::query}, true, true, is_values_);
    }
    const auto key = input_.shown_key();
    for (const Index j : order()) {
      if (is_query_a_token && j == query_) continue;
      const bool is_shown = key == j;
      const bool is_linked = has_links_ && query && std::ranges::count(linked_.keys, j) > 0;
      if (labels.size() >= kMostPlaneLabels && !is_linked) continue;
      const Ink ink = is_shown ? Ink::key : is_seen(j) ? Ink::text : Ink::faint;
      add(points_.tokens[at(j)], (are_arrows ? R"($\mathbf{k}$ )" : "") + as_words(token(j)), {ink},
          is_shown || is_linked, is_shown);
    }
    std::vector<Rect> taken;
    const double r = radius();
    for (const auto* places : {&points_.tokens, &points_.queries}) {
      for (const Point& p : *places) taken.push_back(square_around(p, r));
    }
    return add_point_labels(diagram_, input_.ruler, labels, grown(points_.chart.area, -2), taken)
        .has_all_needed;
  }

  void add_targets() {
    const double half = std::max(6.0, radius() + 3);
    const std::string before = "plane." + std::string(points_.space.id) + ".";
    const Rect& area = points_.chart.area;
    const auto add = [&](const char* kind, Index n, Point p) {
      const double left = std::max(area.x, p.x - half), top = std::max(area.y, p.y - half);
      const double right = std::min(area.right(), p.x + half);
      const double bottom = std::min(area.bottom(), p.y + half);
      if (diagram_.targets.size() >= kMostPlaneTargets || right <= left || bottom <= top) return;
      diagram_.add_target(before + kind + "[" + std::to_string(n) + "]",
                          {left, top, right - left, bottom - top});
    };
    // Among overlapping points, the first receives the mouse.
    for (std::size_t n = points_.tokens.size(); n-- > 0;) {
      add("token", static_cast<Index>(n), points_.tokens[n]);
    }
    for (std::size_t n = points_.queries.size(); n-- > 0;) {
      add("query", static_cast<Index>(n), points_.queries[n]);
    }
  }

  Diagram& diagram_;
  const ViewInput& input_;
  Index query_;
  StrongestKeys linked_;
  PlanePoints points_;
  bool has_links_ = false, is_values_ = false, numbers_ = false;
};

/// Draws a plane with as many links as have space for labels, in few attempts: a drag redraws it in
/// each frame.
void add_plane(Diagram& diagram, const ViewInput& input, std::string_view id, const Rect& room) {
  for (std::size_t most = most_links(room);; most = most / 2) {
    Diagram tried = diagram;
    if (!PlaneDrawing(tried, input, id, room, most).draw() && most > 1) continue;
    diagram = std::move(tried);
    return;
  }
}

/// Draws `first`, and the values next to it if they fit.
Diagram planes(const ViewInput& input, std::string_view first) {
  if (plane_space(*input.evaluation, input.head(), first).tokens->size() == 0) {
    return explanation(input, "This scene has no such rows: its scores are given.",
                       "A plane shows embeddings, queries with keys, or values with outputs.");
  }
  const double half = (input.width - kPlaneGap) / 2;
  const bool has_values = input.head_trace().v.size() > 0;
  const bool are_two = has_values && first != "values" && half >= kSmallestOfTwo;
  const double width = are_two ? half : input.width;
  double height = input.height > 0
                      ? input.height
                      : std::min(width, kLargestPlane) + 3 * kPlaneLine + kNumbersBelow;
  Diagram diagram{input.width, height};
  add_plane(diagram, input, first, {0, 0, width, height});
  if (are_two) add_plane(diagram, input, "values", {half + kPlaneGap, 0, half, height});
  if (!are_two && has_values && first != "values" && input.stacks(kSmallestOfTwo)) {
    add_plane(diagram, input, "values", {0, height + kPlaneGap, width, height});
    diagram.height += kPlaneGap + height;
  }
  return diagram;
}

}  // namespace

Diagram plane_diagram(const ViewInput& input) { return planes(input, "inputs"); }
Diagram plane_keys_diagram(const ViewInput& input) { return planes(input, "keys"); }
Diagram plane_values_diagram(const ViewInput& input) { return planes(input, "values"); }

}  // namespace attn
