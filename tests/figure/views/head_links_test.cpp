#include "app/figure/views/head_links.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "app/document/numbers/numbers.h"
#include "app/figure/files/diagram_figure.h"
#include "engine/fast/evaluate.h"
#include "tests/figure/diagram_room.h"
#include "tests/figure/figure_test.h"
#include "tests/support/case_seed.h"
#include "tests/support/random.h"

namespace attn::head_links_test {
namespace {

TEST(HeadLinks, AreFoundWhereTheyAreDrawn) {
  Matrix weights(2, 4);
  weights << 0.1F, 0.5F, 0.1F, 0.3F, 0, 0, 1, 0;
  const Rect keys{0, 0, 400, 20}, queries{0, 120, 400, 20};
  const Point from{150, 20}, to{100, 120};  // of key 1 and query 0
  for (const double along : {0.05, 0.5, 0.8}) {
    const Point place{from.x + along * (to.x - from.x), from.y + along * (to.y - from.y)};
    EXPECT_EQ(link_at(weights, 0, 0.7, keys, queries, place), Index{1});
    EXPECT_FALSE(link_at(weights, 0, 0.7, keys, queries, {place.x - 20, place.y}));
  }
  EXPECT_EQ(link_at(weights, 0, 0.7, keys, queries, {350, 20}), Index{3});
  EXPECT_FALSE(link_at(weights, 0, 0.4, keys, queries, {350, 20})) << "not drawn";
}

TEST(HeadLinks, TokensShareTheirLine) {
  const Rect line{10, 0, 100, 20};
  EXPECT_EQ(token_at(line, 4, 10), 0);
  EXPECT_EQ(token_at(line, 4, 36), 1);
  EXPECT_EQ(token_at(line, 4, 109), 3);
  EXPECT_EQ(token_at(line, 4, -5), 0);
  EXPECT_EQ(token_at(line, 4, 500), 3);
}

TEST(HeadLinks, AreAsWideAsTheWeightsAndSayTheShownOne) {
  const Scene scene = test::first_example();
  const auto evaluation = std::make_shared<Evaluation>(Evaluation{scene, evaluate(scene)});
  const FigureRuler ruler;
  const ViewInput input{.evaluation = evaluation, .shown = Cell{5, 3}, .ruler = ruler};
  Diagram diagram;
  add_head_links(diagram, input, {0, 0, 600, 180});
  const Matrix& weights = evaluation->trace.heads[0].weights;
  std::vector<double> widths;
  bool says = false;
  for (const Mark& mark : diagram.marks) {
    if (const auto* line = std::get_if<LineMark>(&mark)) widths.push_back(line->line);
    const auto* text = std::get_if<TextMark>(&mark);
    says |= text && text->text == fixed(static_cast<double>(weights(5, 3)), 2);
  }
  const auto strongest = linked_keys(weights, 5, 0.7, 600).keys;
  ASSERT_EQ(widths.size(), strongest.size());
  for (std::size_t n = 0; n < widths.size(); ++n) {
    const double weight = weights(5, strongest[strongest.size() - 1 - n]);
    EXPECT_NEAR(widths[n], std::max(1.0, 12 * weight), 1e-6);
  }
  EXPECT_TRUE(says);
}

TEST(HeadLinks, NamesStandWholeWhereAllHaveRoom) {
  Scene scene;
  scene.tokens = {"The",    "animal",  "did", "not", "cross", "the",
                  "street", "because", "it",  "was", "too",   "tired"};
  scene.embeddings = test::Random(1).uniform(scene.key_count(), 4);
  const auto evaluation = std::make_shared<Evaluation>(Evaluation{scene, evaluate(scene)});
  const FigureRuler ruler;
  const ViewInput input{.evaluation = evaluation, .shown = Cell{8, 1}, .ruler = ruler};
  Diagram diagram;
  add_head_links(diagram, input, {0, 0, 484, 190});
  std::vector<std::string> names;
  for (const Mark& mark : diagram.marks) {
    if (const auto* text = std::get_if<TextMark>(&mark)) names.push_back(text->text);
  }
  for (const std::string& token : scene.tokens) {
    EXPECT_EQ(std::ranges::count(names, token), token == "it" ? 3 : 2) << token;
  }
}

TEST(HeadLinks, StayInTheirRoom) {
  const FigureRuler ruler;
  for (const Index tokens : {1, 6, 64, 512}) {
    Scene scene;
    scene.tokens.assign(static_cast<std::size_t>(tokens), "Donaudampfschifffahrt");
    scene.embeddings = test::Random(test::case_seed(tokens)).uniform(tokens, 4);
    const auto evaluation = std::make_shared<Evaluation>(Evaluation{scene, evaluate(scene)});
    const ViewInput input{.evaluation = evaluation, .shown = Cell{0, 0}, .ruler = ruler};
    for (const Rect room : {Rect{0, 300, 430, 90}, Rect{0, 300, 760, 190}}) {
      Diagram diagram;
      add_head_links(diagram, input, room);
      for (const Mark& mark : diagram.marks) {
        const auto* text = std::get_if<TextMark>(&mark);
        if (!text) continue;
        const Rect box = test::box_of(*text, ruler);
        EXPECT_GE(box.x, -1) << text->text;
        EXPECT_GE(box.y, room.y - 1) << text->text;
        EXPECT_LE(box.right(), room.right() + 1) << text->text;
        EXPECT_LE(box.bottom(), room.bottom() + 1) << text->text;
      }
    }
  }
}

}  // namespace
}  // namespace attn::head_links_test
