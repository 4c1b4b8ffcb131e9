#include "app/figure/views/pair_quantity.h"

#include <gtest/gtest.h>

#include "tests/figure/figure_test.h"

namespace attn::pair_quantity_test {
namespace {

Scene two_heads_with_a_mask() {
  Scene scene = test::masked_child();
  scene.heads.resize(2);
  scene.heads[1].w_q = Cow<Matrix>(Matrix(3 * Matrix::Identity(3, 3)));
  return scene;
}

TEST(PairQuantity, ShowsTheNumbersOfTheTraceAndMasksWhatIsMasked) {
  const Trace trace = evaluate(two_heads_with_a_mask());
  const HeadTrace& head = trace.heads[1];
  for (const char* id : {"weights", "scores"}) {
    const Matrix numbers = masked_numbers(pair_quantity(id), head);
    const Matrix& all = id == std::string_view("weights") ? head.weights : head.scores;
    for (Index n = 0; n < numbers.size(); ++n) {
      const bool is_masked = head.scores.data()[n] == kMasked;
      EXPECT_EQ(numbers.data()[n], is_masked ? kMasked : all.data()[n]);
    }
  }
}

TEST(PairQuantity, RawScoresAreThoseBeforeTheMask) {
  const Trace trace = evaluate(two_heads_with_a_mask());
  const PairQuantity& raw = pair_quantity("raw-scores");
  ASSERT_TRUE(has_raw_scores(trace.heads[0]));
  EXPECT_EQ(masked_numbers(raw, trace.heads[0]), trace.heads[0].raw);
  EXPECT_GT(trace.heads[0].raw.minCoeff(), kMasked);
  EXPECT_FALSE(has_raw_scores(evaluate(test::first_example()).heads[0]));
}

TEST(PairQuantity, DifferenceIsMaskedWhereEitherIs) {
  Matrix a(1, 3), b(1, 3);
  a << 1, kMasked, 3;
  b << 1.5F, 2, kMasked;
  Matrix expected(1, 3);
  expected << 0.5F, kMasked, kMasked;
  EXPECT_EQ(masked_difference(a, b), expected);
}

TEST(PairQuantity, HeadsShareTheirRangeWhereThatIsChosen) {
  const Trace trace = evaluate(two_heads_with_a_mask());
  const PairQuantity& scores = pair_quantity("scores");
  EXPECT_EQ(shading_of(scores, trace, 0, "fixed", NumberSpan::kSigned).range,
            shading_of(scores, trace, 1, "shared", NumberSpan::kSigned).range);
  const ColorRange first = shading_of(scores, trace, 0, "own", NumberSpan::kSigned).range;
  const ColorRange second = shading_of(scores, trace, 1, "own", NumberSpan::kSigned).range;
  EXPECT_FLOAT_EQ(3 * first.high, second.high) << "its queries are three times as long";
  EXPECT_EQ(first.low, -first.high);
}

}  // namespace
}  // namespace attn::pair_quantity_test
