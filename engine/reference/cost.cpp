#include "engine/reference/cost.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/attention/combine.h"
#include "engine/attention/lookup.h"
#include "engine/attention/mask.h"
#include "engine/attention/norm.h"
#include "engine/attention/normalize.h"
#include "engine/attention/pair_rows.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/attention/shapes.h"
#include "engine/attention/shift.h"
#include "engine/base/text.h"
#include "engine/reference/parts.h"

namespace attn {
namespace {

/// Unit of a count of multiplications: per query, per key or per pair.
using Per = double Tally::*;
constexpr Per kQuery = &Tally::per_query, kKey = &Tally::per_key, kPair = &Tally::per_pair;

constexpr const char *kDk = R"(d_\mathrm{k})", *kDv = R"(d_\mathrm{v})";

/// `times` · `size` multiplications; `tex` is the symbol of the size, empty for size 1.
struct CostTerm {
  Per per;
  Index times, size;
  std::string tex;
  bool operator==(const CostTerm&) const = default;
};

/// Multiplications of one head.
struct CostTerms : std::vector<CostTerm> {
  /// Adds to an existing term with the same unit and symbol, or appends a term.
  void add(Per per, Index times, Index size = 1, const std::string& tex = {}) {
    if (times * size == 0) return;
    const auto same = std::ranges::find_if(
        *this, [&](const CostTerm& term) { return term.per == per && term.tex == tex; });
    if (same != end()) {
      same->times += times;
    } else {
      push_back({per, times, size, tex});
    }
  }
  Tally work() const {
    Tally work;
    for (const CostTerm& term : *this)
      work.*term.per += static_cast<double>(term.times * term.size);
    return work;
  }
};

bool makes_pairs(const Scene& scene) { return !has_given_scores(scene.score); }
bool has_own_keys(const Scene& scene, std::size_t h) { return keys_head(scene, h) == h; }
std::string width_of_queries(const Scene& scene) {
  return scene.queries ? R"(D_\mathrm{q} )" : "D ";
}
std::string width_of_values(const Scene& scene) { return scene.values ? R"(D_\mathrm{v} )" : "D "; }

/// Adds the cost of a row of q or k: product, norm, gains and rotation.
void add_row(CostTerms& terms, Per per, const Scene& scene, const RowProjection& by, Index width) {
  if (by.matrix) {
    terms.add(per, 1, by.matrix->size(), (per == kQuery ? width_of_queries(scene) : "D ") + kDk);
  }
  const NormKind& norm = *scene.score.norm;
  if (!norm.does_nothing) {
    // Squares, quotients and gains for each column; means are divided by the width once per row.
    terms.add(per, by.gains ? 3 : 2, width, kDk);
    terms.add(per, (norm.has_epsilon ? 1 : 0) + (norm.centers ? 1 : 0));
  }
  if (scene.position.kind->rotate) terms.add(per, 2, rotated_width(scene.position, width), "r");
}

/// Adds the cost of the scores for rows of this width, before any shift.
void add_scores(CostTerms& terms, const Scene& scene, std::size_t h, Index width) {
  const ScoreKind& kind = *scene.score.kind;
  const Head& head = scene.heads[h];
  if (head.w_a && takes_of_head(kind, "w_a")) {
    terms.add(kQuery, 1, (*head.w_a)->size(), R"(d_\mathrm{q} d_\mathrm{k})");
  }
  const bool has_energy = head.v && takes_of_head(kind, "v");
  const bool is_leaky = takes(kind, "bend") && scene.score.bend == Bend::kLeakyRelu;
  const bool has_factor = kind.plain.empty() ? takes(kind, "scale") && scene.score.scale != 1
                                             : kind.pair_sum.factor(scene.score, head, width) != 1;
  terms.add(kQuery, kind.cost.query_rows, width, kDk);
  terms.add(kKey, kind.cost.key_rows, width, kDk);
  terms.add(kPair, kind.cost.pair_rows + (has_energy ? 1 : 0) + (is_leaky ? 1 : 0), width, kDk);
  terms.add(kPair, kind.cost.pair + (has_factor ? 1 : 0) + (scene.score.cap ? 2 : 0));
}

void add_normalizer(CostTerms& terms, const Normalizer& normalizer) {
  const NormalizerKind& kind = *normalizer.kind;
  const float T = takes(kind, "temperature") ? normalizer.temperature : 1;
  // At T = 0 and T = ∞ keys share the weight equally, without multiplications.
  if (!kind.sums_to_one() || (T != 0 && !std::isinf(T))) {
    terms.add(kPair, kind.products + (T != 1 ? 1 : 0));
  }
  if (normalizer.length) terms.add(kPair, 1);
  if (normalizer.over == Over::kQueriesThenKeys) terms.add(kPair, 1);
}

/// Width of all values: "H d_v" if all heads are equally wide, else the sum of the widths.
std::string all_value_widths(const Scene& scene) {
  const std::size_t H = scene.heads.size();
  if (H == 1) return kDv;
  for (std::size_t h = 1; h < H; ++h) {
    if (width_of_v(scene, h) != width_of_v(scene, 0)) return R"(\sum_h )" + std::string(kDv);
  }
  return "H " + std::string(kDv);
}

void add_output(CostTerms& terms, const Scene& scene) {
  const Combine& combine = scene.combine;
  const Index widths = w_o_shape(scene).rows.count;
  const std::string tex = all_value_widths(scene), products = R"(D_\mathrm{o} )" + tex;
  switch (combine.kind->joins) {
    case Joins::kNotAtAll:
      break;
    case Joins::kBeside:
      if (combine.w_o) terms.add(kQuery, 1, (*combine.w_o)->size(), products);
      break;
    case Joins::kByNumber:
      terms.add(kQuery, 1, widths, tex);
      break;
    case Joins::kByMatrix:
      terms.add(kQuery, 1, widths * combine.projections[0]->cols(), products);
      break;
    case Joins::kAlike:
      terms.add(kQuery, combine.kind->products, width_of_v(scene, 0), kDv);
      break;
  }
}

/// Multiplications of a part for head h; empty for parts without multiplications.
CostTerms terms_of(Part part, const Scene& scene, std::size_t h) {
  const Head& head = scene.heads[h];
  const auto& subtract = head.subtract;
  const bool makes = makes_pairs(scene), owns = has_own_keys(scene, h);
  CostTerms terms;
  switch (part) {
    case Part::q:
      if (makes) add_row(terms, kQuery, scene, query_projection(scene, h), width_of_q(scene, h));
      break;
    case Part::k:
      if (makes && owns) {
        add_row(terms, kKey, scene, key_projection(scene, h), width_of_k(scene, h));
      }
      break;
    case Part::v:
      if (head.w_v && owns) terms.add(kKey, 1, (*head.w_v)->size(), width_of_values(scene) + kDv);
      break;
    case Part::raw:
      add_scores(terms, scene, h, width_of_k(scene, h));
      break;
    case Part::forget_gates:
      if (head.w_f) terms.add(kKey, 1, (*head.w_f)->cols(), "D");
      break;
    case Part::scores:
      if (head.decay) terms.add(kPair, 1);
      break;
    case Part::subtract_q:
      if (subtract) {
        add_row(terms, kQuery, scene, query_projection(scene, h, Pairs::kSubtracted),
                subtract->w_q->cols());
      }
      break;
    case Part::subtract_k:
      if (subtract) {
        add_row(terms, kKey, scene, key_projection(scene, h, Pairs::kSubtracted),
                subtract->w_k->cols());
      }
      break;
    case Part::subtract_raw:
      if (subtract) add_scores(terms, scene, h, subtract->w_k->cols());
      break;
    case Part::subtract_weights:
      if (subtract) add_normalizer(terms, scene.normalizer);
      break;
    case Part::weights:
      add_normalizer(terms, scene.normalizer);
      if (subtract) terms.add(kPair, 1);  // λ
      break;
    case Part::gates:
      if (head.w_g) terms.add(kQuery, 1, (*head.w_g)->size(), width_of_queries(scene) + kDv);
      break;
    case Part::head_output:
      terms.add(kPair, 1, width_of_v(scene, h), kDv);
      terms.add(kQuery, (head.w_g ? 1 : 0) + (head.gain ? 1 : 0), width_of_v(scene, h), kDv);
      break;
    case Part::output:
      if (h == 0) add_output(terms, scene);
      break;
    default:
      break;
  }
  return terms;
}

/// "2 d"
std::string times_tex(Index times, const std::string& tex) {
  return (times == 1 ? "" : std::to_string(times) + " ") + tex;
}

/// Sum of one head's terms per query, key or pair, such as "(2 d + 1)"; a plain number if `tex` is
/// empty.
struct HeadSum {
  std::string tex;
  Index times = 0;
  std::size_t heads = 1;  ///< number of heads with this sum
};

HeadSum sum_of(const CostTerms& terms, Per per) {
  std::vector<std::string> products;
  HeadSum first;
  Index plain = 0;
  for (const CostTerm& term : terms) {
    if (term.per != per) continue;
    if (term.tex.empty()) {
      plain = term.times;
    } else {
      if (products.empty()) first = {term.tex, term.times};
      products.push_back(times_tex(term.times, term.tex));
    }
  }
  if (products.empty()) return {{}, plain};
  if (products.size() == 1 && plain == 0) return first;
  if (plain > 0) products.push_back(std::to_string(plain));
  return {"(" + joined(products, {}, " + ") + ")", 1};
}

/// Returns whether heads have equal terms with different sizes, so that the formula sums over
/// heads.
bool differ_in_sizes(const std::vector<CostTerms>& heads) {
  const auto is_named_alike = [](const CostTerm& a, const CostTerm& b) {
    return a.per == b.per && a.tex == b.tex && a.times == b.times;
  };
  return std::ranges::all_of(heads,
                             [&](const CostTerms& terms) {
                               return std::ranges::equal(terms, heads[0], is_named_alike);
                             }) &&
         std::ranges::count(heads, heads[0]) != std::ssize(heads);
}

/// Formula of all heads' terms: "H n d_v"; with different sizes "n \sum_h d_v"; with different
/// terms, each sum times the number of its heads. Numbers without sizes are added up.
std::string formula_of(const Scene& scene, const std::vector<CostTerms>& heads) {
  const bool is_summed = differ_in_sizes(heads);
  std::string formula;
  const auto add = [&](Index times, const std::string& tex) {
    formula += (formula.empty() ? "" : " + ") + times_tex(times, tex);
  };
  const std::pair<Per, std::string> symbols[] = {
      {kQuery, scene.queries ? "M" : "L"}, {kKey, "L"}, {kPair, "n"}};
  for (const auto& [per, symbol] : symbols) {
    std::vector<HeadSum> sums;
    for (const CostTerms& terms : heads) {
      const HeadSum sum = sum_of(terms, per);
      if (sum.times == 0) continue;
      const auto same = std::ranges::find_if(
          sums, [&](const HeadSum& s) { return s.tex == sum.tex && s.times == sum.times; });
      same == sums.end() ? sums.push_back(sum) : void(++same->heads);
    }
    Index plain = 0;
    for (const auto& [tex, times, count] : sums) {
      const bool are_all = !is_summed && count > 1 && count == scene.heads.size();
      const Index all_times = times * (are_all || is_summed ? 1 : static_cast<Index>(count));
      if (tex.empty() && !are_all) {
        plain += times * static_cast<Index>(count);
        continue;
      }
      std::string product = are_all ? "H " + symbol : symbol;
      if (!tex.empty()) product.append(is_summed ? R"( \sum_h )" : " ").append(tex);
      add(all_times, product);
    }
    if (plain > 0) add(plain, symbol);
  }
  return formula;
}

/// Numbers that a cache stores for one key of head h; `with_key`: including its key and value
/// vectors.
double numbers_of_key(const Scene& scene, std::size_t h, bool with_key) {
  const Head& head = scene.heads[h];
  Index numbers = 0;
  if (with_key) numbers += (makes_pairs(scene) ? width_of_k(scene, h) : 0) + width_of_v(scene, h);
  if (head.subtract) numbers += head.subtract->w_k->cols();
  if (head.w_f) numbers += 1;  // sum of the logarithms of its gates
  return static_cast<double>(numbers);
}

bool can_run(const Scene& scene) {
  const bool is_causal = !scene.masks.empty();
  const auto can_head_run = [&](const Head& head) {
    return !head.w_f && !head.subtract &&
           (!head.decay || is_causal);  // decay without a causal mask also weighs later keys
  };
  return scene.normalizer.kind->divides_by_sum && scene.normalizer.over == Over::kKeys &&
         scene.score.kind->cost.is_product && !scene.score.cap && !shifts_scores(scene) &&
         std::ranges::all_of(scene.masks, [](const Mask& m) { return m.kind->hides_later; }) &&
         !(is_causal && scene.queries) && std::ranges::all_of(scene.heads, can_head_run);
}

Cost::RunningSums sums_of(const Scene& scene, Tally work) {
  work.per_pair = 0;
  Cost::RunningSums sums{.work = work, .cached_numbers = 0};
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    const auto dk = static_cast<double>(width_of_k(scene, h));
    const auto dv = static_cast<double>(width_of_v(scene, h));
    const bool fades = scene.heads[h].decay.has_value();
    if (has_own_keys(scene, h) || fades) {
      sums.cached_numbers += dk * dv + dk;
      sums.work.per_key += dk * dv + (fades ? dk * dv + dk : 0);
    }
    sums.work.per_query += dk * dv + dk + dv;  // φ(q) times both sums, then divided by Σ s
  }
  return sums;
}

}  // namespace

Tally& Tally::operator+=(const Tally& other) {
  per_query += other.per_query;
  per_key += other.per_key;
  per_pair += other.per_pair;
  return *this;
}

std::vector<double> count_seen_pairs(const Scene& scene) {
  const std::size_t H = scene.heads.size();
  if (makes_pairs(scene)) {
    const SeenPairs pairs(scene);
    const double seen = pairs.has_other_masks()
                            ? static_cast<double>(visible_keys(scene).count())
                            : pairs.count(scene.query_count(), scene.key_count());
    return std::vector<double>(H, seen);
  }
  const BoolMatrix visible = visible_keys(scene);
  std::vector<double> seen;
  for (std::size_t h = 0; h < H; ++h) {
    seen.push_back(static_cast<double>(seen_by_head(scene, h, visible).count()));
  }
  return seen;
}

bool have_same_visible_pairs(const Scene& a, const Scene& b) {
  return makes_pairs(a) && makes_pairs(b) && a.heads.size() == b.heads.size() &&
         a.masks == b.masks && a.query_count() == b.query_count() && a.key_count() == b.key_count();
}

Cost::Cost(const Scene& scene, const std::vector<double>& seen)
    : queries_(scene.query_count()),
      keys_(scene.key_count()),
      is_cross_(scene.queries.has_value()),
      depends_on_count_(scene.normalizer.over != Over::kKeys ||
                        (takes(*scene.normalizer.kind, "offset") && !scene.normalizer.offset)),
      pairs_(scene) {
  const std::size_t H = scene.heads.size();
  if (std::ranges::count(seen, seen[0]) == std::ssize(seen)) seen_pairs_ = seen[0];
  for (const PartKind& kind : part_kinds()) {
    PartCost cost{.part = kind.part, .multiplications = 0, .formula = {}};
    std::vector<CostTerms> heads;
    for (std::size_t h = 0; h < H; ++h) {
      CostTerms terms = terms_of(kind.part, scene, h);
      const Tally work = terms.work();
      work_ += work;
      cost.multiplications +=
          work.at(static_cast<double>(queries_), static_cast<double>(keys_), seen[h]);
      if (!terms.empty()) heads.push_back(std::move(terms));
    }
    if (heads.empty()) continue;
    cost.formula = formula_of(scene, heads);
    multiplications_ += cost.multiplications;
    parts_.push_back(std::move(cost));
  }
  full_work_ = work_;
  for (std::size_t h = 0; h < H; ++h) {
    const std::size_t owner = keys_head(scene, h);
    numbers_of_token_ += numbers_of_key(scene, h, owner == h);
    full_numbers_of_token_ += numbers_of_key(scene, h, true);
    if (owner == h) continue;
    full_work_ += terms_of(Part::k, scene, owner).work();
    full_work_ += terms_of(Part::v, scene, owner).work();
  }
  if (can_run(scene)) running_sums_ = sums_of(scene, work_);
}

bool Cost::keeps_earlier_rows(Index tokens) const {
  return !depends_on_count_ && (is_cross_ || !pairs_.is_seen_before(tokens));
}

double Cost::cost_of_sequence(Index tokens) const {
  const Index queries = queries_of(tokens);
  return work().at(static_cast<double>(queries), static_cast<double>(tokens),
                   work().per_pair > 0 ? pairs_.count(queries, tokens) : 0);
}

double Cost::cost_of_next_token(Index tokens) const {
  const Tally& each = work();
  const Index next = queries_of(tokens);
  const Index keys = is_cross_ ? tokens : tokens + 1;
  const double new_keys = is_cross_ ? 0 : 1;
  if (!keeps_earlier_rows(tokens)) {
    const double pairs = each.per_pair > 0 ? pairs_.count(next + 1, keys) : 0;
    return each.at(static_cast<double>(next + 1), new_keys, pairs);
  }
  double pairs = 0;
  for (Index key = 0; key < keys && each.per_pair > 0; ++key) pairs += pairs_.sees(next, key);
  return each.at(1, new_keys, pairs);
}

double Cost::cached_numbers(Index tokens) const {
  if (running_sums_) return running_sums_->cached_numbers;
  // Rows that are recomputed need all keys that they saw.
  const Index next = keeps_earlier_rows(tokens) ? queries_of(tokens) : 0;
  return numbers_of_token_ * pairs_.seen_from(next, tokens);
}

double Cost::cost_of_full_sequence(Index tokens) const {
  const auto queries = static_cast<double>(queries_of(tokens));
  const auto keys = static_cast<double>(tokens);
  return full_work_.at(queries, keys, queries * keys);
}

double Cost::full_cached_numbers(Index tokens) const {
  return full_numbers_of_token_ * static_cast<double>(tokens);
}

}  // namespace attn
