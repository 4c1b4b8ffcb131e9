// Tests which axis of an array is taken for which, and which arrays belong together.

#include "app/document/dumps/dump_axes.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "tests/document/imports/opened_dump.h"
#include "tests/document/tensors/made_files.h"

namespace attn::dump_axes_test {
namespace {

using test::floats;
using test::npy;
using test::opened;
using test::wrong_with;
using test::zip;
using Arrays = std::vector<std::pair<std::string, std::string>>;

std::string shape_of(const Axes& axes) {
  std::string shape = "(";
  for (const Index axis : axes) shape += std::to_string(axis) + ", ";
  return shape + ")";
}

/// A .npy whose number at the indices `at`, by the letters of the axes, is weight(at).
template <typename Weight>
std::string array_of(const std::string& letters, const Axes& axes, const Weight& weight) {
  std::vector<float> numbers;
  Index count = 1;
  for (const Index axis : axes) count *= axis;
  for (Index n = 0; n < count; ++n) {
    std::map<char, Index> at;
    Index rest = n;
    for (std::size_t axis = axes.size(); axis-- > 0; rest /= axes[axis]) {
      at[letters[axis]] = rest % axes[axis];
    }
    numbers.push_back(weight(at));
  }
  return npy(shape_of(axes), floats(numbers));
}

/// Weights of `keys` keys that differ for each index, and sum to 1 over the keys alone.
auto weights(Index keys) {
  return [keys](std::map<char, Index> at) {
    const auto peak = (at['l'] + 2 * at['h'] + at['q'] / 2 + at['b']) % keys;
    return at['k'] == peak ? .5F : .5F / static_cast<float>(keys - 1);
  };
}

std::string tokens(Index rows, Index count) {
  std::string data;
  for (Index n = 0; n < std::max<Index>(1, rows) * count; ++n)
    data += static_cast<char>('a' + n) + std::string(3, '\0');
  return npy(rows == 0 ? shape_of({count}) : shape_of({rows, count}), data, "<U1");
}

std::string doubt_in(const AttentionDump& dump) {
  std::string words;
  for (const DumpDoubt& doubt : dump.doubts()) words += doubt.reason + "; " + doubt.other + "\n";
  return words;
}

TEST(DumpAxes, AreReadInEveryOrder) {
  // Each order of the letters, over arrays that are equal but for it.
  for (std::string letters : {"hkq", "bhkq", "hklq", "bhklq"}) {
    std::ranges::sort(letters);
    do {
      Axes axes;
      for (const char letter : letters) {
        axes.push_back(letter == 'l'   ? 2
                       : letter == 'b' ? 3
                       : letter == 'h' ? 4
                       : letter == 'q' ? 5
                                       : 6);
      }
      const auto dump =
          opened(array_of(letters, axes, weights(6)),
                 {.axes = letters, .batch = letters.find('b') != letters.npos ? 2 : 0});
      ASSERT_EQ(dump->layer_count(), letters.find('l') == letters.npos ? 1 : 2) << letters;
      ASSERT_EQ(dump->layer(0), (DumpLayer{4, 5, 6})) << letters;
      const Index layer = dump->layer_count() - 1;
      std::map<char, Index> at{
          {'l', layer}, {'b', letters.find('b') != letters.npos ? 2 : 0}, {'h', 3}};
      const Matrix numbers = dump->numbers(layer, 3);
      for (Index q = 0; q < 5; ++q) {
        for (Index k = 0; k < 6; ++k) {
          at['q'] = q;
          at['k'] = k;
          ASSERT_EQ(numbers(q, k), weights(6)(at)) << letters << " " << q << " " << k;
        }
      }
      EXPECT_TRUE(dump->doubts().empty()) << letters;
    } while (std::ranges::next_permutation(letters).found);
  }
}

TEST(DumpAxes, WithoutQueriesAreARowOrOneForEachStep) {
  EXPECT_EQ(opened(array_of("hk", {2, 3}, weights(3)), {.axes = "hk"})->layer(0),
            (DumpLayer{2, 1, 3}));
  const std::string steps = array_of("shk", {4, 2, 3}, weights(3));
  const auto all = opened(steps, {.axes = "shk"});
  EXPECT_EQ(all->layer(0), (DumpLayer{2, 4, 3}));
  EXPECT_EQ(all->numbers(0, 1), opened(steps, {.axes = "qhk"})->numbers(0, 1));
  const auto one = opened(steps, {.axes = "shk", .step = 3});
  EXPECT_EQ(one->layer(0), (DumpLayer{2, 1, 3}));
  EXPECT_EQ(one->numbers(0, 1), all->numbers(0, 1).bottomRows(1));
  EXPECT_EQ(wrong_with(steps, {.axes = "shk", .step = 4}),
            "--steps: expected less than 4, found 4");
}

TEST(DumpAxes, OfOtherLettersAreRefused) {
  EXPECT_EQ(axes_problem("lbhqks"), "");
  EXPECT_NE(axes_problem("hqx"), "");
  EXPECT_EQ(axes_problem("qqk"), "expected q once, found qqk");
  EXPECT_EQ(axes_problem("hq"), "expected an axis k of keys, found hq");
  const std::string three = array_of("hqk", {2, 3, 3}, weights(3));
  EXPECT_EQ(wrong_with(three, {.axes = "qk"}),
            "--axes: expected a letter for each axis of 2 × 3 × 3, found qk");
  const std::string layers = zip({{"a.0.npy", three}, {"a.1.npy", three}});
  EXPECT_EQ(wrong_with(layers, {.axes = "lqk"}),
            "--axes: expected no axis l of layers, as each layer is an array, found lqk");
  EXPECT_EQ(opened(layers, {.axes = "bqk", .batch = 1})->layer(1), (DumpLayer{1, 3, 3}));
}

TEST(DumpAxes, AreToldWhereTheyAreGuessed) {
  // The columns of a matrix sum to 1: it is read as it is, and that is told.
  EXPECT_EQ(doubt_in(*opened(array_of("hkq", {2, 5, 5}, weights(5)))),
            "the columns sum to 1, and the rows do not; --axes hkq\n");
  // Heads last, and keys first: the axis that sums to 1 is that of the keys.
  const auto heads_last = opened(array_of("qkh", {5, 5, 2}, weights(5)));
  EXPECT_EQ(heads_last->layer(0), (DumpLayer{2, 5, 5}));
  EXPECT_EQ(heads_last->numbers(0, 1),
            opened(array_of("hqk", {2, 5, 5}, weights(5)))->numbers(0, 1));
  EXPECT_EQ(doubt_in(*heads_last),
            "the second axis sums to 1, so it is that of the keys; --axes hqk\n");
  const auto keys_first = opened(array_of("kqlh", {6, 6, 1, 2}, weights(6)));
  EXPECT_EQ(keys_first->words(), "keys × queries × layers × heads = 6 × 6 × 1 × 2 of float32");
  const auto batch_first = opened(array_of("bqkh", {3, 4, 4, 2}, weights(4)), {.axes = "bqkh"});
  EXPECT_EQ(batch_first->layer(0), (DumpLayer{2, 4, 4}));
  // Axes that could be a batch.
  EXPECT_EQ(doubt_in(*opened(array_of("hqk", {2, 5, 5}, weights(5)))),
            "the first of 3 axes is taken for heads; --axes bqk\n");
  EXPECT_EQ(doubt_in(*opened(array_of("lhqk", {2, 3, 5, 5}, weights(5)))),
            "the first of 4 axes is taken for layers; --axes bhqk\n");
  for (const std::string& none :
       {array_of("qk", {5, 5}, weights(5)), array_of("hqk", {1, 5, 5}, weights(5)),
        array_of("lbhqk", {2, 2, 2, 5, 5}, weights(5)),
        zip({{"a.0.npy", array_of("bhqk", {2, 2, 5, 5}, weights(5))},
             {"a.1.npy", array_of("bhqk", {2, 2, 5, 5}, weights(5))}})}) {
    EXPECT_EQ(doubt_in(*opened(none)), "");
  }
}

TEST(DumpAxes, HaveABatchOfAsManyAsTheRowsOfTokens) {
  const std::string four = array_of("bhqk", {2, 4, 6, 6}, weights(6));
  const auto second =
      opened(zip({{"attentions.npy", four}, {"tokens.npy", tokens(2, 6)}}), {.batch = 1});
  EXPECT_EQ(second->layer_count(), 1);
  EXPECT_EQ(second->layer(0), (DumpLayer{4, 6, 6}));
  EXPECT_EQ(second->tokens().keys.front(), "g");
  EXPECT_EQ(doubt_in(*second),
            "the file has 2 rows of tokens, so the first axis is the batch; --axes lhqk\n");
  const std::string averaged = array_of("bqk", {2, 6, 6}, weights(6));
  EXPECT_EQ(opened(zip({{"a.npy", averaged}, {"tokens.npy", tokens(2, 6)}}))->layer(0),
            (DumpLayer{1, 6, 6}));
  // One row of tokens, or as many as nothing, decide nothing.
  EXPECT_EQ(opened(zip({{"a.npy", averaged}, {"tokens.npy", tokens(0, 6)}}))->layer(0),
            (DumpLayer{2, 6, 6}));
  EXPECT_EQ(opened(zip({{"a.npy", averaged}, {"tokens.npy", tokens(3, 6)}}))->layer(0),
            (DumpLayer{2, 6, 6}));
}

TEST(DumpFamilies, HaveAStarForTheLayersNumber) {
  const std::string a = array_of("bhqk", {1, 2, 4, 4}, weights(4));
  Arrays cache;
  for (const char* layer : {"0", "1", "10"}) {
    for (const char* what : {"hook_pattern", "hook_attn_scores"}) {
      cache.emplace_back("blocks." + std::string(layer) + ".attn." + what + ".npy", a);
    }
    // The layer's number is not the last of the name.
    cache.emplace_back("decoder.block." + std::string(layer) + ".layer.1.EncDecAttention.npy", a);
  }
  EXPECT_EQ(wrong_with(zip(cache)),
            "expected a choice by --tensor of "
            "'blocks.*.attn.hook_attn_scores' (3 layers, each 1 × 2 × 4 × 4 of float32), "
            "'blocks.*.attn.hook_pattern' (3 layers, each 1 × 2 × 4 × 4 of float32)");
  for (const char* pattern :
       {"blocks.*.attn.hook_pattern", "decoder.block.*.layer.1.EncDecAttention", "decoder.block"}) {
    const auto dump = opened(zip(cache), {.tensor = pattern});
    EXPECT_EQ(layer_names(*dump), "0, 1, 10") << pattern;
  }
  EXPECT_EQ(opened(zip(cache), {.tensor = "blocks.1.attn.hook_pattern"})->layer_name(0), 1);
  EXPECT_EQ(
      opened(zip(cache), {.tensor = "decoder.block.1.layer.*.EncDecAttention"})->layer_name(0), 1)
      << "a star elsewhere";
  EXPECT_NE(wrong_with(zip(cache), {.tensor = "blocks.*.mlp"}), "");
  EXPECT_NE(wrong_with(zip(cache), {.tensor = "*"}), "");
}

/// Arrays of generate(): those of a prompt, and then a row for each step.
Arrays generated(Index layers, Index prompt, Index steps, const auto& name_of) {
  Arrays arrays;
  for (Index step = 0; step < steps; ++step) {
    for (Index layer = 0; layer < layers; ++layer) {
      const Index keys = prompt + step;
      const auto weight = [&](std::map<char, Index> at) {
        return static_cast<float>(100 * layer + 10 * (step == 0 ? at['q'] : prompt - 1 + step)) +
               static_cast<float>(at['k']) / 16;
      };
      arrays.emplace_back(name_of(step, layer) + ".npy",
                          array_of("bhqk", {1, 2, step == 0 ? prompt : 1, keys}, weight));
    }
  }
  return arrays;
}

TEST(DumpFamilies, JoinTheStepsOfGeneration) {
  const auto text = [](Index n) { return std::to_string(n); };
  const Arrays named = generated(2, 5, 4, [&](Index step, Index layer) {
    return "step" + text(step) + ".layer" + text(layer);
  });
  const Arrays nested = generated(2, 5, 4, [&](Index step, Index layer) {
    return "attentions." + text(step) + "." + text(layer);
  });
  const Arrays flat =
      generated(2, 5, 4, [&](Index step, Index layer) { return "arr_" + text(2 * step + layer); });
  for (const Arrays& arrays : {named, nested, flat}) {
    const std::string bytes = zip(arrays);
    const auto dump = opened(bytes);
    ASSERT_EQ(dump->layer_count(), 2) << arrays.front().first;
    EXPECT_EQ(dump->layer(1), (DumpLayer{2, 8, 8}));
    const Matrix numbers = dump->numbers(1, 1);
    for (Index q = 0; q < 8; ++q) {
      for (Index k = 0; k < 8; ++k) {
        const bool is_given = q < 5 ? k < 5 : k <= q;
        if (is_given) {
          EXPECT_EQ(numbers(q, k), static_cast<float>(100 + 10 * q) + static_cast<float>(k) / 16);
        } else {
          EXPECT_TRUE(std::isnan(numbers(q, k))) << q << " " << k;
        }
      }
    }
    const auto third = opened(bytes, {.step = 2});
    EXPECT_EQ(third->layer(1), (DumpLayer{2, 1, 7}));
    EXPECT_EQ(third->numbers(1, 0)(0, 0), 160);
    EXPECT_EQ(wrong_with(bytes, {.step = 4}), "--steps: expected less than 4, found 4");
  }
  EXPECT_EQ(
      opened(zip(named))->words(),
      "\"step*.layer*\": 2 layers, 4 steps joined, the first batch × heads × queries × keys = "
      "1 × 2 × 5 × 5 of float32");
  // Cross attention: each step sees the same source.
  Arrays cross;
  for (const char* step : {"0", "1", "2"}) {
    cross.emplace_back("cross.step_" + std::string(step) + ".layer_0.npy",
                       array_of("bhqk", {1, 2, 1, 6}, weights(6)));
  }
  EXPECT_EQ(opened(zip(cross))->layer(0), (DumpLayer{2, 3, 6}));
  // Layers of several sizes are no steps.
  const std::string small = array_of("bhqk", {1, 2, 3, 3}, weights(3)),
                    large = array_of("bhqk", {1, 2, 4, 4}, weights(4));
  EXPECT_EQ(opened(zip({{"a.0.npy", small}, {"a.1.npy", large}}))->layer_count(), 2);
  EXPECT_EQ(wrong_with(zip({{"a.0.npy", small}}), {.step = 0}),
            "--steps: expected steps of generation, found none");
}

TEST(DumpFamilies, RefuseStepsThatDoNotFitTogether) {
  const std::string two = array_of("bhqk", {1, 2, 1, 3}, weights(3)),
                    three = array_of("bhqk", {1, 3, 1, 3}, weights(3));
  EXPECT_NE(wrong_with(zip({{"step0.l0.npy", two}, {"step1.l0.npy", three}})), "");
  const std::string batch = array_of("bhqk", {3, 2, 3, 3}, weights(3)),
                    one = array_of("bhqk", {1, 2, 3, 3}, weights(3));
  EXPECT_EQ(wrong_with(zip({{"a.0.npy", batch}, {"a.1.npy", one}}), {.batch = 2}),
            "--batch: expected less than 1, found 2");
}

}  // namespace
}  // namespace attn::dump_axes_test
