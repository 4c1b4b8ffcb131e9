#include "engine/reference/cost.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>

#include "engine/attention/combine.h"
#include "engine/attention/lookup.h"
#include "engine/attention/mask.h"
#include "engine/attention/norm.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/attention/shapes.h"
#include "engine/attention/shift.h"
#include "engine/attention/trace.h"
#include "engine/reference/parts.h"

namespace attn {
namespace {

/// For what there are so many multiplications.
enum class Per { kQuery, kKey, kPair };

/// `tex` is `count` in sizes; empty: a plain number.
struct CostTerm {
  Per per;
  Index count;
  std::string tex{};
  bool operator==(const CostTerm&) const = default;
};
using Terms = std::vector<CostTerm>;

void add(Terms& terms, Per per, Index count, std::string tex = {}) {
  if (count > 0) terms.push_back({per, count, std::move(tex)});
}

constexpr const char *kDk = R"(d_\mathrm{k})", *kDv = R"(d_\mathrm{v})", *kDo = R"(D_\mathrm{o})";

std::string width_of_queries(const Scene& scene) { return scene.queries ? R"(D_\mathrm{q})" : "D"; }
std::string width_of_values(const Scene& scene) { return scene.values ? R"(D_\mathrm{v})" : "D"; }
std::string times(const std::string& a, const std::string& b) { return a + " " + b; }

/// A matrix of so many rows and columns, for each row of what it is multiplied with.
void add_product(Terms& terms, Per per, Index rows, Index columns, const std::string& tex) {
  add(terms, per, rows * columns, tex);
}

/// Norm, gains and rotation of a row of q or k.
void add_row_steps(Terms& terms, Per per, const Scene& scene, Index width, bool has_gains) {
  const NormKind& norm = *scene.score.norm;
  if (!norm.does_nothing) {
    // Squares and quotients; means, which are divided by the width.
    add(terms, per, 2 * width, times("2", kDk));
    add(terms, per, (norm.has_epsilon ? 1 : 0) + (norm.centers ? 1 : 0));
    if (has_gains) add(terms, per, width, kDk);
  }
  if (scene.position.kind->rotate) add(terms, per, 2 * rotated_width(scene.position, width), "2 r");
}

bool makes_pairs(const Scene& scene) { return !has_given_scores(scene.score); }

Terms cost_of_q(const Scene& scene, std::size_t h) {
  Terms terms;
  if (!makes_pairs(scene)) return terms;
  const Head& head = scene.heads[h];
  const Index width = width_of_q(scene, h);
  if (head.w_q) {
    add_product(terms, Per::kQuery, (*head.w_q)->rows(), width,
                times(width_of_queries(scene), kDk));
  }
  add_row_steps(terms, Per::kQuery, scene, width, head.g_q.has_value());
  return terms;
}

Terms cost_of_k(const Scene& scene, std::size_t h) {
  Terms terms;
  if (!makes_pairs(scene) || keys_head(scene, h) != h) return terms;
  const Head& head = scene.heads[h];
  const Index width = width_of_k(scene, h);
  if (head.w_k) add_product(terms, Per::kKey, (*head.w_k)->rows(), width, times("D", kDk));
  add_row_steps(terms, Per::kKey, scene, width, head.g_k.has_value());
  return terms;
}

Terms cost_of_v(const Scene& scene, std::size_t h) {
  Terms terms;
  if (keys_head(scene, h) != h || !scene.heads[h].w_v) return terms;
  const Matrix& w_v = **scene.heads[h].w_v;
  add_product(terms, Per::kKey, w_v.rows(), w_v.cols(), times(width_of_values(scene), kDv));
  return terms;
}

/// What a score function takes of rows so wide, without its factor.
struct ScoreCost {
  std::string_view id;
  void (*add_to)(const Scene& scene, std::size_t h, Index width, Terms& terms);
  bool is_product = false;  ///< of what is made of q alone and of k alone
};

void cost_of_product(const Scene&, std::size_t, Index width, Terms& terms) {
  add(terms, Per::kPair, width, kDk);
}
void cost_of_general(const Scene& scene, std::size_t h, Index width, Terms& terms) {
  if (const auto& w_a = scene.heads[h].w_a) {
    add_product(terms, Per::kQuery, (*w_a)->rows(), (*w_a)->cols(), R"(d_\mathrm{q} d_\mathrm{k})");
  }
  add(terms, Per::kPair, width, kDk);
}
void cost_of_additive(const Scene& scene, std::size_t h, Index width, Terms& terms) {
  if (scene.heads[h].v) add(terms, Per::kPair, width, kDk);
  if (scene.score.bend == Bend::kLeakyRelu) add(terms, Per::kPair, width, kDk);
}
void cost_of_gaussian(const Scene&, std::size_t, Index width, Terms& terms) {
  add(terms, Per::kPair, width, kDk);
  add(terms, Per::kPair, 1);  // −½ width²
}
void cost_of_cosine(const Scene&, std::size_t, Index width, Terms& terms) {
  add(terms, Per::kQuery, 2 * width, times("2", kDk));
  add(terms, Per::kKey, 2 * width, times("2", kDk));
  add(terms, Per::kPair, width, kDk);
}
void cost_of_given(const Scene&, std::size_t, Index, Terms&) {}

constexpr ScoreCost kScoreCosts[] = {
    {"dot", cost_of_product, true},     {"scaled_dot", cost_of_product, true},
    {"general", cost_of_general, true}, {"additive", cost_of_additive},
    {"gaussian", cost_of_gaussian},     {"cosine", cost_of_cosine, true},
    {"elu", cost_of_product, true},     {"given", cost_of_given},
};

const ScoreCost& score_cost(const Scene& scene) {
  return row_of(std::span<const ScoreCost>(kScoreCosts), scene.score.kind->id);
}

/// The factor of products, and the cap.
void add_score_steps(Terms& terms, const Scene& scene, std::size_t h, Index width) {
  const ScoreKind& kind = *scene.score.kind;
  const bool has_factor = kind.plain.empty()
                              ? takes(kind, "scale") && scene.score.scale != 1
                              : kind.pair_sum.factor(scene.score, scene.heads[h], width) != 1;
  if (has_factor) add(terms, Per::kPair, 1);
  if (scene.score.cap) add(terms, Per::kPair, 2);
}

Terms cost_of_raw(const Scene& scene, std::size_t h) {
  Terms terms;
  const Index width = width_of_k(scene, h);
  score_cost(scene).add_to(scene, h, width, terms);
  add_score_steps(terms, scene, h, width);
  return terms;
}

Terms cost_of_forget_gates(const Scene& scene, std::size_t h) {
  Terms terms;
  if (scene.heads[h].w_f) add(terms, Per::kKey, (*scene.heads[h].w_f)->cols(), "D");
  return terms;
}

Terms cost_of_scores(const Scene& scene, std::size_t h) {
  Terms terms;
  if (scene.heads[h].decay) add(terms, Per::kPair, 1);
  return terms;
}

Terms cost_of_subtract_q(const Scene& scene, std::size_t h) {
  Terms terms;
  if (!scene.heads[h].subtract) return terms;
  const Matrix& w_q = *scene.heads[h].subtract->w_q;
  add_product(terms, Per::kQuery, w_q.rows(), w_q.cols(), times(width_of_queries(scene), kDk));
  add_row_steps(terms, Per::kQuery, scene, w_q.cols(), false);
  return terms;
}

Terms cost_of_subtract_k(const Scene& scene, std::size_t h) {
  Terms terms;
  if (!scene.heads[h].subtract) return terms;
  const Matrix& w_k = *scene.heads[h].subtract->w_k;
  add_product(terms, Per::kKey, w_k.rows(), w_k.cols(), times("D", kDk));
  add_row_steps(terms, Per::kKey, scene, w_k.cols(), false);
  return terms;
}

Terms cost_of_subtract_raw(const Scene& scene, std::size_t h) {
  Terms terms;
  if (!scene.heads[h].subtract) return terms;
  const Index width = scene.heads[h].subtract->w_k->cols();
  score_cost(scene).add_to(scene, h, width, terms);
  add_score_steps(terms, scene, h, width);
  return terms;
}

/// What a normalizer takes for a pair, beside T and `length`.
struct NormalizerCost {
  std::string_view id;
  Index per_pair;
};

constexpr NormalizerCost kNormalizerCosts[] = {
    {"softmax", 1},                                  // by the sum
    {"sparsemax", 0}, {"entmax15", 2},               // half of it, and a square
    {"entmax", 2},                                   // times α − 1, and by the sum
    {"topk", 1},      {"sigmoid", 0},  {"relu", 1},  // by n
    {"sum", 1},       {"none", 0},
};

void add_normalizer(Terms& terms, const Normalizer& normalizer) {
  const NormalizerKind& kind = *normalizer.kind;
  const float T = takes(kind, "temperature") ? normalizer.temperature : 1;
  // At both ends all that have weight share it: nothing is multiplied.
  const bool is_end = kind.sums_to_one() && (T == 0 || std::isinf(T));
  Index count = 0;
  if (!is_end) {
    count = row_of(std::span<const NormalizerCost>(kNormalizerCosts), kind.id).per_pair;
    if (T != 1) ++count;
  }
  if (normalizer.length && takes(kind, "length")) ++count;
  if (normalizer.over == Over::kQueriesThenKeys) ++count;
  add(terms, Per::kPair, count);
}

Terms cost_of_subtract_weights(const Scene& scene, std::size_t h) {
  Terms terms;
  if (scene.heads[h].subtract) add_normalizer(terms, scene.normalizer);
  return terms;
}

Terms cost_of_weights(const Scene& scene, std::size_t h) {
  Terms terms;
  add_normalizer(terms, scene.normalizer);
  if (scene.heads[h].subtract) add(terms, Per::kPair, 1);  // λ
  return terms;
}

Terms cost_of_gates(const Scene& scene, std::size_t h) {
  Terms terms;
  if (!scene.heads[h].w_g) return terms;
  const Matrix& w_g = **scene.heads[h].w_g;
  add_product(terms, Per::kQuery, w_g.rows(), w_g.cols(), times(width_of_queries(scene), kDv));
  return terms;
}

Terms cost_of_head_output(const Scene& scene, std::size_t h) {
  Terms terms;
  const Index dv = width_of_v(scene, h);
  add(terms, Per::kPair, dv, kDv);
  if (scene.heads[h].w_g) add(terms, Per::kQuery, dv, kDv);
  if (scene.heads[h].gain) add(terms, Per::kQuery, dv, kDv);
  return terms;
}

/// "H d_v", of heads that are as wide; else their sum.
std::string all_value_widths(const Scene& scene) {
  const std::size_t H = scene.heads.size();
  bool are_alike = true;
  for (std::size_t h = 1; h < H; ++h) are_alike &= width_of_v(scene, h) == width_of_v(scene, 0);
  if (H == 1) return kDv;
  return are_alike ? times("H", kDv) : R"(\sum_h )" + std::string(kDv);
}

Terms cost_of_output(const Scene& scene, std::size_t) {
  Terms terms;
  const Combine& combine = scene.combine;
  const Index widths = w_o_shape(scene).rows.count;
  const std::string tex = all_value_widths(scene);
  switch (combine.kind->joins) {
    case Joins::kNotAtAll:
      break;
    case Joins::kBeside:
      if (combine.w_o) add(terms, Per::kQuery, (*combine.w_o)->size(), times(kDo, tex));
      break;
    case Joins::kByNumber:
      add(terms, Per::kQuery, widths, tex);
      break;
    case Joins::kByMatrix:
      add(terms, Per::kQuery, widths * combine.projections[0]->cols(), times(kDo, tex));
      break;
    case Joins::kAlike:
      // A mean divides, a maximum compares.
      if (combine.kind == &combine_kind("mean")) {
        add(terms, Per::kQuery, width_of_v(scene, 0), kDv);
      }
      break;
  }
  return terms;
}

struct CountedPart {
  Part part;
  Terms (*terms)(const Scene& scene, std::size_t h);
};

constexpr CountedPart kCounted[] = {
    {Part::q, cost_of_q},
    {Part::k, cost_of_k},
    {Part::v, cost_of_v},
    {Part::raw, cost_of_raw},
    {Part::forget_gates, cost_of_forget_gates},
    {Part::scores, cost_of_scores},
    {Part::subtract_q, cost_of_subtract_q},
    {Part::subtract_k, cost_of_subtract_k},
    {Part::subtract_raw, cost_of_subtract_raw},
    {Part::subtract_weights, cost_of_subtract_weights},
    {Part::weights, cost_of_weights},
    {Part::gates, cost_of_gates},
    {Part::head_output, cost_of_head_output},
    {Part::output, cost_of_output},
};

Tally work_of(const Terms& terms) {
  Tally work;
  for (const CostTerm& term : terms) {
    double& place = term.per == Per::kQuery ? work.per_query
                    : term.per == Per::kKey ? work.per_key
                                            : work.per_pair;
    place += static_cast<double>(term.count);
  }
  return work;
}

/// Those of one kind in one head: `times` "(2 d + 1)", or where no sizes are among them a plain
/// number.
struct HeadSum {
  std::string tex{};
  Index times = 1, plain = 0;
  bool operator==(const HeadSum&) const = default;
};

HeadSum sum_of(const Terms& terms, Per per) {
  std::vector<std::pair<std::string, Index>> products;  // "d", and how often
  HeadSum sum;
  for (const CostTerm& term : terms) {
    if (term.per != per) continue;
    if (term.tex.empty()) {
      sum.plain += term.count;
      continue;
    }
    const bool is_double = term.tex.starts_with("2 ");
    const std::string product = is_double ? term.tex.substr(2) : term.tex;
    const auto found = std::ranges::find(products, product, &std::pair<std::string, Index>::first);
    const Index times = is_double ? 2 : 1;
    if (found == products.end()) {
      products.emplace_back(product, times);
    } else {
      found->second += times;
    }
  }
  if (products.empty()) return sum;
  if (products.size() == 1 && sum.plain == 0) return {products[0].first, products[0].second, 0};
  for (const auto& [product, times] : products) {
    sum.tex +=
        (sum.tex.empty() ? "" : " + ") + (times == 1 ? "" : std::to_string(times) + " ") + product;
  }
  if (sum.plain > 0) sum.tex += " + " + std::to_string(std::exchange(sum.plain, 0));
  sum.tex = "(" + sum.tex + ")";
  return sum;
}

void add_addend(std::string& formula, const std::string& addend) {
  formula += (formula.empty() ? "" : " + ") + addend;
}

/// "2 H n"
std::string times_symbol(Index number, const std::string& symbol) {
  return (number == 1 ? "" : std::to_string(number) + " ") + symbol;
}

/// What there are so many of, each with its symbol.
struct PerSymbol {
  Per per;
  const char* symbol;
};
std::array<PerSymbol, 3> symbols_of(const Scene& scene) {
  return {{{Per::kQuery, scene.queries ? "M" : "L"}, {Per::kKey, "L"}, {Per::kPair, "n"}}};
}

/// The terms of heads that all have them, summed over the heads.
std::string summed_formula(const Scene& scene, const Terms& terms, std::size_t heads) {
  std::string formula;
  for (const auto& [per, symbol] : symbols_of(scene)) {
    const HeadSum sum = sum_of(terms, per);
    if (!sum.tex.empty()) {
      add_addend(formula, times_symbol(sum.times, std::string(symbol) + R"( \sum_h )" + sum.tex));
    } else if (sum.plain > 0) {
      add_addend(formula, times_symbol(sum.plain * static_cast<Index>(heads), symbol));
    }
  }
  return formula;
}

bool are_named_alike(const Terms& a, const Terms& b) {
  return std::ranges::equal(a, b, [](const CostTerm& x, const CostTerm& y) {
    return x.per == y.per && x.tex == y.tex && (!x.tex.empty() || x.count == y.count);
  });
}

/// As a formula of all heads: so many times that of one, where those that have any are alike.
std::string formula_of(const Scene& scene, const std::vector<Terms>& heads) {
  std::vector<Terms> having;
  std::ranges::copy_if(heads, std::back_inserter(having),
                       [](const Terms& terms) { return !terms.empty(); });
  const auto is_as_first = [&](const Terms& terms) { return terms == having[0]; };
  const auto is_named_as_first = [&](const Terms& terms) {
    return are_named_alike(terms, having[0]);
  };
  if (std::ranges::all_of(having, is_named_as_first) && !std::ranges::all_of(having, is_as_first)) {
    return summed_formula(scene, having[0], having.size());
  }
  const auto is_all = [&](std::size_t count) {
    return count > 1 && count == scene.heads.size() && count == heads.size();
  };
  std::string formula;
  for (const auto& [per, symbol] : symbols_of(scene)) {
    std::vector<std::pair<HeadSum, std::size_t>> alike;  // of how many heads
    Index plain = 0;
    std::size_t plain_heads = 0;
    bool is_even = true;
    for (const Terms& terms : having) {
      const HeadSum sum = sum_of(terms, per);
      if (sum.tex.empty() && sum.plain > 0) {
        is_even &= plain == sum.plain * static_cast<Index>(plain_heads);
        plain += sum.plain;
        ++plain_heads;
      }
      if (sum.tex.empty()) continue;
      const auto found = std::ranges::find(alike, sum, &std::pair<HeadSum, std::size_t>::first);
      if (found == alike.end()) {
        alike.emplace_back(sum, 1);
      } else {
        ++found->second;
      }
    }
    for (const auto& [sum, count] : alike) {
      const bool by_heads = is_all(count);
      const Index times = sum.times * (by_heads ? 1 : static_cast<Index>(count));
      add_addend(formula,
                 times_symbol(times, (by_heads ? "H " : "") + std::string(symbol) + " " + sum.tex));
    }
    if (plain == 0) continue;
    const bool by_heads = is_even && is_all(plain_heads);
    add_addend(formula, by_heads ? times_symbol(plain / static_cast<Index>(plain_heads),
                                                std::string("H ") + symbol)
                                 : times_symbol(plain, symbol));
  }
  return formula;
}

/// How many pairs head h sees of the scene's.
double pairs_of_head(const Scene& scene, const SeenPairs& pairs, std::size_t h) {
  if (!pairs.leaves_out() && makes_pairs(scene)) {
    return pairs.count(scene.query_count(), scene.key_count());
  }
  return static_cast<double>(seen_by_head(scene, h, visible_keys(scene)).count());
}

/// What is kept of a key of head h: `own`, where it is its own or stands for itself.
double numbers_of_key(const Scene& scene, std::size_t h, bool is_own) {
  const Head& head = scene.heads[h];
  Index numbers = 0;
  if (is_own) numbers += (makes_pairs(scene) ? width_of_k(scene, h) : 0) + width_of_v(scene, h);
  if (head.subtract) numbers += head.subtract->w_k->cols();
  if (head.w_f) numbers += 1;  // what is forgotten up to it
  return static_cast<double>(numbers);
}

bool can_run(const Scene& scene) {
  const Normalizer& normalizer = scene.normalizer;
  const auto is_causal = [](const Mask& mask) { return mask.kind == &mask_kind("causal"); };
  const auto is_plain = [](const Head& head) { return !head.w_f && !head.subtract; };
  return normalizer.kind == &normalizer_kind("sum") && normalizer.over == Over::kKeys &&
         score_cost(scene).is_product && !scene.score.cap && !shifts_scores(scene) &&
         std::ranges::all_of(scene.masks, is_causal) &&
         std::ranges::all_of(scene.heads, is_plain) && (scene.masks.empty() || !scene.queries) &&
         std::ranges::none_of(scene.heads, [&](const Head& head) {
           return head.decay && scene.masks.empty();  // fades to both sides
         });
}

}  // namespace

Tally& Tally::operator+=(const Tally& other) {
  per_query += other.per_query;
  per_key += other.per_key;
  per_pair += other.per_pair;
  return *this;
}

Cost::Cost(const Scene& scene)
    : queries_(scene.query_count()),
      keys_(scene.key_count()),
      is_cross_(scene.queries.has_value()),
      pairs_(scene) {
  const std::size_t H = scene.heads.size();
  const Normalizer& normalizer = scene.normalizer;
  depends_on_count_ =
      normalizer.over != Over::kKeys || (takes(*normalizer.kind, "offset") && !normalizer.offset);
  std::vector<double> seen;
  for (std::size_t h = 0; h < H; ++h) {
    const bool is_as_first = h > 0 && makes_pairs(scene);
    seen.push_back(is_as_first ? seen[0] : pairs_of_head(scene, pairs_, h));
  }
  if (std::ranges::all_of(seen, [&](double n) { return n == seen[0]; })) seen_pairs_ = seen[0];
  for (const CountedPart& counted : kCounted) {
    PartCost cost{.part = counted.part, .work = {}, .multiplications = 0, .formula = {}};
    std::vector<Terms> heads;
    const bool is_of_head = part_kind(counted.part).is_of_head;
    for (std::size_t h = 0; h < (is_of_head ? H : 1); ++h) {
      heads.push_back(counted.terms(scene, h));
      const Tally work = work_of(heads.back());
      cost.work += work;
      cost.multiplications +=
          work.at(static_cast<double>(queries_), static_cast<double>(keys_), seen[h]);
    }
    if (cost.work == Tally{}) continue;
    cost.formula = formula_of(scene, heads);
    work_ += cost.work;
    multiplications_ += cost.multiplications;
    parts_.push_back(std::move(cost));
  }
  full_work_ = work_;
  for (std::size_t h = 0; h < H; ++h) {
    const std::size_t owner = keys_head(scene, h);
    numbers_of_token_ += numbers_of_key(scene, h, owner == h);
    full_numbers_of_token_ += numbers_of_key(scene, h, true);
    if (owner == h) continue;
    full_work_ += work_of(cost_of_k(scene, owner));
    full_work_ += work_of(cost_of_v(scene, owner));
  }
  if (!can_run(scene)) return;
  RunningSums sums{.work = work_, .numbers_kept = 0, .formula = {}};
  sums.work.per_pair = 0;
  std::vector<Terms> heads;
  for (std::size_t h = 0; h < H; ++h) {
    const Index dk = width_of_k(scene, h), dv = width_of_v(scene, h);
    const std::string state = times(kDk, kDv);
    const Head& head = scene.heads[h];
    Terms terms;
    const bool has_own = keys_head(scene, h) == h || head.decay;
    if (has_own) {
      sums.numbers_kept += static_cast<double>(dk * dv + dk);
      add(terms, Per::kKey, dk * dv, state);
      if (head.decay) add(terms, Per::kKey, dk * dv + dk, times(kDk, kDv) + " + " + kDk);
    }
    // φ(q) times both sums, then by Σ s.
    add(terms, Per::kQuery, dk * dv, state);
    add(terms, Per::kQuery, dk, kDk);
    add(terms, Per::kQuery, dv, kDv);
    sums.work += work_of(terms);
    heads.push_back(std::move(terms));
  }
  sums.formula = formula_of(scene, heads);
  running_sums_ = std::move(sums);
}

bool Cost::rows_stay(Index tokens) const {
  return !depends_on_count_ && (is_cross_ || !pairs_.is_seen_before(tokens));
}

double Cost::of_sequence(Index tokens) const {
  const Index queries = queries_of(tokens);
  return work_.at(static_cast<double>(queries), static_cast<double>(tokens),
                  pairs_.count(queries, tokens));
}

double Cost::one_more(const Tally& work, Index tokens) const {
  const Index next = queries_of(tokens);
  const Index keys = is_cross_ ? tokens : tokens + 1;
  const double new_keys = is_cross_ ? 0 : 1;
  if (!rows_stay(tokens)) {
    const double pairs = work.per_pair > 0 ? pairs_.count(next + 1, keys) : 0;
    return work.at(static_cast<double>(next + 1), new_keys, pairs);
  }
  double pairs = 0;
  for (Index key = 0; key < keys && work.per_pair > 0; ++key) pairs += pairs_.sees(next, key);
  return work.at(1, new_keys, pairs);
}

double Cost::of_one_more(Index tokens) const { return one_more(work_, tokens); }

double Cost::numbers_kept(Index tokens) const {
  // Rows that are computed anew need what they saw.
  const Index next = rows_stay(tokens) ? queries_of(tokens) : 0;
  return numbers_of_token_ * pairs_.seen_from(next, tokens);
}

double Cost::of_full_sequence(Index tokens) const {
  const auto queries = static_cast<double>(queries_of(tokens));
  const auto keys = static_cast<double>(tokens);
  return full_work_.at(queries, keys, queries * keys);
}

double Cost::full_numbers_kept(Index tokens) const {
  return full_numbers_of_token_ * static_cast<double>(tokens);
}

double Cost::least_of_sequence(Index tokens) const {
  if (!running_sums_) return of_sequence(tokens);
  return running_sums_->work.at(static_cast<double>(queries_of(tokens)),
                                static_cast<double>(tokens), 0);
}

double Cost::least_of_one_more(Index tokens) const {
  return one_more(running_sums_ ? running_sums_->work : work_, tokens);
}

double Cost::least_numbers_kept(Index tokens) const {
  return running_sums_ ? running_sums_->numbers_kept : numbers_kept(tokens);
}

namespace {

/// In place of its own, where both are as large.
template <typename Numbers>
void take_numbers(Cow<Numbers>& mine, const Cow<Numbers>& other) {
  if (mine->rows() == other->rows() && mine->cols() == other->cols()) mine = other;
}
template <typename Numbers>
void take_numbers(std::optional<Cow<Numbers>>& mine, const std::optional<Cow<Numbers>>& other) {
  if (mine && other) take_numbers(*mine, *other);
}
void take_numbers(std::optional<float>& mine, const std::optional<float>& other) {
  if (mine && other) mine = other;
}

/// A factor of 1 multiplies nothing, nor do the ends of the temperature.
void take_factor(float& mine, float other) {
  const auto is_free = [](float x) { return x == 0 || x == 1 || std::isinf(x); };
  if (!is_free(mine) && !is_free(other)) mine = other;
}

void take_numbers(Head& mine, const Head& other) {
  const auto take = [&](auto... members) { (take_numbers(mine.*members, other.*members), ...); };
  take(&Head::w_q, &Head::w_k, &Head::w_v, &Head::w_a, &Head::v, &Head::b_q, &Head::b_k, &Head::b_v,
       &Head::g_q, &Head::g_k, &Head::w_g, &Head::b_g, &Head::w_f, &Head::width, &Head::sink,
       &Head::gain, &Head::b_f);
  if (!mine.subtract || !other.subtract) return;
  take_numbers(mine.subtract->w_q, other.subtract->w_q);
  take_numbers(mine.subtract->w_k, other.subtract->w_k);
  mine.subtract->lambda = other.subtract->lambda;
}

}  // namespace

bool cost_alike(const Scene& a, const Scene& b) {
  const auto are_as_large = [](const Cow<Matrix>& x, const Cow<Matrix>& y) {
    return x->rows() == y->rows() && x->cols() == y->cols();
  };
  if (a.tokens.size() != b.tokens.size() || !are_as_large(a.embeddings, b.embeddings) ||
      a.queries.has_value() != b.queries.has_value() ||
      a.values.has_value() != b.values.has_value() || a.heads.size() != b.heads.size()) {
    return false;
  }
  if (a.queries && (a.queries->tokens.size() != b.queries->tokens.size() ||
                    !are_as_large(a.queries->embeddings, b.queries->embeddings))) {
    return false;
  }
  if (a.values && !are_as_large(*a.values, *b.values)) return false;
  // b with the numbers of a that are not looked at. What else there is must be the same.
  const Attention& of_a = a;
  Attention with = b;
  for (std::size_t h = 0; h < a.heads.size(); ++h) take_numbers(with.heads[h], a.heads[h]);
  take_factor(with.score.scale, a.score.scale);
  take_numbers(with.score.cap, a.score.cap);
  with.score.epsilon = a.score.epsilon;
  take_numbers(with.bias, a.bias);
  take_factor(with.normalizer.temperature, a.normalizer.temperature);
  take_numbers(with.normalizer.offset, a.normalizer.offset);
  take_numbers(with.normalizer.length, a.normalizer.length);
  with.position.scale = a.position.scale;
  with.position.base = a.position.base;
  take_numbers(with.position.table, a.position.table);
  take_numbers(with.position.slopes, a.position.slopes);
  take_numbers(with.combine.w_o, a.combine.w_o);
  take_numbers(with.combine.w, a.combine.w);
  take_numbers(with.combine.b_o, a.combine.b_o);
  if (with.combine.projections.size() == a.combine.projections.size()) {
    for (std::size_t h = 0; h < with.combine.projections.size(); ++h) {
      take_numbers(with.combine.projections[h], a.combine.projections[h]);
    }
  }
  return with == of_a;
}

}  // namespace attn
