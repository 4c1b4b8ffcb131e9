// The left panel by mouse and keyboard: tokens, dimensions, whole matrices, a head's weights. Each
// edit is checked in the saved scene, and undone in one step.

#include <gtest/gtest.h>

#include "app/document/edits/matrix_fill.h"
#include "app/document/edits/tokens.h"
#include "app/document/scene_file/scene_file.h"
#include "engine/attention/score.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/desktop.h"

namespace attn::test::inputs_test {
namespace {

constexpr const char* kExample = "assets/examples/01-sleepy-child.attn.json";

using Words = std::vector<std::string>;

class Inputs : public testing::Test {
 protected:
  Scene saved() {
    Scene scene = parse_scene(program.saved());
    scene.view = "{}";
    return scene;
  }

  /// One step back is `before`.
  void expect_undone(const Scene& before) {
    program.key("ctrl+z");
    EXPECT_EQ(saved(), before) << "one step";
  }

  void scroll_down(OpenProgram& where) {
    const Rect panel = where.control("embeddings.table");
    desktop.input({"mousemove", std::to_string(static_cast<int>(panel.x + 5)), "90"});
    for (int i = 0; i < 30; ++i) desktop.input({"click", "5"});
    where.settle();
  }

  Desktop desktop;
  OpenProgram program{desktop, kExample, "1440x1050"};
  const Scene original = saved();
};

TEST_F(Inputs, RenamesATokenInPlace) {
  program.double_click("tokens[1]");
  program.type("Tired\n");
  const Scene scene = saved();
  EXPECT_EQ(scene.tokens, (Words{"The", "Tired", "Child", "Reads", "A", "Book"}));
  EXPECT_EQ(scene.embeddings, original.embeddings) << "of the same vector";
  expect_undone(original);
}

TEST_F(Inputs, RenamesMovesAndRemovesByKeysAlone) {
  program.click("tokens[0]");
  program.key("Down");
  program.key("F2");
  program.type("Tired\n");
  program.key("alt+Down");
  Scene scene = saved();
  EXPECT_EQ(scene.tokens, (Words{"The", "Child", "Tired", "Reads", "A", "Book"}));
  EXPECT_EQ(scene.embeddings->row(2), original.embeddings->row(1));
  program.click("tokens[2]");  // saving took the keyboard away
  program.key("Delete");
  EXPECT_EQ(saved().tokens, (Words{"The", "Child", "Reads", "A", "Book"}));
  for (int i = 0; i < 3; ++i) program.key("ctrl+z");
  EXPECT_EQ(saved(), original);
}

TEST_F(Inputs, RemovesATokenByItsCross) {
  program.click("tokens[2]");
  program.click("tokens[2].remove");
  const Scene scene = saved();
  EXPECT_EQ(scene.tokens, (Words{"The", "Sleepy", "Reads", "A", "Book"}));
  EXPECT_EQ((*scene.values)->row(2), (*original.values)->row(3));
  expect_undone(original);
}

TEST_F(Inputs, ADoubleClickRemovesNoMoreThanOneToken) {
  program.double_click("tokens[4]");
  EXPECT_TRUE(eventually([&] { return program.shows("tokens[4].name"); })) << "\"A\" is renamed";
  program.key("Escape");
  EXPECT_EQ(saved(), original);
  program.click("tokens[2]");
  program.double_click("tokens[2].remove");
  program.settle();
  EXPECT_EQ(saved().tokens, (Words{"The", "Sleepy", "Reads", "A", "Book"}));
  expect_undone(original);
}

TEST_F(Inputs, AddsATokenUnderTheNameThatIsTyped) {
  program.click("tokens.add");
  program.type("today\n");
  const Scene scene = saved();
  ASSERT_EQ(scene.key_count(), 7);
  EXPECT_EQ(scene.tokens[6], "today");
  EXPECT_EQ(scene.embeddings->row(6), word_vector("today", 3)) << "the word's own vector";
  expect_undone(original);
}

TEST_F(Inputs, AddsTokensInAStepEach) {
  program.click("tokens.add");
  program.click("tokens.add");
  program.key("Escape");
  EXPECT_EQ(saved().key_count(), 8);
  program.key("ctrl+z");
  EXPECT_EQ(saved().key_count(), 7);
  expect_undone(original);
}

TEST_F(Inputs, DragsATokenToAnotherRow) {
  program.drag("tokens[1]", 0, 57);
  Scene scene = saved();
  EXPECT_EQ(scene.tokens, (Words{"The", "Child", "Reads", "Sleepy", "A", "Book"}));
  EXPECT_EQ(scene.embeddings->row(3), original.embeddings->row(1));
  EXPECT_EQ((*scene.values)->row(3), (*original.values)->row(1));
  expect_undone(original);
  program.drag("tokens[5]", 0, -500);
  EXPECT_EQ(saved().tokens[0], "Book") << "no further than the first row";
  expect_undone(original);
}

TEST_F(Inputs, ShufflesTokensAndChangesDimensions) {
  program.click("tokens.shuffle");
  Scene scene = saved();
  EXPECT_NE(scene.tokens, original.tokens);
  expect_undone(original);
  program.click("embeddings.add-dimension");
  scene = saved();
  ASSERT_EQ(scene.embeddings->cols(), 4);
  EXPECT_TRUE(scene.embeddings->col(3).isZero());
  expect_undone(original);
  program.click("embeddings.remove-dimension");
  scene = saved();
  EXPECT_EQ(*scene.embeddings, original.embeddings->leftCols(2));
  expect_undone(original);
  program.click("values.add-dimension");
  EXPECT_EQ((*saved().values)->cols(), 2);
  expect_undone(original);
}

TEST_F(Inputs, FillsAMatrixWithOneClick) {
  program.click("embeddings.zero");
  EXPECT_TRUE(saved().embeddings->isZero());
  expect_undone(original);
  program.click("embeddings.random");
  const Scene random = saved();
  EXPECT_EQ(random.embeddings->cols(), 3);
  EXPECT_NE(*random.embeddings, *original.embeddings);
  expect_undone(original);
  program.click("embeddings.normalise");
  EXPECT_NEAR(saved().embeddings->row(3).norm(), 1, 1e-6);
  expect_undone(original);
  program.click("values.zero");
  const Scene scene = saved();
  EXPECT_TRUE((*scene.values)->isZero());
  EXPECT_EQ(scene.embeddings, original.embeddings);
  expect_undone(original);
}

TEST_F(Inputs, EditsTheQueriesOfCrossAttention) {
  program.click("queries.1");
  const Scene cross = saved();
  program.double_click("query-tokens[0]");
  program.type("What\n");
  Scene scene = saved();
  EXPECT_EQ(scene.queries->tokens[0], "What");
  EXPECT_EQ(scene.tokens, original.tokens);
  expect_undone(cross);
  program.drag("query-tokens[0]", 0, 29);
  scene = saved();
  EXPECT_EQ(scene.queries->tokens[0], "Sleepy");
  EXPECT_EQ(scene.queries->embeddings->row(0), original.embeddings->row(1));
  EXPECT_EQ(scene.tokens, original.tokens);
  expect_undone(cross);
  program.click("queries.zero");
  scene = saved();
  EXPECT_TRUE(scene.queries->embeddings->isZero());
  EXPECT_EQ(scene.embeddings, original.embeddings);
  expect_undone(cross);
}

TEST_F(Inputs, RefusesATableOfAnotherShape) {
  program.click("values.copy.csv");
  program.click("embeddings.paste");
  EXPECT_EQ(saved(), original);
  program.click("embeddings[0][0]");
  program.key("ctrl+v");
  EXPECT_EQ(saved(), original);
}

TEST_F(Inputs, GivesFillsAndDropsTheWeightsOfAHead) {
  scroll_down(program);
  program.click("heads.0.w_q.give");
  const Scene given = saved();
  ASSERT_TRUE(given.heads[0].w_q);
  EXPECT_TRUE((*given.heads[0].w_q)->isIdentity());
  program.click("heads.0.w_q.random");
  EXPECT_FALSE((*saved().heads[0].w_q)->isIdentity());
  expect_undone(given);
  program.click("heads.0.w_q.drop");
  EXPECT_FALSE(saved().heads[0].w_q);
  expect_undone(given);
  program.key("ctrl+z");
  EXPECT_EQ(saved(), original);

  program.click("heads.0.dk");
  program.key("ctrl+a");
  program.type("2\n");
  const Scene narrow = saved();
  EXPECT_EQ((*narrow.heads[0].w_q)->cols(), 2);
  EXPECT_EQ((*narrow.heads[0].w_k)->cols(), 2);
  expect_undone(original);
  program.click("heads.0.dk");
  program.key("ctrl+a");
  program.type("2.5\n");
  EXPECT_EQ(saved(), original) << "refused";
}

TEST_F(Inputs, ShowsWhatTheScoreFunctionAsksFor) {
  program.click("score");
  program.click("score.4");
  scroll_down(program);
  ASSERT_EQ(saved().score.kind->id, "gaussian");
  EXPECT_FALSE(program.shows("heads.0.v.give"));
  program.double_click("heads.0.width");
  program.type("2.5\n");
  EXPECT_EQ(saved().heads[0].width, 2.5F);

  program.click("score");
  program.click("score.3");
  scroll_down(program);
  program.click("heads.0.v.give");
  scroll_down(program);
  program.double_click("heads.0.v[0][1]");
  program.type("3\n");
  const Scene additive = saved();
  ASSERT_TRUE(additive.heads[0].v);
  EXPECT_EQ(**additive.heads[0].v, RowVector::Ones(3) + 2 * RowVector::Unit(3, 1));
  program.click("heads.0.v.drop");
  EXPECT_FALSE(saved().heads[0].v);
  expect_undone(additive);

  program.click("score");
  program.click("score.2");
  scroll_down(program);
  program.click("heads.0.w_a.give");
  const Scene general = saved();
  ASSERT_TRUE(general.heads[0].w_a);
  EXPECT_TRUE((*general.heads[0].w_a)->isIdentity());
}

/// 64 tokens with 64 features each, and as many values, which are zero.
Scene large_scene() {
  Scene scene;
  for (int i = 0; i < 64; ++i) scene.tokens.push_back("w" + std::to_string(i));
  scene.embeddings = random_matrix(64, 64, 7);
  scene.values = Cow(Matrix(Matrix::Zero(64, 64)));
  return scene;
}

class LargeInputs : public testing::Test {
 protected:
  Scene saved() {
    Scene scene = parse_scene(program.saved());
    scene.view = "{}";
    return scene;
  }

  static std::string written(const TemporaryFolder& folder) {
    const std::string path = (folder.path() / "large.attn.json").string();
    write_scene(large_scene(), path);
    return path;
  }

  TemporaryFolder folder;
  Desktop desktop;
  OpenProgram program{desktop, written(folder), "1024x900"};
};

TEST_F(LargeInputs, PastesATableOf64By64) {
  const Scene before = saved();
  for (const std::string form : {"tsv", "csv", "python"}) {
    program.click("embeddings.copy." + form);
    program.click("values.paste");
    EXPECT_EQ(**saved().values, *before.embeddings) << form;
    program.key("ctrl+z");
    EXPECT_EQ(saved(), before) << "one step";
  }
}

TEST_F(LargeInputs, CopiesAndPastesByKeys) {
  const Scene before = saved();
  program.click("embeddings[1][0]");
  program.key("ctrl+c");
  program.click("embeddings.zero");
  EXPECT_TRUE(saved().embeddings->isZero());
  program.click("embeddings[0][1]");
  program.key("ctrl+v");
  EXPECT_EQ(saved(), before);
}

TEST_F(LargeInputs, KeepsRoomForTheTableInASmallWindow) {
  OpenProgram small(desktop, written(folder), "1024x640");
  const Rect table = small.control("embeddings.table");
  EXPECT_GE(table.height, 180);
  EXPECT_LE(table.y + table.height, 640);
}

}  // namespace
}  // namespace attn::test::inputs_test
