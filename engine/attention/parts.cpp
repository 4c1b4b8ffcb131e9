#include "engine/attention/parts.h"

#include <algorithm>
#include <array>

#include "engine/attention/combine.h"
#include "engine/attention/lookup.h"
#include "engine/attention/mask.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/attention/shift.h"

namespace attn {
namespace {

using enum Feed::Reach;

// Where they are.

const Matrix* matrix_at(const Cow<Matrix>& matrix) { return &*matrix; }
const Matrix* matrix_at(const std::optional<Cow<Matrix>>& matrix) {
  return matrix ? &**matrix : nullptr;
}
const Matrix* matrix_at(const Matrix& matrix) { return &matrix; }
const Matrix* matrix_at(const std::optional<Matrix>& matrix) { return matrix ? &*matrix : nullptr; }

template <auto member>
const Matrix* of_scene(const Scene& scene, const Trace&, std::size_t) {
  return matrix_at(scene.*member);
}
template <auto member>
const Matrix* of_head(const Scene& scene, const Trace&, std::size_t h) {
  return matrix_at(scene.heads[h].*member);
}
template <auto member>
const Matrix* traced(const Scene&, const Trace& trace, std::size_t) {
  return matrix_at(trace.*member);
}
template <auto member>
const Matrix* traced_of_head(const Scene&, const Trace& trace, std::size_t h) {
  return matrix_at(trace.heads[h].*member);
}

const Matrix* held_position_table(const Scene& scene, const Trace&, std::size_t) {
  return &*scene.position.table;
}
const Matrix* held_queries(const Scene& scene, const Trace&, std::size_t) {
  return &scene.query_embeddings();
}
const Matrix* held_raw(const Scene& scene, const Trace& trace, std::size_t h) {
  return score_factor(scene, h) == 1 ? &trace.heads[h].raw_scores() : nullptr;
}
const Matrix* held_w_o(const Scene& scene, const Trace&, std::size_t) {
  return matrix_at(scene.combine.w_o);
}
const Matrix* held_projection(const Scene& scene, const Trace&, std::size_t h) {
  return h < scene.combine.projections.size() ? &*scene.combine.projections[h] : nullptr;
}

Matrix made_energy(const Scene& scene, const Trace&, std::size_t h) {
  return scene.heads[h].v ? Matrix(**scene.heads[h].v) : Matrix();
}
Matrix made_raw(const Scene& scene, const Trace& trace, std::size_t h) {
  const Score plain = plain_score(scene.score);
  return plain.kind->scores(plain, scene.heads[h], trace.heads[h].q, trace.heads[h].k);
}
Matrix made_shift(const Scene& scene, const Trace&, std::size_t h) {
  Matrix shift = Matrix::Zero(scene.query_count(), scene.key_count());
  shift_scores(scene, h, shift);
  return shift;
}
Matrix made_seen(const Scene& scene, const Trace&, std::size_t) {
  return visible_keys(scene).cast<float>();
}
Matrix made_head_weight(const Scene& scene, const Trace&, std::size_t) { return *scene.combine.w; }

// How many rows and columns.

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
Shape energy_shape(const Scene& scene, std::size_t h) {
  return {exactly(1, ""), exactly((*scene.heads[h].v)->cols(), "dk")};
}
Shape shape_of_pairs(const Scene& scene, std::size_t) { return pair_shape(scene); }
Shape head_output_shape(const Scene& scene, std::size_t h) {
  return {of_queries(scene), exactly(width_of_v(scene, h), "dv")};
}
Shape head_weight_shape(const Scene& scene, std::size_t) {
  return {exactly(1, ""), head_count(scene)};
}
Shape output_shape(const Scene& scene, std::size_t) {
  return {of_queries(scene), exactly(scene.combine.kind->width(scene), "Do")};
}

// What they are computed from.

using Feeds = std::vector<Feed>;

Where at_head(Part part, std::size_t h) { return {part, static_cast<Index>(h)}; }

Feeds position_feeds(const Scene& scene, std::size_t) {
  const PositionKind& kind = *scene.position.kind;
  if (!kind.table || !takes(kind, "table")) return {};
  return {{{Part::position_table}, kRow, kColumn}};
}
Feeds summed_feeds(const Scene& scene, Part embeddings, Part position) {
  Feeds feeds{{{embeddings}, kRow, kColumn}};
  if (scene.position.kind->table) feeds.push_back({{position}, kRow, kColumn, "+"});
  return feeds;
}
Feeds x_feeds(const Scene& scene, std::size_t) {
  return summed_feeds(scene, Part::embeddings, Part::position);
}
Feeds query_x_feeds(const Scene& scene, std::size_t) {
  return summed_feeds(scene, Part::query_embeddings, Part::query_position);
}

Feeds projected_feeds(Part from, const Where& weights, bool is_given, Feed::Reach columns) {
  if (!is_given) return {{{from}, kRow, columns}};
  return {{{from}, kRow, kAll}, {weights, kAll, columns, "·"}};
}
Feed::Reach turned_reach(const Scene& scene) {
  return scene.position.kind->rotate ? kTurned : kColumn;
}
Feeds q_feeds(const Scene& scene, std::size_t h) {
  return projected_feeds(scene.queries ? Part::query_x : Part::x, at_head(Part::w_q, h),
                         scene.heads[h].w_q.has_value(), turned_reach(scene));
}
Feeds k_feeds(const Scene& scene, std::size_t h) {
  const std::size_t from = keys_head(scene, h);
  return projected_feeds(Part::x, at_head(Part::w_k, from), scene.heads[from].w_k.has_value(),
                         turned_reach(scene));
}
Feeds v_feeds(const Scene& scene, std::size_t h) {
  const std::size_t from = keys_head(scene, h);
  return projected_feeds(scene.values ? Part::values : Part::x, at_head(Part::w_v, from),
                         scene.heads[from].w_v.has_value(), kColumn);
}

Feeds raw_feeds(const Scene& scene, std::size_t h) {
  const Head& head = scene.heads[h];
  const ScoreKind& kind = *plain_score(scene.score).kind;
  // Of what is no product the matrices stand beside one another.
  const PairSum& sum = kind.pair_sum;
  const bool is_product =
      sum.factor && sum.pairing == Pairing::kProduct && sum.rows != PairSum::Rows::kUnit;
  Feeds feeds{{at_head(Part::q, h), kRow, kAll}};
  if (takes_of_head(kind, "w_a") && head.w_a)
    feeds.push_back({at_head(Part::w_a, h), kAll, kAll, "·"});
  // Row j of the keys, which the product has as a column.
  feeds.push_back({at_head(Part::k, h), kColumn, kAll, is_product ? "·" : ","});
  if (takes_of_head(kind, "v") && head.v)
    feeds.push_back({at_head(Part::energy, h), kAll, kAll, ","});
  return feeds;
}
Feeds scores_feeds(const Scene& scene, std::size_t h) {
  Feeds feeds{{at_head(Part::raw, h), kRow, kColumn}};
  if (shifts_scores(scene)) feeds.push_back({at_head(Part::shift, h), kRow, kColumn, "+"});
  if (!scene.masks.empty()) feeds.push_back({{Part::seen}, kRow, kColumn, ","});
  return feeds;
}
Feeds weights_feeds(const Scene&, std::size_t h) {
  return {{at_head(Part::scores, h), kRow, kSeen}};
}
Feeds head_output_feeds(const Scene&, std::size_t h) {
  return {{at_head(Part::weights, h), kRow, kSeen}, {at_head(Part::v, h), kSeen, kColumn, "·"}};
}
Feeds output_feeds(const Scene& scene, std::size_t) {
  const Combine& combine = scene.combine;
  const bool is_beside = combine.kind->joins == Joins::kBeside;
  const bool is_projected = combine.kind->joins == Joins::kByMatrix;
  const bool mixes_columns = is_projected || (is_beside && combine.w_o);
  Feeds feeds;
  Index first = 0;
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    Feed feed{at_head(Part::head_output, h), kRow, mixes_columns ? kAll : kColumn, "", 0};
    if (is_beside && !mixes_columns) feed.first = first;
    feeds.push_back(feed);
    if (is_projected) feeds.push_back({at_head(Part::projection, h), kAll, kColumn, "·"});
    first += width_of_v(scene, h);
  }
  if (is_beside && combine.w_o) feeds.push_back({{Part::w_o}, kAll, kColumn, "·"});
  if (combine.kind->joins == Joins::kByNumber)
    feeds.push_back({{Part::head_weight}, kAll, kAll, ","});
  return feeds;
}

// In words.

std::string position_formula(const Scene& scene, std::size_t) {
  return std::string(scene.position.kind->formula);
}
std::string x_formula(const Scene& scene, std::size_t) {
  return scene.position.kind->table ? "xᵢ = eᵢ + scale · Pᵢ" : "xᵢ = eᵢ";
}
std::string q_formula(const Scene& scene, std::size_t h) {
  return scene.heads[h].w_q ? "qᵢ = xᵢ · W_Q" : "qᵢ = xᵢ";
}
std::string k_formula(const Scene& scene, std::size_t h) {
  return scene.heads[keys_head(scene, h)].w_k ? "kⱼ = xⱼ · W_K" : "kⱼ = xⱼ";
}
std::string v_formula(const Scene& scene, std::size_t h) {
  return std::string(scene.values ? "vⱼ = valueⱼ" : "vⱼ = xⱼ") +
         (scene.heads[keys_head(scene, h)].w_v ? " · W_V" : "");
}
/// The score's formula for what is not scaled yet: "s′ᵢⱼ = qᵢ · kⱼ".
std::string raw_formula(const Scene& scene, std::size_t) {
  constexpr std::string_view kScale = "scale · ", kScore = "sᵢⱼ";
  std::string formula(plain_score(scene.score).kind->formula);
  const std::size_t scale = formula.find(kScale);
  if (scale != std::string::npos) formula.erase(scale, kScale.size());
  return formula.replace(formula.find(kScore), 1, "s′");
}
std::string scores_formula(const Scene& scene, std::size_t h) {
  const bool is_divided = plain_score(scene.score).kind != scene.score.kind;
  const bool is_scaled = !is_divided && score_factor(scene, h) != 1;
  return std::string(is_scaled ? "sᵢⱼ = scale · s′ᵢⱼ" : "sᵢⱼ = s′ᵢⱼ") +
         (is_divided ? " / √dₖ" : "") + (shifts_scores(scene) ? " + bᵢⱼ" : "") +
         (scene.masks.empty() ? "" : ", −∞ where masked");
}
std::string weights_formula(const Scene& scene, std::size_t) {
  return std::string(scene.normalizer.kind->formula);
}
std::string head_output_formula(const Scene&, std::size_t) { return "oᵢ = Σⱼ αᵢⱼ · vⱼ"; }
std::string output_formula(const Scene& scene, std::size_t) {
  return std::string(scene.combine.kind->formula);
}

// Whether the trace has numbers of its own for them.

bool always(const Scene&) { return true; }
bool where_added(const Scene& scene) { return scene.position.kind->table; }
bool where_added_to_queries(const Scene& scene) { return scene.queries && where_added(scene); }
bool where_scores_change(const Scene& scene) {
  return shifts_scores(scene) || !scene.masks.empty() || has_given_scores(scene.score) ||
         std::ranges::any_of(scene.heads, fades_scores);
}
bool where_combined(const Scene& scene) {
  return scene.combine.kind->width && width_of_v(scene, 0) > 0;
}

constexpr Axis kQueries = Axis::kQueries, kKeys = Axis::kKeys;

constexpr std::array kPartKinds{
    PartKind{.part = Part::embeddings,
             .id = "embeddings",
             .symbol = "E",
             .rows = kKeys,
             .shape = x_shape,
             .held = of_scene<&Scene::embeddings>},
    PartKind{.part = Part::query_embeddings,
             .id = "query_embeddings",
             .symbol = "E_Q",
             .rows = kQueries,
             .shape = query_x_shape,
             .held = held_queries},
    PartKind{.part = Part::position_table,
             .id = "position.table",
             .symbol = "P",
             .held = held_position_table},
    PartKind{.part = Part::position,
             .id = "position",
             .symbol = "P",
             .rows = kKeys,
             .shape = x_shape,
             .held = traced<&Trace::position>,
             .feeds = position_feeds,
             .formula = position_formula,
             .is_traced = where_added},
    PartKind{.part = Part::query_position,
             .id = "query_position",
             .symbol = "P",
             .rows = kQueries,
             .shape = query_x_shape,
             .held = traced<&Trace::query_position>,
             .feeds = position_feeds,
             .formula = position_formula,
             .is_traced = where_added_to_queries},
    PartKind{.part = Part::x,
             .id = "x",
             .symbol = "X",
             .rows = kKeys,
             .shape = x_shape,
             .held = traced<&Trace::x>,
             .feeds = x_feeds,
             .formula = x_formula,
             .is_traced = always},
    PartKind{.part = Part::query_x,
             .id = "query_x",
             .symbol = "X_Q",
             .rows = kQueries,
             .shape = query_x_shape,
             .held = traced<&Trace::query_x>,
             .feeds = query_x_feeds,
             .formula = x_formula,
             .is_traced = always},
    PartKind{.part = Part::values,
             .id = "values",
             .symbol = "values",
             .rows = kKeys,
             .held = of_scene<&Scene::values>},
    PartKind{.part = Part::w_q,
             .id = "w_q",
             .symbol = "W_Q",
             .is_of_head = true,
             .held = of_head<&Head::w_q>},
    PartKind{.part = Part::w_k,
             .id = "w_k",
             .symbol = "W_K",
             .is_of_head = true,
             .held = of_head<&Head::w_k>},
    PartKind{.part = Part::w_v,
             .id = "w_v",
             .symbol = "W_V",
             .is_of_head = true,
             .held = of_head<&Head::w_v>},
    PartKind{.part = Part::q,
             .id = "q",
             .symbol = "Q",
             .rows = kQueries,
             .is_of_head = true,
             .shape = q_shape,
             .held = traced_of_head<&HeadTrace::q>,
             .feeds = q_feeds,
             .formula = q_formula,
             .is_traced = always},
    PartKind{.part = Part::k,
             .id = "k",
             .symbol = "K",
             .rows = kKeys,
             .is_of_head = true,
             .shape = k_shape,
             .held = traced_of_head<&HeadTrace::k>,
             .feeds = k_feeds,
             .formula = k_formula,
             .is_traced = always},
    PartKind{.part = Part::v,
             .id = "v",
             .symbol = "V",
             .rows = kKeys,
             .is_of_head = true,
             .shape = v_shape,
             .held = traced_of_head<&HeadTrace::v>,
             .feeds = v_feeds,
             .formula = v_formula,
             .is_traced = always},
    PartKind{.part = Part::w_a,
             .id = "w_a",
             .symbol = "W_A",
             .is_of_head = true,
             .held = of_head<&Head::w_a>},
    PartKind{.part = Part::energy,
             .id = "score_v",
             .symbol = "v_A",
             .is_of_head = true,
             .shape = energy_shape,
             .made = made_energy},
    PartKind{.part = Part::raw,
             .id = "raw",
             .symbol = "S′",
             .rows = kQueries,
             .columns = kKeys,
             .is_of_head = true,
             .shape = shape_of_pairs,
             .held = held_raw,
             .made = made_raw,
             .feeds = raw_feeds,
             .formula = raw_formula,
             .is_traced = where_scores_change},
    PartKind{.part = Part::shift,
             .id = "shift",
             .symbol = "B",
             .rows = kQueries,
             .columns = kKeys,
             .is_of_head = true,
             .shape = shape_of_pairs,
             .made = made_shift},
    PartKind{.part = Part::seen,
             .id = "seen",
             .symbol = "seen",
             .rows = kQueries,
             .columns = kKeys,
             .shape = shape_of_pairs,
             .made = made_seen},
    PartKind{.part = Part::scores,
             .id = "scores",
             .symbol = "S",
             .rows = kQueries,
             .columns = kKeys,
             .is_of_head = true,
             .shape = shape_of_pairs,
             .held = traced_of_head<&HeadTrace::scores>,
             .feeds = scores_feeds,
             .formula = scores_formula,
             .is_traced = always},
    PartKind{.part = Part::weights,
             .id = "weights",
             .symbol = "α",
             .rows = kQueries,
             .columns = kKeys,
             .is_of_head = true,
             .shape = shape_of_pairs,
             .held = traced_of_head<&HeadTrace::weights>,
             .feeds = weights_feeds,
             .formula = weights_formula,
             .is_traced = always},
    PartKind{.part = Part::head_output,
             .id = "head_output",
             .symbol = "O",
             .rows = kQueries,
             .is_of_head = true,
             .shape = head_output_shape,
             .held = traced_of_head<&HeadTrace::output>,
             .feeds = head_output_feeds,
             .formula = head_output_formula,
             .is_traced = always},
    PartKind{.part = Part::w_o, .id = "w_o", .symbol = "W_O", .held = held_w_o},
    PartKind{.part = Part::head_weight,
             .id = "head_weight",
             .symbol = "w",
             .shape = head_weight_shape,
             .made = made_head_weight},
    PartKind{.part = Part::projection,
             .id = "projection",
             .symbol = "W",
             .is_of_head = true,
             .held = held_projection},
    PartKind{.part = Part::output,
             .id = "output",
             .symbol = "O",
             .rows = kQueries,
             .shape = output_shape,
             .held = traced<&Trace::output>,
             .feeds = output_feeds,
             .formula = output_formula,
             .is_traced = where_combined},
};

}  // namespace

std::span<const PartKind> part_kinds() { return kPartKinds; }

const PartKind& part_kind(Part part) { return kPartKinds[static_cast<std::size_t>(part)]; }

Shape shape_of(const Scene& scene, const Where& where) {
  const PartKind& kind = part_kind(where.part);
  const auto h = static_cast<std::size_t>(where.head);
  if (kind.shape) return kind.shape(scene, h);
  const Matrix& given = *kind.held(scene, Trace(), h);
  return {exactly(given.rows(), ""), exactly(given.cols(), "")};
}

std::vector<Feed> feeds_of(const Scene& scene, const Where& where) {
  const auto feeds = part_kind(where.part).feeds;
  return feeds ? feeds(scene, static_cast<std::size_t>(where.head)) : std::vector<Feed>();
}

double numbers_in_trace(const Scene& scene) {
  double numbers = 0;
  for (const PartKind& kind : kPartKinds) {
    if (!kind.is_traced || !kind.is_traced(scene)) continue;
    for (std::size_t h = 0; h < (kind.is_of_head ? scene.heads.size() : 1); ++h) {
      const Shape shape = kind.shape(scene, h);
      numbers += static_cast<double>(shape.rows.count) * static_cast<double>(shape.cols.count);
    }
  }
  return numbers;
}

double score_factor(const Scene& scene, std::size_t head) {
  const ScoreKind& kind = *scene.score.kind;
  if (!kind.plain.empty()) {
    return kind.pair_sum.factor(scene.score, scene.heads[head], width_of_k(scene, head));
  }
  return takes(kind, "scale") ? static_cast<double>(scene.score.scale) : 1.0;
}

Score plain_score(const Score& score) {
  Score plain;
  plain.kind = score.kind->plain.empty() ? score.kind : &score_kind(score.kind->plain);
  return plain;
}

}  // namespace attn
