#include "engine/attention/feeding_cells.h"

#include <functional>
#include <set>

#include <gtest/gtest.h>

#include "engine/attention/attention.h"
#include "engine/attention/combine.h"
#include "engine/attention/mask.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/project.h"
#include "engine/attention/score.h"
#include "engine/attention/shapes.h"
#include "engine/attention/shift.h"
#include "tests/engine/random_scene.h"
#include "tests/support/case_seed.h"

namespace attn::feeding_cells_test {
namespace {

using test::Random;

/// One matrix from which a step computes.
struct Input {
  Where where;
  Matrix values;
};
using Compute = std::function<Matrix(const std::vector<Input>&)>;

const Matrix& given(const std::vector<Input>& inputs, Part part, Index head = 0) {
  for (const Input& input : inputs) {
    if (input.where == Where{part, head}) return input.values;
  }
  throw std::logic_error("no such input");
}

/// What changes of an input, one cell after the other, change in the output is what feeds it.
void expect_feeds(const Scene& scene, const BoolMatrix& seen, const Where& where,
                  const std::vector<Input>& inputs, const Compute& compute) {
  const Matrix before = compute(inputs);
  std::set<std::tuple<int, Index, Index, Index, Index, Index>> changed;
  for (std::size_t n = 0; n < inputs.size(); ++n) {
    const Matrix& values = inputs[n].values;
    for (Index r = 0; r < values.rows(); ++r) {
      for (Index c = 0; c < values.cols(); ++c) {
        for (const float by : {0.75F, -0.75F, 40.F, -40.F}) {
          std::vector<Input> other = inputs;
          other[n].values(r, c) += by;
          const Matrix after = compute(other);
          for (Index i = 0; i < before.rows(); ++i) {
            for (Index j = 0; j < before.cols(); ++j) {
              if (before(i, j) == after(i, j)) continue;
              changed.insert(
                  {static_cast<int>(inputs[n].where.part), inputs[n].where.head, r, c, i, j});
            }
          }
        }
      }
    }
  }
  for (Index i = 0; i < before.rows(); ++i) {
    for (Index j = 0; j < before.cols(); ++j) {
      const auto feeds = feeding_cells(scene, seen, where, {i, j});
      for (const Input& input : inputs) {
        for (Index r = 0; r < input.values.rows(); ++r) {
          for (Index c = 0; c < input.values.cols(); ++c) {
            const bool is_said = std::ranges::any_of(feeds, [&](const CellRange& range) {
              return range.has(input.where, {r, c});
            });
            EXPECT_EQ(is_said, changed.contains({static_cast<int>(input.where.part),
                                                 input.where.head, r, c, i, j}))
                << "part " << static_cast<int>(where.part) << " (" << i << ", " << j
                << ") from part " << static_cast<int>(input.where.part) << " (" << r << ", " << c
                << ")";
          }
        }
      }
      // No more than there is.
      for (const CellRange& range : feeds) {
        const Matrix& values = given(inputs, range.where.part, range.where.head);
        EXPECT_LE(range.row + range.rows, values.rows());
        EXPECT_LE(range.column + range.columns, values.cols());
      }
    }
  }
}

void check_inputs(const Scene& scene, const BoolMatrix& seen, const Trace& trace) {
  if (scene.position.kind == &position_kind("learned")) {
    expect_feeds(
        scene, seen, {Part::position}, {{{Part::position_table}, *scene.position.table}},
        [&](const std::vector<Input>& all) {
          Position changed = scene.position;
          changed.table = all[0].values;
          return Matrix(
              position_shift(changed, scene.key_count(), scene.embeddings->cols()).cast<float>());
        });
  }
  std::vector<Input> inputs{{{Part::embeddings}, *scene.embeddings}};
  if (trace.position) inputs.push_back({{Part::position}, *trace.position});
  expect_feeds(scene, seen, {Part::x}, inputs, [](const std::vector<Input>& all) {
    return all.size() > 1 ? Matrix(all[0].values + all[1].values) : all[0].values;
  });
  if (!scene.queries) return;
  inputs = {{{Part::query_embeddings}, *scene.queries->embeddings}};
  if (trace.query_position) inputs.push_back({{Part::query_position}, *trace.query_position});
  expect_feeds(scene, seen, {Part::query_x}, inputs, [](const std::vector<Input>& all) {
    return all.size() > 1 ? Matrix(all[0].values + all[1].values) : all[0].values;
  });
}

void check_projections(Scene scene, const BoolMatrix& seen, const Trace& trace, std::size_t h) {
  const auto head = static_cast<Index>(h);
  const Where query_x{scene.queries ? Part::query_x : Part::x};
  const auto check = [&](const Where& from, const Matrix& x, Part weights,
                         std::optional<Cow<Matrix>> Head::*place, Part to, auto project) {
    std::vector<Input> inputs{{from, x}};
    if (scene.heads[h].*place) inputs.push_back({{weights, head}, **(scene.heads[h].*place)});
    expect_feeds(scene, seen, {to, head}, inputs, [&](const std::vector<Input>& all) {
      Scene changed = scene;
      if (all.size() > 1) changed.heads[h].*place = all[1].values;
      return project(changed, h, all[0].values);
    });
  };
  check(query_x, trace.query_x, Part::w_q, &Head::w_q, Part::q, project_queries);
  check({Part::x}, trace.x, Part::w_k, &Head::w_k, Part::k, project_keys);
  const auto with_values = [](Scene& changed, std::size_t at, const Matrix& x) {
    if (changed.values) changed.values = x;
    return project_values(changed, at, x);
  };
  check({scene.values ? Part::values : Part::x}, scene.values ? **scene.values : trace.x, Part::w_v,
        &Head::w_v, Part::v, with_values);
}

void check_scores(const Scene& scene, const BoolMatrix& seen, const Trace& trace, std::size_t h) {
  const auto head = static_cast<Index>(h);
  const HeadTrace& made = trace.heads[h];
  std::vector<Input> inputs{{{Part::q, head}, made.q}, {{Part::k, head}, made.k}};
  const bool is_general = scene.score.kind->id == "general" && scene.heads[h].w_a;
  const bool is_additive = scene.score.kind->id == "additive" && scene.heads[h].v;
  if (is_general) inputs.push_back({{Part::w_a, head}, **scene.heads[h].w_a});
  if (is_additive) inputs.push_back({{Part::energy, head}, **scene.heads[h].v});
  // Small vectors, so that tanh is not flat; widely spread ones else.
  if (is_additive || scene.score.kind->id == "additive") {
    inputs[0].values *= 0.1F;
    inputs[1].values *= 0.1F;
  }
  const Score plain = plain_score(scene.score);
  expect_feeds(scene, seen, {Part::raw, head}, inputs, [&](const std::vector<Input>& all) {
    Head changed = scene.heads[h];
    if (is_general) changed.w_a = all[2].values;
    if (is_additive) changed.v = RowVector(all[2].values);
    return plain.kind->scores(plain, changed, all[0].values, all[1].values);
  });

  const Matrix raw = plain.kind->scores(plain, scene.heads[h], made.q, made.k);
  inputs = {{{Part::raw, head}, raw}};
  if (shifts_scores(scene)) {
    Matrix shift = Matrix::Zero(raw.rows(), raw.cols());
    shift_scores(scene, h, shift);
    inputs.push_back({{Part::shift, head}, shift});
  }
  if (!scene.masks.empty()) inputs.push_back({{Part::seen}, seen.cast<float>()});
  const auto factor = static_cast<float>(score_factor(scene, h));
  const auto compute = [&](const std::vector<Input>& all) {
    Matrix scores = factor * all[0].values;
    if (shifts_scores(scene)) scores += all[1].values;
    if (!scene.masks.empty()) {
      // A change turns what is seen into what is not, and back.
      const Matrix change = all.back().values - seen.cast<float>();
      for (Index i = 0; i < raw.rows(); ++i) {
        for (Index j = 0; j < raw.cols(); ++j) {
          if (seen(i, j) == (std::abs(change(i, j)) > 0.5F)) scores(i, j) = kMasked;
        }
      }
    }
    return scores;
  };
  expect_feeds(scene, seen, {Part::scores, head}, inputs, compute);
  // What the engine makes of it is this.
  const Matrix together = compute(inputs);
  for (Index i = 0; i < raw.rows(); ++i) {
    for (Index j = 0; j < raw.cols(); ++j) {
      if (seen(i, j)) {
        EXPECT_NEAR(together(i, j), made.scores(i, j), 1e-4 * (1 + std::abs(made.scores(i, j))));
      } else {
        EXPECT_EQ(together(i, j), made.scores(i, j));
      }
    }
  }
}

void check_weights(const Scene& scene, const BoolMatrix& seen, const Trace& trace, std::size_t h) {
  const auto head = static_cast<Index>(h);
  const HeadTrace& made = trace.heads[h];
  // From scores that tie: else a weight of 0 could stay 0 whatever one other score does.
  Matrix scores = Matrix::Constant(seen.rows(), seen.cols(), 0.25F);
  mask_scores(seen, scores);
  expect_feeds(
      scene, seen, {Part::weights, head}, {{{Part::scores, head}, scores}},
      [&](const std::vector<Input>& all) { return normalize(scene.normalizer, all[0].values); });
  // Weights of which none is 0 but by a mask.
  const Matrix weights = seen.cast<float>() * 0.3F;
  expect_feeds(scene, seen, {Part::head_output, head},
               {{{Part::weights, head}, weights}, {{Part::v, head}, made.v}},
               [&](const std::vector<Input>& all) {
                 const Matrix mixing = seen.array().select(
                     all[0].values.array(), Eigen::ArrayXXf::Zero(seen.rows(), seen.cols()));
                 return Matrix(mixing * all[1].values);
               });
}

void check_combine(const Scene& scene, const BoolMatrix& seen, const Trace& trace) {
  if (!trace.output) {
    EXPECT_EQ(scene.combine.kind->id, "none");
    return;
  }
  std::vector<Input> inputs;
  const std::size_t H = scene.heads.size();
  for (std::size_t h = 0; h < H; ++h) {
    inputs.push_back({{Part::head_output, static_cast<Index>(h)}, trace.heads[h].output});
    // A head that sees no key has an output of 0, which is no test of what multiplies it.
    inputs.back().values.array() += 0.01F;
  }
  const bool has_w_o = scene.combine.kind->id == "concat" && scene.combine.w_o;
  if (has_w_o) inputs.push_back({{Part::w_o}, **scene.combine.w_o});
  if (scene.combine.kind->id == "weighted") {
    inputs.push_back({{Part::head_weight}, *scene.combine.w});
  }
  if (scene.combine.kind->id == "projection") {
    for (std::size_t h = 0; h < H; ++h) {
      inputs.push_back({{Part::projection, static_cast<Index>(h)}, *scene.combine.projections[h]});
    }
  }
  expect_feeds(scene, seen, {Part::output}, inputs, [&](const std::vector<Input>& all) {
    std::vector<HeadTrace> heads(H);
    Combine combine = scene.combine;
    for (std::size_t h = 0; h < H; ++h) heads[h].output = all[h].values;
    if (has_w_o) combine.w_o = all.back().values;
    if (combine.kind->id == "weighted") combine.w = RowVector(all.back().values);
    for (std::size_t h = 0; h < combine.projections.size(); ++h) {
      combine.projections[h] = all[H + h].values;
    }
    return *combine_heads(combine, heads);
  });
}

void check_all(const Scene& scene) {
  ASSERT_FALSE(check(scene));
  const Trace trace = evaluate_plainly(scene);
  const BoolMatrix seen = visible_keys(scene);
  check_inputs(scene, seen, trace);
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    check_projections(scene, seen, trace, h);
    check_scores(scene, seen, trace, h);
    check_weights(scene, seen, trace, h);
  }
  check_combine(scene, seen, trace);
}

/// A random scene whose numbers are such that all that can feed does; `choose` sets a kind.
template <typename Choose>
void check_some(const std::string& name, Choose choose) {
  for (int n = 0; n < 4; ++n) {
    SCOPED_TRACE(name + ", scene " + std::to_string(n));
    Random random(test::case_seed(name, n), test::kFirstVersion);
    Scene scene = test::random_scene(random);
    scene.score.scale = 0.5F;
    choose(random, scene);
    check_all(scene);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(FeedingCells, AreThoseThatChangeTheCellForEachScore) {
  for (const ScoreKind& kind : test::first_kinds(score_kinds())) {
    check_some(std::string(kind.id), [&](Random&, Scene& scene) { scene.score.kind = &kind; });
  }
}

TEST(FeedingCells, AreThoseThatChangeTheCellForEachMask) {
  for (const MaskKind& kind : test::first_kinds(mask_kinds())) {
    check_some(std::string(kind.id), [&](Random& random, Scene& scene) {
      scene.masks = {test::random_mask(random, kind, scene)};
    });
  }
}

TEST(FeedingCells, AreThoseThatChangeTheCellForEachNormalizer) {
  for (const NormalizerKind& kind : test::first_kinds(normalizer_kinds())) {
    for (const float T : {0.F, 1.F, std::numeric_limits<float>::infinity()}) {
      check_some(std::string(kind.id) + " at " + std::to_string(T), [&](Random&, Scene& scene) {
        scene.normalizer = {&kind, T};
      });
    }
  }
}

TEST(FeedingCells, AreThoseThatChangeTheCellForEachPosition) {
  for (const PositionKind& kind : test::first_kinds(position_kinds())) {
    check_some(std::string(kind.id), [&](Random& random, Scene& scene) {
      test::set_position(random, kind, scene);
      scene.position.scale = 1;
    });
  }
}

TEST(FeedingCells, AreThoseThatChangeTheCellForEachCombine) {
  for (const CombineKind& kind : test::first_kinds(combine_kinds())) {
    check_some(std::string(kind.id), [&](Random& random, Scene& scene) {
      test::set_combine(random, kind, scene);
      if (kind.id == "concat" && random.coin()) scene.combine.w_o.reset();
    });
  }
}

TEST(FeedingCells, AreThoseThatChangeTheCellWithoutWeights) {
  check_some("identities", [](Random&, Scene& scene) {
    for (Head& head : scene.heads) head = Head{};
    scene.position = {};
    scene.combine = {};
    scene.score.kind = &score_kind("dot");
  });
  check_some("turned identities", [](Random&, Scene& scene) {
    for (Head& head : scene.heads) head = Head{};
    scene.position = {};
    scene.position.kind = &position_kind("rope");
    scene.combine = {};
  });
}

TEST(FeedingCells, AScoreComesFromARowOfQueriesAndARowOfKeys) {
  const Scene scene = test::self_attention(5, 3);
  const auto feeds = feeding_cells(scene, visible_keys(scene), {Part::raw}, {2, 4});
  EXPECT_EQ(feeds, (std::vector<CellRange>{{{Part::q}, 2, 1, 0, 3}, {{Part::k}, 4, 1, 0, 3}}));
}

TEST(FeedingCells, NothingOfTheScoreThatIsMultipliedByZero) {
  Scene scene = test::self_attention(2, 2);
  scene.score.kind = &score_kind("dot");
  scene.score.scale = 0;
  EXPECT_TRUE(feeding_cells(scene, visible_keys(scene), {Part::scores}, {0, 1}).empty());
}

}  // namespace
}  // namespace attn::feeding_cells_test
