// States, logits and scores of models as sums, against the reference of networks and against runs.
#include "engine/model/state_parts.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "engine/blocks/stages.h"
#include "tests/engine/model/model_parts.h"
#include "tests/support/case_seed.h"
#include "tests/support/random.h"

namespace attn::state_parts_test {
namespace {

using namespace attn::test;

constexpr Index kTokens = 11;
constexpr double kClose = 1e-4;

/// Limit of an error of a logit or a score.
double near(float number) { return kClose * std::max(1.0, std::abs(static_cast<double>(number))); }

class SplitModels : public testing::TestWithParam<ModelPart> {
 protected:
  void SetUp() override {
    GetParam().add(random_, network_);
    model_ = model_of(network_);
    // Weights that are read anew at each use.
    model_.layer = [layer = model_.layer](std::size_t b) {
      return std::make_shared<const LayerWeights>(*layer(b));
    };
    ids_ = random_ids(random_, kTokens);
    for (const int id : ids_) network_.tokens.push_back(std::to_string(id));
    splits_ = why_states_do_not_split(network_).empty();
  }

  /// Rows that the attention of block b, or its mlp, adds in `network`.
  static Matrix added(const Network& network, std::size_t b, bool is_mlp) {
    const NetworkTrace trace = evaluate_plainly(network);
    const std::vector<Stage> stages = stages_of(network);
    const std::string id = is_mlp ? "mlp" : "attention";
    std::string_view part;  // that stands before the sum
    for (const Stage& stage : stages) {
      if (stage.kind->is_in) part = stage.kind->id;
      if (stage.kind->id == "residual" && stage.block == static_cast<int>(b) && part == id) {
        return trace.stages[stage.input].x;
      }
    }
    return {};
  }

  Random random_{case_seed(3)};
  Network network_ = plain_network(random_);
  Model model_;
  std::vector<int> ids_;
  bool splits_ = false;
};

/// Sum of the parts of some writers.
WideRow sum_of(const StateParts& state, std::size_t block, bool is_mlp) {
  WideRow sum = WideRow::Zero(state.parts.cols());
  for (std::size_t w = 0; w < state.writers.size(); ++w) {
    const StateWriter& writer = state.writers[w];
    if (writer.kind == WriterKind::kEmbedding || writer.block != block) continue;
    if ((writer.kind == WriterKind::kMlp) == is_mlp) sum += state.parts.row(static_cast<Index>(w));
  }
  return sum;
}

void expect_near(const WideRow& found, const WideRow& expected, const std::string& what) {
  const double size = std::max(1.0, expected.cwiseAbs().maxCoeff());
  EXPECT_LE((found - expected).cwiseAbs().maxCoeff(), kClose * size) << what;
}

TEST_P(SplitModels, StatesAreSumsOfWhatEachPartAdds) {
  if (!splits_) GTEST_SKIP() << why_states_do_not_split(network_);
  ModelRun run(model_);
  run.update(ids_);
  for (const Index token : {Index{4}, kTokens - 1}) {
    const StateParts state = parts_of_state(run, kBlocks, token);
    EXPECT_EQ(state.writers.front(), StateWriter{});
    expect_near(state.parts.colwise().sum(), run.state(kBlocks, token).cast<double>(), "state");
    for (std::size_t b = 0; b < kBlocks; ++b) {
      const std::string what = "block " + std::to_string(b);
      expect_near(sum_of(state, b, false), added(network_, b, false).row(token).cast<double>(),
                  what + ", heads");
      expect_near(sum_of(state, b, true), added(network_, b, true).row(token).cast<double>(),
                  what + ", mlp");
    }
  }
}

TEST_P(SplitModels, AHeadsPartIsWhatIsMissingWithoutIt) {
  if (!splits_ || network_.blocks[1].norm_place == NormPlace::kBoth) GTEST_SKIP();
  ModelRun run(model_);
  run.update(ids_);
  const StateParts state = parts_of_state(run, kBlocks, kTokens - 1);
  const Matrix whole = added(network_, 1, false);
  for (std::size_t h = 0; h < kHeads; ++h) {
    Network without = network_;
    without.blocks[1].attention->heads[h].gain = 0.0F;
    const WideRow missing = (whole - added(without, 1, false)).row(kTokens - 1).cast<double>();
    const auto at = std::ranges::find(state.writers, StateWriter{WriterKind::kHead, 1, h});
    ASSERT_NE(at, state.writers.end());
    expect_near(state.parts.row(at - state.writers.begin()), missing, std::to_string(h));
  }
}

TEST_P(SplitModels, LogitsAreSums) {
  if (!splits_ || network_.head) GTEST_SKIP();
  ModelRun run(model_);
  ModelChanges changes;
  for (int round = 0; round < 3; ++round) {
    if (round > 0) changes.heads[{1, 2}].output = RowVector(RowVector::Zero(kKeyWidth));
    if (round > 1) changes.patches = {{1, kTokens - 1, random_.row(kWidth)}};
    run.update(ids_, changes);
    const auto capped = [&](double logit) {
      const double cap = static_cast<double>(network_.logits_cap.value_or(0));
      return cap > 0 ? cap * std::tanh(logit / cap) : logit;
    };
    const Matrix logits = run.logits(run.states(kBlocks));
    for (const Index token : {Index{3}, kTokens - 1}) {
      const LogitParts parts = parts_of_logit(run, token, 7);
      EXPECT_NEAR(capped(parts.logit), static_cast<double>(logits(token, 7)),
                  near(logits(token, 7)));
      EXPECT_NEAR(parts.of_writers.sum() + parts.shift, parts.logit, 1e-9);
      const LogitParts other = parts_of_logit(run, token, 2);
      const LogitParts difference = parts_of_logit(run, token, 7, 2);
      EXPECT_NEAR(difference.logit, parts.logit - other.logit, 1e-6);
      const bool is_patched = round > 1 && token == kTokens - 1;
      EXPECT_EQ(parts.writers.front().kind,
                is_patched ? WriterKind::kPatch : WriterKind::kEmbedding);
    }
  }
}

TEST_P(SplitModels, ScoresAreSums) {
  if (!splits_) GTEST_SKIP();
  ModelRun run(model_);
  run.update(ids_);
  const NetworkTrace trace = evaluate_plainly(network_);
  for (const auto& [block, head] : {std::pair<std::size_t, std::size_t>{0, 0}, {2, 1}, {2, 3}}) {
    const auto attention = attention_of(network_, trace, static_cast<Index>(block));
    const Matrix& scores = attention->trace.heads[head].scores;
    for (const auto& [query, key] : {std::pair<Index, Index>{10, 10}, {10, 3}, {6, 5}}) {
      const ScoreParts parts = parts_of_score(run, block, head, query, key);
      const double cap =
          static_cast<double>(network_.blocks[block].attention->score.cap.value_or(0));
      const double found = cap > 0 ? cap * std::tanh(parts.score / cap) : parts.score;
      EXPECT_NEAR(found, static_cast<double>(scores(query, key)), near(scores(query, key)))
          << block << '.' << head << " at " << query << ", " << key;
      EXPECT_EQ(parts.parts.rows(), std::ssize(parts.query_writers) + 1);
      EXPECT_EQ(parts.parts.cols(), std::ssize(parts.key_writers) + 1);
    }
  }
}

TEST_P(SplitModels, SayWhyTheyDoNotSplit) {
  const std::string name = GetParam().name;
  EXPECT_EQ(splits_, name != "PostNorm" && name != "BlocksOfOnePart")
      << why_states_do_not_split(network_);
}

INSTANTIATE_TEST_SUITE_P(All, SplitModels, testing::ValuesIn(model_parts()),
                         [](const auto& part) { return std::string(part.param.name); });

}  // namespace
}  // namespace attn::state_parts_test
