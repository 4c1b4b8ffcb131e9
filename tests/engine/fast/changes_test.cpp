// Tests which parts an edit invalidates according to the table of parts: at least those that
// change, and those that live evaluation recomputes.

#include "engine/fast/changes.h"

#include <algorithm>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "engine/base/problem.h"
#include "engine/fast/fast.h"
#include "engine/fast/live_evaluation.h"
#include "engine/kernels/kernel_choice.h"
#include "engine/reference/attention.h"
#include "tests/engine/random_scene.h"
#include "tests/engine/same_trace.h"
#include "tests/support/case_seed.h"
#include "tests/support/test_cases.h"

namespace attn::changes_test {
namespace {

using test::Random;

/// A kind of edit, which does nothing where the scene has nothing of the kind.
struct Edit {
  std::string name;
  std::function<void(Random&, Scene&)> make;
};

std::size_t any_head(Random& random, const Scene& scene) {
  return static_cast<std::size_t>(random.below(static_cast<int>(scene.heads.size())));
}

/// One number of an input.
void change_number(Random& random, Scene& scene, const PartKind& kind) {
  const std::size_t h = kind.is_of_head ? any_head(random, scene) : 0;
  const Matrix* held = kind.held ? kind.held(scene, {}, h) : nullptr;
  Matrix numbers = held ? *held : kind.made ? kind.made(scene, {}, h) : Matrix();
  if (numbers.size() == 0) return;
  const Index row = random.below(static_cast<int>(numbers.rows()));
  numbers(row, random.below(static_cast<int>(numbers.cols()))) = random.number();
  kind.set(scene, h, numbers);
}

/// Each number that is given, and each of all other things that a scene says.
std::vector<Edit> edits() {
  std::vector<Edit> all;
  for (const PartKind& kind : part_kinds()) {
    if (!kind.set) continue;
    all.push_back({std::string(kind.id),
                   [&kind](Random& random, Scene& scene) { change_number(random, scene, kind); }});
  }
  const auto add = [&](const char* name, std::function<void(Random&, Scene&)> make) {
    all.push_back({name, std::move(make)});
  };
  const auto add_to_head = [&](const char* name, const std::function<void(Random&, Head&)>& make) {
    add(name, [make](Random& random, Scene& scene) {
      make(random, scene.heads[any_head(random, scene)]);
    });
  };
  add("score",
      [](Random& random, Scene& scene) { scene.score.kind = test::any_of(random, score_kinds()); });
  add("scale", [](Random& random, Scene& scene) { scene.score.scale = random.number(); });
  add("bend", [](Random&, Scene& scene) { scene.score.bend = Bend::kLeakyRelu; });
  add("norm",
      [](Random& random, Scene& scene) { scene.score.norm = test::any_of(random, norm_kinds()); });
  add("epsilon", [](Random&, Scene& scene) { scene.score.epsilon = 0.5F; });
  add("cap", [](Random&, Scene& scene) { scene.score.cap = 1.5F; });
  add("normalizer", [](Random& random, Scene& scene) {
    scene.normalizer = test::random_normalizer(random, *test::any_of(random, normalizer_kinds()));
  });
  add("temperature", [](Random&, Scene& scene) { scene.normalizer.temperature = 0.7F; });
  add("masks", [](Random& random, Scene& scene) {
    scene.masks = {test::random_mask(random, *test::any_of(random, mask_kinds()), scene)};
  });
  add("no masks", [](Random&, Scene& scene) { scene.masks.clear(); });
  add("no bias", [](Random&, Scene& scene) { scene.bias.reset(); });
  add("position", [](Random& random, Scene& scene) {
    test::set_position(random, *test::any_of(random, position_kinds()), scene);
  });
  add("base", [](Random&, Scene& scene) { scene.position.base = 50; });
  add("position's scale",
      [](Random& random, Scene& scene) { scene.position.scale = random.number(); });
  add("combine", [](Random& random, Scene& scene) {
    test::set_combine(random, *test::any_of(random, combine_kinds()), scene);
  });
  add("no w_o", [](Random&, Scene& scene) { scene.combine.w_o.reset(); });
  add_to_head("width", [](Random&, Head& head) { head.width = 2; });
  add_to_head("sink", [](Random& random, Head& head) { head.sink = random.number(); });
  add_to_head("lambda", [](Random& random, Head& head) {
    if (head.subtract) head.subtract->lambda = random.number();
  });
  add_to_head("no subtract", [](Random&, Head& head) { head.subtract.reset(); });
  add_to_head("gain", [](Random& random, Head& head) { head.gain = random.number(); });
  add_to_head("decay", [](Random&, Head& head) { head.decay = 0.5F; });
  add_to_head("b_f", [](Random& random, Head& head) { head.b_f = random.number(); });
  add_to_head("no w_f", [](Random&, Head& head) {
    head.w_f.reset();
    head.b_f.reset();
  });
  add_to_head("no w_g", [](Random&, Head& head) {
    head.w_g.reset();
    head.b_g.reset();
  });
  add_to_head("no bias of queries", [](Random&, Head& head) { head.b_q.reset(); });
  add_to_head("no energy", [](Random&, Head& head) { head.v.reset(); });
  add_to_head("no w_a", [](Random&, Head& head) { head.w_a.reset(); });
  return all;
}

bool is_valid(const Scene& scene) { return !check(scene); }

std::optional<Trace> evaluated(const Scene& scene) {
  try {
    return evaluate_plainly(scene);
  } catch (const SceneError&) {
    return std::nullopt;
  }
}

std::vector<Where> traced(const Scene& scene) {
  std::vector<Where> all;
  for (const PartKind& kind : part_kinds()) {
    for (std::size_t h = 0; h < (kind.is_of_head ? scene.heads.size() : 1); ++h) {
      if (!kind.is_traced || !kind.is_traced(scene, h)) continue;
      all.push_back({kind.part, static_cast<Index>(h)});
    }
  }
  return all;
}

const Matrix* numbers_of(const Scene& scene, const Trace& trace, const Where& where) {
  return part_kind(where.part).held(scene, trace, static_cast<std::size_t>(where.head));
}

/// Cells that are others stand in lines that may be.
void expect_within(const Matrix& before, const Matrix& after, const ChangedCells& said) {
  if (said.all()) return;
  ASSERT_EQ(before.rows(), after.rows());
  ASSERT_EQ(before.cols(), after.cols());
  for (Index i = 0; i < before.rows(); ++i) {
    for (Index j = 0; j < before.cols(); ++j) {
      if (said.rows.has(i) || said.columns.has(j)) continue;
      EXPECT_EQ(before(i, j), after(i, j)) << "(" << i << ", " << j << ")";
    }
  }
}

TEST(Changes, AreNoLessThanWhatBecomesAnother) {
  const std::vector<Edit> kinds = edits();
  std::vector<int> made(kinds.size());
  for (int n = 0; n < test::test_cases(120); ++n) {
    Random of_scene(test::case_seed(n));
    const Scene from = test::random_scene(of_scene);
    if (!is_valid(from)) continue;
    const auto before = evaluated(from);
    for (std::size_t e = 0; before && e < kinds.size(); ++e) {
      SCOPED_TRACE("scene " + std::to_string(n) + ", " + kinds[e].name);
      Random random(test::case_seed(n, kinds[e].name));
      Scene to = from;
      kinds[e].make(random, to);
      if (to == from || !is_valid(to)) continue;
      const auto after = evaluated(to);
      if (!after) continue;
      ++made[e];
      PartChanges changes(from, to);
      for (const Where& where : traced(to)) {
        const Matrix* was = numbers_of(from, *before, where);
        const Matrix* is = numbers_of(to, *after, where);
        ASSERT_TRUE(is);
        SCOPED_TRACE(std::string(part_kind(where.part).id) + " of head " +
                     std::to_string(where.head));
        const ChangedCells said = changes.of(where);
        EXPECT_TRUE(said.all() || was) << "it was not there before";
        if (was) expect_within(*was, *is, said);
      }
      if (HasFailure()) return;
    }
  }
  for (std::size_t e = 0; e < kinds.size() && !test::kIsSanitized; ++e) {
    EXPECT_GT(made[e], 0) << kinds[e].name;
  }
}

/// Whether a pair is seen is the only thing that other rows of such weights know of it.
TEST(Changes, OfAGivenScoreReachItsColumnWhereTheSeenAreCounted) {
  for (const bool has_length : {false, true}) {
    SCOPED_TRACE(has_length);
    Random random(test::case_seed(has_length));
    Scene from = test::self_attention(4, 3);
    from.score.kind = &score_kind("given");
    from.normalizer.kind = &normalizer_kind(has_length ? "sigmoid" : "relu");
    if (has_length) from.normalizer.length = 0.5F;
    from.normalizer.over = Over::kQueries;
    from.heads[0].scores = Matrix(Matrix::Constant(4, 4, 1));
    Scene to = from;
    to.heads[0].scores->edit()(2, 1) = 3;
    EXPECT_FALSE(PartChanges(from, to).of({Part::weights, 0}).rows.has(0)) << "it is seen in both";
    to.heads[0].scores->edit()(2, 1) = kMasked;
    EXPECT_TRUE(PartChanges(from, to).of({Part::weights, 0}).all());
    EXPECT_TRUE(PartChanges(to, from).of({Part::weights, 0}).all());
    EXPECT_NE(evaluate_plainly(from).heads[0].weights(0, 1),
              evaluate_plainly(to).heads[0].weights(0, 1));
  }
}

/// Edit of one number of a token, in a head with weights.
TEST(Changes, OfATokenAreItsRowAndItsColumn) {
  Random random(test::case_seed());
  Scene from = test::self_attention(9, 4);
  from.heads = {test::random_head(random, from, 3), test::random_head(random, from, 3)};
  from.heads[1].keys_of = 0;
  for (const auto own : {&Head::w_k, &Head::w_v}) (from.heads[1].*own).reset();
  Scene to = from;
  to.embeddings.edit()(5, 1) += 1;
  PartChanges changes(from, to);
  FewLines five;
  five.add(5);
  for (const Index head : {0, 1}) {
    for (const Part part : {Part::q, Part::k, Part::v}) {
      EXPECT_EQ(changes.of({part, head}).rows, five);
      EXPECT_TRUE(changes.of({part, head}).columns.none());
    }
    for (const Part part : {Part::raw, Part::scores}) {
      EXPECT_EQ(changes.of({part, head}).rows, five);
      EXPECT_EQ(changes.of({part, head}).columns, five);
    }
    EXPECT_TRUE(changes.of({Part::weights, head}).all());
  }
  to = from;
  to.heads[0].w_k->edit()(0, 0) += 1;
  PartChanges of_keys(from, to);
  EXPECT_TRUE(of_keys.of({Part::q, 1}).rows.none());
  EXPECT_TRUE(of_keys.of({Part::k, 1}).all()) << "the keys of head 0";
  EXPECT_TRUE(of_keys.of({Part::v, 1}).rows.none());
}

TEST(Changes, OfABiasAreItsRow) {
  Random random(test::case_seed());
  Scene from = test::self_attention(6, 4);
  from.bias = random.matrix(6, 6);
  Scene to = from;
  to.bias->edit()(2, 4) += 1;
  PartChanges changes(from, to);
  FewLines two;
  two.add(2);
  EXPECT_TRUE(changes.of({Part::raw}).rows.none());
  EXPECT_EQ(changes.of({Part::scores}).rows, two);
  EXPECT_EQ(changes.of({Part::weights}).rows, two);
  EXPECT_EQ(changes.of({Part::output}).rows, two);
}

TEST(Changes, OfATableByDistanceAreThoseOfItsHead) {
  Random random(test::case_seed());
  Scene from = test::self_attention(6, 4);
  from.heads.resize(2);
  test::set_position(random, position_kind("relative"), from);
  Scene to = from;
  to.position.table.edit()(1, 0) += 1;
  PartChanges changes(from, to);
  EXPECT_TRUE(changes.of({Part::scores, 0}).rows.none());
  EXPECT_TRUE(changes.of({Part::scores, 1}).all());
  EXPECT_TRUE(changes.of({Part::raw, 1}).rows.none());
}

/// Cells that are stale get a number that nobody computes.
void spoil(Matrix& matrix, const ChangedCells& stale) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (Index i = 0; i < matrix.rows(); ++i) {
    for (Index j = 0; j < matrix.cols(); ++j) {
      if (stale.all() || stale.rows.has(i) || stale.columns.has(j)) matrix(i, j) = nan;
    }
  }
}

/// Live evaluation for each kind of edit: parts that the table invalidates are recomputed, others
/// stay bit-identical. Scores and values are not spoiled: outputs are updated incrementally from
/// them.
TEST(Changes, AreWhatLiveEvaluationComputes) {
  const std::vector<Edit> kinds = edits();
  WorkerPool pool(2);
  int partly = 0;
  for (int n = 0; n < test::test_cases(24); ++n) {
    Random of_scene(test::case_seed(n));
    Scene from;
    do {
      from = test::random_scene(of_scene);
      // Enough keys that few of them are edited by themselves.
      const Index L = 30, D = from.embeddings->cols();
      from.tokens = test::names(L);
      from.embeddings = of_scene.matrix(L, D);
      if (from.values) from.values = of_scene.matrix(L, (*from.values)->cols());
      if (from.bias) from.bias = of_scene.matrix(from.query_count(), L);
      from.masks.clear();
      test::set_position(of_scene, *test::any_of(of_scene, position_kinds()), from);
    } while (!is_valid(from) || !is_fast(from));
    for (const Edit& edit : kinds) {
      SCOPED_TRACE("scene " + std::to_string(n) + ", " + edit.name);
      Random random(test::case_seed(n, edit.name));
      Scene to = from;
      edit.make(random, to);
      if (to == from || !is_valid(to) || !is_fast(to)) continue;
      LiveEvaluation live(fastest_kernels(), pool);
      live.update_to(from);
      // Nobody else looks at it.
      auto& trace = const_cast<Trace&>(live.evaluation().trace);  // NOLINT
      const Trace before = trace;
      const bool is_whole = !same_shapes(from, to);
      PartChanges changes(from, to);
      const auto said = [&](const Where& where) {
        ChangedCells cells = is_whole ? ChangedCells() : changes.of(where);
        if (is_whole) cells.rows.add_all();
        return cells;
      };
      for (std::size_t h = 0; h < trace.heads.size(); ++h) {
        const auto head = static_cast<Index>(h);
        spoil(trace.heads[h].q, said({Part::q, head}));
        spoil(trace.heads[h].k, said({Part::k, head}));
      }
      spoil(trace.x, said({Part::x}));
      live.update_to(to);
      test::expect_same_trace(live.evaluation().trace, evaluate_plainly(to));
      for (std::size_t h = 0; h < trace.heads.size() && !is_whole; ++h) {
        const auto head = static_cast<Index>(h);
        for (const Part part : {Part::q, Part::k, Part::v}) {
          const ChangedCells cells = said({part, head});
          const Matrix& was = *numbers_of(from, before, {part, head});
          const Matrix& is = *numbers_of(to, live.evaluation().trace, {part, head});
          expect_within(was, is, cells);
          if (!cells.all() && !cells.rows.none()) ++partly;
        }
      }
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(partly, 0);
}

}  // namespace
}  // namespace attn::changes_test
