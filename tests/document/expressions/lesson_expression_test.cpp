#include "app/document/expressions/lesson_expression.h"

#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "app/document/expressions/lesson_error.h"
#include "app/document/expressions/lesson_value.h"
#include "app/document/lessons/lesson_scene.h"
#include "app/document/scene_file/scene_file.h"
#include "assets/assets.h"
#include "engine/attention/mask.h"
#include "engine/attention/norm.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/shapes.h"

namespace attn::lesson_expression_test {
namespace {

const Evaluation& child() {
  static const Evaluation one =
      evaluated(parse_scene(asset("assets/examples/01-sleepy-child.attn.json")));
  return one;
}

/// The example with temperature 0 and reversed words.
const Evaluation& changed() {
  static const Evaluation one = [] {
    Scene scene = child().scene;
    scene.normalizer.temperature = 0;
    scene.embeddings.edit() = scene.embeddings->colwise().reverse().eval();
    scene.values->edit() = (*scene.values)->colwise().reverse().eval();
    std::reverse(scene.tokens.begin(), scene.tokens.end());
    return evaluated(scene);
  }();
  return one;
}

/// Facts of `now` after a network has learned a little.
Facts facts_of(const Evaluation& now) {
  static const LearnedFacts learned = [] {
    LearnedFacts facts{
        .steps = 40, .loss = 1.5, .accuracy = 0.75, .chance = 0.25, .habits = {{}, {}}};
    facts.habits[1].sums[0] = 3;
    facts.habits[1].queries[0] = 4;
    return facts;
  }();
  Facts facts{now, child(), {}};
  facts.learned = &learned;
  return facts;
}

std::string words(std::string_view text) {
  Facts facts = facts_of(changed());
  facts.cell = Cell{1, 2};
  return Expression(text).words(facts);
}

std::string at_start(std::string_view text) { return Expression(text).words(facts_of(child())); }

/// Why `text` is no expression, or has no value.
std::string complaint(std::string_view text) {
  try {
    Expression(text).value({child(), child(), {}});
  } catch (const LessonError& error) {
    return error.what();
  }
  return "none";
}

TEST(LessonExpression, FindsNumbersByTokensAndIndices) {
  EXPECT_EQ(at_start(R"(scores["Book"]["Reads"])"), "7");
  EXPECT_EQ(at_start("scores[5][3]"), "7");
  EXPECT_EQ(at_start(R"(heads[0].scores["Book"][3])"), "7");
  EXPECT_EQ(at_start(R"(embeddings["Sleepy"])"), "2, 0, 1");
  EXPECT_EQ(at_start("tokens[5]"), "Book");
  EXPECT_EQ(at_start("temperature"), "1");
}

TEST(LessonExpression, InfinityIsEqualToItselfAlone) {
  for (const char* text : {"inf == 0", "inf == 7", "-inf == inf", "inf != inf", "0 == inf",
                           "near(inf, 0, 1)", "[inf] == [1]"}) {
    EXPECT_EQ(at_start(text), "no") << text;
  }
  EXPECT_EQ(at_start("inf == inf"), "yes");
  EXPECT_EQ(at_start("-inf == -inf"), "yes");
}

TEST(LessonExpression, WhatIsNoNumberIsNotCountedOrCompared) {
  for (const char* text : {"inf - inf < 1", "inf / inf + 1", "0 * inf + 1", "-(inf - inf)",
                           "max([inf - inf, 1])", "abs(inf - inf)"}) {
    EXPECT_EQ(complaint(text), "the result is no number") << text;
  }
  EXPECT_THROW(Expression("inf - inf").number({child(), child()}), LessonError);
}

TEST(LessonExpression, WithoutIsTheOtherRows) {
  EXPECT_EQ(at_start(R"(length(without(values, "Reads")))"), "5");
  EXPECT_EQ(at_start(R"(without(values, "Reads") == without(values, 3))"), "yes");
  EXPECT_EQ(at_start(R"(without(values, "Reads") == without(values, "Book"))"), "no");
  EXPECT_EQ(at_start("without([1, 2, 3], 1)"), "1, 3");
  EXPECT_NE(complaint("without([1], 1)"), "none");
  EXPECT_NE(complaint("without(1, 0)"), "none");
  EXPECT_NE(complaint(R"(without(values, "None"))"), "none");
}

TEST(LessonExpression, NamesThePresentThingsThatItReads) {
  using Names = std::set<std::string_view>;
  EXPECT_EQ(Expression("max(weights[0]) > start.scores[0][0] + 1").names(), Names{"weights"});
  EXPECT_EQ(Expression("heads[1].weights == start.heads[1].head_output").names(), Names{"weights"});
  EXPECT_EQ(Expression("sum(start.column(weights, q))").names(), Names{});
  EXPECT_EQ(Expression("[k, v][0] and x").names(), (Names{"k", "v", "x"}));
}

TEST(LessonExpression, KnowsTheStartFromNow) {
  EXPECT_EQ(words("temperature"), "0");
  EXPECT_EQ(words("start.temperature"), "1");
  EXPECT_EQ(words("tokens[0]"), "Book");
  EXPECT_EQ(words(R"(start.scores["Book"]["Reads"])"), "7");
  EXPECT_EQ(words("start.max(scores[5])"), "7");
}

TEST(LessonExpression, CalculatesAsMathematicsDoes) {
  const std::pair<const char*, const char*> rows[] = {{"1 + 2 * 3", "7"},
                                                      {"(1 + 2) * 3", "9"},
                                                      {"7 - 2 - 1", "4"},
                                                      {"8 / 4 / 2", "1"},
                                                      {"-2 * -3", "6"},
                                                      {"1 / 3", "0.33"},
                                                      {"-0.5", "−0.5"},
                                                      {"0.001", "0.001"},
                                                      {"inf", "∞"},
                                                      {"1 < 2 < 3", "yes"},
                                                      {"1 < 3 < 2", "no"},
                                                      {"1 == 1.000001", "yes"},
                                                      {"1 == 1.01", "no"},
                                                      {"1 != 2", "yes"},
                                                      {"2 >= 2", "yes"},
                                                      {"2 <= 1", "no"},
                                                      {"3 > 2", "yes"},
                                                      {"\"a\" == \"a\"", "yes"},
                                                      {"true and false", "no"},
                                                      {"true or false", "yes"},
                                                      {"not true", "no"},
                                                      {"not not true", "yes"},
                                                      {"[1, 2] == [1, 2]", "yes"},
                                                      {"[1, 2] == [1]", "no"},
                                                      {"false or true and false", "no"},
                                                      {"inf == inf", "yes"},
                                                      {".5 + 1e1", "10.5"},
                                                      {" \t1.5e-3>=.0015", "yes"},
                                                      {"\"The cat\"!=\"The\"", "yes"},
                                                      {"2<=1+1", "yes"}};
  for (const auto& [text, expected] : rows) EXPECT_EQ(at_start(text), expected) << text;
}

TEST(LessonExpression, EveryNameSaysSomething) {
  const std::set<std::string> absent = {"w_q",
                                        "w_k",
                                        "w_v",
                                        "w_a",
                                        "score_v",
                                        "b_q",
                                        "b_k",
                                        "b_v",
                                        "g_q",
                                        "g_k",
                                        "w_g",
                                        "b_g",
                                        "w_f",
                                        "gates",
                                        "sink",
                                        "subtract_w_q",
                                        "subtract_w_k",
                                        "subtract_weights",
                                        "b_o",
                                        "offset",
                                        "rotated",
                                        "scaling",
                                        "scaling_factor",
                                        "max_distance",
                                        "radius",
                                        "dilation",
                                        "sinks",
                                        "prefix_length",
                                        "stride"};
  for (const LessonName& name : lesson_names()) {
    const std::string text(name.name);
    EXPECT_FALSE(text.empty() || name.about.empty());
    if (!absent.contains(text)) {
      EXPECT_NE(words(text).empty(), text != "masks") << text;
    } else {
      EXPECT_NE(complaint(text).find("no such"), std::string::npos) << text;
    }
  }
}

/// Names added in version 2 exist if the scene has them.
TEST(LessonExpression, NamesWhatAHeadHasBesides) {
  Scene scene = child().scene;
  Head& head = scene.heads[0];
  head.b_q = Cow(RowVector(RowVector::Constant(width_of_q(scene, 0), 2)));
  head.w_g = Cow(Matrix(Matrix::Zero(scene.query_embeddings().cols(), width_of_v(scene, 0))));
  head.sink = 1.5F;
  head.gain = 0.25F;
  scene.score.cap = 30.F;
  const Evaluation now = evaluated(scene);
  const std::pair<const char*, const char*> rows[] = {
      {"b_q[0][0]", "2"}, {"heads[0].sink", "1.5"},
      {"gain", "0.25"},   {"decay", "1"},
      {"lambda", "0"},    {"cap", "30"},
      {"keys_head", "0"}, {"max(gates)", "0.5"},
      {"sum(w_g)", "0"},  {"query_key_norm", "none"}};
  for (const auto& [text, expected] : rows) {
    EXPECT_EQ(Expression(text).words({now, now, {}}), expected) << text;
  }
}

/// And so are the numbers of the scene that goals ask to set.
TEST(LessonExpression, NamesTheNumbersOfScoresMasksAndPositions) {
  Scene scene = child().scene;
  scene.score.norm = &norm_kind("rms");
  scene.score.epsilon = 0.25F;
  scene.normalizer.kind = &normalizer_kind("sigmoid");
  scene.normalizer.over = Over::kQueries;
  scene.combine.b_o = Cow(RowVector(RowVector::Constant(1, 3)));
  const auto add_mask = [&](const char* kind) -> Mask& {
    scene.masks.emplace_back().kind = &mask_kind(kind);
    return scene.masks.back();
  };
  add_mask("causal");
  Mask& window = add_mask("window");
  window.radius = 4, window.dilation = 2, window.sinks = 1;
  add_mask("window").radius = 5;
  add_mask("prefix").length = 3;
  add_mask("strided").stride = 6;
  const auto say = [&](const Scene& of, const char* text) {
    const Evaluation now = evaluated(of);
    return Expression(text).words({now, now, {}});
  };
  for (const auto& [text, expected] :
       std::vector<std::pair<const char*, const char*>>{{"epsilon", "0.25"},
                                                        {"over", "queries"},
                                                        {"length", "0"},
                                                        {"b_o[0][0]", "3"},
                                                        {"offset == -log(6)", "yes"},
                                                        {"radius", "4"},
                                                        {"dilation", "2"},
                                                        {"sinks", "1"},
                                                        {"prefix_length", "3"},
                                                        {"stride", "6"},
                                                        {"length(tokens)", "6"}}) {
    EXPECT_EQ(say(scene, text), expected) << text;
  }
  scene.normalizer.offset = -1.5F;
  scene.normalizer.length = 0.5F;
  EXPECT_EQ(say(scene, "offset"), "−1.5");
  EXPECT_EQ(say(scene, "length"), "0.5");
  scene = child().scene;
  scene.embeddings = Matrix(Matrix::Ones(6, 4));
  scene.position.kind = &position_kind("rope");
  EXPECT_EQ(say(scene, "scaling"), "none");
  EXPECT_EQ(say(scene, "scaling_factor"), "1");
  EXPECT_EQ(say(scene, "rotated"), "4");
  scene.position.scaling.emplace().factor = 8;
  scene.position.rotated = 2;
  EXPECT_EQ(say(scene, "scaling"), "linear");
  EXPECT_EQ(say(scene, "scaling_factor"), "8");
  EXPECT_EQ(say(scene, "rotated"), "2");
  scene.position = {};
  scene.position.kind = &position_kind("t5");
  scene.position.table = Matrix(Matrix::Ones(1, 4));
  scene.position.max_distance = 20;
  EXPECT_EQ(say(scene, "max_distance"), "20");
}

TEST(LessonExpression, EveryFunctionDoesAsItSays) {
  const std::pair<const char*, const char*> rows[] = {{"sum([1, 2, 4])", "7"},
                                                      {"mean([1, 2, 6])", "3"},
                                                      {"min([3, 2, 6])", "2"},
                                                      {"max([3, 2, 6])", "6"},
                                                      {"std([1, 3])", "1"},
                                                      {"norm([3, 4])", "5"},
                                                      {"entropy([0.5, 0.5, 0]) == log(2)", "yes"},
                                                      {"nonzero([0, 0.1, -3])", "2"},
                                                      {"largest(scores[5])", "Reads"},
                                                      {"largest([1, 5, 2])", "1"},
                                                      {"column(scores, \"Reads\")[5]", "7"},
                                                      {"dot([1, 2], [3, 4])", "11"},
                                                      {"without([1, 2, 3], 0)", "2, 3"},
                                                      {"distance([1, 1], [4, 5])", "5"},
                                                      {"near(1, 1.04, 0.05)", "yes"},
                                                      {"near([1, 2], [1, 2.2], 0.1)", "no"},
                                                      {"permuted([1, 2, 2], [2, 1, 2])", "yes"},
                                                      {"permuted([1, 2, 2], [1, 2, 2])", "no"},
                                                      {"permuted([1, 2, 2], [2, 1, 1])", "no"},
                                                      {"masked(\"Book\", 2)", "no"},
                                                      {"contains([\"a\", \"b\"], \"b\")", "yes"},
                                                      {"contains(masks, \"causal\")", "no"},
                                                      {"length(tokens)", "6"},
                                                      {"abs(-3)", "3"},
                                                      {"sqrt(9)", "3"},
                                                      {"exp(0)", "1"},
                                                      {"log(1)", "0"},
                                                      {"tanh(0)", "0"},
                                                      {"sin(pi / 2)", "1"},
                                                      {"cos(pi)", "−1"},
                                                      {"percent(0.614)", "61%"},
                                                      {"habit(\"previous\")", "0.75"},
                                                      {"habit(\"induction\")", "0"},
                                                      {"accuracy - chance", "0.5"},
                                                      {"loss * trained", "60"},
                                                      {"fixed(-2, 3)", "−2.000"}};
  for (const auto& [text, expected] : rows) EXPECT_EQ(at_start(text), expected) << text;
  for (const LessonFunction& function : lesson_functions()) {
    const bool is_tried = std::ranges::any_of(rows, [&](const auto& row) {
      return std::string_view(row.first).find(std::string(function.name) + "(") !=
             std::string_view::npos;
    });
    EXPECT_TRUE(is_tried) << function.name;
  }
}

TEST(LessonExpression, RecognisesPermutedOutputs) {
  EXPECT_EQ(words("permuted(weights, start.weights)"), "no");
  EXPECT_EQ(words("permuted(tokens, start.tokens)"), "yes");
  EXPECT_EQ(words("permuted(values, start.values)"), "yes");
}

TEST(LessonExpression, MaskedScoresAreNoNumbers) {
  Scene scene = child().scene;
  scene.masks = {Mask{}};
  const Evaluation causal = evaluated(scene);
  const Facts facts{causal, causal, {}};
  EXPECT_TRUE(Expression("masked(0, 1)").is_true(facts));
  EXPECT_FALSE(Expression("masked(1, 0)").is_true(facts));
  EXPECT_EQ(Expression("scores[0][1]").words(facts), "masked");
  EXPECT_THROW(Expression("scores[0][1] > 0").is_true(facts), LessonError);
}

TEST(LessonExpression, SaysWhatIsWrong) {
  const std::pair<const char*, const char*> rows[] = {
      {"", "expected a name or a number, found the end"},
      {" \t", "found the end"},
      {"1 +", "found the end"},
      {"(1", "expected )"},
      {"1 2", "expected the end, found 2"},
      {"temperature = 0", "expected =="},
      {"L==.5 != M<D=H", "expected =="},
      {"start L", "expected ., found L"},
      {"temprature", "no value is called temprature"},
      {"summe(tokens)", "no function is called summe"},
      {"sum(tokens, 1)", "expected sum(list), found 2"},
      {"sum(tokens)", "expected a number, found \"The\""},
      {"weights[9]", "expected an index from 0 to 5, found 9"},
      {"weights[0.5]", "expected an index from 0 to 5"},
      {"weights[\"Bok\"]", "no token is called \"Bok\""},
      {"weights[0][\"Bok\"]", "no token is called \"Bok\""},
      {"embeddings[0][\"Book\"]", "expected a number as index"},
      {"temperature[0]", "expected a list before ["},
      {"heads[1].weights", "expected a head from 0 to 0, found 1"},
      {"heads[0].temperature", "a head has no value called temperature"},
      {"heads[\"a\"].weights", "expected the number of a head"},
      {"1 and 2", "expected something true or false"},
      {"\"a\" < 1", "expected a number, found \"a\""},
      {"1 / 0", "division by 0"},
      {"log(-1)", "no number"},
      {"\"open", "not closed"},
      {"start.start.L", "expected a name"},
      {"cell_row", "prediction"},
      {"?", "expected a name or a number, found ?"}};
  for (const auto& [text, part] : rows) {
    EXPECT_NE(complaint(text).find(part), std::string::npos) << text << ": " << complaint(text);
  }
  EXPECT_EQ(complaint(std::string(200, '(')), "nested too deep");
}

}  // namespace
}  // namespace attn::lesson_expression_test
