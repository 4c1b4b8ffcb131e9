#include "app/document/lessons/lesson_scene.h"

#include <gtest/gtest.h>

#include "app/document/expressions/lesson_error.h"
#include "app/document/lessons/lesson_budget.h"
#include "app/document/view/view_state.h"
#include "engine/attention/normalize.h"
#include "engine/attention/score.h"

namespace attn::lesson_scene_test {
namespace {

Scene apply(const SceneChange& change, const std::optional<Scene>& before = {}) {
  LessonBudget budget;
  return apply_change(change, before, budget);
}

Scene child() { return apply({"example 01-sleepy-child", 1}); }

Scene changed(const std::string& text) { return apply({text, 1}, child()); }

std::string complaint(const std::string& text, bool has_scene = true, bool is_view = false) {
  try {
    apply({text, 10, is_view}, has_scene ? std::optional(child()) : std::nullopt);
  } catch (const LessonError& error) {
    return std::to_string(error.line()) + ": " + error.what();
  }
  return "none";
}

TEST(LessonScene, TakesAnExampleAndChangesIt) {
  EXPECT_EQ(child().tokens.size(), 6u);
  const Scene hard = apply({"example 01-sleepy-child\n/normalizer/temperature = 0", 1});
  EXPECT_EQ(hard.normalizer.temperature, 0);
}

TEST(LessonScene, TakesAWholeScene) {
  const Scene scene = changed(
      R"({"format": "attentoscope/scene", "version": 1, "tokens": ["a"], "embeddings": [[1]]})");
  EXPECT_EQ(scene.tokens, std::vector<std::string>{"a"});
}

TEST(LessonScene, IsOfTheLowestVersionThatHoldsIt) {
  const Scene with_sink = changed("/heads = [{\"sink\": 0}]");
  EXPECT_EQ(with_sink.heads[0].sink, 0.F);
  const Scene without = apply({"/heads/0/sink = nothing", 1}, with_sink);
  EXPECT_FALSE(without.heads[0].sink);
  EXPECT_TRUE(apply({R"({"tab": "scores"})", 1, true}, with_sink).heads[0].sink);
  EXPECT_FALSE(apply({"example 80-grouped-queries\n/heads = [{}]", 1}).heads[0].b_q);
  // Errors name the version that has the field.
  EXPECT_EQ(complaint("/heads = [{\"sink\": \"x\"}]"),
            "10: /heads/0/sink: expected a number, found text \"x\"");
  // A whole scene says its own.
  EXPECT_TRUE(complaint(R"({"format": "attentoscope/scene", "version": 1, "tokens": ["a"],
      "embeddings": [[1]], "heads": [{"sink": 0}]})")
                  .starts_with("10: /heads/0/sink: expected in a file of version 2"));
}

TEST(LessonScene, MergesAnObject) {
  const Scene scene = changed(R"({"normalizer": {"kind": "sparsemax"}, "values": null})");
  EXPECT_EQ(scene.normalizer.kind->id, "sparsemax");
  EXPECT_FALSE(scene.values);
  EXPECT_EQ(*scene.embeddings, *child().embeddings);
}

TEST(LessonScene, SetsPlaces) {
  const Scene scene = changed("/embeddings/5/1 = 3.5\n\n /normalizer/temperature = \"inf\"\n");
  EXPECT_EQ((*scene.embeddings)(5, 1), 3.5F);
  EXPECT_EQ(scene.normalizer.temperature, INFINITY);
  EXPECT_FALSE(changed("/values = nothing").values);
  EXPECT_EQ(changed("/masks = [{\"kind\": \"causal\"}]").masks.size(), 1u);
}

TEST(LessonScene, FillsWithRandomNumbersThatStayTheSame) {
  const Scene a = changed("/values = random(6, 3, 7)"), b = changed("/values = random(6,3,7)");
  EXPECT_EQ((*a.values)->cols(), 3);
  EXPECT_EQ(a, b);
  EXPECT_FALSE(a == changed("/values = random(6, 3, 8)"));
}

TEST(LessonScene, ChangesTheViewAlone) {
  const Scene scene = apply({R"({"tab": "scores", "hidden": ["mask"]})", 1, true}, child());
  const ViewState view = parse_view(scene.view);
  EXPECT_EQ(view.tab, "scores");
  EXPECT_TRUE(view.hidden.contains("mask"));
  EXPECT_EQ(view.selection, (Cell{5, 3}));
}

TEST(LessonScene, SaysWhatIsWrongAndWhere) {
  const std::pair<const char*, const char*> rows[] = {
      {"", "10: expected a scene or a change of it, found nothing"},
      {"example none", "10: no example is called none"},
      {"{\"a\"", "10: not JSON"},
      {"{\"tokes\": 1}", "10: /tokes: unknown key: is tokens meant?"},
      {"{\"tokens\": 1}", "10: /tokens"},
      {"/normalizer/temperature = 1\n/embeddings/0/0 : 1", "11: expected /place = value"},
      {"/normalizer/temperature = x", "10: not JSON"},
      {"/normalizer/temperature = -1", "10: /normalizer/temperature"},
      {"/normalizer/temperature = -1e-400", "10: /normalizer/temperature"},
      {"{\"normalizer\": {\"temperature\": -1e-400}}", "10: /normalizer/temperature"},
      {"/view = {\"a\": 1, \"a\": 2}", "10: /a: the key occurs twice"},
      {"{\"bias\": {\"a\": 1, \"a\": 2}}", "10: /bias/a: the key occurs twice"},
      {"/embeddings/a/0 = 1", "10: no such place"},
      {"/embeddings/9/0 = 1", "10: no such place"},
      {"/bias = nothing", "10: there is no /bias"},
      {"/values = random(6)", "10: expected random(ROWS, COLUMNS, SEED)"},
      {"/values = random(6, 0, 1)", "10: expected random("},
      {"/values = random(6, 1, 1) x", "10: expected random("},
      {"/heads/0/w_q = [[1]]", "10: /heads/0/w_q: expected 3 rows (D), found 1"}};
  for (const auto& [text, part] : rows)
    EXPECT_EQ(complaint(text).find(part), 0u) << complaint(text);
  EXPECT_EQ(complaint("/a = 1", false), "10: expected a whole scene or example NAME");
}

}  // namespace
}  // namespace attn::lesson_scene_test
