// Arrays of queries, keys and values: how they are found, what their axes are, and when their
// weights are computed.

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "app/document/imports/dump_scene.h"
#include "tests/document/imports/made_vectors.h"
#include "tests/document/imports/opened_dump.h"

namespace attn::vector_axes_test {
namespace {

using namespace attn::test;

TEST(VectorAxes, GuessesTheAxes) {
  const auto letters = [](const Members& members, const DumpChoice& choice = {}) {
    const auto dump = opened(zip(members), choice);
    std::string words = dump->words();
    for (const DumpDoubt& doubt : dump->doubts()) words += "; " + doubt.other;
    return words;
  };
  const std::map<char, Index> sizes{{'l', 2}, {'b', 1}, {'h', 2}, {'q', 8}, {'d', 4}};
  EXPECT_EQ(
      letters(qkv("bhqd", sizes)),
      "\"q\" with keys and values: batch × heads × tokens × width = 1 × 2 × 8 × 4 of float32; "
      "the weights are computed; --axes bqhd");
  EXPECT_EQ(
      letters(qkv("qd", sizes)),
      "\"q\" with keys and values: tokens × width = 8 × 4 of float32; the weights are computed");
  EXPECT_NE(letters(qkv("hqd", sizes)).find("heads × tokens × width"), std::string::npos);
  EXPECT_NE(letters(qkv("lbhqd", sizes)).find("layers × batch × heads × tokens × width"),
            std::string::npos);
  // Tokens, saved weights and the mask say how many there are.
  Members tokens = qkv("bqhd", sizes);
  std::string names;
  for (char32_t c = U'a'; c < U'i'; ++c) names += test::little(c, 4);
  tokens.emplace_back("tokens.npy", npy("(8,)", names, "<U1"));
  EXPECT_NE(letters(tokens).find("batch × tokens × heads × width = 1 × 8 × 2 × 4 of float32; the "
                                 "weights are computed"),
            std::string::npos);
  EXPECT_EQ(letters(tokens).find("--axes"), std::string::npos);
  Members weights = qkv("bqhd", sizes);
  weights.emplace_back("weights.npy", npy("(1, 2, 8, 8)", floats(std::vector<float>(128, .125F))));
  EXPECT_NE(letters(weights, {.as = DumpAs::kVectors}).find("batch × tokens × heads"),
            std::string::npos);
  // Other numbers of queries than of keys leave one reading.
  Members cross = qkv("bqhd", sizes);
  cross[0].second = vectors(kRoleQ, "bqhd", {{'b', 1}, {'h', 2}, {'q', 3}, {'d', 4}});
  EXPECT_NE(letters(cross).find("batch × tokens × heads"), std::string::npos);
  // TransformerLens has tokens before heads.
  const auto lens = [&](const std::string& name) {
    return vectors(name == "q" ? kRoleQ : kRoleK, "bqhd", sizes);
  };
  EXPECT_NE(
      letters({{"blocks.0.attn.hook_q.npy", lens("q")}, {"blocks.0.attn.hook_k.npy", lens("k")}})
          .find("batch × tokens × heads × width = 1 × 8 × 2 × 4"),
      std::string::npos);
  // As many rows of tokens as sequences.
  Members batch = qkv("bqd", {{'b', 2}, {'q', 8}, {'d', 4}});
  batch.emplace_back("tokens.npy", npy("(2, 8)", names + names, "<U1"));
  EXPECT_NE(letters(batch).find("batch × tokens × width"), std::string::npos);
}

TEST(VectorAxes, FindsThemByTheirNames) {
  const std::string a = vectors(kRoleQ, "bhqd", kSizes), b = vectors(kRoleK, "bhqd", kSizes);
  const std::vector<std::vector<std::string>> names{
      {"q", "k"},
      {"Q", "K"},
      {"query", "key"},
      {"queries", "keys"},
      {"layers.0.q", "layers.0.k"},
      {"layer0_q", "layer0_k"},
      {"q_0", "k_0"},
      {"blocks.0.attn.hook_q", "blocks.0.attn.hook_k"},
      {"model.layers.0.self_attn.q_proj", "model.layers.0.self_attn.k_proj"},
      {"h.3.query_states", "h.3.key_states"},
      {"encoder.query_layer", "encoder.key_layer"}};
  for (const auto& pair : names) {
    const auto dump = opened(zip({{pair[0] + ".npy", a}, {pair[1] + ".npy", b}}));
    EXPECT_EQ(dump->as, DumpAs::kVectors) << pair[0];
  }
  const std::string other = "expected a choice by --tensor of";
  for (const auto& pair : std::vector<std::vector<std::string>>{
           {"q_proj.weight", "k_proj.weight"}, {"liq", "lik"}, {"q", "key"}, {"query", "k"}}) {
    EXPECT_NE(wrong_with(zip({{pair[0] + ".npy", a}, {pair[1] + ".npy", b}})).find(other),
              std::string::npos)
        << pair[0];
  }
}

TEST(VectorAxes, IsShownWhereNoWeightsAreSaved) {
  Members members = qkv("bhqd", {{'b', 1}, {'h', 2}, {'q', 8}, {'d', 4}});
  members.emplace_back("hidden.npy", npy("(1, 8, 16)", floats(std::vector<float>(128, 1))));
  EXPECT_EQ(opened(zip(members))->as, DumpAs::kVectors);
  members.emplace_back("weights.npy", npy("(1, 2, 8, 8)", floats(std::vector<float>(128, .125F))));
  const std::string both = zip(members);
  const auto weights = opened(both);
  EXPECT_EQ(weights->as, DumpAs::kGuessed);
  EXPECT_EQ(weights->numbers(0, 1), Matrix(Matrix::Constant(8, 8, .125F)));
  EXPECT_NE(weights->words().find("; --as qkv computes them from the queries and keys in the file"),
            std::string::npos);
  EXPECT_EQ(opened(both, {.as = DumpAs::kVectors})->as, DumpAs::kVectors);
  EXPECT_EQ(opened(both, {.tensor = "q"})->as, DumpAs::kVectors);
  EXPECT_EQ(opened(both, {.tensor = "weights"})->as, DumpAs::kGuessed);
  EXPECT_NE(opened(both, {.tensor = "q", .as = DumpAs::kWeights})->numbers(0, 0)(0, 0), .125F);
  // Weights and scores of the same: a choice, as without vectors.
  members.emplace_back("scores.npy", npy("(1, 2, 8, 8)", floats(std::vector<float>(128, 1))));
  EXPECT_EQ(wrong_with(zip(members)).find("expected a choice"), std::string::npos) << "by its name";
  members[members.size() - 2].first = "pattern.npy";
  EXPECT_EQ(
      wrong_with(zip(members)),
      "expected a choice by --tensor of 'pattern' (1 × 2 × 8 × 8 of float32), 'scores' (1 × 2 "
      "× 8 × 8 of float32)");
  EXPECT_EQ(wrong_with(npy("(2, 2)", floats({1, 0, 0, 1})), {.as = DumpAs::kVectors}),
            "--as qkv: expected queries and keys, arrays called q and k, found none");
}

TEST(VectorAxes, IsRefusedInOneLine) {
  const std::string q = vectors(kRoleQ, "bhqd", kSizes);
  const auto with_keys = [&](const std::map<char, Index>& sizes,
                             const std::string& letters = "bhqd") {
    return zip({{"q.npy", q}, {"k.npy", vectors(kRoleK, letters, sizes)}});
  };
  std::map<char, Index> sizes = kSizes;
  sizes['d'] = 3;
  EXPECT_EQ(wrong_with(with_keys(sizes)),
            "tensor \"k\": expected as wide as \"q\", 3 × 2 × 5 × 4, found 3 × 2 × 5 × 3");
  sizes = kSizes;
  sizes['b'] = 2;
  EXPECT_NE(wrong_with(with_keys(sizes)).find("expected as many sequences as of \"q\""),
            std::string::npos);
  EXPECT_NE(wrong_with(with_keys(kSizes, "qd")).find("expected 4 axes as of \"q\""),
            std::string::npos);
  const std::string good = with_keys(kSizes);
  EXPECT_EQ(wrong_with(good, {.batch = 3}), "--batch: expected less than 3, found 3");
  EXPECT_EQ(wrong_with(good, {.step = 0}),
            "--steps: expected weights of steps, found queries and keys");
  EXPECT_EQ(wrong_with(good, {.masked_from = -5}),
            "--masked-below: expected scores, found queries and keys");
  EXPECT_NE(wrong_with(good, {.axes = "bhq"}).find("--axes: expected a letter for each axis of"),
            std::string::npos);
  EXPECT_NE(wrong_with(good, {.axes = "bhqk"}).find("--axes: expected q (tokens) and d (width)"),
            std::string::npos);
  EXPECT_NE(wrong_with(good, {.axes = "shqd"}).find("--axes: expected l, b, h, q (tokens)"),
            std::string::npos);
  EXPECT_NE(wrong_with(npy("(2, 2)", floats({1, 0, 0, 1})), {.axes = "qd"}).find("--as qkv is for"),
            std::string::npos);
  std::map<char, Index> wide{{'h', 64}, {'q', 1}, {'d', 512}};
  const auto large = opened(zip(qkv("hqd", wide)), {.axes = "hqd"});
  try {
    large->vectors(0, {0, 1, 2});
    std::vector<Index> all(64);
    std::iota(all.begin(), all.end(), 0);
    large->vectors(0, all);
    FAIL();
  } catch (const ImportError& error) {
    EXPECT_NE(std::string(error.what()).find("of 64 heads: --head N takes one"), std::string::npos);
  }
  const auto odd = opened(zip({{"q.npy", npy("(2, 2)", floats({1, NAN, 0, 1}))},
                               {"k.npy", npy("(2, 2)", floats({1, 0, 0, 1}))}}));
  EXPECT_THROW(odd->numbers(0, 0), ImportError);
  EXPECT_THROW(odd->vectors(0, {0}), ImportError);
}

}  // namespace
}  // namespace attn::vector_axes_test
