#include "app/figure/shading.h"

#include <cmath>

#include <gtest/gtest.h>

#include "app/document/numbers.h"
#include "engine/trace.h"

namespace attn::shading_test {
namespace {

Matrix weights() {
  Matrix weights(3, 3);
  weights << 0.5F, 0.25F, 0.25F, 0.1F, 0.9F, 0, kMasked, kMasked, kMasked;
  return weights;
}

Matrix scores() {
  Matrix scores(2, 3);
  scores << 4, -8, 2, kMasked, 1, -0.5F;
  return scores;
}

Shading of_weights(std::string_view range) {
  static const Matrix own = weights(), other = Matrix::Constant(3, 3, 0.95F);
  static const Matrix* const all[] = {&own, &other};
  return weight_shading(range, own, all);
}

Shading of_scores(std::string_view range) {
  static const Matrix own = scores(), other = Matrix::Constant(2, 3, -20);
  static const Matrix* const all[] = {&own, &other};
  return signed_shading(range, own, all);
}

TEST(Shading, SpansWhatItsWordsSay) {
  EXPECT_EQ(of_weights("fixed").range, (ColorRange{0, 1}));
  EXPECT_EQ(of_weights("shared").range, (ColorRange{0, 0.95F}));
  EXPECT_EQ(of_weights("own").range, (ColorRange{0, 0.9F}));
  EXPECT_EQ(of_scores("shared").range, (ColorRange{-20, 20}));
  EXPECT_EQ(of_scores("own").range, (ColorRange{-8, 8}));
  EXPECT_EQ(of_weights("own").words, "this head");
  EXPECT_EQ(of_scores("row").words, "each row");
}

TEST(Shading, KeepsToWhatAnUnknownRangeCanMean) {
  EXPECT_EQ(of_weights("odd").kind->id, "fixed");
  EXPECT_EQ(of_scores("odd").kind->id, "shared");
  EXPECT_EQ(of_scores("fixed").kind->id, "shared") << "0 … 1 says nothing about scores";
  EXPECT_EQ(of_scores("log").kind->id, "shared") << "numbers below 0 have no logarithm";
}

// Where a tick stands, the colour is that of a number which the tick's text says.
TEST(Shading, TicksStandWhereTheirNumbersColourIs) {
  for (const std::string_view range : {"fixed", "shared", "own"}) {
    for (const Shading& shading : {of_weights(range), of_scores(range)}) {
      for (const LegendTick& tick : shading.ticks) {
        const auto value = parse_number(tick.text);
        ASSERT_TRUE(value) << tick.text;
        const double at = (*value - shading.range.low) / (shading.range.high - shading.range.low);
        EXPECT_NEAR(at, tick.share, 0.002) << range << " " << tick.text;
      }
    }
  }
}

TEST(Shading, IsSymmetricAboutZeroForSignedNumbers) {
  for (const std::string_view range : {"shared", "own", "row"}) {
    const Shading shading = of_scores(range);
    EXPECT_EQ(shading.range.low, -shading.range.high);
    EXPECT_EQ(shading.ticks[1].text, "0");
    EXPECT_EQ(shading.shades(Matrix::Zero(1, 1))(0, 0), 0);
  }
}

TEST(Shading, OfEachRowIsPartsOfItsLargest) {
  const Matrix shades = of_weights("row").shades(weights());
  EXPECT_FLOAT_EQ(shades(0, 0), 1);
  EXPECT_FLOAT_EQ(shades(0, 1), 0.5F);
  EXPECT_FLOAT_EQ(shades(1, 1), 1);
  EXPECT_FLOAT_EQ(shades(1, 0), 0.1F / 0.9F);
  EXPECT_EQ(shades(2, 0), kMasked);
  const Matrix signed_shades = of_scores("row").shades(scores());
  EXPECT_EQ(signed_shades(0, 1), -1);
  EXPECT_EQ(signed_shades(0, 0), 0.5F);
  EXPECT_EQ(signed_shades(1, 0), kMasked);
  EXPECT_EQ(signed_shades(1, 1), 1);
}

TEST(Shading, OfALogarithmHasADecadeForEachTick) {
  const Shading shading = of_weights("log");
  const Matrix shades = shading.shades(weights());
  EXPECT_NEAR(shades(1, 0), -1, 1e-6);
  EXPECT_EQ(shades(1, 2), -6) << "zero is drawn as the smallest";
  EXPECT_EQ(shades(2, 1), kMasked);
  EXPECT_EQ(shading.range, (ColorRange{-6, 0}));
  ASSERT_EQ(shading.ticks.size(), 7U);
  EXPECT_EQ(shading.ticks.front(), (LegendTick{0, "0…10⁻⁶"}));
  EXPECT_EQ(shading.ticks.back(), (LegendTick{1, "1"}));
  EXPECT_EQ(shading.ticks[5].text, "0.1");
  EXPECT_NEAR(shading.ticks[5].share, (-1 - -6) / 6.0, 1e-12);
}

TEST(Shading, LegendOfPanelsWithRangesOfTheirOwnSaysParts) {
  const Shading own = legend_of_panels(of_weights("own"), "head");
  EXPECT_EQ(own.words, "each head");
  EXPECT_EQ(own.ticks.back(), (LegendTick{1, "max"}));
  EXPECT_EQ(legend_of_panels(of_scores("own"), "panel").ticks.front(), (LegendTick{0, "−max"}));
  const Shading shared = legend_of_panels(of_weights("shared"), "panel");
  EXPECT_EQ(shared.words, "all panels");
  EXPECT_EQ(shared.ticks, of_weights("shared").ticks);
}

TEST(Shading, SharedShadesAreMadeOnce) {
  const auto values = std::make_shared<const Matrix>(weights());
  const Shading row = of_weights("row");
  const auto shades = shared_shades(row, values);
  EXPECT_EQ(*shades, row.shades(*values));
  EXPECT_EQ(shared_shades(row, values), shades);
  EXPECT_NE(shared_shades(of_weights("log"), values), shades);
  EXPECT_NE(shared_shades(row, std::make_shared<const Matrix>(weights())), shades);
  EXPECT_EQ(shared_shades(of_weights("own"), values), nullptr);
}

TEST(Shading, OfNothingOrZerosHasARangeStill) {
  const Matrix zeros = Matrix::Zero(2, 2), empty;
  const Matrix* const all[] = {&zeros, &empty};
  EXPECT_EQ(weight_shading("own", zeros, all).range, (ColorRange{0, 1}));
  EXPECT_EQ(signed_shading("shared", empty, all).range, (ColorRange{-1, 1}));
  EXPECT_EQ(weight_shading("row", zeros, all).shades(zeros), zeros);
}

TEST(Shading, TicksThatFitKeepTheEndsAndDontOverlap) {
  const std::vector<LegendTick> all = of_weights("log").ticks;
  EXPECT_EQ(fitting_ticks(all, 200, 16), all);
  EXPECT_EQ(fitting_ticks(all, 10, 16), (std::vector<LegendTick>{all.back()}));
  for (const double length : {20.0, 50.0, 80.0, 97.0}) {
    const auto some = fitting_ticks(all, length, 16);
    ASSERT_GE(some.size(), 2U);
    EXPECT_EQ(some.front(), all.front());
    EXPECT_EQ(some.back(), all.back());
    for (std::size_t n = 1; n < some.size(); ++n) {
      EXPECT_GE((some[n].share - some[n - 1].share) * length, 16 - 1e-9);
    }
  }
}

}  // namespace
}  // namespace attn::shading_test
