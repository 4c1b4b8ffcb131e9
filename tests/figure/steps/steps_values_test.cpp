// Tests that a step shows all its inputs: its result can be computed from the shown matrices and
// the scene's numbers.

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "app/figure/steps/pipeline.h"
#include "engine/attention/combine.h"
#include "engine/attention/ties.h"
#include "engine/attention/weight_bounds.h"
#include "engine/fast/evaluate.h"
#include "tests/document/varied_scene.h"
#include "tests/support/case_seed.h"

namespace attn::steps_values_test {
namespace {

/// Terms of an equation before its arrow.
class Shown {
 public:
  explicit Shown(const std::vector<PipelineTerm>& equation) {
    for (std::size_t n = 0; n + 1 < equation.size(); ++n) {
      for (const PipelineMatrix& one : equation[n].matrices) {
        Matrix values = *one.values;
        if (one.is_transposed) values.transposeInPlace();
        all_[one.where.part].push_back(values);
      }
    }
  }

  bool has(Part part) const { return all_.contains(part); }
  const Matrix& operator[](Part part) const { return all_.at(part).front(); }
  const std::vector<Matrix>& all(Part part) const { return all_.at(part); }
  WideMatrix wide(Part part) const { return (*this)[part].cast<double>(); }

  /// The first of the parts that is shown.
  WideMatrix any(std::initializer_list<Part> parts) const {
    const auto* found = std::ranges::find_if(parts, [&](Part part) { return has(part); });
    return wide(*found);
  }

 private:
  std::map<Part, std::vector<Matrix>> all_;
};

/// Rows times a matrix, with a bias added, where they are shown.
WideMatrix affine(const Shown& shown, WideMatrix rows, Part matrix, Part bias) {
  if (shown.has(matrix)) rows *= shown.wide(matrix);
  if (shown.has(bias)) rows.rowwise() += shown.wide(bias).row(0);
  return rows;
}

WideMatrix pairs_of(const Scene& scene, const Shown& shown, WideMatrix rows, Part gains) {
  if (has_norm(scene.score)) {
    scene.score.norm->normalize(rows, scene.score.epsilon);
    if (shown.has(gains)) rows.array().rowwise() *= shown.wide(gains).row(0).array();
  }
  if (scene.position.kind->rotate) scene.position.kind->rotate(scene.position, rows);
  return rows;
}

/// A score before its scale; what the head has of it is what is shown.
Matrix plain_scores(const Scene& scene, std::size_t h, const Shown& shown, Part q, Part k) {
  Head head = scene.heads[h];
  head.w_a.reset();
  head.v.reset();
  head.scores.reset();
  if (shown.has(Part::w_a)) head.w_a = shown[Part::w_a];
  if (shown.has(Part::energy)) head.v = RowVector(shown[Part::energy].row(0));
  if (shown.has(Part::given_scores)) return shown[Part::given_scores];
  const Score plain = plain_score(scene.score);
  return plain.kind->scores(plain, head, shown[q], shown[k]);
}

double factor_of(const Scene& scene, std::size_t h, Index width) {
  const ScoreKind& kind = *scene.score.kind;
  if (kind.plain.empty()) return score_factor(scene, h);
  return kind.pair_sum.factor(scene.score, scene.heads[h], width);
}

Matrix scaled(const Scene& scene, std::size_t h, const Matrix& unscaled, Index width) {
  const double factor = factor_of(scene, h, width);
  Matrix scores = unscaled.unaryExpr([factor](float s) {
    return s == kMasked ? s : static_cast<float>(factor * static_cast<double>(s));
  });
  cap_scores(scene.score, scores);
  return scores;
}

Matrix shifted(const Scene& scene, std::size_t h, const Shown& shown, Matrix scores, bool fades) {
  if (shown.has(Part::shift)) scores += shown[Part::shift];
  const Head& head = scene.heads[h];
  for (Index i = 0; i < scores.rows(); ++i) {
    for (Index j = 0; j < scores.cols(); ++j) {
      double added = 0;
      for (Index m = j + 1; fades && shown.has(Part::forget_gates) && m <= i; ++m) {
        added += static_cast<double>(shown[Part::forget_gates](m, 0));
      }
      double score = static_cast<double>(scores(i, j)) + added;
      if (fades && head.decay) {
        score *= std::pow(static_cast<double>(*head.decay), static_cast<double>(std::abs(i - j)));
      }
      const bool is_seen = !shown.has(Part::seen) || shown[Part::seen](i, j) == 1;
      scores(i, j) = is_seen ? static_cast<float>(score) : kMasked;
    }
  }
  return scores;
}

WideMatrix combined(const Scene& scene, const Shown& shown) {
  std::vector<HeadTrace> heads;
  for (const Matrix& output : shown.all(Part::head_output)) {
    heads.emplace_back().output = output;
  }
  Combine combine;
  combine.kind = scene.combine.kind;
  if (shown.has(Part::w_o)) combine.w_o = shown[Part::w_o];
  if (shown.has(Part::b_o)) combine.b_o = RowVector(shown[Part::b_o].row(0));
  if (shown.has(Part::head_weight)) combine.w = RowVector(shown[Part::head_weight].row(0));
  if (shown.has(Part::projection)) {
    for (const Matrix& one : shown.all(Part::projection)) combine.projections.emplace_back(one);
  }
  return combine_heads(combine, heads)->cast<double>();
}

/// Result computed from the shown terms; none if it depends on ties, which no matrix contains.
std::optional<WideMatrix> made(const Scene& scene, std::size_t h, Part part, const Shown& shown) {
  const Head& head = scene.heads[h];
  const auto inputs = [&] { return shown.any({Part::query_x, Part::x}); };
  switch (part) {
    case Part::x:
    case Part::query_x: {
      WideMatrix x = shown.any({Part::embeddings, Part::query_embeddings});
      if (scene.position.kind->table) x += shown.any({Part::position, Part::query_position});
      return x;
    }
    case Part::q:
      return pairs_of(scene, shown, affine(shown, inputs(), Part::w_q, Part::b_q), Part::g_q);
    case Part::k:
      return pairs_of(scene, shown, affine(shown, inputs(), Part::w_k, Part::b_k), Part::g_k);
    case Part::v:
      return affine(shown, shown.any({Part::values, Part::x}), Part::w_v, Part::b_v);
    case Part::subtract_q:
      return pairs_of(scene, shown, inputs() * shown.wide(Part::subtract_w_q), Part::g_q);
    case Part::subtract_k:
      return pairs_of(scene, shown, inputs() * shown.wide(Part::subtract_w_k), Part::g_k);
    case Part::unscaled:
      return plain_scores(scene, h, shown, Part::q, Part::k).cast<double>();
    case Part::subtract_raw:
      return scaled(scene, h, plain_scores(scene, h, shown, Part::subtract_q, Part::subtract_k),
                    shown[Part::subtract_k].cols())
          .cast<double>();
    case Part::forget_gates: {
      const WideMatrix z = shown.wide(Part::x) * shown.wide(Part::w_f).transpose();
      const double b = static_cast<double>(head.b_f.value_or(0.0F));
      return (-(1 + (-(z.array() + b)).exp()).log()).matrix();
    }
    case Part::scores:
      return shifted(scene, h, shown, scaled(scene, h, shown[Part::unscaled], width_of_k(scene, h)),
                     true)
          .cast<double>();
    case Part::subtract_scores:
      return shifted(scene, h, shown, shown[Part::subtract_raw], false).cast<double>();
    case Part::subtract_weights:
      if (jumps_at_ties(scene.normalizer)) return std::nullopt;
      return normalize(scene.normalizer, shown[Part::subtract_scores]).cast<double>();
    case Part::weights: {
      if (jumps_at_ties(scene.normalizer)) return std::nullopt;
      WideMatrix weights =
          normalize(scene.normalizer, shown[Part::scores], head.sink).cast<double>();
      if (!head.subtract) return weights;
      weights -= static_cast<double>(head.subtract->lambda) * shown.wide(Part::subtract_weights);
      return weights;
    }
    case Part::gates: {
      const WideMatrix z = affine(shown, inputs(), Part::w_g, Part::b_g);
      return (1 / (1 + (-z.array()).exp())).matrix();
    }
    case Part::head_output: {
      WideMatrix output = shown.wide(Part::weights) * shown.wide(Part::v);
      if (shown.has(Part::gates)) output.array() *= shown.wide(Part::gates).array();
      return static_cast<double>(head.gain.value_or(1.0F)) * output;
    }
    case Part::output:
      return combined(scene, shown);
    default:
      ADD_FAILURE() << "how is part " << part_kind(part).id << " made?";
      return std::nullopt;
  }
}

void expect_close(const WideMatrix& made, const Matrix& shown) {
  ASSERT_EQ(made.rows(), shown.rows());
  ASSERT_EQ(made.cols(), shown.cols());
  for (Index i = 0; i < shown.rows(); ++i) {
    for (Index j = 0; j < shown.cols(); ++j) {
      const double expected = shown(i, j);
      if (shown(i, j) == kMasked) {
        EXPECT_EQ(made(i, j), expected) << i << ", " << j;
      } else {
        EXPECT_NEAR(made(i, j), expected, 2e-5 + 1e-4 * std::abs(expected)) << i << ", " << j;
      }
    }
  }
}

/// Answers the parts that were made.
std::set<Part> expect_steps_make(const Scene& scene) {
  std::set<Part> compared;
  const auto evaluation = std::make_shared<Evaluation>(Evaluation{scene, evaluate(scene)});
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    const auto pipeline = pipeline_of(evaluation, static_cast<Index>(h));
    for (const PipelineStep& step : pipeline->steps) {
      for (const auto& equation : step.equations) {
        const PipelineMatrix& result = equation.back().matrices.front();
        if (equation.size() < 2 || equation.back().before != "→") continue;
        SCOPED_TRACE("head " + std::to_string(h) + ", " +
                     std::string(part_kind(result.where.part).id));
        const auto expected = made(scene, h, result.where.part, Shown(equation));
        if (!expected) continue;
        compared.insert(result.where.part);
        expect_close(*expected, *result.values);
      }
    }
  }
  return compared;
}

TEST(StepsValues, FollowFromWhatTheStepsShow) {
  std::set<Part> compared;
  for (int n = 0; n < 300; ++n) {
    SCOPED_TRACE(n);
    test::Random random(test::case_seed("steps", n));
    const Scene scene = test::varied_scene(random);
    compared.merge(expect_steps_make(scene));
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_EQ(compared.size(), 17U) << "each part that is made, once at least";
}

/// The words of the step that makes a part; nothing where there is no such step.
std::optional<std::string> note_of(const Scene& scene, Part part) {
  const auto evaluation = std::make_shared<Evaluation>(Evaluation{scene, evaluate(scene)});
  const auto pipeline = pipeline_of(evaluation, 0);
  for (const PipelineStep& step : pipeline->steps) {
    if (step.result().matrices.front().where.part == part) return step.note;
  }
  return std::nullopt;
}

bool has(const std::optional<std::string>& note, std::string_view words) {
  return note && note->find(words) != std::string::npos;
}

TEST(StepsValues, AreThereOnlyWhereTheSceneHasThem) {
  const Scene plain = test::self_attention(4, 3);
  EXPECT_EQ(pipeline_step_count(plain, 0), 10);
  Scene scene = plain;
  Head& head = scene.heads[0];
  head.w_f = RowVector::Ones(3).eval();
  EXPECT_EQ(pipeline_step_count(scene, 0), 11);
  head.w_g = Matrix(Matrix::Ones(3, 3));
  EXPECT_EQ(pipeline_step_count(scene, 0), 12);
  head.subtract = {Matrix(Matrix::Ones(3, 2)), Matrix(Matrix::Ones(3, 2)), 0.5F};
  EXPECT_EQ(pipeline_step_count(scene, 0), 17);
  EXPECT_FALSE(note_of(plain, Part::gates));
  EXPECT_TRUE(note_of(scene, Part::gates));
}

TEST(StepsValues, GivenScoresAreMadeOfNoQueriesAndKeys) {
  Scene scene;
  scene.tokens = test::names(3);
  scene.embeddings = Matrix(3, 0);
  scene.score.kind = &score_kind("given");
  scene.heads[0].scores = Matrix(Matrix::Ones(3, 3));
  ASSERT_FALSE(check(scene));
  EXPECT_EQ(pipeline_step_count(scene, 0), 3) << "scores, mask and weights";
  expect_steps_make(scene);
  scene.values = Matrix(Matrix::Ones(3, 2));
  EXPECT_EQ(pipeline_step_count(scene, 0), 6) << "values, and outputs";
  expect_steps_make(scene);
}

TEST(StepsValues, OnlyAMeanIsCalledOne) {
  for (const NormalizerKind& kind : normalizer_kinds()) {
    for (const Over over : {Over::kKeys, Over::kQueries, Over::kQueriesThenKeys}) {
      Scene scene = test::self_attention(4, 3);
      scene.normalizer.kind = &kind;
      scene.normalizer.over = over;
      const WeightBounds bounds = weight_bounds(scene, 0);
      const bool is_mean = bounds.is_unit() && bounds.row == WeightBounds::Sum::kOne;
      EXPECT_EQ(has(note_of(scene, Part::head_output), "mean"), is_mean) << kind.id;
      EXPECT_EQ(has(note_of(scene, Part::weights), "T = "), takes(kind, "temperature")) << kind.id;
    }
  }
}

}  // namespace
}  // namespace attn::steps_values_test
