#include "engine/reference/cost.h"

#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "engine/reference/attention.h"
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

/// A kind of one's own costs what its row says, which other tables need not know.
TEST(Cost, CountsAKindThatNoOtherTableKnows) {
  ScoreKind score = score_kind("dot");
  score.id = "mine";
  NormalizerKind normalizer = normalizer_kind("relu");
  normalizer.id = "mine";
  Scene scene = test::self_attention(3, 4);
  scene.score.kind = &score_kind("dot");
  scene.normalizer.kind = &normalizer_kind("relu");
  const double known = Cost(scene).multiplications();
  scene.score.kind = &score;
  scene.normalizer.kind = &normalizer;
  EXPECT_EQ(Cost(scene).multiplications(), known);
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
    EXPECT_FALSE(pairs.has_other_masks());
    const BoolMatrix seen = visible_keys(scene);
    EXPECT_EQ(pairs.count(scene.query_count(), L), static_cast<double>(seen.count()));
    for (Index i = 0; i < seen.rows(); ++i) {
      for (Index j = 0; j < seen.cols(); ++j) ASSERT_EQ(pairs.sees(i, j), seen(i, j));
    }
    if (scene.queries) continue;
    // Longer scene: whether key L is visible to earlier queries, and which keys are visible to
    // later ones.
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
  EXPECT_TRUE(cost.keeps_earlier_rows(6));
  EXPECT_EQ(cost.cost_of_next_token(6), 3 * 2 * 8 * 4 + 2 * 7 * (4 + 1 + 1 + 4) + 8 * 8);
  EXPECT_EQ(cost.cost_of_next_token(6), cost.cost_of_sequence(7) - cost.cost_of_sequence(6));
  EXPECT_EQ(cost.cached_numbers(6), 6 * 2 * (4 + 4));
}

/// Shared matrices are counted once; operands without sizes are added.
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
  EXPECT_EQ(Cost(scene).cached_numbers(6), 6 * (4 + 4)) << "one key and value for both heads";
  EXPECT_EQ(Cost(scene).full_cached_numbers(6), 6 * 2 * (4 + 4));
  EXPECT_EQ(Cost(scene).cost_of_full_sequence(6), Cost(two_heads()).cost_of_full_sequence(6));
  scene.masks.push_back(mask_of(mask_kind("window")));
  scene.masks[1].radius = 2;
  EXPECT_EQ(Cost(scene).cached_numbers(6), 2 * (4 + 4)) << "the two before the next";
  scene.masks[1].sinks = 1;
  EXPECT_EQ(Cost(scene).cached_numbers(6), 3 * (4 + 4)) << "and the first";
  EXPECT_EQ(Cost(scene).cached_numbers(600), 3 * (4 + 4));
}

TEST(Cost, OfOneMoreIsOfAllRowsWhereTheyChange) {
  Scene scene = two_heads();
  scene.masks.clear();
  const Cost all(scene);
  EXPECT_FALSE(all.keeps_earlier_rows(6));
  EXPECT_EQ(all.cost_of_next_token(6), all.cost_of_sequence(7) - 6 * 2 * 2 * 8 * 4)
      << "but for k and v";
  scene = two_heads();
  scene.normalizer.kind = &normalizer_kind("sigmoid");
  EXPECT_FALSE(Cost(scene).keeps_earlier_rows(6)) << "the offset is −ln L";
  scene.normalizer.offset = -1;
  EXPECT_TRUE(Cost(scene).keeps_earlier_rows(6));
}

TEST(Cost, OfCrossAttentionKeepsAllKeys) {
  Scene scene = test::cross_attention(2, 5, 3, 3);
  const Cost cost(scene);
  EXPECT_EQ(cost.multiplications(), 2 * 5 * (3 + 1 + 1 + 3));
  EXPECT_EQ(cost.cost_of_next_token(5), 5 * (3 + 1 + 1 + 3)) << "one more query";
  EXPECT_EQ(cost.cached_numbers(5), 5 * (3 + 3));
}

/// Katharopoulos et al. 2020, algorithm 1, with retention's decay: outputs by running sums.
Matrix by_running_sums(const Scene& scene, std::size_t h, const Trace& trace) {
  const auto phi = [&](const Matrix& m) {
    Matrix made = m;
    if (scene.score.kind->is_positive) {
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
        EXPECT_EQ(cost.cost_of_sequence(6), projections + Counted::count + combined);
        EXPECT_EQ(cost.cached_numbers(6), 2 * (4 * 4 + 4));
        EXPECT_EQ(cost.cached_numbers(6000), 2 * (4 * 4 + 4));
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

TEST(SeenPairs, StayWhileNumbersAreDragged) {
  for (int n = 0; n < 300; ++n) {
    test::Random random(test::case_seed(n, 3));
    Scene scene = test::random_scene(random);
    scene.embeddings = random.matrix(scene.embeddings->rows(), scene.embeddings->cols());
    Scene dragged = scene;
    drag_numbers(dragged, random);
    EXPECT_EQ(have_same_visible_pairs(scene, dragged), !has_given_scores(scene.score)) << n;
    EXPECT_EQ(count_seen_pairs(scene), count_seen_pairs(dragged)) << n;
    EXPECT_EQ(Cost(scene).multiplications(), Cost(dragged).multiplications()) << n;
  }
}

/// Scenes that are said to see alike do, whatever was changed.
TEST(SeenPairs, AreAlikeOnlyWhereTheyAreTheSame) {
  const std::function<void(Scene&)> changes[] = {
      [](Scene& scene) { scene.masks.push_back(mask_of(mask_kind("causal"))); },
      [](Scene& scene) { scene.masks.clear(); },
      [](Scene& scene) { scene.heads.push_back(scene.heads[0]); },
      [](Scene& scene) { scene.tokens.emplace_back("more"); },
      [](Scene& scene) { scene.score.kind = &score_kind("dot"); },
      [](Scene& scene) {
        if (scene.heads[0].scores) scene.heads[0].scores->edit()(0, 0) = kMasked;
      },
  };
  for (int n = 0; n < 200; ++n) {
    test::Random random(test::case_seed(n, 5));
    Scene scene = test::random_scene(random);
    // Other masks hide by lists of as many tokens as there were.
    std::erase_if(scene.masks, [](const Mask& mask) { return !mask.kind->by_place; });
    for (std::size_t c = 0; c < std::size(changes); ++c) {
      Scene other = scene;
      changes[c](other);
      if (!have_same_visible_pairs(scene, other)) continue;
      EXPECT_EQ(count_seen_pairs(scene), count_seen_pairs(other)) << n << ", change " << c;
    }
  }
}

}  // namespace
}  // namespace attn::cost_test
