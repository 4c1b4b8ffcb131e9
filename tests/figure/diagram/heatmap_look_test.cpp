// Tests the options of heatmaps on paper.
#include "app/figure/diagram/heatmap_look.h"

#include <gtest/gtest.h>

#include "app/figure/canvas/svg_canvas.h"
#include "app/figure/files/diagram_figure.h"
#include "app/figure/files/figure.h"
#include "app/figure/views/diagrams.h"
#include "tests/figure/diagram_checks.h"
#include "tests/figure/figure_test.h"

namespace attn::heatmap_look_test {
namespace {

class HeatmapLookOf : public testing::Test {
 protected:
  static std::shared_ptr<const Evaluation> evaluated(const Scene& scene) {
    return std::make_shared<const Evaluation>(Evaluation{scene, evaluate(scene)});
  }
  std::string svg(const HeatmapLook& look) const {
    return svg_figure(draw_figure(child_, {.look = look}, 1));
  }
  std::string refusal(const HeatmapLook& look, const char* view = "weights") const {
    try {
      draw_figure(child_, {.view = view, .look = look}, 1);
      return "";
    } catch (const OptionError& error) {
      return error.what();
    }
  }
  std::shared_ptr<const Evaluation> child_ = evaluated(test::first_example());
  FigureRuler ruler_;
};

TEST_F(HeatmapLookOf, LeavesTokensOutAndNormalisesNothing) {
  const Diagram diagram = weights_diagram(
      {.evaluation = child_, .look = {.tokens = TokenRange{1, 4}}, .ruler = ruler_});
  const auto matrices = test::named_matrices(diagram);
  const MatrixMark* matrix = test::find_matrix(matrices, "weights");
  ASSERT_TRUE(matrix);
  ASSERT_EQ(matrix->rows(), 3);
  ASSERT_EQ(matrix->columns(), 3);
  const Matrix& whole = child_->trace.heads[0].weights;
  for (Index i = 0; i < 3; ++i) {
    for (Index j = 0; j < 3; ++j) EXPECT_EQ((*matrix->values)(i, j), whole(i + 1, j + 1));
  }
  const std::string words = svg({.tokens = TokenRange{1, 4}});
  EXPECT_EQ(words.find(">The<"), std::string::npos);
  EXPECT_NE(words.find(">Sleepy<"), std::string::npos);
  EXPECT_NE(words.find("tokens 1 to 3 of 6"), std::string::npos);
}

TEST_F(HeatmapLookOf, WordsReplaceOurs) {
  const std::string words = svg({.queries = "decoder", .keys = "encoder", .legend = "attention"});
  for (const char* word : {">decoder<", ">encoder<", ">attention<"}) {
    EXPECT_NE(words.find(word), std::string::npos) << word;
  }
  EXPECT_EQ(words.find("queries →"), std::string::npos);
  EXPECT_EQ(svg({.keys = ""}).find("keys →"), std::string::npos);
}

TEST_F(HeatmapLookOf, ANoteStandsAtItsCell) {
  EXPECT_NE(svg({.notes = {{{3, 1}, "here"}}}).find(">here<"), std::string::npos);
  for (const Cell cell : {Cell{0, 0}, Cell{5, 5}, Cell{2, 5}}) {
    const Diagram diagram = weights_diagram(
        {.evaluation = child_, .look = {.notes = {{cell, "a note"}}}, .ruler = ruler_});
    bool is_there = false;
    for (const Mark& mark : diagram.marks) {
      const auto* text = std::get_if<TextMark>(&mark);
      if (!text || text->text != "a note") continue;
      is_there = true;
      const Rect box = test::box_of(*text, ruler_);
      EXPECT_GE(box.x, 0);
      EXPECT_LE(box.right(), diagram.width);
    }
    EXPECT_TRUE(is_there);
  }
}

TEST_F(HeatmapLookOf, ANoteOfAnyLengthLiesOnThePageAndOverAllElse) {
  std::string words = "very long note";
  for (int n = 0; n < 5; ++n, words += " and " + words) {
    for (const bool all_heads : {false, true}) {
      for (const Cell cell : {Cell{0, 0}, Cell{5, 5}, Cell{2, 5}, Cell{3, 2}}) {
        const Diagram diagram = weights_diagram({.evaluation = child_,
                                                 .all_heads = all_heads,
                                                 .look = {.notes = {{cell, words}}},
                                                 .ruler = ruler_});
        ASSERT_FALSE(diagram.marks.empty());
        const auto* text = std::get_if<TextMark>(&diagram.marks.back());
        ASSERT_TRUE(text);
        const std::string kept = text->text.substr(0, text->text.find("…"));
        EXPECT_TRUE(!kept.empty() && words.starts_with(kept)) << text->text;
        EXPECT_TRUE(text->text == words || test::box_of(*text, ruler_).width > diagram.width / 2);
        const auto* box = std::get_if<RectMark>(&diagram.marks.at(diagram.marks.size() - 2));
        ASSERT_TRUE(box);
        EXPECT_GE(box->rect.x, 0);
        EXPECT_LE(box->rect.right(), diagram.width + 1e-6);
        EXPECT_GE(box->rect.y, 0);
        EXPECT_LE(box->rect.bottom(), diagram.height + 1e-6);
      }
    }
  }
}

/// With a causal mask there is room for each over cells that nobody sees.
TEST_F(HeatmapLookOf, ANoteKeepsOffCellsThatCanBeSeen) {
  Scene scene = test::scene_of_size(12, 1);
  scene.masks = {Mask{}};
  const auto masked = evaluated(scene);
  for (const Cell cell : {Cell{0, 0}, Cell{4, 4}, Cell{6, 6}}) {
    const Diagram diagram = weights_diagram(
        {.evaluation = masked, .look = {.notes = {{cell, "here"}}}, .ruler = ruler_});
    const auto matrices = test::named_matrices(diagram);
    const MatrixMark* matrix = test::find_matrix(matrices, "weights");
    ASSERT_TRUE(matrix);
    for (const Mark& mark : diagram.marks) {
      const auto* text = std::get_if<TextMark>(&mark);
      if (!text || text->text != "here") continue;
      const Rect box = test::box_of(*text, ruler_);
      for (Index j = 0; j <= cell.query; ++j) {
        const Rect seen = matrix->cell(cell.query, j);
        EXPECT_FALSE(box.x < seen.right() && box.right() > seen.x && box.y < seen.bottom() &&
                     box.bottom() > seen.y)
            << cell.query << " " << j;
      }
    }
  }
}

TEST_F(HeatmapLookOf, NamesStandAsFarApartAsIsWanted) {
  test::Random random(7);
  Scene scene = test::scene_of_size(40, 2);
  const auto many = evaluated(scene);
  for (const Index every : {4, 10}) {
    const std::string words = svg_figure(draw_figure(many, {.look = {.every = every}}, 1));
    for (Index n = 0; n < 40; ++n) {
      const bool is_there = words.find(">word " + std::to_string(n) + "<") != std::string::npos;
      EXPECT_EQ(is_there, n % every == 0) << n;
    }
  }
  const std::string two =
      svg_figure(draw_figure(many, {.all_heads = true, .look = {.heads = {1}}}, 1));
  EXPECT_EQ(two.find(">head 0<"), std::string::npos);
  EXPECT_NE(two.find(">head 1<"), std::string::npos);
}

TEST_F(HeatmapLookOf, SaysWhatIsWrong) {
  EXPECT_EQ(refusal({.tokens = TokenRange{3, 7}}),
            "--tokens: expected FROM:TO with 0 <= FROM < TO <= 6, found 3:7");
  EXPECT_EQ(refusal({.notes = {{{6, 0}, "x"}}}), "--note: expected QUERY,KEY below 6,6, found 6,0");
  EXPECT_EQ(refusal({.tokens = TokenRange{0, 2}, .notes = {{{3, 0}, "x"}}}),
            "--note: expected a pair of the tokens that --tokens leaves, found 3,0");
  EXPECT_NE(refusal({.every = 2}, "plane").find("--ticks: has no effect in the view plane"),
            std::string::npos);
}

}  // namespace
}  // namespace attn::heatmap_look_test
