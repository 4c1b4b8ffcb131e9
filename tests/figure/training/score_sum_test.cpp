// Scores and logits of models as sums whose printed numbers hold.
#include "app/figure/training/score_sum.h"

#include <algorithm>
#include <cmath>
#include <variant>

#include <gtest/gtest.h>

#include "app/figure/files/diagram_figure.h"
#include "app/figure/training/logit_sum.h"
#include "tests/support/case_seed.h"
#include "tests/support/random.h"
#include "tests/support/test_cases.h"

namespace attn::score_sum_test {
namespace {

std::vector<StateWriter> some_writers(int count) {
  std::vector<StateWriter> writers{{}};
  for (int n = 1; n < count; ++n) {
    writers.push_back({WriterKind::kHead, static_cast<std::size_t>(n), 0});
  }
  return writers;
}

/// Hundredths of a number that is printed.
long hundredths(double value) { return std::lround(value * 100); }

TEST(ScoreSum, AddsUpAsItIsPrintedAndNamesNoNumberThatIsNotItsOwn) {
  for (int n = 0; n < test::test_cases(500); ++n) {
    test::Random random(test::case_seed(n));
    ScoreParts score;
    score.query_writers = some_writers(1 + random.below(12));
    score.key_writers = some_writers(1 + random.below(12));
    score.parts =
        random.matrix(std::ssize(score.query_writers) + 1, std::ssize(score.key_writers) + 1, 0.7F)
            .cast<double>();
    score.score = score.parts.sum();
    const ScoreSum sum = score_sum(score, 5);
    long all = 0;
    for (Index r = 0; r < sum.values.rows(); ++r) {
      long row = 0;
      for (Index c = 0; c < sum.values.cols(); ++c) row += hundredths(sum.values(r, c));
      EXPECT_EQ(row, hundredths(sum.row_sums[r]));
      all += row;
    }
    EXPECT_EQ(all, hundredths(sum.score));
    EXPECT_NEAR(sum.score, score.score, 0.0051);
    for (Index r = 0; r + 1 < sum.values.rows(); ++r) {
      for (Index c = 0; c + 1 < sum.values.cols(); ++c) {
        const double value = sum.values(r, c);
        EXPECT_LE((score.parts.array() - value).abs().minCoeff(), 0.0051);
      }
    }
    const bool has_others = score.query_writers.size() + 1 > 5;
    EXPECT_EQ(sum.rows.back() == "rounding", !has_others);
  }
}

TEST(LogitSum, HasEachPartOnce) {
  for (int n = 0; n < test::test_cases(500); ++n) {
    test::Random random(test::case_seed(n));
    LogitParts logit;
    logit.writers = some_writers(1 + random.below(40));
    logit.of_writers = random.row(std::ssize(logit.writers), 1.0F).cast<double>();
    logit.shift = 0.25;
    logit.logit = logit.of_writers.sum() + logit.shift;
    const LogitSum sum = logit_sum(logit, [](const StateWriter&) { return std::string(); });
    double all = 0;
    for (const LogitRow& row : sum.rows) all += row.value;
    EXPECT_NEAR(all, logit.logit, 1e-9);
    EXPECT_EQ(sum.rows.front().name, "embedding");
  }
}

TEST(LogitSum, DrawsNotesWhereTheyFitAndNeverOverBars) {
  LogitSum sum;
  sum.rows = {{"embedding", "", -0.2}, {"L5.H1", "looks at “Mary” 0.31", 0.4}, {"mlp 0", "", -0.7}};
  sum.sum = -0.5;
  const FigureRuler ruler;
  for (const double width : {200.0, 330.0, 480.0, 700.0}) {
    const Diagram diagram = logit_diagram(sum, ruler, width);
    double bars = width, notes = 0;
    for (const Mark& mark : diagram.marks) {
      if (const auto* box = std::get_if<RectMark>(&mark)) bars = std::min(bars, box->rect.x);
      const auto* text = std::get_if<TextMark>(&mark);
      if (text == nullptr || !text->text.starts_with("looks")) continue;
      EXPECT_EQ(text->text, sum.rows[1].note);
      notes = text->at.x + ruler.width(text->text, text->type);
    }
    EXPECT_LE(notes, bars) << width;
    if (width > 600) {
      EXPECT_GT(notes, 0);
    }
  }
}

}  // namespace
}  // namespace attn::score_sum_test
