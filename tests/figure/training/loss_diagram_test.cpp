#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "app/figure/files/diagram_figure.h"
#include "app/figure/training/training_diagrams.h"
#include "tests/figure/diagram_checks.h"

namespace attn::loss_diagram_test {
namespace {

constexpr double kWidth = 700, kHeight = 300;

const FigureRuler kRuler;

/// A run whose loss falls from `from`, and whose accuracy rises to 1.
LearningCurves run_of(Index steps, Index test_every, double from = 2) {
  LearningCurves curves;
  for (Index step = 0; step <= steps; ++step) {
    const double share = static_cast<double>(step) / static_cast<double>(std::max<Index>(1, steps));
    const LearningPoint point{step, from * (1 - share), share};
    if (step > 0) curves.training.push_back(point);
    if (step % test_every == 0 || step == steps) curves.test.push_back(point);
  }
  return curves;
}

/// Lines of more than an axis or an entry of a legend: curves, in the order in which they are
/// drawn.
std::vector<LineMark> curves_in(const Diagram& diagram) {
  std::vector<LineMark> found;
  for (const Mark& mark : diagram.marks) {
    const auto* line = std::get_if<LineMark>(&mark);
    if (line && line->points.size() > 2) found.push_back(*line);
  }
  return found;
}

std::vector<std::string> texts_in(const Diagram& diagram) {
  std::vector<std::string> texts;
  for (const Mark& mark : diagram.marks) {
    if (const auto* text = std::get_if<TextMark>(&mark)) texts.push_back(text->text);
  }
  return texts;
}

bool says(const Diagram& diagram, const std::string& words) {
  return std::ranges::any_of(texts_in(diagram), [&](const std::string& text) {
    return text.find(words) != std::string::npos;
  });
}

TEST(LossDiagram, EachCurveGoesThroughItsPoints) {
  const LearningCurves run = run_of(40, 10);
  const Diagram diagram = loss_diagram(run, kRuler, kWidth, kHeight);
  const auto curves = curves_in(diagram);
  ASSERT_EQ(curves.size(), 4u);
  EXPECT_EQ(curves[0].points.size(), run.training.size());
  EXPECT_EQ(curves[1].points.size(), run.training.size());
  EXPECT_EQ(curves[2].points.size(), run.test.size());
  EXPECT_EQ(curves[3].points.size(), run.test.size());
  // The loss begins at 2, the top of its axis, as the accuracy ends at 1, and both end where 0 is.
  const auto& accuracy = curves[2].points;
  const auto& loss = curves[3].points;
  EXPECT_NEAR(loss.front().y, accuracy.back().y, 1e-9);
  EXPECT_NEAR(loss.back().y, accuracy.front().y, 1e-9);
  EXPECT_GT(loss.back().y, loss.front().y);
  for (std::size_t n = 0; n < run.test.size(); ++n) {
    const double share = static_cast<double>(run.test[n].step) / 40;
    EXPECT_NEAR(loss[n].x, loss.front().x + share * (loss.back().x - loss.front().x), 1e-9);
    EXPECT_NEAR(loss[n].y, loss.front().y + share * (loss.back().y - loss.front().y), 1e-9);
    EXPECT_EQ(accuracy[n].x, loss[n].x);
  }
  EXPECT_GT(curves[3].line, curves[0].line) << "tests are strong, what is learned from faint";
  EXPECT_LT(curves[0].paint.alpha, 0.5);
}

TEST(LossDiagram, ManyStepsAreMeansAndItSaysOfHowMany) {
  const LearningCurves run = run_of(5000, 100);
  const Diagram diagram = loss_diagram(run, kRuler, kWidth, kHeight);
  EXPECT_TRUE(says(diagram, "loss, training (means of 10 steps)"));
  const auto curves = curves_in(diagram);
  ASSERT_EQ(curves.size(), 4u);
  EXPECT_EQ(curves[0].points.size(), 500u);
  EXPECT_EQ(curves[3].points.size(), 51u);
  EXPECT_NEAR(curves[0].points.back().x, curves[3].points.back().x, 1e-9);
  EXPECT_FALSE(says(loss_diagram(run_of(500, 50), kRuler, kWidth, kHeight), "means"));
}

TEST(LossDiagram, AllOfItHasRoomWhateverTheNumbersAre) {
  for (const Index steps : {0, 1, 2, 7, 60, 999, 123456}) {
    for (const double from : {0.0, 1e-9, 0.03, 0.7, 2.08, 9.9, 1e4, 3e30}) {
      SCOPED_TRACE(std::to_string(steps) + " steps from " + std::to_string(from));
      const Diagram diagram = loss_diagram(run_of(steps, std::max<Index>(1, steps / 20), from),
                                           kRuler, kWidth, kHeight);
      test::expect_inside(diagram, kRuler, kWidth, kHeight);
      for (const LineMark& line : curves_in(diagram)) {
        for (const Point& point : line.points) {
          EXPECT_TRUE(std::isfinite(point.x) && point.x >= 0 && point.x <= kWidth);
          EXPECT_TRUE(std::isfinite(point.y) && point.y >= -1e-6 && point.y <= kHeight);
        }
      }
    }
  }
}

TEST(LossDiagram, ATestAloneIsAPoint) {
  const Diagram diagram = loss_diagram(run_of(0, 1), kRuler, kWidth, kHeight);
  const auto discs = std::ranges::count_if(
      diagram.marks, [](const Mark& mark) { return std::holds_alternative<DiscMark>(mark); });
  EXPECT_EQ(discs, 2);
  EXPECT_FALSE(says(diagram, "training")) << "there was none";
  EXPECT_NO_THROW(loss_diagram({}, kRuler, kWidth, kHeight));
}

}  // namespace
}  // namespace attn::loss_diagram_test
