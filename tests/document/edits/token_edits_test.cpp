#include <gtest/gtest.h>

#include "app/document/edits/input_edits.h"
#include "app/document/edits/tokens.h"
#include "engine/attention/mask.h"
#include "engine/attention/position.h"
#include "engine/base/problem.h"
#include "engine/fast/evaluate.h"
#include "engine/reference/check.h"
#include "tests/document/varied_scene.h"
#include "tests/support/case_seed.h"

namespace attn::token_edits_test {
namespace {

using namespace attn::test;
using Words = std::vector<std::string>;

/// Self-attention in which everything that can belong to a token is there.
Scene full_scene() {
  Scene scene = self_attention(3, 2);
  scene.tokens = {"a", "b", "c"};
  scene.embeddings = matrix({{1, 1}, {2, 2}, {3, 3}});
  scene.values = matrix({{10}, {20}, {30}});
  scene.bias = matrix({{11, 12, 13}, {21, 22, 23}, {31, 32, 33}});
  scene.masks.resize(3);
  scene.masks[0].kind = &mask_kind("padding");
  scene.masks[0].valid = std::vector<bool>{true, false, true};
  scene.masks[1].kind = &mask_kind("custom");
  scene.masks[1].allowed = BoolMatrix(matrix({{1, 0, 1}, {0, 1, 1}, {1, 1, 0}}).cast<bool>());
  scene.masks[2].kind = &mask_kind("graph");
  scene.masks[2].edges = std::vector<std::pair<int, int>>{{0, 1}, {1, 2}, {2, 2}};
  scene.position.kind = &position_kind("learned");
  scene.position.table = matrix({{0.1f, 0}, {0.2f, 0}, {0.3f, 0}});
  return scene;
}

TEST(TokenEdits, AllFollowsATokenThatIsMovedButItsPosition) {
  Scene scene = full_scene();
  move_token(scene, TokenList::kTokens, 0, 2);
  EXPECT_EQ(scene.tokens, (Words{"b", "c", "a"}));
  EXPECT_EQ(*scene.embeddings, matrix({{2, 2}, {3, 3}, {1, 1}}));
  EXPECT_EQ(**scene.values, matrix({{20}, {30}, {10}}));
  EXPECT_EQ(**scene.bias, matrix({{22, 23, 21}, {32, 33, 31}, {12, 13, 11}}));
  EXPECT_EQ(*scene.masks[0].valid, (std::vector<bool>{false, true, true}));
  EXPECT_EQ(*scene.masks[1].allowed,
            BoolMatrix(matrix({{1, 1, 0}, {1, 0, 1}, {0, 1, 1}}).cast<bool>()));
  EXPECT_EQ(*scene.masks[2].edges, (std::vector<std::pair<int, int>>{{2, 0}, {0, 1}, {1, 1}}));
  EXPECT_EQ(scene.position, full_scene().position);
  move_token(scene, TokenList::kTokens, 2, 0);
  EXPECT_EQ(scene, full_scene());
}

TEST(TokenEdits, ANewTokenIsSeenByAllAndHasItsWordsVector) {
  Scene scene = full_scene();
  insert_token(scene, TokenList::kTokens, 1, "new");
  EXPECT_EQ(scene.tokens, (Words{"a", "new", "b", "c"}));
  EXPECT_EQ(scene.embeddings->row(1), word_vector("new", 2));
  EXPECT_EQ((*scene.values)->row(1), word_vector("new", 1));
  EXPECT_EQ((*scene.bias)->row(1), RowVector::Zero(4));
  EXPECT_EQ(*scene.masks[0].valid, (std::vector<bool>{true, true, false, true}));
  EXPECT_TRUE(scene.masks[1].allowed->row(1).all() && scene.masks[1].allowed->col(1).all());
  EXPECT_EQ(*scene.masks[2].edges, (std::vector<std::pair<int, int>>{{0, 2}, {2, 3}, {3, 3}}));
  EXPECT_EQ(scene.position.table->row(3), RowVector::Zero(2));
  remove_token(scene, TokenList::kTokens, 1);
  scene.position = full_scene().position;  // which may have more rows than are needed
  EXPECT_EQ(scene, full_scene());
}

TEST(TokenEdits, ARenamedTokenKeepsWhatItHas) {
  Scene scene = full_scene();
  rename_token(scene, TokenList::kTokens, 1, "renamed");
  EXPECT_EQ(scene.tokens, (Words{"a", "renamed", "c"}));
  EXPECT_TRUE(same_computation(scene, full_scene()));
}

TEST(TokenEdits, TheLastTokenStays) {
  Scene scene = cross_attention(1, 2, 2, 2);
  const Scene before = scene;
  EXPECT_THROW(remove_token(scene, TokenList::kQueries, 0), SceneError);
  EXPECT_EQ(scene, before);
  remove_token(scene, TokenList::kTokens, 0);
  EXPECT_THROW(remove_token(scene, TokenList::kTokens, 0), SceneError);
  EXPECT_EQ(scene.tokens, Words{"t1"});
}

TEST(TokenEdits, QueriesAreMovedAlone) {
  Scene scene = cross_attention(3, 2, 2, 2);
  const Scene before = scene;
  scene.bias = matrix({{1, 2}, {3, 4}, {5, 6}});
  move_token(scene, TokenList::kQueries, 2, 0);
  EXPECT_EQ(scene.queries->tokens, (Words{"q2", "q0", "q1"}));
  EXPECT_EQ(**scene.bias, matrix({{5, 6}, {1, 2}, {3, 4}}));
  EXPECT_EQ(scene.tokens, before.tokens);
  EXPECT_EQ(scene.embeddings, before.embeddings);
}

/// Which key a query sees does not follow from where another stands.
TEST(TokenEdits, SegmentsStayWithTheirTokensWhereQueriesHaveNoneOfTheirOwn) {
  using Ids = std::vector<int>;
  Scene scene = cross_attention(3, 3, 2, 2);
  scene.masks.resize(1);
  scene.masks[0].kind = &mask_kind("segments");
  scene.masks[0].ids = Ids{0, 1, 2};  // of keys and of queries
  const Scene before = scene;
  move_token(scene, TokenList::kTokens, 0, 2);
  EXPECT_EQ(*scene.masks[0].ids, (Ids{1, 2, 0}));
  EXPECT_EQ(**scene.masks[0].query_ids, (Ids{0, 1, 2}));
  scene = before;
  move_token(scene, TokenList::kQueries, 0, 2);
  EXPECT_EQ(*scene.masks[0].ids, (Ids{0, 1, 2}));
  EXPECT_EQ(**scene.masks[0].query_ids, (Ids{1, 2, 0}));
  scene = before;
  scene.queries.reset();
  move_token(scene, TokenList::kTokens, 0, 2);
  EXPECT_EQ(*scene.masks[0].ids, (Ids{1, 2, 0}));
  EXPECT_FALSE(scene.masks[0].query_ids) << "tokens are their own queries";
}

TEST(TokenEdits, TheOrderOfTokensIsNothingWithoutPositions) {
  for (int round = 0; round < 300; ++round) {
    Random random(case_seed(round));
    Scene scene = varied_scene(random);
    scene.queries.reset();
    scene.bias.reset();
    scene.masks.clear();
    scene.position = {};
    for (Head& head : scene.heads) head.decay.reset(), head.w_f.reset(), head.b_f.reset();
    if (check(scene)) continue;
    const Trace before = evaluate(scene);
    const Index L = scene.key_count();
    const Index from = random.below(static_cast<int>(L));
    const Index to = random.below(static_cast<int>(L));
    move_token(scene, TokenList::kTokens, from, to);
    const Trace after = evaluate(scene);
    EXPECT_LT(distance(before.heads[0].output.row(from), after.heads[0].output.row(to)), 1e-4f);
  }
}

TEST(TokenEdits, ShufflingLosesNoToken) {
  Scene scene = self_attention(50, 3);
  const Scene before = scene;
  shuffle_tokens(scene, TokenList::kTokens, 1);
  EXPECT_NE(scene.tokens, before.tokens);
  Scene other = before;
  shuffle_tokens(other, TokenList::kTokens, 2);
  EXPECT_NE(scene.tokens, other.tokens);
  set_tokens(scene, Scene(scene), before.tokens);  // back in order, by their names
  EXPECT_EQ(scene, before);
}

TEST(TokenEdits, TooManyTokensAreRefused) {
  Scene scene = self_attention(8192, 1);
  ASSERT_FALSE(check(scene));
  const Scene before = scene;
  EXPECT_THROW(insert_token(scene, TokenList::kTokens, 0, "one too many"), SceneError);
  EXPECT_EQ(scene, before);
}

}  // namespace
}  // namespace attn::token_edits_test
