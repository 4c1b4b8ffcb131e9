#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "app/document/edits/kernel_sample.h"
#include "app/figure/files/diagram_figure.h"
#include "app/figure/numbers/curve_estimate.h"
#include "app/figure/views/diagrams.h"
#include "tests/figure/figure_test.h"

namespace attn::curve_diagram_test {
namespace {

class CurveDiagram : public testing::Test {
 protected:
  CurveDiagram() { make_kernel_scene(scene, 0.5, 1); }
  Diagram drawn(double width, double height, std::optional<Point> mouse = {},
                std::optional<Cell> shown = {}) {
    evaluation = std::make_shared<Evaluation>(Evaluation{scene, evaluate(scene)});
    return curve_diagram({.evaluation = evaluation,
                          .state = state,
                          .width = width,
                          .height = height,
                          .shown = shown,
                          .mouse = mouse,
                          .ruler = ruler});
  }
  static Rect box_of(const Diagram& diagram, std::string_view name) {
    const auto found = std::ranges::find(diagram.targets, name, &Target::name);
    EXPECT_NE(found, diagram.targets.end()) << name;
    return found != diagram.targets.end() ? found->box : Rect{};
  }
  CurveScale scale_of(const Diagram& diagram) const {
    return {curve_frame(*evaluation, state.options.curve), box_of(diagram, "curve.plane")};
  }
  static std::vector<std::string> texts_of(const Diagram& diagram) {
    std::vector<std::string> texts;
    for (const Mark& mark : diagram.marks) {
      if (const auto* text = std::get_if<TextMark>(&mark)) texts.push_back(text->text);
    }
    return texts;
  }
  static bool says(const Diagram& diagram, std::string_view words) {
    return std::ranges::any_of(texts_of(diagram),
                               [&](const auto& text) { return text.find(words) != text.npos; });
  }
  static void expect_inside(const Diagram& diagram, double width, double height) {
    EXPECT_LE(diagram.height, height + 1);
    for (const Mark& mark : diagram.marks) {
      if (const auto* text = std::get_if<TextMark>(&mark)) {
        const FigureRuler ruler;
        const double length = ruler.width(text->text, text->type);
        if (text->turn == Turn::level) {
          EXPECT_GE(text->at.x - text->align * length, -1) << text->text;
          EXPECT_LE(text->at.x + (1 - text->align) * length, width + 1) << text->text;
        }
        EXPECT_GE(text->at.y, 0) << text->text;
        EXPECT_LE(text->at.y, height) << text->text;
      } else if (const auto* matrix = std::get_if<MatrixMark>(&mark)) {
        EXPECT_LE(matrix->area.right(), width + 1);
        EXPECT_LE(matrix->area.bottom(), height + 1);
      }
    }
    for (const Target& target : diagram.targets) {
      if (!target.name.starts_with("curve.point")) {
        EXPECT_LE(target.box.right(), width + 1) << target.name;
        EXPECT_LE(target.box.bottom(), height + 1) << target.name;
      }
    }
  }

  const FigureRuler ruler;
  Scene scene;
  ViewState state;
  std::shared_ptr<const Evaluation> evaluation;
};

TEST_F(CurveDiagram, PointsStandAtTheirKeyAndValue) {
  const Diagram diagram = drawn(700, 520);
  const CurveScale scale = scale_of(diagram);
  for (const Index j : {0, 20, 49}) {
    const Point at = scale.to_units({static_cast<double>((*scene.embeddings)(j, 0)),
                                     static_cast<double>((**scene.values)(j, 0))});
    const Rect box = box_of(diagram, "curve.point[" + std::to_string(j) + "]");
    EXPECT_NEAR(box.middle_x(), at.x, 1e-6);
    EXPECT_NEAR(box.middle_y(), at.y, 1e-6);
    const Point back = scale.to_data(at);
    EXPECT_NEAR(back.x, static_cast<double>((*scene.embeddings)(j, 0)), 1e-9);
    EXPECT_GE(at.x, scale.plane.x);
    EXPECT_LE(at.x, scale.plane.right());
    EXPECT_GE(at.y, scale.plane.y);
    EXPECT_LE(at.y, scale.plane.bottom());
  }
}

TEST_F(CurveDiagram, TheLineIsWhatTheTraceAnswers) {
  const Diagram diagram = drawn(700, 520);
  const CurveScale scale = scale_of(diagram);
  const LineMark* curve = nullptr;
  for (const Mark& mark : diagram.marks) {
    const auto* line = std::get_if<LineMark>(&mark);
    if (line && line->points.size() > 100 && !line->dashed) curve = line;
  }
  ASSERT_NE(curve, nullptr);
  for (Index i = 0; i < 50; ++i) {
    const Point at = scale.to_units({static_cast<double>((*scene.embeddings)(i, 0)),
                                     static_cast<double>((*evaluation->trace.output)(i, 0))});
    const auto right = std::ranges::lower_bound(curve->points, at.x, {}, &Point::x);
    ASSERT_NE(right, curve->points.end());
    ASSERT_NE(right, curve->points.begin());
    const Point a = *(right - 1), b = *right;
    const double share = (at.x - a.x) / (b.x - a.x);
    EXPECT_NEAR(a.y + share * (b.y - a.y), at.y, 0.5);
  }
}

TEST_F(CurveDiagram, ReadsTheEstimateUnderTheMouse) {
  const CurveScale scale = scale_of(drawn(700, 520));
  const Point mouse = scale.to_units({2.5, 0});
  EXPECT_FALSE(says(drawn(700, 520), "estimate "));
  const Diagram diagram = drawn(700, 520, mouse);
  const auto answer = curve_answer(scene, 0, 2.5);
  ASSERT_TRUE(answer);
  char number[32];
  std::snprintf(number, sizeof number, "%.4g", answer->output);
  EXPECT_TRUE(says(diagram, "query 2.50 → estimate " + std::string(number)));
  EXPECT_FALSE(says(diagram, "true"));
  state.options.curve.truth = true;
  EXPECT_TRUE(says(drawn(700, 520, mouse), "true"));
  EXPECT_FALSE(says(drawn(700, 520, Point{0, 0}), "→ estimate")) << "not on the plane";
}

TEST_F(CurveDiagram, ShowsThePinnedQueryWhereNoMouseIs) {
  const Diagram diagram = drawn(700, 520, {}, Cell{10, 3});
  EXPECT_TRUE(says(diagram, "query "));
}

TEST_F(CurveDiagram, StaysInItsRoomAtEverySize) {
  for (const Index L : {1, 6, 64, 512}) {
    for (const std::size_t H : {1U, 8U, 32U}) {
      for (const auto& [width, height] : {std::pair{430.0, 200.0}, {760.0, 560.0}}) {
        SCOPED_TRACE(std::to_string(L) + " tokens, " + std::to_string(H) + " heads");
        scene.tokens.assign(static_cast<std::size_t>(L), "x");
        put_kernel_sample(scene, 0.5, 1);
        scene.heads.assign(H, scene.heads[0]);
        state.options.curve.truth = L != 6;
        expect_inside(drawn(width, height, Point{width / 2, 80}, Cell{0, 0}), width, height);
      }
    }
  }
}

TEST_F(CurveDiagram, HoldsItsFrameWhereItIsToldTo) {
  const Rect frame{-10, -10, 20, 20};
  evaluation = std::make_shared<Evaluation>(Evaluation{scene, evaluate(scene)});
  const Diagram diagram = curve_diagram(
      {.evaluation = evaluation, .width = 700, .height = 520, .frame = frame, .ruler = ruler});
  const CurveScale scale{frame, box_of(diagram, "curve.plane")};
  const Point at = scale.to_units({static_cast<double>((*scene.embeddings)(0, 0)), 0});
  EXPECT_NEAR(box_of(diagram, "curve.point[0]").middle_x(), at.x, 1e-6);
}

TEST_F(CurveDiagram, SaysWhyASceneIsNoCurve) {
  scene = test::first_example();
  for (const auto& [width, height] : {std::pair{430.0, 120.0}, {760.0, 0.0}}) {
    const Diagram diagram = drawn(width, height);
    EXPECT_TRUE(says(diagram, "The keys have 3 features"));
    expect_inside(diagram, width, std::max(height, diagram.height));
    EXPECT_TRUE(diagram.targets.empty());
  }
}

TEST_F(CurveDiagram, LooksAsItDid) {
  const test::TemporaryFolder folder;
  state.options.curve.truth = true;
  const Diagram diagram = drawn(760, 560, {}, Cell{24, 24});
  test::expect_picture(test::picture_of(drawing_of(diagram), 1), "figure/golden/curve.png", 64,
                       0.2);
}

}  // namespace
}  // namespace attn::curve_diagram_test
