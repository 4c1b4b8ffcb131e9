// Runs of models against the reference of networks, part by part of a block; and the same bits
// however a run was reached.
#include "engine/model/model_run.h"

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <ostream>

#include <gtest/gtest.h>

#include "engine/attention/norm.h"
#include "engine/attention/score.h"
#include "engine/base/problem.h"
#include "engine/blocks/stages.h"
#include "engine/fast/evaluate.h"
#include "engine/model/layer_scene.h"
#include "engine/reference/attention.h"
#include "engine/reference/check.h"
#include "tests/engine/model/model_parts.h"
#include "tests/engine/threads.h"
#include "tests/support/case_seed.h"
#include "tests/support/random.h"

namespace attn::model_run_test {
namespace {

using namespace attn::test;

Network with_tokens(Network network, const std::vector<int>& ids) {
  for (const int id : ids) network.tokens.push_back(std::to_string(id));
  return network;
}

/// State before block n, n = B: after the last one.
const Matrix& state_in(const Network& network, const NetworkTrace& trace, std::size_t n) {
  const std::vector<Stage> stages = stages_of(network);
  std::size_t at = 0;
  for (std::size_t s = 0; s < stages.size(); ++s) {
    if (stages[s].block < static_cast<int>(n)) at = s;
  }
  return trace.stages[at].x;
}

void expect_close(const Matrix& found, const Matrix& expected, const std::string& what) {
  ASSERT_EQ(found.rows(), expected.rows()) << what;
  ASSERT_EQ(found.cols(), expected.cols()) << what;
  EXPECT_LE((found - expected).cwiseAbs().maxCoeff(), 2e-5F * expected.cwiseAbs().maxCoeff())
      << what;
}

void expect_as_the_reference(const Network& network, ModelRun& run, const std::vector<int>& ids) {
  const Network whole = with_tokens(network, ids);
  require_valid(whole);
  const NetworkTrace trace = evaluate_plainly(whole);
  run.update(ids);
  for (std::size_t n = 0; n <= run.blocks(); ++n) {
    expect_close(run.states(n), state_in(whole, trace, n), "state " + std::to_string(n));
  }
  expect_close(run.logits(run.states(run.blocks())), trace.stages.back().x, "logits");
  for (std::size_t b = 0; b < run.blocks(); ++b) {
    const auto attention = attention_of(whole, trace, static_cast<Index>(b));
    const std::vector<Matrix> weights = run.weights(b);
    ASSERT_EQ(weights.empty(), attention == nullptr);
    for (std::size_t h = 0; h < weights.size(); ++h) {
      expect_close(weights[h], attention->trace.heads[h].weights, "weights");
    }
  }
}

bool same_bits(const Matrix& a, const Matrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() &&
         std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(float)) == 0;
}

/// Expects the numbers of both runs to be the same to the last bit.
void expect_same_run(ModelRun& a, ModelRun& b) {
  ASSERT_EQ(a.tokens(), b.tokens());
  for (std::size_t n = 0; n <= a.blocks(); ++n) {
    EXPECT_TRUE(same_bits(a.states(n), b.states(n))) << "state " << n;
  }
  for (std::size_t n = 0; n < a.blocks(); ++n) {
    const auto one = a.weights(n), other = b.weights(n);
    for (std::size_t h = 0; h < one.size(); ++h) EXPECT_TRUE(same_bits(one[h], other[h]));
  }
  EXPECT_TRUE(same_bits(a.logits(a.states(a.blocks())), b.logits(b.states(b.blocks()))));
}

class ModelParts : public testing::TestWithParam<ModelPart> {
 protected:
  Random random_{case_seed(0)};
  Network network_ = [this] {
    Network made = plain_network(random_);
    GetParam().add(random_, made);
    return made;
  }();
  Model model_ = model_of(network_);
};

TEST_P(ModelParts, GiveTheNumbersOfTheReferenceInEveryKernel) {
  for (const Kernels* const kernels : supported_kernels()) {
    SCOPED_TRACE(kernels->name);
    ModelRun run(model_, *kernels);
    for (const Index count : {1, 7, 70}) {
      SCOPED_TRACE(count);
      expect_as_the_reference(network_, run, random_ids(random_, count));
    }
  }
}

TEST_P(ModelParts, GiveTheSameBitsOnAnyNumberOfThreadsAndTokenByToken) {
  const std::vector<int> ids = random_ids(random_, 67);
  WorkerPool alone(1), several(has_threads() ? 3 : 1);
  ModelRun whole(model_, fastest_kernels(), alone);
  whole.update(ids);
  ModelRun shared(model_, fastest_kernels(), several);
  shared.update(ids);
  expect_same_run(whole, shared);
  ModelRun by_token(model_, fastest_kernels(), several);
  std::vector<int> some(ids.begin(), ids.begin() + 30);
  for (std::size_t n = some.size(); n < ids.size(); ++n) {
    by_token.update(some);
    some.push_back(ids[n]);
  }
  by_token.update(ids);
  expect_same_run(whole, by_token);
  some.back() = (some.back() + 1) % static_cast<int>(kWords);
  by_token.update(some);
  by_token.update(ids);
  expect_same_run(whole, by_token);
}

TEST_P(ModelParts, GiveTheSameBitsWhereWordsAreReadInParts) {
  const std::vector<int> ids = random_ids(random_, 20);
  Model in_parts = model_;
  const auto read = [](const WordWeights& of) {
    return WordWeights(of.outputs(), of.inputs(), 7, [of](Index first, Index count) {
      EXPECT_LE(count, 7);
      return of.some(first, count);
    });
  };
  in_parts.embedding = read(model_.embedding);
  if (!model_.unembedding.is_empty()) in_parts.unembedding = read(model_.unembedding);
  ModelRun whole(model_), parts(in_parts);
  whole.update(ids);
  parts.update(ids);
  expect_same_run(whole, parts);
}

TEST_P(ModelParts, ComputeOnlyTheBlocksAfterAChange) {
  if (!network_.blocks[1].attention) GTEST_SKIP();
  const std::vector<int> ids = random_ids(random_, 20);
  ModelRun run(model_), fresh(model_);
  std::vector<std::size_t> blocks;
  run.set_on_block([&](std::size_t b) { blocks.push_back(b); });
  run.update(ids);
  ModelChanges changes;
  changes.heads[{1, 2}].output = RowVector(RowVector::Zero(kKeyWidth));
  blocks.clear();
  run.update(ids, changes);
  EXPECT_EQ(blocks, (std::vector<std::size_t>{1, 2}));
  fresh.update(ids, changes);
  expect_same_run(run, fresh);
  changes.patches.push_back({2, 5, random_.row(kWidth)});
  blocks.clear();
  run.update(ids, changes);
  EXPECT_EQ(blocks, (std::vector<std::size_t>{1, 2}));
  ModelRun other(model_);
  other.update(ids, changes);
  expect_same_run(run, other);
  run.update(ids);
  ModelRun unchanged(model_);
  unchanged.update(ids);
  expect_same_run(run, unchanged);
}

TEST_P(ModelParts, TakeAnotherAttentionInABlock) {
  if (!network_.blocks[1].attention) GTEST_SKIP();
  const std::vector<int> ids = random_ids(random_, 20);
  Network replaced = network_;
  Attention& attention = *replaced.blocks[1].attention;
  // Fewer and wider heads, whose keys are their own, without masks.
  attention.masks.clear();
  attention.heads.resize(2);
  for (Head& head : attention.heads) {
    head = {};
    head.w_q = random_.matrix(kWidth, 16, 0.3F);
    head.w_k = random_.matrix(kWidth, 16, 0.3F);
    head.w_v = random_.matrix(kWidth, 24, 0.3F);
  }
  attention.combine.w_o = random_.matrix(48, kWidth, 0.15F);
  ModelChanges changes;
  changes.attentions[1] = changed_attention(attention, "");
  const Model model = model_of(replaced);
  ModelRun run(model_), expected(model);
  std::vector<std::size_t> blocks;
  run.set_on_block([&](std::size_t b) { blocks.push_back(b); });
  expected.update(ids);
  run.update(ids);
  blocks.clear();
  run.update(ids, changes);
  EXPECT_EQ(blocks, (std::vector<std::size_t>{1, 2}));
  expect_same_run(run, expected);
  // A further token, which all see.
  std::vector<int> more = ids;
  more.push_back(3);
  run.update(more, changes);
  expected.update(more);
  expect_same_run(run, expected);
  run.update(ids);
  ModelRun unchanged(model_);
  unchanged.update(ids);
  expect_same_run(run, unchanged);
}

TEST_P(ModelParts, OpenALayerAsASceneWithTheSameNumbers) {
  if (!network_.blocks[1].attention) GTEST_SKIP();
  const std::vector<int> ids = random_ids(random_, 20);
  ModelRun run(model_);
  ModelChanges changes;
  changes.heads[{0, 1}].temperature = 2;
  changes.heads[{1, 2}].output = RowVector(RowVector::Zero(kKeyWidth));
  for (const ModelChanges& some : {ModelChanges(), changes}) {
    run.update(ids, some);
    const Scene scene = scene_of(run, 1, with_tokens(network_, ids).tokens);
    ASSERT_EQ(check(scene), std::nullopt);
    const Trace plain = evaluate_plainly(scene), fast = evaluate(scene);
    for (const Trace& trace : {plain, fast}) {
      const std::vector<Matrix> weights = run.weights(1);
      const Matrix outputs = run.outputs(1);
      for (std::size_t h = 0; h < weights.size(); ++h) {
        expect_close(trace.heads[h].weights, weights[h], "weights");
        const auto first = static_cast<Index>(h) * kKeyWidth;
        const Matrix output = outputs.middleCols(first, kKeyWidth);
        EXPECT_LE((trace.heads[h].output - output).cwiseAbs().maxCoeff(),
                  2e-5F * outputs.cwiseAbs().maxCoeff());
      }
    }
    EXPECT_TRUE(heads_changed_otherwise(run, 1).empty());
  }
  changes.heads[{1, 0}].temperature = 2;
  run.update(ids, changes);
  EXPECT_EQ(heads_changed_otherwise(run, 1), std::vector<std::size_t>{0});
}

INSTANTIATE_TEST_SUITE_P(All, ModelParts, testing::ValuesIn(model_parts()),
                         [](const auto& one) { return std::string(one.param.name); });

/// A plain network whose numbers a type holds exactly, and its model in that type.
struct TypedModel {
  Network network;
  Model model;
};

unsigned short half_of(NumberType type, float number) {
  if (type == NumberType::kFloat16) return Eigen::half(number).x;
  return Eigen::bfloat16(number).value;
}

StoredWeights as_type(NumberType type, const StoredWeights& matrix) {
  if (matrix.is_empty()) return {};
  StoredWeights made(type, matrix.outputs(), matrix.inputs());
  for (Index n = 0; n < matrix.outputs(); ++n) {
    const auto* from = reinterpret_cast<const float*>(matrix.row(n));
    auto* to = reinterpret_cast<unsigned short*>(made.row(n));
    for (Index c = 0; c < matrix.inputs(); ++c) to[c] = half_of(type, from[c]);
  }
  return made;
}

TEST(ModelRun, ReadsWeightsOfTwoBytesExactly) {
  for (const NumberType type : {NumberType::kFloat16, NumberType::kBfloat16}) {
    Random random(case_seed(1));
    Network network = plain_network(random);
    const auto round = [&](Cow<Matrix>& matrix) {
      matrix = Matrix(matrix->unaryExpr([&](float number) {
        return type == NumberType::kFloat16 ? static_cast<float>(Eigen::half(number))
                                            : static_cast<float>(Eigen::bfloat16(number));
      }));
    };
    round(network.embedding);
    for (Block& block : network.blocks) {
      for (Head& head : block.attention->heads) {
        for (auto* matrix : {&head.w_q, &head.w_k, &head.w_v}) round(**matrix);
      }
      round(*block.attention->combine.w_o);
      round(block.mlp->w_1);
      round(block.mlp->w_2);
    }
    const Model floats = model_of(network);
    Model halves = floats;
    halves.embedding = as_type(type, floats.embedding.some(0, kWords));
    halves.layer = [&](std::size_t b) {
      auto layer = std::make_shared<LayerWeights>(*floats.layer(b));
      for (StoredWeights* one :
           {&layer->q, &layer->k, &layer->v, &layer->o, &layer->w_1, &layer->w_2}) {
        *one = as_type(type, *one);
      }
      return layer;
    };
    ModelRun run(halves), expected(floats);
    const std::vector<int> ids = random_ids(random, 33);
    run.update(ids);
    expected.update(ids);
    expect_same_run(run, expected);
  }
}

TEST(ModelRun, WidensAllFiniteNumbersOfTwoBytes) {
  for (const Kernels* const kernels : supported_kernels()) {
    for (const NumberType type : {NumberType::kFloat16, NumberType::kBfloat16}) {
      std::vector<unsigned short> halves;
      std::vector<float> expected;
      for (unsigned bits = 0; bits < 1U << 16U; ++bits) {
        const auto half = static_cast<unsigned short>(bits);
        const float number =
            type == NumberType::kFloat16
                ? static_cast<float>(Eigen::half(Eigen::half_impl::raw_uint16_to_half(half)))
                : static_cast<float>(
                      Eigen::bfloat16(Eigen::bfloat16_impl::raw_uint16_to_bfloat16(half)));
        if (!std::isfinite(number)) continue;
        halves.push_back(half);
        expected.push_back(number);
      }
      std::vector<float> found(halves.size());
      kernels->widen(type, halves.data(), std::ssize(halves), found.data());
      EXPECT_EQ(std::memcmp(found.data(), expected.data(), found.size() * sizeof(float)), 0)
          << kernels->name;
    }
  }
}

TEST(ModelRun, MultipliesOneRowLikeSeveral) {
  Random random(case_seed(6));
  for (const Kernels* const kernels : supported_kernels()) {
    for (const auto& shape : {std::pair<Index, Index>{1, 1}, {7, 5}, {16, 33}, {61, 130}}) {
      const Index outputs = shape.first, inputs = shape.second;
      for (const NumberType type :
           {NumberType::kFloat32, NumberType::kFloat16, NumberType::kBfloat16}) {
        StoredWeights weights = StoredWeights::of(random.matrix(inputs, outputs));
        if (type != NumberType::kFloat32) weights = as_type(type, weights);
        const Matrix rows = random.matrix(19, inputs);
        const RowVector bias = random.row(outputs);
        WorkerPool alone(1);
        RowProducts products(*kernels, alone);
        const auto product = [&](const Matrix& of) {
          Matrix made(of.rows(), outputs);
          products.set_rows(of);
          products.multiply(weights, &bias, made, nullptr);
          return made;
        };
        const Matrix one = product(rows.row(3)), few = product(rows.topRows(5)),
                     all = product(rows);
        EXPECT_TRUE(same_bits(one, few.row(3))) << kernels->name;
        EXPECT_TRUE(same_bits(few, all.topRows(5))) << kernels->name;
      }
    }
  }
}

/// Weights that a change of head 1 of block 1 gives.
Matrix changed_weights(const HeadChange& change, const std::vector<int>& ids) {
  Random random(case_seed(2));
  const Model model = model_of(plain_network(random));
  ModelRun run(model);
  ModelChanges changes;
  changes.heads[{1, 1}] = change;
  run.update(ids, changes);
  return run.weights(1)[1];
}

TEST(ModelRun, ChangesWeightsOfAHead) {
  const std::vector<int> ids = {3, 1, 4, 1, 5};
  HeadChange change;
  const Matrix plain = changed_weights(change, ids);
  change.temperature = std::numeric_limits<float>::infinity();
  const Matrix uniform = changed_weights(change, ids);
  for (Index i = 0; i < 5; ++i) {
    EXPECT_TRUE(uniform.row(i).head(i + 1).isConstant(1.0F / static_cast<float>(i + 1), 1e-6F));
  }
  change.temperature = 0;
  const Matrix hard = changed_weights(change, ids);
  for (Index i = 0; i < 5; ++i) {
    Index likeliest = 0;
    plain.row(i).maxCoeff(&likeliest);
    EXPECT_EQ(hard(i, likeliest), 1.0F);
  }
  change.temperature = 2;
  const Matrix softer = changed_weights(change, ids);
  for (Index i = 0; i < 5; ++i) {
    const RowVector roots = plain.row(i).cwiseSqrt();
    EXPECT_TRUE(softer.row(i).isApprox(roots / roots.sum(), 1e-5F));
  }
  change = {};
  change.seen = BoolMatrix(BoolMatrix::Identity(5, 5));
  (*change.seen)(0, 0) = false;  // sees no key
  (*change.seen)(1, 4) = true;
  const Matrix masked = changed_weights(change, ids);
  EXPECT_EQ(masked.row(0).cwiseAbs().sum(), 0.0F);
  EXPECT_NEAR(masked(1, 1) + masked(1, 4), 1, 1e-6);
  EXPECT_GT(masked(1, 4), 0.0F);
  EXPECT_EQ(masked(3, 3), 1.0F);
  change = {};
  change.weights = Matrix(Matrix::Constant(5, 5, 0.25F));
  change.weights->row(2).setConstant(std::numeric_limits<float>::quiet_NaN());
  const Matrix given = changed_weights(change, ids);
  EXPECT_TRUE(given.row(1).isConstant(0.25F));
  EXPECT_TRUE(same_bits(given.row(2), plain.row(2)));
}

TEST(ModelRun, CanBeCancelledAtEveryBlockAndRunAgain) {
  Random random(case_seed(3));
  const Model model = model_of(plain_network(random));
  const std::vector<int> ids = random_ids(random, 40);
  ModelRun expected(model);
  expected.update(ids);
  for (std::size_t at = 0; at < kBlocks; ++at) {
    ModelRun run(model);
    Progress progress;
    run.set_on_block([&](std::size_t b) {
      if (b == at) progress.cancel();
    });
    if (at + 1 < kBlocks) {
      EXPECT_THROW(run.update(ids, {}, &progress), Cancelled);
    } else {
      run.update(ids, {}, &progress);
    }
    run.set_on_block(nullptr);
    run.update(ids);
    expect_same_run(run, expected);
  }
}

TEST(ModelRun, TakesTokensThatAreVectors) {
  Random random(case_seed(8));
  Network network = plain_network(random);
  network.inputs = random.matrix(6, kWords);
  const std::vector<int> ids(6);
  const Model model = model_of(network);
  ModelRun run(model);
  expect_as_the_reference(network, run, ids);
  EXPECT_THROW(run.update({1, 2}), SceneError);
}

TEST(ModelRun, NamesTheBlockWhoseNumbersOverflow) {
  Random random(case_seed(4));
  Network network = plain_network(random);
  network.blocks[1].mlp->w_2 = Matrix(Matrix::Constant(kInner, kWidth, 3e38F));
  const Model model = model_of(network);
  ModelRun run(model);
  try {
    run.update({1, 2, 3});
    FAIL();
  } catch (const SceneError& error) {
    EXPECT_EQ(error.problem().words(), "/blocks/1: numbers leave the range of float32");
  }
  Network last = plain_network(random);
  last.unembedding = Matrix(Matrix::Constant(kWidth, 3, 3e38F));
  const Model other = model_of(last);
  ModelRun logits(other);
  logits.update({1, 2, 3});
  EXPECT_THROW(logits.logits(logits.states(kBlocks)), SceneError);
}

TEST(ModelRun, RefusesMoreTokensThanItHasPositionsFor) {
  Random random(case_seed(7));
  Network network = plain_network(random);
  network.position.kind = &position_kind("learned");
  network.position.table = random.matrix(5, kWidth);
  const Model model = model_of(network);
  ModelRun run(model);
  run.update({1, 2, 3, 4, 5});
  try {
    run.update({1, 2, 3, 4, 5, 6});
    FAIL();
  } catch (const SceneError& error) {
    EXPECT_EQ(error.problem().words(), "/position/table: expected at least 6 rows (L), found 5");
  }
}

TEST(ModelRun, SaysWhatItDoesNotSupport) {
  Random random(case_seed(5));
  Network network = plain_network(random);
  network.blocks[1].attention->heads[2].sink = 1.0F;
  try {
    model_of(network);
    FAIL();
  } catch (const SceneError& error) {
    EXPECT_EQ(error.problem().place, "/blocks/1/attention/heads/2/sink");
  }
}

}  // namespace
}  // namespace attn::model_run_test
