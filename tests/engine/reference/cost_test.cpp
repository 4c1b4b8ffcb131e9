#include "engine/reference/cost.h"

#include <cmath>
#include <functional>
#include <map>

#include <gtest/gtest.h>

#include "engine/attention/norm.h"
#include "engine/attention/shift.h"
#include "engine/reference/attention.h"
#include "engine/reference/parts.h"
#include "tests/engine/random_scene.h"
#include "tests/support/case_seed.h"

namespace attn::cost_test {
namespace {

Mask mask_of(const MaskKind& kind) {
  Mask mask;
  mask.kind = &kind;
  return mask;
}

/// A number whose multiplications are counted.
struct Counted {
  double value = 0;
  inline static double count = 0;
};
Counted operator*(Counted a, Counted b) { return ++Counted::count, Counted{a.value * b.value}; }
Counted operator/(Counted a, Counted b) { return ++Counted::count, Counted{a.value / b.value}; }
Counted operator+(Counted a, Counted b) { return {a.value + b.value}; }
Counted operator-(Counted a, Counted b) { return {a.value - b.value}; }

using Rows = std::vector<std::vector<Counted>>;

Rows rows_of(const Matrix& matrix) {
  Rows rows(static_cast<std::size_t>(matrix.rows()));
  for (Index i = 0; i < matrix.rows(); ++i) {
    for (Index j = 0; j < matrix.cols(); ++j) {
      rows[static_cast<std::size_t>(i)].push_back({static_cast<double>(matrix(i, j))});
    }
  }
  return rows;
}

template <typename Value>
Counted at(const std::optional<Cow<Value>>& row, std::size_t c) {
  return {static_cast<double>((**row)(static_cast<Index>(c)))};
}

Rows product(const Rows& x, const Matrix& w) {
  const Rows columns = rows_of(w.transpose());
  Rows made(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (const auto& column : columns) {
      Counted sum;
      for (std::size_t c = 0; c < column.size(); ++c) sum = sum + x[i][c] * column[c];
      made[i].push_back(sum);
    }
  }
  return made;
}

/// x · w + b, normalised, times gains, turned.
Rows project(const Scene& scene, const Rows& x, const std::optional<Cow<Matrix>>& w,
             const std::optional<Cow<RowVector>>& b, const std::optional<Cow<RowVector>>& gains) {
  Rows rows = w ? product(x, **w) : x;
  const bool is_normed = scene.score.norm->id != "none";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    auto& row = rows[i];
    const Counted width{static_cast<double>(row.size())};
    for (std::size_t c = 0; b && c < row.size(); ++c) row[c] = row[c] + at(b, c);
    if (scene.score.norm->id == "layer") {
      Counted mean;
      for (const Counted one : row) mean = mean + one;
      mean = mean / width;
      for (Counted& one : row) one = one - mean;
    }
    if (is_normed) {
      Counted squares;
      for (const Counted one : row) squares = squares + one * one;
      if (scene.score.norm->has_epsilon) {
        squares = squares / width + Counted{static_cast<double>(scene.score.epsilon)};
      }
      const Counted root{std::sqrt(squares.value)};
      for (Counted& one : row) one = one / root;
    }
    for (std::size_t c = 0; gains && c < row.size(); ++c) row[c] = row[c] * at(gains, c);
    if (!scene.position.kind->rotate) continue;
    const auto count = static_cast<Index>(row.size());
    // What a step turns (1, 0) by is what each pair is turned by.
    WideMatrix turns = WideMatrix::Zero(static_cast<Index>(i) + 1, count);
    for (Index c = 0; c < count; ++c) {
      if (turned_with(scene.position, count, c) > c) turns(static_cast<Index>(i), c) = 1;
    }
    scene.position.kind->rotate(scene.position, turns);
    for (Index c = 0; c < count; ++c) {
      const Index d = turned_with(scene.position, count, c);
      if (d <= c) continue;
      const Counted cosine{turns(static_cast<Index>(i), c)}, sine{turns(static_cast<Index>(i), d)};
      Counted &first = row[static_cast<std::size_t>(c)], &second = row[static_cast<std::size_t>(d)];
      const Counted a = first, e = second;
      first = a * cosine - e * sine;
      second = a * sine + e * cosine;
    }
  }
  return rows;
}

Rows unit(Rows rows) {
  for (auto& row : rows) {
    Counted squares;
    for (const Counted one : row) squares = squares + one * one;
    const Counted root{std::sqrt(squares.value)};
    for (Counted& one : row) one = one / root;
  }
  return rows;
}

using Scores = std::vector<std::vector<std::optional<Counted>>>;  // none: masked

/// As far as queries and keys go, and the terms that places add.
Scores scores_of(const Scene& scene, std::size_t h, Rows q, Rows k, const BoolMatrix& seen) {
  const Head& head = scene.heads[h];
  const std::string_view id = scene.score.kind->id;
  if (id == "general" && head.w_a) q = product(q, **head.w_a);
  if (id == "cosine") q = unit(q), k = unit(k);
  Matrix shift = Matrix::Zero(scene.query_count(), scene.key_count());
  shift_scores(scene, h, shift);
  const double factor = id == "scaled_dot" ? 1 / std::sqrt(static_cast<double>(k[0].size()))
                        : takes(*scene.score.kind, "scale") ? static_cast<double>(scene.score.scale)
                                                            : 1.0;
  Scores scores(q.size(), std::vector<std::optional<Counted>>(k.size()));
  for (std::size_t i = 0; i < q.size(); ++i) {
    for (std::size_t j = 0; j < k.size(); ++j) {
      if (!seen(static_cast<Index>(i), static_cast<Index>(j))) continue;
      Counted sum;
      for (std::size_t c = 0; c < k[j].size() && id != "given"; ++c) {
        const Counted a = q[i][c], b = k[j][c];
        if (id == "additive") {
          const double both = (a + b).value;
          Counted bent{std::tanh(both)};
          if (scene.score.bend == Bend::kLeakyRelu) {
            bent = Counted{both > 0 ? 1 : 0.2} * Counted{both};
          }
          sum = sum + (head.v ? at(head.v, c) * bent : bent);
        } else if (id == "gaussian") {
          sum = sum + (a - b) * (a - b);
        } else if (id == "elu") {
          const auto phi = [](double x) { return Counted{x > 0 ? x + 1 : std::exp(x)}; };
          sum = sum + phi(a.value) * phi(b.value);
        } else {
          sum = sum + a * b;
        }
      }
      if (id == "given") {
        sum = {static_cast<double>((**head.scores)(static_cast<Index>(i), static_cast<Index>(j)))};
      }
      const double width = head.width.value_or(1);
      if (id == "gaussian") sum = Counted{-0.5 * width * width} * sum;
      if (factor != 1) sum = Counted{factor} * sum;
      if (scene.score.cap) {
        const Counted cap{static_cast<double>(*scene.score.cap)};
        sum = cap * Counted{std::tanh((sum / cap).value)};
      }
      const double added = shift(static_cast<Index>(i), static_cast<Index>(j));
      scores[i][j] = sum + Counted{added};
    }
  }
  return scores;
}

/// The weights of the scores. Those of rows that need a search are the engine's, whose own
/// multiplications, as they are counted, are added.
Rows weights_of(const Scene& scene, const Scores& scores, std::optional<float> sink) {
  const Normalizer& normalizer = scene.normalizer;
  Matrix plain = Matrix::Constant(scene.query_count(), scene.key_count(), kMasked);
  double seen = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    for (std::size_t j = 0; j < scores[i].size(); ++j) {
      if (!scores[i][j]) continue;
      ++seen;
      plain(static_cast<Index>(i), static_cast<Index>(j)) = static_cast<float>(scores[i][j]->value);
    }
  }
  const std::map<std::string_view, double> own = {{"softmax", 1}, {"sparsemax", 0}, {"entmax15", 2},
                                                  {"entmax", 2},  {"topk", 1},      {"sigmoid", 0},
                                                  {"relu", 1},    {"sum", 1},       {"none", 0}};
  const bool sums_to_one = normalizer.kind->sums_to_one();
  const float T = normalizer.temperature;
  double each = 0;
  if (!sums_to_one || (T != 0 && !std::isinf(T))) {
    each += own.at(normalizer.kind->id);
    if (takes(*normalizer.kind, "temperature") && T != 1) each += 1;
  }
  if (normalizer.length) each += 1;
  if (normalizer.over == Over::kQueriesThenKeys) each += 1;
  Counted::count += each * seen;
  return rows_of(normalize(normalizer, plain, sink));
}

/// Of every head, by plain loops; counts as it goes.
std::vector<Rows> outputs_of(const Scene& scene) {
  const Trace trace = evaluate_plainly(scene);
  const Rows x = rows_of(trace.x), query_x = scene.queries ? rows_of(trace.query_x) : x;
  const BoolMatrix visible = visible_keys(scene);
  std::vector<Rows> k(scene.heads.size()), v(scene.heads.size()), outputs;
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    const Head& head = scene.heads[h];
    const bool is_given = scene.score.kind->id == "given";
    const BoolMatrix seen = seen_by_head(scene, h, visible);
    const Rows q = is_given ? query_x : project(scene, query_x, head.w_q, head.b_q, head.g_q);
    const std::size_t owner = keys_head(scene, h);
    if (owner == h) {
      k[h] = is_given ? x : project(scene, x, head.w_k, head.b_k, head.g_k);
      const Rows from = scene.values ? rows_of(**scene.values) : x;
      v[h] = head.w_v ? product(from, **head.w_v) : from;
      for (auto& row : v[h]) {
        for (std::size_t c = 0; head.b_v && c < row.size(); ++c) row[c] = row[c] + at(head.b_v, c);
      }
    } else {
      k[h] = k[owner], v[h] = v[owner];
    }
    Scores scores = scores_of(scene, h, q, k[h], seen);
    std::vector<double> forgotten(x.size());
    for (std::size_t l = 0; head.w_f && l < x.size(); ++l) {
      Counted open{static_cast<double>(head.b_f.value_or(0))};
      for (std::size_t c = 0; c < x[l].size(); ++c) open = open + x[l][c] * at(head.w_f, c);
      const double before = l > 0 ? forgotten[l - 1] : 0;
      forgotten[l] = l > 0 ? before - std::log1p(std::exp(-open.value)) : 0;
    }
    for (std::size_t i = 0; i < scores.size(); ++i) {
      for (std::size_t j = 0; j < scores[i].size(); ++j) {
        if (!scores[i][j]) continue;
        Counted& score = *scores[i][j];
        if (head.w_f && j <= i) score = score + Counted{forgotten[i] - forgotten[j]};
        const double steps = std::abs(static_cast<double>(i) - static_cast<double>(j));
        if (head.decay) {
          score = score * Counted{std::pow(static_cast<double>(*head.decay), steps)};
        }
      }
    }
    Rows weights = weights_of(scene, scores, head.sink);
    if (head.subtract) {
      const std::optional<Cow<RowVector>> none;
      const Rows q2 = project(scene, query_x, std::optional(head.subtract->w_q), none, none);
      const Rows k2 = project(scene, x, std::optional(head.subtract->w_k), none, none);
      const Rows others = weights_of(scene, scores_of(scene, h, q2, k2, seen), std::nullopt);
      const Counted lambda{static_cast<double>(head.subtract->lambda)};
      for (std::size_t i = 0; i < weights.size(); ++i) {
        for (std::size_t j = 0; j < weights[i].size(); ++j) {
          if (scores[i][j]) weights[i][j] = weights[i][j] - lambda * others[i][j];
        }
      }
    }
    const Rows gates = head.w_g ? product(query_x, **head.w_g) : Rows(query_x.size());
    Rows output(weights.size(), std::vector<Counted>(v[h][0].size()));
    for (std::size_t i = 0; i < weights.size(); ++i) {
      for (std::size_t c = 0; c < output[i].size(); ++c) {
        Counted& o = output[i][c];
        for (std::size_t j = 0; j < weights[i].size(); ++j) {
          if (scores[i][j]) o = o + weights[i][j] * v[h][j][c];
        }
        if (head.gain) o = o * Counted{static_cast<double>(*head.gain)};
        if (!head.w_g) continue;
        const double shift = head.b_g ? at(head.b_g, c).value : 0;
        o = o * Counted{1 / (1 + std::exp(-gates[i][c].value - shift))};
      }
    }
    outputs.push_back(std::move(output));
  }
  return outputs;
}

/// What heads become, counted too.
void combine(const Scene& scene, const std::vector<Rows>& outputs) {
  const Combine& combine = scene.combine;
  Rows beside(outputs[0].size());
  for (std::size_t i = 0; i < beside.size(); ++i) {
    for (const Rows& output : outputs) {
      beside[i].insert(beside[i].end(), output[i].begin(), output[i].end());
    }
  }
  if (combine.w_o) product(beside, **combine.w_o);
  for (std::size_t h = 0; h < combine.projections.size(); ++h) {
    product(outputs[h], *combine.projections[h]);
  }
  const Counted some{2};
  for (std::size_t h = 0; h < outputs.size(); ++h) {
    for (const auto& row : outputs[h]) {
      for (const Counted one : row) {
        if (combine.kind->id == "weighted") (void)(some * one);
        if (combine.kind->id == "mean" && h == 0) (void)(one / some);
      }
    }
  }
}

TEST(Cost, IsWhatIsMultiplied) {
  for (unsigned n = 0; n < 600; ++n) {
    test::Random random(test::case_seed("cost", n));
    const Scene scene = test::random_scene(random);
    SCOPED_TRACE("scene " + std::to_string(n) + ", " + std::string(scene.score.kind->id) + ", " +
                 std::string(scene.normalizer.kind->id));
    if (check(scene)) continue;
    Trace trace;
    try {
      trace = evaluate_plainly(scene);
    } catch (const SceneError&) {
      continue;
    }
    Counted::count = 0;
    const std::vector<Rows> outputs = outputs_of(scene);
    combine(scene, outputs);
    const double counted = Counted::count;
    const Cost cost(scene);
    EXPECT_EQ(cost.multiplications(), counted);
    double of_parts = 0;
    for (const PartCost& part : cost.parts()) of_parts += part.multiplications;
    EXPECT_EQ(of_parts, counted);
    if (!cost.pairs().leaves_out() && scene.score.kind->id != "given") {
      EXPECT_EQ(cost.of_sequence(scene.key_count()), counted);
    }
    // Weights jump at ties, where this does not ask which keys tie.
    const float T = scene.normalizer.temperature;
    const bool jumps = T == 0 || std::isinf(T) || T < 0.1F || takes(*scene.normalizer.kind, "k") ||
                       scene.normalizer.kind->keeps_signs;
    for (std::size_t h = 0; h < outputs.size() && !jumps; ++h) {
      for (std::size_t i = 0; i < outputs[h].size(); ++i) {
        for (std::size_t c = 0; c < outputs[h][i].size(); ++c) {
          const double made = trace.heads[h].output(static_cast<Index>(i), static_cast<Index>(c));
          EXPECT_NEAR(outputs[h][i][c].value, made, 1e-3 + 1e-3 * std::abs(made));
        }
      }
    }
  }
}

TEST(Cost, KnowsEachScoreAndNormalizer) {
  for (const ScoreKind& kind : score_kinds()) {
    test::Random random(1);
    Scene scene = test::self_attention(3, 4);
    test::set_score(random, kind, scene);
    EXPECT_EQ(Cost(scene).multiplications() > 0, true) << kind.id;
  }
  for (const NormalizerKind& kind : normalizer_kinds()) {
    Scene scene = test::self_attention(3, 4);
    scene.normalizer.kind = &kind;
    EXPECT_GT(Cost(scene).multiplications(), 0) << kind.id;
  }
}

/// Pairs that are seen by masks that go by place are those that the masks leave.
TEST(SeenPairs, AreThoseThatTheMasksLeave) {
  for (unsigned n = 0; n < 400; ++n) {
    test::Random random(test::case_seed("seen pairs", n));
    const Index L = 1 + random.below(24);
    Scene scene = test::self_attention(L, 2);
    if (random.coin()) scene = test::cross_attention(1 + random.below(24), L, 2, 2);
    for (int count = random.below(4); count > 0; --count) {
      const MaskKind& kind = *test::any_of(random, mask_kinds());
      if (kind.by_place) scene.masks.push_back(test::random_mask(random, kind, scene));
    }
    SCOPED_TRACE("scene " + std::to_string(n));
    const SeenPairs pairs(scene);
    EXPECT_FALSE(pairs.leaves_out());
    const BoolMatrix seen = visible_keys(scene);
    EXPECT_EQ(pairs.count(scene.query_count(), L), static_cast<double>(seen.count()));
    for (Index i = 0; i < seen.rows(); ++i) {
      for (Index j = 0; j < seen.cols(); ++j) ASSERT_EQ(pairs.sees(i, j), seen(i, j));
    }
    if (scene.queries) continue;
    // Of a longer scene: whether the last key is seen before, and what later queries see.
    constexpr Index kLonger = 90;
    Scene longer = test::self_attention(kLonger, 2);
    longer.masks = scene.masks;
    const BoolMatrix all = visible_keys(longer);
    EXPECT_EQ(pairs.is_seen_before(L), all.col(L).head(L).any());
    double kept = 0;
    for (Index j = 0; j < L; ++j) kept += all.col(j).tail(kLonger - L).any() ? 1 : 0;
    EXPECT_EQ(pairs.seen_from(L, L), kept);
    if (const auto abc = pairs.polynomial()) {
      const auto at = [&](double l) { return (*abc)[0] * l * l + (*abc)[1] * l + (*abc)[2]; };
      for (const Index l : {200, 333}) {
        EXPECT_EQ(pairs.count(l, l), at(static_cast<double>(l)));
      }
    }
  }
}

TEST(SeenPairs, GrowAsTheirPolynomialSays) {
  Scene scene = test::self_attention(8, 2);
  using Three = std::array<double, 3>;
  EXPECT_EQ(SeenPairs(scene).polynomial(), (Three{1, 0, 0}));
  scene.masks = {mask_of(mask_kind("causal"))};
  EXPECT_EQ(SeenPairs(scene).polynomial(), (Three{0.5, 0.5, 0}));
  scene.masks.push_back(mask_of(mask_kind("window")));
  scene.masks[1].radius = 3;
  EXPECT_EQ(SeenPairs(scene).polynomial(), (Three{0, 4, -6})) << "1 + 2 + 3 + 4 + 4 + …";
  scene.masks = {mask_of(mask_kind("strided"))};
  scene.masks[0].stride = 5;
  EXPECT_EQ(SeenPairs(scene).polynomial(), std::nullopt);
}

// By hand: L = 6 tokens of D = 8, H = 2 heads of dk = dv = 4, w_o of 8 x 8, causal.
Scene two_heads() {
  test::Random random(7);
  Scene scene = test::self_attention(6, 8);
  scene.heads.resize(2);
  for (Head& head : scene.heads) {
    head.w_q = random.matrix(8, 4);
    head.w_k = random.matrix(8, 4);
    head.w_v = random.matrix(8, 4);
  }
  scene.combine.w_o = random.matrix(8, 8);
  scene.masks = {mask_of(mask_kind("causal"))};
  return scene;
}

TEST(Cost, OfTwoHeadsByHand) {
  const Scene scene = two_heads();
  const Cost cost(scene);
  EXPECT_EQ(cost.seen_pairs(), 21);
  const double projections = 3 * 2 * 6 * 8 * 4, scores = 2 * 21 * (4 + 1), weights = 2 * 21;
  const double outputs = 2 * 21 * 4, combined = 6 * 8 * 8;
  EXPECT_EQ(cost.multiplications(), projections + scores + weights + outputs + combined);
  ASSERT_EQ(cost.parts().size(), 7U);
  EXPECT_EQ(cost.parts()[0].formula, R"(H L D d_\mathrm{k})");
  EXPECT_EQ(cost.parts()[3].formula, R"(H n (d_\mathrm{k} + 1))");
  EXPECT_EQ(cost.parts()[4].formula, "H n");
  EXPECT_EQ(cost.parts()[6].formula, R"(L D_\mathrm{o} H d_\mathrm{v})");
  // The seventh token: its own rows, and 7 pairs in each head.
  EXPECT_TRUE(cost.rows_stay(6));
  EXPECT_EQ(cost.of_one_more(6), 3 * 2 * 8 * 4 + 2 * 7 * (4 + 1 + 1 + 4) + 8 * 8);
  EXPECT_EQ(cost.of_one_more(6), cost.of_sequence(7) - cost.of_sequence(6));
  EXPECT_EQ(cost.numbers_kept(6), 6 * 2 * (4 + 4));
}

/// What heads have alike is written once, and numbers without sizes are added.
TEST(Cost, OfHeadsThatDifferByHand) {
  Scene scene = test::self_attention(6, 4);
  scene.heads.clear();
  test::Random random(test::case_seed());
  for (int h = 0; h < 2; ++h) scene.heads.push_back(test::random_head(random, scene, 3));
  for (Head& head : scene.heads) {
    for (const auto matrix : {&Head::w_q, &Head::w_k}) head.*matrix = random.matrix(4, 4);
  }
  scene.heads[0].subtract = {random.matrix(4, 4), random.matrix(4, 4), 0.5F};
  scene.heads[0].w_g = random.matrix(4, 3);
  scene.heads[0].gain = 0.5F;
  const Cost cost(scene);
  const auto formula_of = [&](Part part) {
    return std::ranges::find(cost.parts(), part, &PartCost::part)->formula;
  };
  EXPECT_EQ(formula_of(Part::weights), "3 n") << "1 + λ, and 1";
  EXPECT_EQ(formula_of(Part::subtract_weights), "n");
  EXPECT_EQ(formula_of(Part::head_output), R"(2 L d_\mathrm{v} + H n d_\mathrm{v})");
}

TEST(Cost, OfSharedKeysAndWindows) {
  Scene scene = two_heads();
  scene.heads[1].keys_of = 0;
  scene.heads[1].w_k.reset();
  scene.heads[1].w_v.reset();
  EXPECT_EQ(Cost(scene).numbers_kept(6), 6 * (4 + 4)) << "one key and value for both heads";
  EXPECT_EQ(Cost(scene).full_numbers_kept(6), 6 * 2 * (4 + 4));
  EXPECT_EQ(Cost(scene).of_full_sequence(6), Cost(two_heads()).of_full_sequence(6));
  scene.masks.push_back(mask_of(mask_kind("window")));
  scene.masks[1].radius = 2;
  EXPECT_EQ(Cost(scene).numbers_kept(6), 2 * (4 + 4)) << "the two before the next";
  scene.masks[1].sinks = 1;
  EXPECT_EQ(Cost(scene).numbers_kept(6), 3 * (4 + 4)) << "and the first";
  EXPECT_EQ(Cost(scene).numbers_kept(600), 3 * (4 + 4));
}

TEST(Cost, OfOneMoreIsOfAllRowsWhereTheyChange) {
  Scene scene = two_heads();
  scene.masks.clear();
  const Cost all(scene);
  EXPECT_FALSE(all.rows_stay(6));
  EXPECT_EQ(all.of_one_more(6), all.of_sequence(7) - 6 * 2 * 2 * 8 * 4) << "but for k and v";
  scene = two_heads();
  scene.normalizer.kind = &normalizer_kind("sigmoid");
  EXPECT_FALSE(Cost(scene).rows_stay(6)) << "the offset is −ln L";
  scene.normalizer.offset = -1;
  EXPECT_TRUE(Cost(scene).rows_stay(6));
}

TEST(Cost, OfCrossAttentionKeepsAllKeys) {
  Scene scene = test::cross_attention(2, 5, 3, 3);
  const Cost cost(scene);
  EXPECT_EQ(cost.multiplications(), 2 * 5 * (3 + 1 + 1 + 3));
  EXPECT_EQ(cost.of_one_more(5), 5 * (3 + 1 + 1 + 3)) << "one more query";
  EXPECT_EQ(cost.numbers_kept(5), 5 * (3 + 3));
}

/// Katharopoulos et al. 2020, algorithm 1, with retention's decay: outputs by running sums.
Matrix by_running_sums(const Scene& scene, std::size_t h, const Trace& trace) {
  const auto phi = [&](const Matrix& m) {
    Matrix made = m;
    if (scene.score.kind->id == "elu") {
      made = m.unaryExpr([](float x) { return x > 0 ? x + 1 : std::exp(x); });
    }
    return rows_of(made);
  };
  const Rows q = phi(trace.heads[h].q), k = phi(trace.heads[h].k), v = rows_of(trace.heads[h].v);
  const std::size_t dk = k[0].size(), dv = v[0].size();
  Rows sums(dk, std::vector<Counted>(dv));
  std::vector<Counted> keys(dk);
  const bool is_causal = !scene.masks.empty();
  const auto take_in = [&](std::size_t j) {
    for (std::size_t a = 0; a < dk; ++a) {
      if (const auto decay = scene.heads[h].decay) {
        const Counted gamma{static_cast<double>(*decay)};
        for (Counted& one : sums[a]) one = gamma * one;
        keys[a] = gamma * keys[a];
      }
      for (std::size_t c = 0; c < dv; ++c) sums[a][c] = sums[a][c] + k[j][a] * v[j][c];
      keys[a] = keys[a] + k[j][a];
    }
  };
  for (std::size_t j = 0; j < k.size() && !is_causal; ++j) take_in(j);
  Matrix output(std::ssize(q), static_cast<Index>(dv));
  for (std::size_t i = 0; i < q.size(); ++i) {
    if (is_causal) take_in(i);
    Counted all;
    for (std::size_t a = 0; a < dk; ++a) all = all + q[i][a] * keys[a];
    for (std::size_t c = 0; c < dv; ++c) {
      Counted o;
      for (std::size_t a = 0; a < dk; ++a) o = o + q[i][a] * sums[a][c];
      output(static_cast<Index>(i), static_cast<Index>(c)) = static_cast<float>((o / all).value);
    }
  }
  return output;
}

TEST(Cost, RunningSumsGiveTheSameOutputsForWhatTheySay) {
  for (const bool is_causal : {true, false}) {
    for (const bool fades : {false, true}) {
      for (const char* score : {"elu", "dot"}) {
        Scene scene = two_heads();
        scene.normalizer.kind = &normalizer_kind("sum");
        scene.score.kind = &score_kind(score);
        if (!is_causal) scene.masks.clear();
        if (fades) scene.heads[0].decay = scene.heads[1].decay = 0.75F;
        const Cost cost(scene);
        ASSERT_EQ(cost.running_sums().has_value(), is_causal || !fades);
        if (!cost.running_sums()) continue;
        const Trace trace = evaluate_plainly(scene);
        Counted::count = 0;
        for (std::size_t h = 0; h < 2; ++h) {
          const Matrix expected = trace.heads[h].output;
          EXPECT_LT(test::distance(by_running_sums(scene, h, trace), expected),
                    2e-3F * std::max(1.F, expected.cwiseAbs().maxCoeff()))
              << score;
        }
        const double projections = 3 * 2 * 6 * 8 * 4, combined = 6 * 8 * 8;
        EXPECT_EQ(cost.least_of_sequence(6), projections + Counted::count + combined);
        EXPECT_EQ(cost.least_numbers_kept(6), 2 * (4 * 4 + 4));
        EXPECT_EQ(cost.least_numbers_kept(6000), 2 * (4 * 4 + 4));
      }
    }
  }
  Scene scene = two_heads();
  scene.normalizer.kind = &normalizer_kind("sum");
  scene.score.cap = 2;
  EXPECT_FALSE(Cost(scene).running_sums());
  scene.score.cap.reset();
  scene.bias = Matrix(Matrix::Ones(6, 6));
  EXPECT_FALSE(Cost(scene).running_sums());
}

/// All that a Cost says of its scene.
std::string told_of(const Scene& scene) {
  const Cost cost(scene);
  std::string told;
  const auto add = [&](double number) { told += " " + std::to_string(number); };
  for (const PartCost& part : cost.parts()) {
    told += " " + part.formula;
    add(part.multiplications);
  }
  add(cost.multiplications());
  add(cost.seen_pairs().value_or(-1));
  for (const Index tokens : {cost.keys(), cost.keys() + 7}) {
    add(cost.least_of_sequence(tokens));
    add(cost.least_of_one_more(tokens));
    add(cost.least_numbers_kept(tokens));
    add(cost.full_numbers_kept(tokens));
    add(cost.rows_stay(tokens));
  }
  return told;
}

/// Every number of the scene that is no count, changed: as a drag would, but all of them.
void drag_numbers(Scene& scene, test::Random& random) {
  const auto drag = [&](auto& numbers) { numbers.edit().array() += 0.37F; };
  const auto drag_any = [&](auto& numbers) {
    if (numbers) drag(*numbers);
  };
  const auto drag_number = [](std::optional<float>& number) {
    if (number) *number *= 1.25F;
  };
  drag(scene.embeddings);
  if (scene.queries) drag(scene.queries->embeddings);
  drag_any(scene.values);
  for (Head& head : scene.heads) {
    for (const auto matrix : {&Head::w_q, &Head::w_k, &Head::w_v, &Head::w_a, &Head::w_g}) {
      drag_any(head.*matrix);
    }
    for (const auto row : {&Head::b_q, &Head::g_q, &Head::b_v, &Head::w_f}) drag_any(head.*row);
    for (const auto number : {&Head::width, &Head::sink, &Head::gain, &Head::b_f}) {
      drag_number(head.*number);
    }
    if (head.subtract) head.subtract->lambda += 0.1F;
  }
  drag_number(scene.score.cap);
  drag_any(scene.bias);
  float& T = scene.normalizer.temperature;
  if (T != 0 && T != 1 && !std::isinf(T)) T = random.coin() ? 0.7F : 1.3F;
}

TEST(Cost, StaysWhileNumbersAreDragged) {
  for (int n = 0; n < 300; ++n) {
    test::Random random(test::case_seed(n, 3));
    Scene scene = test::random_scene(random);
    scene.embeddings = random.matrix(scene.embeddings->rows(), scene.embeddings->cols());
    Scene dragged = scene;
    drag_numbers(dragged, random);
    EXPECT_TRUE(cost_alike(scene, dragged)) << n;
    EXPECT_EQ(told_of(scene), told_of(dragged)) << n;
  }
}

/// What is said to cost the same does, whatever was changed.
TEST(Cost, IsAlikeOnlyWhereAllIsTheSame) {
  const std::function<void(Scene&)> changes[] = {
      [](Scene& scene) { scene.normalizer.temperature = 0; },
      [](Scene& scene) { scene.normalizer.temperature = 1; },
      [](Scene& scene) { scene.normalizer.temperature = 0.5F; },
      [](Scene& scene) { scene.normalizer.length = 2.F; },
      [](Scene& scene) { scene.normalizer.offset = -1.F; },
      [](Scene& scene) { scene.normalizer.over = Over::kQueries; },
      [](Scene& scene) { scene.score.scale = 1; },
      [](Scene& scene) { scene.score.scale = 3; },
      [](Scene& scene) { scene.score.cap = 2.F; },
      [](Scene& scene) { scene.score.norm = &norm_kind("rms"); },
      [](Scene& scene) { scene.masks.push_back(mask_of(mask_kind("causal"))); },
      [](Scene& scene) { scene.heads[0].gain = 1.F; },
      [](Scene& scene) { scene.heads[0].sink = 1.F; },
      [](Scene& scene) { scene.heads[0].w_q.reset(); },
      [](Scene& scene) { scene.heads[0].w_g.reset(); },
      [](Scene& scene) { scene.heads.push_back(scene.heads[0]); },
      [](Scene& scene) { scene.tokens.emplace_back("more"); },
      [](Scene& scene) { scene.combine.w_o.reset(); },
      [](Scene& scene) {
        if (scene.heads[0].scores) scene.heads[0].scores->edit()(0, 0) = kMasked;
      },
  };
  for (int n = 0; n < 200; ++n) {
    test::Random random(test::case_seed(n, 5));
    const Scene scene = test::random_scene(random);
    for (std::size_t c = 0; c < std::size(changes); ++c) {
      Scene other = scene;
      changes[c](other);
      if (!cost_alike(scene, other)) continue;
      EXPECT_EQ(told_of(scene), told_of(other)) << n << ", change " << c;
    }
  }
}

}  // namespace
}  // namespace attn::cost_test
