#include "app/document/edits/tokens.h"

#include <algorithm>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "tests/engine/random_scene.h"
#include "tests/support/case_seed.h"

namespace attn::tokens_test {
namespace {

using namespace attn::test;
using Words = std::vector<std::string>;
using Edges = std::vector<std::pair<int, int>>;

Mask mask_of(std::string_view kind) {
  Mask mask;
  mask.kind = &mask_kind(kind);
  return mask;
}

/// Self-attention over "a b c" with every part that follows its words; element (i, j) of what is
/// 3 x 3 is 10 i + j.
Scene abc() {
  Scene scene = self_attention(3, 2);
  scene.tokens = {"a", "b", "c"};
  scene.embeddings = matrix({{0, 0.5f}, {1, 1.5f}, {2, 2.5f}});
  scene.values = matrix({{100}, {101}, {102}});
  scene.bias = matrix({{0, 1, 2}, {10, 11, 12}, {20, 21, 22}});
  Mask padding = mask_of("padding");
  padding.valid = std::vector<bool>{false, true, false};
  Mask custom = mask_of("custom");
  custom.allowed = BoolMatrix(BoolMatrix::Constant(3, 3, true));
  custom.allowed.edit()(0, 2) = false;
  Mask graph = mask_of("graph");
  graph.edges = Edges{{0, 1}, {1, 2}, {2, 0}};
  scene.masks = {padding, custom, graph, mask_of("causal"), mask_of("window")};
  scene.position.kind = &position_kind("learned");
  scene.position.table = matrix({{7, 7}, {8, 8}, {9, 9}});
  return scene;
}

Scene with_tokens(const Scene& before, const Words& words) {
  Scene scene = before;
  set_tokens(scene, before, words);
  return scene;
}

void expect_valid(const Scene& scene) {
  const auto problem = check(scene);
  EXPECT_FALSE(problem) << problem->place << ": " << problem->text;
}

TEST(Tokens, SentencesAreSplitAtWhiteSpace) {
  EXPECT_EQ(split_words("The sleepy  child\t\nreads\r"),
            (Words{"The", "sleepy", "child", "reads"}));
  EXPECT_EQ(split_words("  一 猫"), (Words{"一", "猫"}));
  EXPECT_EQ(split_words("one"), Words{"one"});
  EXPECT_TRUE(split_words("").empty());
  EXPECT_TRUE(split_words(" \n\t\v\f\r").empty());
  const Words words{"a", "b", "a"};
  EXPECT_EQ(split_words(join_words(words)), words);
  EXPECT_EQ(join_words({}), "");
}

TEST(Tokens, WordsWithSpacesAreQuotedInASentence) {
  EXPECT_EQ(join_words({"slot A", "reads", "x + y"}), "‹slot A› reads ‹x + y›");
  EXPECT_EQ(split_words("‹slot A› reads ‹x + y› now"), (Words{"slot A", "reads", "x + y", "now"}));
  EXPECT_EQ(split_words("‹open is ‹a word›, no end"),
            (Words{"‹open", "is", "‹a", "word›,", "no", "end"}));
  EXPECT_EQ(split_words("“two words”"), (Words{"“two", "words”"}));
  const std::string_view pieces[] = {" ", "‹", "›", "a", "\t", "é", "››", "\""};
  std::mt19937 random(8);
  for (int n = 0; n < 2000; ++n) {
    Words words(1 + random() % 4);
    for (std::string& word : words) {
      for (std::size_t length = random() % 5; length > 0; --length) {
        word += pieces[random() % std::size(pieces)];
      }
    }
    ASSERT_EQ(split_words(join_words(words)), words) << join_words(words);
  }
}

TEST(Tokens, AWordsVectorIsItsOwnAndEasyToComputeWith) {
  EXPECT_EQ(word_vector("cat", 8), word_vector("cat", 8));
  EXPECT_EQ(word_vector("cat", 8).head(3), word_vector("cat", 3));
  EXPECT_NE(word_vector("cat", 8), word_vector("Cat", 8));
  std::set<float> seen;
  for (int n = 0; n < 200; ++n) {
    for (const float number : word_vector("word" + std::to_string(n), 4)) {
      EXPECT_LE(std::abs(number), 2);
      EXPECT_EQ(number * 2, std::round(number * 2));
      seen.insert(number);
    }
  }
  EXPECT_EQ(seen.size(), 9u);  // -2, -1.5 ... 2
}

TEST(MadeUpTokens, AreNewAndHaveTheVectorsOfTheirWords) {
  using Texts = std::vector<std::string>;
  const auto of = [](const Texts& words) {
    Matrix vectors(static_cast<Index>(words.size()), 4);
    for (std::size_t n = 0; n < words.size(); ++n) {
      vectors.row(static_cast<Index>(n)) = word_vector(words[n], 4);
    }
    return vectors;
  };
  const Texts words = {"a", "dog", "barks"};
  Matrix vectors = of(words);
  EXPECT_EQ(made_up_tokens(words, vectors, {}), words);
  EXPECT_EQ(made_up_tokens(words, vectors, words), words) << "so many numbers are no chance";
  vectors(1, 2) += 0.25F;
  EXPECT_EQ(made_up_tokens(words, vectors, {}), (Texts{"a", "barks"}));
  EXPECT_EQ(made_up_tokens(words, vectors, {"a"}), Texts{"barks"});
  EXPECT_EQ(made_up_tokens(words, Matrix::Constant(3, 4, 9), {}), Texts{});
}

TEST(Tokens, TheSameWordsChangeNothing) { EXPECT_EQ(with_tokens(abc(), {"a", "b", "c"}), abc()); }

TEST(Tokens, ReorderedWordsTakeAllAlong) {
  const Scene scene = with_tokens(abc(), {"c", "a", "b"});
  expect_valid(scene);
  EXPECT_EQ(*scene.embeddings, matrix({{2, 2.5f}, {0, 0.5f}, {1, 1.5f}}));
  EXPECT_EQ(**scene.values, matrix({{102}, {100}, {101}}));
  EXPECT_EQ(**scene.bias, matrix({{22, 20, 21}, {2, 0, 1}, {12, 10, 11}}));
  EXPECT_EQ(*scene.masks[0].valid, (std::vector<bool>{false, false, true}));
  EXPECT_FALSE((*scene.masks[1].allowed)(1, 0));  // a does not see c
  EXPECT_EQ(scene.masks[1].allowed->count(), 8);
  EXPECT_EQ(*scene.masks[2].edges, (Edges{{1, 2}, {2, 0}, {0, 1}}));
  EXPECT_EQ(*scene.position.table, *abc().position.table);  // belongs to places, not to words
}

TEST(Tokens, ANewWordIsSeenByAllAndHasNoBias) {
  const Scene scene = with_tokens(abc(), {"a", "new", "b", "c"});
  expect_valid(scene);
  EXPECT_EQ(scene.embeddings->row(1), word_vector("new", 2));
  EXPECT_EQ(scene.embeddings->row(2), abc().embeddings->row(1));
  EXPECT_EQ((*scene.values)->row(1), word_vector("new", 1));
  EXPECT_EQ(**scene.bias, matrix({{0, 0, 1, 2}, {0, 0, 0, 0}, {10, 0, 11, 12}, {20, 0, 21, 22}}));
  EXPECT_EQ(*scene.masks[0].valid, (std::vector<bool>{false, true, true, false}));
  EXPECT_FALSE((*scene.masks[1].allowed)(0, 3));
  EXPECT_EQ(scene.masks[1].allowed->count(), 15);
  EXPECT_EQ(*scene.masks[2].edges, (Edges{{0, 2}, {2, 3}, {3, 0}}));
  EXPECT_EQ(*scene.position.table, matrix({{7, 7}, {8, 8}, {9, 9}, {0, 0}}));
}

TEST(Tokens, ARemovedWordTakesItsPairsAlong) {
  const Scene scene = with_tokens(abc(), {"a", "c"});
  expect_valid(scene);
  EXPECT_EQ(*scene.embeddings, matrix({{0, 0.5f}, {2, 2.5f}}));
  EXPECT_EQ(**scene.bias, matrix({{0, 2}, {20, 22}}));
  EXPECT_EQ(*scene.masks[0].valid, (std::vector<bool>{false, false}));
  EXPECT_FALSE((*scene.masks[1].allowed)(0, 1));
  EXPECT_EQ(*scene.masks[2].edges, (Edges{{1, 0}}));
  EXPECT_EQ(*scene.position.table, *abc().position.table);
}

TEST(Tokens, RepeatedWordsAreMatchedInTheirOrder) {
  Scene before = abc();
  before.tokens = {"x", "y", "x"};
  EXPECT_EQ(*with_tokens(before, {"x", "x"}).embeddings, matrix({{0, 0.5f}, {2, 2.5f}}));
  const Scene three = with_tokens(before, {"x", "x", "x"});
  EXPECT_EQ(three.embeddings->row(0), before.embeddings->row(0));
  EXPECT_EQ(three.embeddings->row(1), before.embeddings->row(2));
  EXPECT_EQ(three.embeddings->row(2), word_vector("x", 2));
  expect_valid(three);
}

TEST(Tokens, AWordOnTheWayToAnotherLosesNothing) {
  // "b" is deleted letter by letter and typed again, each time compared with the scene before.
  const Scene before = abc();
  Scene scene = before;
  set_tokens(scene, before, {"a", "c"});
  set_tokens(scene, before, {"a", "x", "y", "z", "c"});
  set_tokens(scene, before, {"a", "b", "c"});
  EXPECT_EQ(scene, before);
}

/// Queries "p q" over "a b c".
Scene cross() {
  Scene scene = abc();
  scene.queries = Queries{{"p", "q"}, matrix({{5, 5}, {6, 6}})};
  scene.bias = matrix({{0, 1, 2}, {10, 11, 12}});
  scene.masks[1].allowed = BoolMatrix(BoolMatrix::Constant(2, 3, true));
  scene.masks[1].allowed.edit()(1, 2) = false;
  scene.masks[2].edges = Edges{{0, 2}, {1, 0}};
  return scene;
}

TEST(Tokens, InCrossAttentionTheQueriesStay) {
  const Scene scene = with_tokens(cross(), {"c", "new", "a"});
  expect_valid(scene);
  EXPECT_EQ(*scene.queries, *cross().queries);
  EXPECT_EQ(**scene.bias, matrix({{2, 0, 0}, {12, 0, 10}}));
  EXPECT_FALSE((*scene.masks[1].allowed)(1, 0));
  EXPECT_EQ(*scene.masks[2].edges, (Edges{{0, 0}, {1, 2}}));
}

TEST(Tokens, QueriesMoveWithTheirRows) {
  const Scene before = cross();
  Scene scene = before;
  set_query_tokens(scene, before, {"q", "new", "p", "more"});
  expect_valid(scene);
  EXPECT_EQ(scene.tokens, before.tokens);
  EXPECT_EQ(*scene.embeddings, *before.embeddings);
  EXPECT_EQ(*scene.values, *before.values);
  EXPECT_EQ(scene.queries->embeddings->row(0), before.queries->embeddings->row(1));
  EXPECT_EQ(scene.queries->embeddings->row(1), word_vector("new", 2));
  EXPECT_EQ(**scene.bias, matrix({{10, 11, 12}, {0, 0, 0}, {0, 1, 2}, {0, 0, 0}}));
  EXPECT_EQ(*scene.masks[0].valid, *before.masks[0].valid);
  EXPECT_FALSE((*scene.masks[1].allowed)(0, 2));
  EXPECT_EQ(*scene.masks[2].edges, (Edges{{2, 2}, {0, 0}}));
  EXPECT_EQ(*scene.position.table, matrix({{7, 7}, {8, 8}, {9, 9}, {0, 0}}));
}

Words random_words(Random& random, const Words& known) {
  Words words;
  for (int n = 1 + random.below(8); n > 0; --n) {
    words.push_back(
        random.coin()
            ? known[static_cast<std::size_t>(random.below(static_cast<int>(known.size())))]
            : "new" + std::to_string(random.below(3)));
  }
  return words;
}

TEST(Tokens, RandomScenesStayValid) {
  for (int round = 0; round < 3000; ++round) {
    Random random(case_seed(round));
    const Scene before = random_scene(random);
    Scene scene = before;
    set_tokens(scene, before, random_words(random, before.tokens));
    if (auto problem = check(scene)) FAIL() << round << problem->place << problem->text;
    if (!scene.queries) continue;
    const Scene between = scene;
    set_query_tokens(scene, between, random_words(random, between.queries->tokens));
    if (auto problem = check(scene)) FAIL() << round << problem->place << problem->text;
  }
}

TEST(Tokens, EveryKindOfMaskStaysValid) {
  for (const bool is_cross : {false, true}) {
    for (const MaskKind& kind : mask_kinds()) {
      for (int round = 0; round < 50; ++round) {
        Random random(case_seed(is_cross, kind.id, round));
        Scene before = is_cross ? cross_attention(3, 4, 2, 2) : self_attention(4, 2);
        before.masks = {random_mask(random, kind, before)};
        before.bias = random.matrix(before.query_count(), 4);
        Scene scene = before;
        set_tokens(scene, before, random_words(random, before.tokens));
        const auto problem = check(scene);
        ASSERT_FALSE(problem) << kind.id << problem->place << problem->text;
        ASSERT_EQ(scene.masks[0].kind, before.masks[0].kind);
      }
    }
  }
}

/// Gives queries segment numbers of their own, equal to the keys' before these move.
Scene with_query_ids(Scene scene) {
  for (Mask& mask : scene.masks) {
    if (scene.queries && !mask.ids->empty() && !mask.query_ids) mask.query_ids = mask.ids;
  }
  return scene;
}

TEST(Tokens, APermutationOfWordsPermutesWhatIsKept) {
  for (int round = 0; round < 300; ++round) {
    Random random(case_seed(round));
    const Scene before = random_scene(random);
    Words words = before.tokens;
    for (std::size_t n = words.size(); n > 1; --n) {
      std::swap(words[n - 1], words[static_cast<std::size_t>(random.below(static_cast<int>(n)))]);
    }
    const Scene there = with_tokens(before, words);
    Scene back = with_tokens(there, before.tokens);
    ASSERT_EQ(with_query_ids(back), with_query_ids(before));
  }
}

TEST(Tokens, TooManyAreRefusedWithoutMemoryForTheirPairs) {
  Scene before = abc();
  before.position = {};
  Scene scene = before;
  set_tokens(scene, before, names(100'000));
  const auto problem = check(scene);
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->place, "/tokens");
  EXPECT_EQ((*scene.bias)->size(), 9);
}

}  // namespace
}  // namespace attn::tokens_test
