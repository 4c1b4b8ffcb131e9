// Cut links between heads, against heads that are computed from other states.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "engine/attention/norm.h"
#include "engine/attention/shapes.h"
#include "engine/fast/evaluate.h"
#include "engine/model/layer_scene.h"
#include "engine/model/model_run.h"
#include "engine/model/state_parts.h"
#include "tests/engine/model/model_parts.h"
#include "tests/support/case_seed.h"
#include "tests/support/random.h"

namespace attn::link_cuts_test {
namespace {

using namespace attn::test;

constexpr Index kTokens = 13;
constexpr std::size_t kLast = kBlocks - 1;

bool same_bits(const Matrix& a, const Matrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() &&
         std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(float)) == 0;
}

/// Cuts of what all heads of a block write into all inputs of a head.
void cut_all(ModelChanges& changes, std::size_t block, std::pair<std::size_t, std::size_t> to) {
  for (std::size_t h = 0; h < kHeads; ++h) {
    for (const HeadInput input : {HeadInput::kQuery, HeadInput::kKey, HeadInput::kValue}) {
      changes.cuts.push_back({{block, h}, to, input});
    }
  }
}

class CutModels : public testing::TestWithParam<ModelPart> {
 protected:
  void SetUp() override {
    GetParam().add(random_, network_);
    if (!why_states_do_not_split(network_).empty()) GTEST_SKIP();
    model_ = model_of(network_);
    ids_ = random_ids(random_, kTokens);
  }

  Random random_{case_seed(5)};
  Network network_ = plain_network(random_);
  Model model_;
  std::vector<int> ids_;
};

TEST_P(CutModels, AHeadReadsStatesWithoutWhatIsCut) {
  ModelRun run(model_);
  run.update(ids_);
  // States of the last block without what two heads of others wrote.
  const std::pair<std::size_t, std::size_t> from[] = {{0, 1}, {1, 3}};
  Matrix x = run.states(kLast);
  for (Index i = 0; i < kTokens; ++i) {
    const StateParts state = parts_of_state(run, kLast, i);
    for (std::size_t w = 0; w < state.writers.size(); ++w) {
      const StateWriter& writer = state.writers[w];
      for (const auto& [block, head] : from) {
        if (writer == StateWriter{WriterKind::kHead, block, head}) {
          x.row(i) -= state.parts.row(static_cast<Index>(w)).cast<float>();
        }
      }
    }
  }
  Scene scene = scene_of(run, kLast, std::vector<std::string>(kTokens, "a"));
  ModelChanges changes;
  for (const auto& one : from) {
    for (const HeadInput input : {HeadInput::kQuery, HeadInput::kKey, HeadInput::kValue}) {
      changes.cuts.push_back({one, {kLast, 2}, input});
    }
  }
  const std::vector<Matrix> before = run.weights(kLast);
  run.update(ids_, changes);
  const auto& norm = network_.blocks[kLast].attention_norm;
  WideMatrix wide = x.cast<double>();
  norm->kind->normalize(wide, static_cast<double>(norm->epsilon));
  if (norm->gain) wide.array().rowwise() *= (**norm->gain).cast<double>().array();
  if (norm->shift) wide.rowwise() += (**norm->shift).cast<double>();
  scene.embeddings = Cow<Matrix>(Matrix(wide.cast<float>()));
  const Trace trace = evaluate(scene);
  const Matrix weights = run.weights(kLast)[2];
  EXPECT_LE((weights - trace.heads[2].weights).cwiseAbs().maxCoeff(), 2e-5F);
  const Matrix outputs = run.outputs(kLast).middleCols(2 * kKeyWidth, kKeyWidth);
  EXPECT_LE((outputs - trace.heads[2].output).cwiseAbs().maxCoeff(),
            2e-5F * outputs.cwiseAbs().maxCoeff());
  EXPECT_FALSE(same_bits(weights, before[2]));
  // Heads that share no keys with it are as they were.
  EXPECT_TRUE(same_bits(run.weights(kLast)[0], before[0]));
}

TEST_P(CutModels, ScoresAreSumsWithoutWhatIsCut) {
  ModelRun run(model_);
  ModelChanges changes;
  // Heads that share keys, all of them: what is cut is cut once.
  for (std::size_t h = 0; h < kHeads; ++h) {
    changes.cuts.push_back({{0, 1}, {kLast, h}, HeadInput::kKey});
    changes.cuts.push_back({{1, 0}, {kLast, h}, HeadInput::kQuery});
  }
  run.update(ids_, changes);
  const Matrix weights = run.weights(kLast)[1];
  // Logarithms of a query's weights differ as its scores do.
  const Index query = kTokens - 1;
  const Attention& attention = *run.attention(kLast);
  const double cap = static_cast<double>(attention.score.cap.value_or(0));
  const auto score_of = [&](Index key) {
    const double score = parts_of_score(run, kLast, 1, query, key).score;
    return (cap > 0 ? cap * std::tanh(score / cap) : score) /
           static_cast<double>(attention.normalizer.temperature);
  };
  const double found = score_of(query) - score_of(query - 3);
  const double expected = std::log(static_cast<double>(weights(query, query))) -
                          std::log(static_cast<double>(weights(query, query - 3)));
  EXPECT_NEAR(found, expected, 1e-4 * std::max(1.0, std::abs(expected)));
  EXPECT_EQ(heads_changed_otherwise(run, kLast).size(), kHeads);
}

TEST_P(CutModels, GiveTheSameBitsTokenByTokenAndAreTakenBackToTheBit) {
  ModelRun whole(model_), by_token(model_);
  whole.update(ids_);
  const Matrix first = whole.logits(whole.states(kBlocks));
  ModelChanges changes;
  cut_all(changes, 0, {kLast, 1});
  changes.cuts.push_back({{0, 2}, {1, 0}, HeadInput::kKey, random_.matrix(kTokens, kWidth)});
  changes.patches = {{1, 4, random_.row(kWidth)}};
  whole.update(ids_, changes);
  for (std::size_t n = 5; n <= ids_.size(); ++n) {
    by_token.update({ids_.begin(), ids_.begin() + static_cast<std::ptrdiff_t>(n)}, changes);
  }
  EXPECT_TRUE(same_bits(whole.states(kBlocks), by_token.states(kBlocks)));
  EXPECT_FALSE(same_bits(whole.logits(whole.states(kBlocks)), first));
  whole.update(ids_);
  EXPECT_TRUE(same_bits(whole.logits(whole.states(kBlocks)), first));
}

INSTANTIATE_TEST_SUITE_P(All, CutModels, testing::ValuesIn(model_parts()),
                         [](const auto& part) { return std::string(part.param.name); });

TEST(LinkCuts, OfAllLinksIntoAHeadFeedItByTheEmbeddingsAlone) {
  Random random(case_seed(6));
  Network network = plain_network(random);
  for (Block& block : network.blocks) {
    block.mlp.reset();
    block.mlp_norm.reset();
  }
  Network alone = network;
  alone.blocks.erase(alone.blocks.begin(), alone.blocks.begin() + kLast);
  const Model model = model_of(network), short_model = model_of(alone);
  const std::vector<int> ids = random_ids(random, kTokens);
  ModelChanges changes;
  for (std::size_t b = 0; b < kLast; ++b) cut_all(changes, b, {kLast, 1});
  ModelRun run(model), fed(short_model);
  run.update(ids, changes);
  fed.update(ids);
  EXPECT_LE((run.weights(kLast)[1] - fed.weights(0)[1]).cwiseAbs().maxCoeff(), 2e-5F);
}

TEST(LinkCuts, ReplacedByWhatWasThereChangeNothing) {
  Random random(case_seed(7));
  const Network network = plain_network(random);
  const Model model = model_of(network);
  const std::vector<int> ids = random_ids(random, kTokens);
  ModelRun run(model);
  run.update(ids);
  const Matrix before = run.states(kBlocks);
  ModelChanges changes;
  changes.cuts.push_back({{0, 3}, {kLast, 1}, HeadInput::kQuery, run.written(0, 3)});
  run.update(ids, changes);
  EXPECT_LE((run.states(kBlocks) - before).cwiseAbs().maxCoeff(),
            1e-5F * before.cwiseAbs().maxCoeff());
}

}  // namespace
}  // namespace attn::link_cuts_test
