// Heads that become one. tests/app/import_dumps.py compares the numbers with NumPy's.

#include "app/document/imports/joined_heads.h"

#include <gtest/gtest.h>

#include "app/document/imports/dump_scene.h"
#include "app/document/imports/open_dump.h"
#include "tests/document/tensors/made_files.h"

namespace attn::joined_heads_test {
namespace {

std::shared_ptr<const AttentionDump> opened(const std::string& shape,
                                            const std::vector<float>& numbers) {
  return open_dump(FileBytes::held(test::npy(shape, test::floats(numbers))));
}

/// Three layers of two heads over two tokens.
std::shared_ptr<const AttentionDump> three_layers() {
  return opened("(3, 2, 2, 2)", {1, 0, .5F, .5F, 1, 0, 0, 1, 1,    0,    .25F, .75F,
                                 1, 0, 0,   1,   1, 0, 1, 0, .75F, .25F, 0,    1});
}

TEST(JoinedHeads, AreOneForEachLayer) {
  for (const JoinKind& kind : join_kinds()) {
    const auto joined = joined_heads(three_layers(), kind.how);
    EXPECT_EQ(joined->layer_count(), 3);
    EXPECT_EQ(joined->layer(2), (DumpLayer{1, 2, 2}));
    EXPECT_TRUE(joined->joined(1));
  }
  const auto mean = joined_heads(three_layers(), JoinHeads::kMean);
  EXPECT_EQ(mean->numbers(0, 0)(1, 0), .25F);
  const ImportedLayer layer = analyse_layer(*mean, 1, {.name = "a.npy"});
  EXPECT_EQ(imported_scene(*mean, layer, {.name = "a.npy"}).title,
            "Attention, layer 1 of 0 … 2, mean of 2 heads of the given weights");
  EXPECT_EQ(joined_heads(three_layers(), JoinHeads::kMax)->numbers(2, 0)(0, 1), .25F);
}

TEST(JoinedHeads, SayWhatTheyAreMadeOf) {
  // The first head alone could be weights; the second says that both are scores.
  const auto scores = opened("(2, 2, 2)", {1, 2, 1, 1, -1, 0, 0, 3});
  const auto title = [](const AttentionDump& dump, Index n) {
    const ImportedLayer layer = analyse_layer(dump, n, {.name = "a"});
    return imported_scene(dump, layer, {.name = "a"}).title;
  };
  const auto mean = joined_heads(scores, JoinHeads::kMean);
  EXPECT_EQ(title(*mean, 0), "Attention, layer 0, mean of 2 heads of softmax of the scores given");
  EXPECT_TRUE(mean->numbers(0, 0).rowwise().sum().isApproxToConstant(1, 1e-6F));
  const ImportedLayer layer = analyse_layer(*mean, 0, {.name = "a"});
  EXPECT_NE(imported_scene(*mean, layer, {.name = "a"}).notes.find("Given: negative numbers, so"),
            std::string::npos);
  const auto more = opened("(2, 1, 2, 2)", {.5F, .6F, .1F, 1, .5F, .6F, .1F, 1});
  EXPECT_EQ(title(*joined_heads(more, JoinHeads::kRollout), 1),
            "Attention, layer 1 of 0 … 1, rollout (Abnar & Zuidema 2020) through layers 0 … 1 of "
            "the given "
            "weights, rows divided by their sums");
  EXPECT_EQ(title(*joined_heads(more, JoinHeads::kMax), 0),
            "Attention, layer 0 of 0 … 1, max of 1 head of the given weights");
}

TEST(Rollout, SumsToOneWhateverLayerComesFirst) {
  const auto rollout = joined_heads(three_layers(), JoinHeads::kRollout);
  const Matrix last = rollout->numbers(2, 0);
  EXPECT_TRUE(last.rowwise().sum().isApproxToConstant(1, 1e-6F)) << last;
  const Matrix first = rollout->numbers(0, 0);
  EXPECT_EQ(first(1, 0), .125F) << "half of the mean and half of itself";
  EXPECT_EQ(rollout->numbers(2, 0), last) << "also after an earlier one was asked for";
}

TEST(Rollout, IsTheSameForWeightsTimesANumber) {
  const auto rolled = [](float factor) {
    std::vector<float> numbers{1, 0, .5F, .5F, .25F, .75F, 0, 1};
    for (float& number : numbers) number *= factor;
    return joined_heads(opened("(2, 1, 2, 2)", numbers), JoinHeads::kRollout)->numbers(1, 0);
  };
  for (const float factor : {.2F, 5.F, 100.F}) {
    EXPECT_TRUE(rolled(factor).isApprox(rolled(1), 1e-6F)) << factor << "\n" << rolled(factor);
  }
  const auto blind = opened("(2, 1, 2, 2)", {1, 0, 0, 0, 1, 0, 0, 0});
  EXPECT_EQ(joined_heads(blind, JoinHeads::kRollout)->numbers(1, 0)(1, 1), 1)
      << "a token that sees no key passes on itself";
}

TEST(Rollout, IsRefusedWhereMatricesDoNotFollowOneAnother) {
  const auto wrong_with = [](std::shared_ptr<const AttentionDump> dump) -> std::string {
    try {
      joined_heads(std::move(dump), JoinHeads::kRollout);
      return "";
    } catch (const ImportError& error) {
      return error.what();
    }
  };
  EXPECT_EQ(wrong_with(three_layers()), "");
  EXPECT_EQ(wrong_with(opened("(1, 1, 1, 2)", {1, 0})),
            "rollout: layer 0 is 1 × 2, expected as many queries as keys");
  const std::string two = test::zip({{"a.0.npy", test::npy("(1, 1)", test::floats({1}))},
                                     {"a.1.npy", test::npy("(2, 2)", test::floats({1, 0, 0, 1}))}});
  EXPECT_EQ(wrong_with(open_dump(FileBytes::held(two))),
            "rollout: layer 1 is 2 × 2, expected 1 × 1 as layer 0 is");
  const std::string large = test::npy("(1, 1, 2049, 2049)", std::string(2049 * 2049 * 4, '\0'));
  EXPECT_EQ(wrong_with(open_dump(FileBytes::held(large))),
            "rollout: expected at most 2048 tokens, found 2049");
  const auto signed_dump = opened("(1, 2, 2)", {1.5F, -.5F, 0, 1});
  EXPECT_THROW(joined_heads(signed_dump, JoinHeads::kRollout)->numbers(0, 0), ImportError);
}

}  // namespace
}  // namespace attn::joined_heads_test
