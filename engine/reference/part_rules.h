#pragma once

// Part of parts.cpp: the rules by which parts are computed, which the rows of its table name. Feeds
// are appended in the order of the part's formula.

#include <algorithm>
#include <string>

#include "engine/attention/numbers.h"
#include "engine/attention/pair_rows.h"
#include "engine/attention/scene.h"
#include "engine/attention/shift.h"
#include "engine/attention/trace.h"
#include "engine/attention/where.h"
#include "engine/base/text.h"

namespace attn {
namespace {

// Inputs.

using enum Feed::Reach;

Where of(Part part, std::size_t h) { return {part, static_cast<Index>(h)}; }

Part inputs_of_queries(const Scene& scene) { return scene.queries ? Part::query_x : Part::x; }

void add_placed(const Attention& attention, Part embeddings, Part position, Feeds& feeds) {
  feeds.push_back({{embeddings}, kRow, kColumn});
  if (attention.position.kind->table) feeds.push_back({{position}, kRow, kColumn, "+"});
}

/// Part of a row's product that a number depends on, after norm and rotation of queries and keys.
Feed::Reach columns_of_pairs(const Attention& attention, bool after_norm = false) {
  if (!after_norm && has_norm(attention.score)) return kAll;
  return attention.position.kind->rotate ? kTurned : kColumn;
}

/// `matrix` and `bias` are parts of head `h`.
void add_projected(Part from, const RowProjection& by, Part matrix, Part bias, std::size_t h,
                   Feed::Reach columns, Feeds& feeds) {
  feeds.push_back({{from}, kRow, by.matrix ? kAll : columns});
  if (by.matrix) feeds.push_back({of(matrix, h), kAll, columns, "·"});
  if (by.bias) feeds.push_back({of(bias, h), kAll, columns, "+"});
}

void add_gains(const Attention& attention, const RowProjection& by, const Where& gains,
               Feeds& feeds) {
  if (by.gains) feeds.push_back({gains, kAll, columns_of_pairs(attention, true), ","});
}

/// Returns whether the score is a product: otherwise formulas list its matrices with commas.
bool is_product(const PairSum& sum) {
  return sum.factor && sum.pairing == Pairing::kProduct && sum.rows != PairSum::RowForm::kUnit;
}

void add_pairs(const Attention& attention, std::size_t h, Part q, Part k, Feeds& feeds) {
  const Head& head = attention.heads[h];
  const ScoreKind& kind = *attention.score.kind;
  feeds.push_back({of(q, h), kRow, kAll});
  if (takes_of_head(kind, "w_a") && head.w_a) {
    feeds.push_back({of(Part::w_a, h), kAll, kAll, "·"});
  }
  // Row j of the keys, which is a column in the product.
  feeds.push_back({of(k, h), kColumn, kAll, is_product(kind.pair_sum) ? "·" : ","});
  if (takes_of_head(kind, "v") && head.v) {
    feeds.push_back({of(Part::energy, h), kAll, kAll, ","});
  }
}

void add_shift_of(const Attention& attention, std::size_t h, Feeds& feeds) {
  if (shifts_scores(attention)) feeds.push_back({of(Part::shift, h), kRow, kColumn, "+"});
}

void add_seen(const Attention& attention, std::size_t h, Feeds& feeds) {
  if (attention.masks.empty() && !has_given_scores(attention.score)) return;
  feeds.push_back({of(Part::seen, h), kRow, kColumn, ","});
}

/// Cells of `scores` that a weight depends on.
Feed normalized(const Normalizer& normalizer, const Where& scores) {
  const bool by_itself = normalizer.kind->weighs_each_by_itself;
  switch (normalizer.over) {
    case Over::kKeys:
      return {scores, kRow, by_itself ? kColumn : kSeen};
    case Over::kQueries:
      return {scores, by_itself ? kRow : kSeeing, kColumn};
    case Over::kQueriesThenKeys:
      break;
  }
  return {scores, by_itself ? kRow : kSeeing, kSeen};
}

// Formulas in TeX.

constexpr const char* kScore = R"(s_{\query{i}\key{j}})";
constexpr const char* kUnscaled = R"(s'_{\query{i}\key{j}})";
constexpr const char* kRawSubtracted = R"(\text{raw } s_{2,\query{i}\key{j}})";

/// "\mathbf{W}_\mathrm{Q}": with an upright index.
std::string named(std::string_view letter, std::string_view name) {
  return "\\mathbf{" + std::string(letter) + "}_\\mathrm{" + std::string(name) + "}";
}

/// "xᵢ W_Q + b_Q"
std::string projected(std::string row, std::string_view letter, bool has_matrix, bool has_bias) {
  if (has_matrix) row += " " + named("W", letter);
  if (has_bias) row += " + " + named("b", letter);
  return row;
}

/// "norm(xᵢ W_Q) · g_Q"
std::string normed(const Attention& attention, const std::string& row, std::string_view letter,
                   bool has_gains) {
  if (!has_norm(attention.score)) return row;
  return R"(\operatorname{norm}()" + row + ")" + (has_gains ? " \\cdot " + named("g", letter) : "");
}

/// Score with its scale and cap, from `unscaled`.
std::string scaled(const Scene& scene, std::size_t h, std::string unscaled) {
  const bool is_divided = plain_score(scene.score).kind != scene.score.kind;
  if (is_divided) {
    unscaled = R"(\frac{)" + unscaled + R"(}{\sqrt{d_\mathrm{k}}})";
  } else if (score_factor(scene, h) != 1) {
    unscaled = R"(\mathrm{scale} \cdot )" + unscaled;
  }
  if (!scene.score.cap) return unscaled;
  return R"(\mathrm{cap} \cdot \tanh\left(\frac{)" + unscaled + R"(}{\mathrm{cap}}\right))";
}

/// Formula of the normalizer, with its index of summation.
std::string normalized_formula(const Normalizer& normalizer) {
  std::string formula(normalizer.kind->formula);
  if (normalizer.over == Over::kKeys) return formula;
  replace_all(formula, R"(s_{\query{i}m})", R"(s_{m\key{j}})");
  for (const std::string of_line : {R"(\tau_)", "n_"}) {
    replace_all(formula, of_line + R"({\query{i}})", of_line + R"({\key{j}})");
  }
  if (normalizer.over == Over::kQueries) return formula;
  constexpr std::string_view kWeight = R"(\alpha_{\query{i}\key{j}})";
  replace_all(formula, kWeight, R"(\beta_{\query{i}\key{j}})");
  return formula + R"(, \quad )" + std::string(kWeight) +
         R"( = \frac{\beta_{\query{i}\key{j}}}{\sum_m \beta_{\query{i}m}})";
}

std::string shifted(const Attention& attention, const std::string& sum) {
  return sum + (shifts_scores(attention) ? R"( + b_{\query{i}\key{j}})" : "");
}

std::string_view where_masked(const Attention& attention) {
  return attention.masks.empty() ? "" : R"(, \quad -\infty \text{ where masked})";
}

// Inputs of each part.

void position_feeds(const Scene& scene, std::size_t, Feeds& feeds) {
  const PositionKind& kind = *scene.position.kind;
  if (!kind.table || !takes(kind, "table")) return;
  feeds.push_back({{Part::position_table}, kRow, kColumn});
}

void x_feeds(const Scene& scene, std::size_t, Feeds& feeds) {
  add_placed(scene, Part::embeddings, Part::position, feeds);
}

void query_x_feeds(const Scene& scene, std::size_t, Feeds& feeds) {
  if (scene.queries) return add_placed(scene, Part::query_embeddings, Part::query_position, feeds);
  feeds.push_back({{Part::x}, kRow, kColumn});
}

void q_feeds(const Scene& scene, std::size_t h, Feeds& feeds) {
  const RowProjection by = query_projection(scene, h);
  add_projected(inputs_of_queries(scene), by, Part::w_q, Part::b_q, h, columns_of_pairs(scene),
                feeds);
  add_gains(scene, by, of(Part::g_q, h), feeds);
}

void k_feeds(const Scene& scene, std::size_t h, Feeds& feeds) {
  const std::size_t from = keys_head(scene, h);
  const RowProjection by = key_projection(scene, h);
  add_projected(Part::x, by, Part::w_k, Part::b_k, from, columns_of_pairs(scene), feeds);
  add_gains(scene, by, of(Part::g_k, from), feeds);
}

void v_feeds(const Scene& scene, std::size_t h, Feeds& feeds) {
  add_projected(scene.values ? Part::values : Part::x, value_projection(scene, h), Part::w_v,
                Part::b_v, keys_head(scene, h), kColumn, feeds);
}

void unscaled_feeds(const Scene& scene, std::size_t h, Feeds& feeds) {
  if (has_given_scores(scene.score)) {
    feeds.push_back({of(Part::given_scores, h), kRow, kColumn});
  } else {
    add_pairs(scene, h, Part::q, Part::k, feeds);
  }
}

void raw_feeds(const Scene&, std::size_t h, Feeds& feeds) {
  feeds.push_back({of(Part::unscaled, h), kRow, kColumn});
}

void shift_feeds(const Scene& scene, std::size_t, Feeds& feeds) {
  if (scene.bias) feeds.push_back({{Part::bias}, kRow, kColumn, "+"});
  const Position& position = scene.position;
  if (position.kind->column) feeds.push_back({{Part::position_table}, kHead, kDistance, "+"});
  if (position.kind->slope && position.slopes) feeds.push_back({{Part::slopes}, kAll, kHead, "+"});
}

void forget_gates_feeds(const Scene&, std::size_t h, Feeds& feeds) {
  feeds.push_back({{Part::x}, kRow, kAll});
  feeds.push_back({of(Part::w_f, h), kAll, kAll, "·"});
}

void seen_feeds(const Scene& scene, std::size_t h, Feeds& feeds) {
  if (has_given_scores(scene.score)) feeds.push_back({of(Part::given_scores, h), kRow, kColumn});
}

void scores_feeds(const Scene& scene, std::size_t h, Feeds& feeds) {
  feeds.push_back({of(Part::raw, h), kRow, kColumn});
  add_shift_of(scene, h, feeds);
  if (scene.heads[h].w_f) feeds.push_back({of(Part::forget_gates, h), kBetween, kAll, ","});
  add_seen(scene, h, feeds);
}

void subtract_q_feeds(const Scene& scene, std::size_t h, Feeds& feeds) {
  feeds.push_back({{inputs_of_queries(scene)}, kRow, kAll});
  feeds.push_back({of(Part::subtract_w_q, h), kAll, columns_of_pairs(scene), "·"});
}

void subtract_k_feeds(const Scene& scene, std::size_t h, Feeds& feeds) {
  feeds.push_back({{Part::x}, kRow, kAll});
  feeds.push_back({of(Part::subtract_w_k, h), kAll, columns_of_pairs(scene), "·"});
}

void subtract_raw_feeds(const Scene& scene, std::size_t h, Feeds& feeds) {
  add_pairs(scene, h, Part::subtract_q, Part::subtract_k, feeds);
}

void subtract_scores_feeds(const Scene& scene, std::size_t h, Feeds& feeds) {
  feeds.push_back({of(Part::subtract_raw, h), kRow, kColumn});
  add_shift_of(scene, h, feeds);
  add_seen(scene, h, feeds);
}

void subtract_weights_feeds(const Scene& scene, std::size_t h, Feeds& feeds) {
  feeds.push_back(normalized(scene.normalizer, of(Part::subtract_scores, h)));
}

void weights_feeds(const Scene& scene, std::size_t h, Feeds& feeds) {
  feeds.push_back(normalized(scene.normalizer, of(Part::scores, h)));
  if (scene.heads[h].subtract) {
    feeds.push_back({of(Part::subtract_weights, h), kRow, kColumn, "−"});
  }
}

void gates_feeds(const Scene& scene, std::size_t h, Feeds& feeds) {
  feeds.push_back({{inputs_of_queries(scene)}, kRow, kAll});
  feeds.push_back({of(Part::w_g, h), kAll, kColumn, "·"});
  if (scene.heads[h].b_g) feeds.push_back({of(Part::b_g, h), kAll, kColumn, "+"});
}

void head_output_feeds(const Scene& scene, std::size_t h, Feeds& feeds) {
  feeds.push_back({of(Part::weights, h), kRow, kSeen});
  feeds.push_back({of(Part::v, h), kSeen, kColumn, "·"});
  if (scene.heads[h].w_g) feeds.push_back({of(Part::gates, h), kRow, kColumn, ","});
}

void output_feeds(const Scene& scene, std::size_t, Feeds& feeds) {
  const Combine& combine = scene.combine;
  const bool is_beside = combine.kind->joins == Joins::kBeside;
  const bool is_projected = combine.kind->joins == Joins::kByMatrix;
  const bool mixes_columns = is_projected || (is_beside && combine.w_o);
  Index first = 0;
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    Feed feed{of(Part::head_output, h), kRow, mixes_columns ? kAll : kColumn, "", 0};
    if (is_beside && !mixes_columns) feed.first = first;
    feeds.push_back(feed);
    if (is_projected) feeds.push_back({of(Part::projection, h), kAll, kColumn, "·"});
    first += width_of_v(scene, h);
  }
  if (is_beside && combine.w_o) feeds.push_back({{Part::w_o}, kAll, kColumn, "·"});
  if (is_beside && combine.b_o) feeds.push_back({{Part::b_o}, kAll, kColumn, "+"});
  if (combine.kind->joins == Joins::kByNumber) {
    feeds.push_back({{Part::head_weight}, kAll, kAll, ","});
  }
}

// Returns whether a part depends on settings that differ, besides its inputs; for two scenes of
// equal size.

/// Compares everything except the matrices, which are inputs of their own.
bool positions_differ(const Attention& from, const Attention& to, std::size_t) {
  Position with_same_matrices = to.position;
  with_same_matrices.table = from.position.table;
  with_same_matrices.slopes = from.position.slopes;
  return !(from.position == with_same_matrices);
}

bool q_differ(const Attention& from, const Attention& to, std::size_t h) {
  return from.score.norm != to.score.norm || from.score.epsilon != to.score.epsilon ||
         positions_differ(from, to, h);
}

bool v_differ(const Attention& from, const Attention& to, std::size_t h) {
  return keys_head(from, h) != keys_head(to, h);
}

bool k_differ(const Attention& from, const Attention& to, std::size_t h) {
  return q_differ(from, to, h) || v_differ(from, to, h);
}

bool unscaled_differ(const Attention& from, const Attention& to, std::size_t h) {
  return from.score.kind != to.score.kind || from.score.bend != to.score.bend ||
         from.heads[h].width != to.heads[h].width;
}

bool raw_differ(const Attention& from, const Attention& to, std::size_t) {
  return from.score.kind != to.score.kind || from.score.scale != to.score.scale ||
         from.score.cap != to.score.cap;
}

bool null_differs(const Attention& from, const Attention& to, std::size_t) {
  return from.score.null != to.score.null;
}

bool subtract_raw_differ(const Attention& from, const Attention& to, std::size_t h) {
  return unscaled_differ(from, to, h) || raw_differ(from, to, h);
}

bool masks_differ(const Attention& from, const Attention& to, std::size_t) {
  return !(from.masks == to.masks);
}

bool shift_differ(const Attention& from, const Attention& to, std::size_t h) {
  return positions_differ(from, to, h) || masks_differ(from, to, h);
}

bool subtract_weights_differ(const Attention& from, const Attention& to, std::size_t) {
  return !(from.normalizer == to.normalizer);
}

/// Returns whether given scores hide different pairs, so that weights are divided by other counts,
/// or scores have other length factors: in a column; rows follow from their scores.
bool counts_differ(const Attention& from, const Attention& to, std::size_t h) {
  const Normalizer& normalizer = to.normalizer;
  const bool has_length = normalizer.length && takes(*normalizer.kind, "length");
  const auto &before = from.heads[h].scores, &after = to.heads[h].scores;
  if (normalizer.over == Over::kKeys || !(normalizer.kind->counts_seen || has_length)) return false;
  if (!has_given_scores(to.score) || !before || !after || *before == *after) return false;
  const Matrix &a = **before, &b = **after;
  return a.rows() != b.rows() || a.cols() != b.cols() ||
         ((a.array() == kMasked) != (b.array() == kMasked)).any();
}

bool weights_differ(const Attention& from, const Attention& to, std::size_t h) {
  return subtract_weights_differ(from, to, h) || counts_differ(from, to, h);
}

/// Returns whether a part's settings differ: numbers of the head, or other settings by `others`.
template <Part part, bool (*others)(const Attention&, const Attention&, std::size_t) = nullptr>
bool numbers_differ(const Attention& from, const Attention& to, std::size_t h) {
  const bool differ = std::ranges::any_of(numbers_of<Head>(), [&](const NumberRow<Head>& number) {
    return number.stale == part && !same_number(number, from.heads[h], to.heads[h]);
  });
  if constexpr (others != nullptr) return differ || others(from, to, h);
  return differ;
}

bool output_differ(const Attention& from, const Attention& to, std::size_t) {
  return from.combine.kind != to.combine.kind;
}

// Formulas.

/// Sines may come before all cosines. With partial rotation the width is r; scaled frequencies are
/// not such powers.
std::string position_formula(const Scene& scene, std::size_t) {
  const Position& position = scene.position;
  std::string formula(position.kind->formula);
  if (position.layout == PairLayout::kHalves) {
    replace_all(formula, "2j} = ", "j} = ");
    replace_all(formula, "2j+1} = ", R"(j + \lceil D/2 \rceil} = )");
  }
  if (!position.kind->rotate) return formula;
  if (position.rotated) replace_all(formula, R"(d_\mathrm{k})", "r");
  constexpr std::string_view kBy = R"(\text{turns by } i )";
  if (position.scaling)
    formula.replace(formula.find(kBy) + kBy.size(), formula.npos, R"(\omega_j)");
  return formula;
}

std::string x_formula(const Scene& scene, std::size_t) {
  return scene.position.kind->table ? R"(\mathbf{x}_i = \mathbf{e}_i + \mathrm{scale} \cdot P_i)"
                                    : R"(\mathbf{x}_i = \mathbf{e}_i)";
}

std::string q_formula(const Scene& scene, std::size_t h) {
  const Head& head = scene.heads[h];
  const std::string row =
      projected(R"(\mathbf{x}_i)", "Q", head.w_q.has_value(), head.b_q.has_value());
  return R"(\query{\mathbf{q}_i} = )" + normed(scene, row, "Q", head.g_q.has_value());
}

std::string k_formula(const Scene& scene, std::size_t h) {
  const Head& head = scene.heads[keys_head(scene, h)];
  const std::string row =
      projected(R"(\mathbf{x}_j)", "K", head.w_k.has_value(), head.b_k.has_value());
  return R"(\key{\mathbf{k}_j} = )" + normed(scene, row, "K", head.g_k.has_value());
}

std::string v_formula(const Scene& scene, std::size_t h) {
  const Head& head = scene.heads[keys_head(scene, h)];
  return R"(\value{\mathbf{v}_j} = )" +
         projected(scene.values ? R"(\mathrm{value}_j)" : R"(\mathbf{x}_j)", "V",
                   head.w_v.has_value(), head.b_v.has_value());
}

std::string subtract_q_formula(const Scene& scene, std::size_t) {
  return R"(\query{\mathbf{q}_{2,i}} = )" +
         normed(scene, R"(\mathbf{x}_i \mathbf{W}_{\mathrm{Q}2})", "", false);
}

std::string subtract_k_formula(const Scene& scene, std::size_t) {
  return R"(\key{\mathbf{k}_{2,j}} = )" +
         normed(scene, R"(\mathbf{x}_j \mathbf{W}_{\mathrm{K}2})", "", false);
}

/// Formula of the score before scaling: "s′ᵢⱼ = qᵢ · kⱼ".
std::string unscaled_formula(const Scene& scene, std::size_t) {
  constexpr std::string_view kScale = R"(\mathrm{scale} \cdot )";
  std::string formula = score_formulas(plain_score(scene.score)).front();
  const std::size_t scale = formula.find(kScale);
  if (scale != std::string::npos) formula.erase(scale, kScale.size());
  return formula.replace(formula.find(kScore), std::string_view(kScore).size(), kUnscaled);
}

std::string raw_formula(const Scene& scene, std::size_t h) {
  return R"(\text{raw } )" + std::string(kScore) + " = " + scaled(scene, h, kUnscaled);
}

std::string subtract_raw_formula(const Scene& scene, std::size_t h) {
  return std::string(kRawSubtracted) + " = " +
         scaled(scene, h, R"(s'(\query{\mathbf{q}_{2,i}}, \key{\mathbf{k}_{2,j}}))");
}

std::string shift_formula(const Scene& scene, std::size_t h) {
  std::string formula = scene.bias ? R"(\mathrm{bias}_{\query{i}\key{j}})" : "";
  for (const auto& term : distance_terms(scene, h, 0)) formula.append(" ").append(term.formula);
  if (formula.starts_with(" + ")) formula.erase(0, 3);
  const auto fades = [](const Mask& mask) { return mask.kind->shift && mask.sigma; };
  if (std::ranges::any_of(scene.masks, fades)) {
    formula += R"( - \frac{(\query{i} - \key{j})^2}{2 \, \mathrm{sigma}^2})";
  }
  return R"(b_{\query{i}\key{j}} = )" + (formula.empty() ? "0" : formula);
}

std::string forget_gates_formula(const Scene& scene, std::size_t h) {
  return R"(f_m = \ln \sigma(\mathbf{x}_m \cdot )" + named("w", "F") +
         (scene.heads[h].b_f ? R"( + b_\mathrm{F}))" : ")");
}

std::string seen_formula(const Scene& scene, std::size_t) {
  std::string formula;
  for (const std::string& one : mask_formulas(scene)) {
    formula += (formula.empty() ? "" : R"( \text{ and } )") + one;
  }
  return formula.empty() ? R"(\text{all})" : formula;
}

std::string scores_formula(const Scene& scene, std::size_t h) {
  const Head& head = scene.heads[h];
  std::string sum = shifted(scene, scaled(scene, h, kUnscaled));
  if (head.w_f) sum += R"( + \sum_m f_m)";
  if (head.decay)
    sum = R"(\left()" + sum + R"(\right) \cdot \mathrm{decay}^{\lvert \query{i} - \key{j} \rvert})";
  return std::string(kScore) + " = " + sum + std::string(where_masked(scene));
}

std::string subtract_scores_formula(const Scene& scene, std::size_t) {
  return R"(s_{2,\query{i}\key{j}} = )" + shifted(scene, kRawSubtracted) +
         std::string(where_masked(scene));
}

std::string subtract_weights_formula(const Scene& scene, std::size_t) {
  std::string formula = normalized_formula(scene.normalizer);
  replace_all(formula, "s_{", "s_{2,");
  replace_all(formula, R"(\alpha_{)", R"(\alpha_{2,)");
  return formula;
}

std::string weights_formula(const Scene& scene, std::size_t h) {
  std::string formula = normalized_formula(scene.normalizer);
  if (!scene.heads[h].subtract) return formula;
  // The formula of the weights is the last of two; a single one ends before conditions.
  const bool is_last = scene.normalizer.over == Over::kQueriesThenKeys;
  const std::size_t end = is_last ? formula.size() : formula.find(R"(, \quad)");
  return formula.insert(std::min(end, formula.size()),
                        R"( - \lambda \cdot \alpha_{2,\query{i}\key{j}})");
}

std::string gates_formula(const Scene& scene, std::size_t h) {
  return R"(\mathbf{g}_i = \sigma()" +
         projected(R"(\mathbf{x}_i)", "G", true, scene.heads[h].b_g.has_value()) + ")";
}

std::string head_output_formula(const Scene& scene, std::size_t h) {
  const Head& head = scene.heads[h];
  return std::string(R"(\mathbf{o}_{\query{i}} = )") +
         (head.gain ? R"(\mathrm{gain} \cdot )" : "") +
         R"(\sum_{\key{j}} \alpha_{\query{i}\key{j}} \value{\mathbf{v}_j})" +
         (head.w_g ? R"( \odot \mathbf{g}_{\query{i}})" : "");
}

std::string output_formula(const Scene& scene, std::size_t) {
  const Combine& combine = scene.combine;
  std::string formula(combine.kind->formula);
  if (combine.kind->joins == Joins::kBeside && !combine.w_o) {
    replace_all(formula, R"( \, \mathbf{W}_\mathrm{O})", "");
  }
  return formula + (combine.b_o ? " + " + named("b", "O") : "");
}

}  // namespace
}  // namespace attn
