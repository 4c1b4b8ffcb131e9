#include "engine/reference/parts.h"

#include <algorithm>
#include <cstring>

#include "engine/attention/combine.h"
#include "engine/attention/mask.h"
#include "engine/attention/numbers.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/attention/shift.h"
#include "engine/base/problem.h"
#include "engine/base/text.h"
#include "engine/reference/compute_parts.h"
#include "engine/reference/part_rules.h"

namespace attn {
namespace {

// Inputs: access to their place in a scene, and functions derived from it.

template <typename Object, typename Member, typename... More>
auto* reach(Object& object, Member member, More... more) {
  auto* inner = value_in(object.*member);
  if constexpr (sizeof...(More) == 0) {
    return inner;
  } else {
    using Reached = decltype(reach(*inner, more...));
    return inner ? reach(*inner, more...) : Reached{nullptr};
  }
}

template <typename Value>
void assign(Cow<Value>& place, const Matrix& numbers) {
  if constexpr (std::is_same_v<Value, Matrix>) {
    place = numbers;
  } else {
    place = RowVector(numbers.row(0));
  }
}
/// Assigns an optional value.
template <typename Value>
void assign(std::optional<Cow<Value>>& place, const Matrix& numbers) {
  assign(place.emplace(), numbers);
}

template <typename Object, typename Member, typename... More>
void assign_at(const Matrix& numbers, Object& object, Member member, More... more) {
  if constexpr (sizeof...(More) == 0) {
    assign(object.*member, numbers);
  } else if (auto* inner = value_in(object.*member)) {
    assign_at(numbers, *inner, more...);
  }
}

/// Path of members from a scene, or from a head.
template <auto... members>
struct OfScene {
  static auto* in(auto& scene, std::size_t) { return reach(scene, members...); }
  static void set(Scene& scene, std::size_t, const Matrix& numbers) {
    assign_at(numbers, scene, members...);
  }
};
template <auto... members>
struct OfHead {
  static auto* in(auto& scene, std::size_t h) { return reach(scene.heads[h], members...); }
  static void set(Scene& scene, std::size_t h, const Matrix& numbers) {
    assign_at(numbers, scene.heads[h], members...);
  }
};
struct OfProjection {
  static auto* in(auto& scene, std::size_t h) {
    return h < scene.combine.projections.size() ? &scene.combine.projections[h] : nullptr;
  }
  static void set(Scene& scene, std::size_t h, const Matrix& numbers) {
    scene.combine.projections[h] = numbers;
  }
};

template <typename Place>
Shape given_shape(const Scene& scene, std::size_t h) {
  const auto* cow = Place::in(scene, h);
  return {exactly(cow ? (*cow)->rows() : 0, ""), exactly(cow ? (*cow)->cols() : 0, "")};
}
template <typename Place>
const Matrix* given_matrix(const Scene& scene, const Trace&, std::size_t h) {
  const auto* cow = Place::in(scene, h);
  return cow ? &**cow : nullptr;
}
template <typename Place>
Matrix given_row(const Scene& scene, const Trace&, std::size_t h) {
  const auto* cow = Place::in(scene, h);
  return cow ? Matrix(**cow) : Matrix();
}

template <typename Place>
std::span<const float> given_numbers(const Scene& scene, std::size_t h) {
  const auto* cow = Place::in(scene, h);
  if (!cow) return {};
  return {(*cow)->data(), static_cast<std::size_t>((*cow)->size())};
}

/// All rows if the shapes differ.
template <typename Numbers>
FewLines different_rows(const Numbers& from, const Numbers& to) {
  FewLines rows;
  if (from.rows() != to.rows() || from.cols() != to.cols()) {
    rows.add_all();
    return rows;
  }
  const Index width = to.cols();
  const auto differ = [&](Index first, Index count) {
    const auto bytes = static_cast<std::size_t>(count * width) * sizeof(float);
    return std::memcmp(to.data() + first * width, from.data() + first * width, bytes) != 0;
  };
  constexpr Index kBlock = 16;  // rows compared at once, as most are equal
  for (Index first = 0; first < to.rows() && !rows.all(); first += kBlock) {
    const Index count = std::min(kBlock, to.rows() - first);
    if (!differ(first, count)) continue;
    for (Index i = first; i < first + count; ++i) {
      if (differ(i, 1)) rows.add(i);
    }
  }
  return rows;
}

template <typename Place>
FewLines given_changed(const Scene& from, const Scene& to, std::size_t h) {
  const auto* before = Place::in(from, h);
  const auto* after = Place::in(to, h);
  if (before && after)
    return before->is_same(*after) ? FewLines() : different_rows(**before, **after);
  FewLines rows;
  if (before || after) rows.add_all();
  return rows;
}

struct Axes {
  Axis rows = Axis::kPlain, columns = Axis::kPlain;
};

/// Row of the table for an input.
template <typename Place>
constexpr PartKind given(Part part, std::string_view id, std::string_view symbol,
                         std::string_view key, Axes axes = {}) {
  PartKind kind{.part = part, .id = id, .symbol = symbol, .key = key};
  kind.rows = axes.rows;
  kind.columns = axes.columns;
  kind.is_of_head = key.find('#') != std::string_view::npos;
  kind.shape = given_shape<Place>;
  if constexpr (requires(Scene & scene, const Cow<Matrix>* cow) { cow = Place::in(scene, 0); }) {
    kind.held = given_matrix<Place>;
  } else {
    kind.made = given_row<Place>;
  }
  kind.set = Place::set;
  kind.numbers = given_numbers<Place>;
  kind.changed = given_changed<Place>;
  return kind;
}

// Places of computed parts.

template <auto member>
const Matrix* of_trace(const Scene&, const Trace& trace, std::size_t) {
  return value_in(trace.*member);
}
template <auto member>
const Matrix* of_head(const Scene&, const Trace& trace, std::size_t h) {
  return &(trace.heads[h].*member);
}
template <auto member>
const Matrix* of_subtracted(const Scene&, const Trace& trace, std::size_t h) {
  return &(trace.heads[h].subtracted.*member);
}
const Matrix* raw_of_trace(const Scene&, const Trace& trace, std::size_t h) {
  return &trace.heads[h].raw_scores();
}
const Matrix* subtract_raw_of_trace(const Scene&, const Trace& trace, std::size_t h) {
  return &trace.heads[h].subtracted.raw_scores();
}
/// Without scale and cap.
const Matrix* held_unscaled(const Scene& scene, const Trace& trace, std::size_t h) {
  const bool is_raw = score_factor(scene, h) == 1 && !scene.score.cap;
  return is_raw ? &trace.heads[h].raw_scores() : nullptr;
}
Matrix made_unscaled(const Scene& scene, const Trace& trace, std::size_t h) {
  const Score plain = plain_score(scene.score);
  return plain.kind->scores(plain, scene.heads[h], trace.heads[h].q, trace.heads[h].k);
}
Matrix made_shift(const Scene& scene, const Trace&, std::size_t h) {
  Matrix shift = Matrix::Zero(scene.query_count(), scene.key_count());
  shift_scores(scene, h, shift);
  return shift;
}
Matrix made_forget_gates(const Scene& scene, const Trace& trace, std::size_t h) {
  return forget_gates(scene.heads[h], trace.x).cast<float>();
}
Matrix made_seen(const Scene& scene, const Trace&, std::size_t h) {
  return seen_by_head(scene, h, visible_keys(scene)).cast<float>();
}

// Numbers of rows and columns.

Extent of_keys(const Scene& scene) { return pair_shape(scene).cols; }
Extent of_queries(const Scene& scene) { return pair_shape(scene).rows; }

Shape x_shape(const Scene& scene, std::size_t) { return {of_keys(scene), w_k_shape(scene).rows}; }
Shape query_x_shape(const Scene& scene, std::size_t) {
  return {of_queries(scene), w_q_shape(scene).rows};
}
Shape q_shape(const Scene& scene, std::size_t h) {
  return {of_queries(scene), exactly(width_of_q(scene, h), "dk")};
}
Shape k_shape(const Scene& scene, std::size_t h) {
  return {of_keys(scene), exactly(width_of_k(scene, h), "dk")};
}
Shape v_shape(const Scene& scene, std::size_t h) {
  return {of_keys(scene), exactly(width_of_v(scene, h), "dv")};
}
Shape subtract_q_shape(const Scene& scene, std::size_t h) {
  return {of_queries(scene), exactly(width_of_subtract(scene, h), "width of subtract's q")};
}
Shape subtract_k_shape(const Scene& scene, std::size_t h) {
  return {of_keys(scene), exactly(scene.heads[h].subtract->w_k->cols(), "width of subtract's k")};
}
Shape shape_of_pairs(const Scene& scene, std::size_t) { return pair_shape(scene); }
Shape forget_gates_shape(const Scene& scene, std::size_t) {
  return {of_keys(scene), exactly(1, "")};
}
Shape head_output_shape(const Scene& scene, std::size_t h) {
  return {of_queries(scene), exactly(width_of_v(scene, h), "dv")};
}
Shape output_shape(const Scene& scene, std::size_t) {
  return {of_queries(scene), exactly(scene.combine.kind->width(scene), "Do")};
}

// Parts stored in the trace.

bool always(const Scene&, std::size_t) { return true; }
bool where_added(const Scene& scene, std::size_t) { return scene.position.kind->table; }
bool where_added_to_queries(const Scene& scene, std::size_t) {
  return scene.queries && scene.position.kind->table;
}
bool where_others_follow(const Scene& scene) {
  return shifts_scores(scene) || !scene.masks.empty() || has_given_scores(scene.score);
}
bool where_scores_change(const Scene& scene, std::size_t h) {
  return where_others_follow(scene) || fades_scores(scene.heads[h]);
}
bool where_subtracted(const Scene& scene, std::size_t h) {
  return scene.heads[h].subtract.has_value();
}
bool where_subtracted_change(const Scene& scene, std::size_t h) {
  return where_subtracted(scene, h) && where_others_follow(scene);
}
bool where_gated(const Scene& scene, std::size_t h) { return scene.heads[h].w_g.has_value(); }
bool where_combined(const Scene& scene, std::size_t) {
  return scene.combine.kind->width && width_of_v(scene, 0) > 0;
}

constexpr Axis kQueries = Axis::kQueries, kKeys = Axis::kKeys;

/// Parts of each head's queries and keys.
constexpr PartKind of_pairs(PartKind kind) {
  kind.rows = kQueries;
  kind.columns = kKeys;
  kind.is_of_head = true;
  kind.shape = shape_of_pairs;
  return kind;
}

constexpr std::array kPartKinds{
    given<OfScene<&Scene::embeddings>>(Part::embeddings, "embeddings", "E", "embeddings", {kKeys}),
    given<OfScene<&Scene::queries, &Queries::embeddings>>(
        Part::query_embeddings, "query_embeddings", R"(E_\mathrm{Q})", "queries", {kQueries}),
    given<OfScene<&Scene::position, &Position::table>>(Part::position_table, "position.table", "P",
                                                       "position.table"),
    given<OfScene<&Scene::position, &Position::slopes>>(Part::slopes, "position.slopes",
                                                        R"(\text{slopes})", "position.slopes"),
    PartKind{.part = Part::position,
             .id = "position",
             .symbol = "P",
             .result = "position",
             .rows = kKeys,
             .shape = x_shape,
             .held = of_trace<&Trace::position>,
             .differ = positions_differ,
             .is_traced = where_added,
             .feeds = position_feeds,
             .formula = position_formula},
    PartKind{.part = Part::query_position,
             .id = "query_position",
             .symbol = "P",
             .rows = kQueries,
             .shape = query_x_shape,
             .held = of_trace<&Trace::query_position>,
             .differ = positions_differ,
             .is_traced = where_added_to_queries,
             .feeds = position_feeds,
             .formula = position_formula},
    PartKind{.part = Part::x,
             .id = "x",
             .symbol = "X",
             .rows = kKeys,
             .shape = x_shape,
             .held = of_trace<&Trace::x>,
             .is_traced = always,
             .compute = compute_x,
             .feeds = x_feeds,
             .formula = x_formula},
    PartKind{.part = Part::query_x,
             .id = "query_x",
             .symbol = R"(X_\mathrm{Q})",
             .rows = kQueries,
             .shape = query_x_shape,
             .held = of_trace<&Trace::query_x>,
             .is_traced = always,
             .compute = compute_query_x,
             .feeds = query_x_feeds,
             .formula = x_formula},
    given<OfScene<&Scene::values>>(Part::values, "values", R"(\text{values})", "values", {kKeys}),
    given<OfHead<&Head::w_q>>(Part::w_q, "w_q", R"(\mathbf{W}_\mathrm{Q})", "heads.#.w_q"),
    given<OfHead<&Head::b_q>>(Part::b_q, "b_q", R"(\mathbf{b}_\mathrm{Q})", "heads.#.b_q"),
    given<OfHead<&Head::g_q>>(Part::g_q, "g_q", R"(\mathbf{g}_\mathrm{Q})", "heads.#.g_q"),
    given<OfHead<&Head::w_k>>(Part::w_k, "w_k", R"(\mathbf{W}_\mathrm{K})", "heads.#.w_k"),
    given<OfHead<&Head::b_k>>(Part::b_k, "b_k", R"(\mathbf{b}_\mathrm{K})", "heads.#.b_k"),
    given<OfHead<&Head::g_k>>(Part::g_k, "g_k", R"(\mathbf{g}_\mathrm{K})", "heads.#.g_k"),
    given<OfHead<&Head::w_v>>(Part::w_v, "w_v", R"(\mathbf{W}_\mathrm{V})", "heads.#.w_v"),
    given<OfHead<&Head::b_v>>(Part::b_v, "b_v", R"(\mathbf{b}_\mathrm{V})", "heads.#.b_v"),
    PartKind{.part = Part::q,
             .id = "q",
             .symbol = "Q",
             .result = "q",
             .plural = "queries",
             .rows = kQueries,
             .is_of_head = true,
             .shape = q_shape,
             .held = of_head<&HeadTrace::q>,
             .differ = numbers_differ<Part::q, q_differ>,
             .is_traced = always,
             .compute = compute_q<Pairs::kOwn>,
             .feeds = q_feeds,
             .formula = q_formula},
    PartKind{.part = Part::k,
             .id = "k",
             .symbol = "K",
             .result = "k",
             .plural = "keys",
             .rows = kKeys,
             .is_of_head = true,
             .shape = k_shape,
             .held = of_head<&HeadTrace::k>,
             .differ = numbers_differ<Part::k, k_differ>,
             .is_traced = always,
             .compute = compute_k<Pairs::kOwn>,
             .feeds = k_feeds,
             .formula = k_formula},
    PartKind{.part = Part::v,
             .id = "v",
             .symbol = "V",
             .result = "v",
             .plural = "values",
             .rows = kKeys,
             .is_of_head = true,
             .shape = v_shape,
             .held = of_head<&HeadTrace::v>,
             .differ = numbers_differ<Part::v, v_differ>,
             .is_traced = always,
             .compute = compute_v,
             .feeds = v_feeds,
             .formula = v_formula},
    given<OfHead<&Head::w_a>>(Part::w_a, "w_a", R"(\mathbf{W}_\mathrm{A})", "heads.#.w_a"),
    given<OfHead<&Head::v>>(Part::energy, "score_v", R"(\mathbf{v}_\mathrm{A})", "heads.#.v"),
    given<OfHead<&Head::scores>>(Part::given_scores, "given_scores", R"(S_\mathrm{G})",
                                 "heads.#.scores", {kQueries, kKeys}),
    of_pairs({.part = Part::unscaled,
              .id = "unscaled",
              .symbol = "S'",
              .held = held_unscaled,
              .made = made_unscaled,
              .differ = numbers_differ<Part::unscaled, unscaled_differ>,
              .feeds = unscaled_feeds,
              .formula = unscaled_formula}),
    of_pairs({.part = Part::raw,
              .id = "raw",
              .symbol = R"(\text{raw } S)",
              .held = raw_of_trace,
              .differ = numbers_differ<Part::raw, raw_differ>,
              .is_traced = where_scores_change,
              .compute = compute_raw<Pairs::kOwn>,
              .feeds = raw_feeds,
              .formula = raw_formula}),
    given<OfScene<&Attention::bias>>(Part::bias, "bias", R"(\text{bias})", "bias",
                                     {kQueries, kKeys}),
    of_pairs({.part = Part::shift,
              .id = "shift",
              .symbol = "B",
              .made = made_shift,
              .differ = numbers_differ<Part::shift, shift_differ>,
              .feeds = shift_feeds,
              .formula = shift_formula}),
    given<OfHead<&Head::w_f>>(Part::w_f, "w_f", R"(\mathbf{w}_\mathrm{F})", "heads.#.w_f"),
    PartKind{.part = Part::forget_gates,
             .id = "forget_gates",
             .symbol = "F",
             .rows = kKeys,
             .is_of_head = true,
             .shape = forget_gates_shape,
             .made = made_forget_gates,
             .differ = numbers_differ<Part::forget_gates>,
             .feeds = forget_gates_feeds,
             .formula = forget_gates_formula},
    of_pairs({.part = Part::seen,
              .id = "seen",
              .symbol = R"(\text{seen})",
              .made = made_seen,
              .differ = masks_differ,
              .feeds = seen_feeds,
              .formula = seen_formula}),
    of_pairs({.part = Part::scores,
              .id = "scores",
              .symbol = "S",
              .result = "scores",
              .plural = "scores",
              .held = of_head<&HeadTrace::scores>,
              .differ = numbers_differ<Part::scores, null_differs>,
              .is_traced = always,
              .compute = compute_scores<Pairs::kOwn>,
              .feeds = scores_feeds,
              .formula = scores_formula}),
    given<OfHead<&Head::subtract, &Subtract::w_q>>(
        Part::subtract_w_q, "subtract.w_q", R"(\mathbf{W}_{\mathrm{Q}2})", "heads.#.subtract.w_q"),
    given<OfHead<&Head::subtract, &Subtract::w_k>>(
        Part::subtract_w_k, "subtract.w_k", R"(\mathbf{W}_{\mathrm{K}2})", "heads.#.subtract.w_k"),
    PartKind{.part = Part::subtract_q,
             .id = "subtract.q",
             .symbol = "Q_2",
             .plural = "queries",
             .rows = kQueries,
             .is_of_head = true,
             .shape = subtract_q_shape,
             .held = of_subtracted<&PairTrace::q>,
             .differ = q_differ,
             .is_traced = where_subtracted,
             .compute = compute_q<Pairs::kSubtracted>,
             .feeds = subtract_q_feeds,
             .formula = subtract_q_formula},
    PartKind{.part = Part::subtract_k,
             .id = "subtract.k",
             .symbol = "K_2",
             .plural = "keys",
             .rows = kKeys,
             .is_of_head = true,
             .shape = subtract_k_shape,
             .held = of_subtracted<&PairTrace::k>,
             .differ = q_differ,
             .is_traced = where_subtracted,
             .compute = compute_k<Pairs::kSubtracted>,
             .feeds = subtract_k_feeds,
             .formula = subtract_k_formula},
    of_pairs({.part = Part::subtract_raw,
              .id = "subtract.raw",
              .symbol = R"(\text{raw } S_2)",
              .held = subtract_raw_of_trace,
              .differ = subtract_raw_differ,
              .is_traced = where_subtracted_change,
              .compute = compute_raw<Pairs::kSubtracted>,
              .feeds = subtract_raw_feeds,
              .formula = subtract_raw_formula}),
    of_pairs({.part = Part::subtract_scores,
              .id = "subtract.scores",
              .symbol = "S_2",
              .plural = "scores",
              .held = of_subtracted<&PairTrace::scores>,
              .is_traced = where_subtracted,
              .compute = compute_scores<Pairs::kSubtracted>,
              .feeds = subtract_scores_feeds,
              .formula = subtract_scores_formula}),
    of_pairs({.part = Part::subtract_weights,
              .id = "subtract.weights",
              .symbol = R"(\alpha_2)",
              .plural = "weights",
              .held = of_subtracted<&PairTrace::weights>,
              .differ = subtract_weights_differ,
              .is_traced = where_subtracted,
              .compute = compute_subtract_weights,
              .feeds = subtract_weights_feeds,
              .formula = subtract_weights_formula}),
    of_pairs({.part = Part::weights,
              .id = "weights",
              .symbol = R"(\alpha)",
              .result = "weights",
              .plural = "weights",
              .held = of_head<&HeadTrace::weights>,
              .differ = numbers_differ<Part::weights, weights_differ>,
              .is_traced = always,
              .compute = compute_weights,
              .feeds = weights_feeds,
              .formula = weights_formula}),
    given<OfHead<&Head::w_g>>(Part::w_g, "w_g", R"(\mathbf{W}_\mathrm{G})", "heads.#.w_g"),
    given<OfHead<&Head::b_g>>(Part::b_g, "b_g", R"(\mathbf{b}_\mathrm{G})", "heads.#.b_g"),
    PartKind{.part = Part::gates,
             .id = "gates",
             .symbol = "G",
             .rows = kQueries,
             .is_of_head = true,
             .shape = head_output_shape,
             .held = of_head<&HeadTrace::gates>,
             .is_traced = where_gated,
             .compute = compute_gates,
             .feeds = gates_feeds,
             .formula = gates_formula},
    PartKind{.part = Part::head_output,
             .id = "head_output",
             .symbol = "O",
             .result = "output",
             .plural = "outputs",
             .rows = kQueries,
             .is_of_head = true,
             .shape = head_output_shape,
             .held = of_head<&HeadTrace::output>,
             .differ = numbers_differ<Part::head_output>,
             .is_traced = always,
             .compute = compute_head_output,
             .feeds = head_output_feeds,
             .formula = head_output_formula},
    given<OfScene<&Attention::combine, &Combine::w_o>>(Part::w_o, "w_o", R"(\mathbf{W}_\mathrm{O})",
                                                       "combine.w_o"),
    given<OfScene<&Attention::combine, &Combine::b_o>>(Part::b_o, "b_o", R"(\mathbf{b}_\mathrm{O})",
                                                       "combine.b_o"),
    given<OfScene<&Attention::combine, &Combine::w>>(Part::head_weight, "head_weight", "w",
                                                     "combine.w"),
    given<OfProjection>(Part::projection, "projection", R"(\mathbf{W})", "combine.w.#"),
    PartKind{.part = Part::output,
             .id = "output",
             .symbol = "O",
             .result = "output",
             .plural = "combined outputs",
             .rows = kQueries,
             .shape = output_shape,
             .held = of_trace<&Trace::output>,
             .differ = output_differ,
             .is_traced = where_combined,
             .compute = compute_output,
             .feeds = output_feeds,
             .formula = output_formula},
};

/// Head number in `name` at the # of `key`, or 0 if it has none; empty if the name does not match.
std::optional<Index> head_in(std::string_view name, std::string_view key) {
  const std::size_t at = key.find('#');
  if (at == std::string_view::npos) return name == key ? std::optional<Index>(0) : std::nullopt;
  if (!name.starts_with(key.substr(0, at))) return std::nullopt;
  name.remove_prefix(at);
  const auto head = take_parsed<unsigned>(name);
  return name == key.substr(at + 1) ? head : std::nullopt;
}

constexpr std::string_view kBlocks = "blocks.";

}  // namespace

void FewLines::add(Index line) {
  if (all_ || has(line)) return;
  if (count_ == kFew) return add_all();
  some_[count_++] = line;
}

void FewLines::add(const FewLines& lines) {
  if (lines.all()) return add_all();
  for (const Index line : lines.some()) add(line);
}

bool FewLines::has(Index line) const {
  return all_ || std::ranges::find(some(), line) != some().end();
}

bool FewLines::operator==(const FewLines& other) const {
  return all_ == other.all_ && std::ranges::is_permutation(some(), other.some());
}

std::span<const PartKind> part_kinds() { return kPartKinds; }

const PartKind& part_kind(Part part) { return kPartKinds[static_cast<std::size_t>(part)]; }

Shape shape_of(const Scene& scene, const Where& where) {
  return part_kind(where.part).shape(scene, static_cast<std::size_t>(where.head));
}

Feeds feeds_of(const Scene& scene, const Where& where) {
  Feeds feeds;
  if (const auto add = part_kind(where.part).feeds) {
    add(scene, static_cast<std::size_t>(where.head), feeds);
  }
  for (Feed& feed : feeds) feed.where.block = where.block;
  return feeds;
}

std::string prefix_of_block(Index block) {
  return block == 0 ? "" : std::string(kBlocks) + std::to_string(block) + ".";
}

std::string name_of(const Where& where) {
  const PartKind& kind = part_kind(where.part);
  std::string name = prefix_of_block(where.block);
  name += kind.key.empty() ? kind.id : kind.key;
  const std::size_t head = name.find('#');
  return head == std::string::npos ? name : name.replace(head, 1, std::to_string(where.head));
}

std::optional<Where> find_named(std::string_view name) {
  Index block = 0;
  if (name.starts_with(kBlocks)) {
    std::string_view number = name.substr(kBlocks.size());
    block = static_cast<Index>(take_parsed<unsigned>(number).value_or(0));
    if (!name.starts_with(prefix_of_block(block)) || block == 0) return std::nullopt;
    name.remove_prefix(prefix_of_block(block).size());
  }
  for (const PartKind& kind : kPartKinds) {
    const auto head = head_in(name, kind.key.empty() ? kind.id : kind.key);
    if (head) return Where{kind.part, *head, block};
  }
  return std::nullopt;
}

void fail_out_of_range(const Where& where) {
  const PartKind& kind = part_kind(where.part);
  throw SceneError({kind.is_of_head ? "/heads/" + std::to_string(where.head) : "/combine",
                    std::string(kind.plural) + " leave the range of float32"});
}

double numbers_in_trace(const Scene& scene) {
  double numbers = 0;
  for (const PartKind& kind : kPartKinds) {
    for (std::size_t h = 0; h < (kind.is_of_head ? scene.heads.size() : 1); ++h) {
      if (!kind.is_traced || !kind.is_traced(scene, h)) continue;
      const Shape shape = kind.shape(scene, h);
      numbers += static_cast<double>(shape.rows.count) * static_cast<double>(shape.cols.count);
    }
  }
  return numbers;
}

}  // namespace attn
