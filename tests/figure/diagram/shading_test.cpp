#include "app/figure/diagram/shading.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "app/document/numbers/numbers.h"
#include "app/figure/diagram/axis_ticks.h"
#include "engine/attention/trace.h"

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
  return shading_of(NumberSpan::kShares, range, own, all);
}

Shading of_scores(std::string_view range) {
  static const Matrix own = scores(), other = Matrix::Constant(2, 3, -20);
  static const Matrix* const all[] = {&own, &other};
  return shading_of(NumberSpan::kSigned, range, own, all);
}

TEST(Shading, SpansWhatItsWordsSay) {
  EXPECT_EQ(of_weights("fixed").range, (ColorRange{0, 1}));
  EXPECT_EQ(of_weights("shared").range, (ColorRange{0, 0.95F}));
  EXPECT_EQ(of_weights("own").range, (ColorRange{0, 0.9F}));
  EXPECT_EQ(of_scores("shared").range, (ColorRange{-20, 20}));
  EXPECT_EQ(of_scores("own").range, (ColorRange{-8, 8}));
  EXPECT_EQ(range_end(11.7F), 12);
  EXPECT_EQ(range_end(0.4F), 0.4F);
  EXPECT_EQ(range_end(0), 1);
  EXPECT_EQ(of_weights("own").words, "this head");
  EXPECT_EQ(of_scores("row").words, "each row");
}

TEST(Shading, KeepsToWhatAnUnknownRangeCanMean) {
  EXPECT_EQ(of_weights("odd").kind->id, "fixed");
  EXPECT_EQ(of_scores("odd").kind->id, "shared");
  EXPECT_EQ(of_scores("fixed").kind->id, "shared") << "0 … 1 says nothing about scores";
  EXPECT_EQ(of_scores("log").kind->id, "shared") << "numbers below 0 have no logarithm";
}

// The colour at a tick is that of its label's number.
TEST(Shading, TicksStandWhereTheirNumbersColourIs) {
  for (const std::string_view range : {"fixed", "shared", "own"}) {
    for (const Shading& shading : {of_weights(range), of_scores(range)}) {
      for (const LegendTick& tick : round_ticks(shading, 200, 14)) {
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
    const auto ticks = round_ticks(shading, 100, 14);
    EXPECT_TRUE(std::ranges::count(ticks, LegendTick{0.5, "0"})) << range;
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
  // A column beside them is coloured as they are, and not each of its numbers as its row's largest.
  const Matrix beside = of_weights("row").shades(weights().col(1), weights());
  EXPECT_FLOAT_EQ(beside(0, 0), 0.5F);
  EXPECT_FLOAT_EQ(beside(1, 0), 1);
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
  EXPECT_EQ(shading.ticks.front(), (LegendTick{0, "10⁻⁶"}));
  EXPECT_EQ(shading.ticks.back(), (LegendTick{1, "1"}));
  EXPECT_EQ(shading.ticks[5].text, "0.1");
  EXPECT_NEAR(shading.ticks[5].share, (-1 - -6) / 6.0, 1e-12);
}

Shading of_panels(const Shading& one, std::string_view what) {
  return legend_of_panels(one, {&one, 1}, what);
}

TEST(Shading, LegendOfPanelsWithRangesOfTheirOwnSaysParts) {
  const Shading own = of_panels(of_weights("own"), "head");
  EXPECT_EQ(own.words, "each head");
  EXPECT_EQ(own.ticks.back(), (LegendTick{1, "max"}));
  EXPECT_EQ(of_panels(of_scores("own"), "panel").ticks.front(), (LegendTick{0, "−max"}));
  const Shading shared = of_panels(of_weights("shared"), "panel");
  EXPECT_EQ(shared.words, "all panels");
  EXPECT_TRUE(shared.ticks.empty()) << "round numbers, as they are the same for all";
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

TEST(Shading, SaysWhichNumbersLieBeyondItsRange) {
  const Matrix own = weights();
  const auto seen = own.array() > kMasked;
  const float least = seen.select(own.array(), 1.F).minCoeff(), most = own.maxCoeff();
  const auto beyond_of = [&](std::string_view range) {
    return drawn_with(of_weights(range), own).beyond;
  };
  for (const std::string_view range : {"fixed", "shared", "own", "row"}) {
    EXPECT_EQ(beyond_of(range), Beyond{}) << range;
  }
  EXPECT_EQ(beyond_of("0:0.5"), (Beyond{least<0, most> 0.5F}));
  EXPECT_EQ(beyond_of("0.2:1"), (Beyond{least < 0.2F, false}));
  EXPECT_EQ(beyond_of("0.2:0.5"), (Beyond{least<0.2F, most> 0.5F}));
  // A weight above 1, none below 10⁻⁶, and what is masked has no colour.
  Matrix odd(1, 3), mask(1, 3);
  odd << 1.5F, 0, 0.5F;
  mask << 0, kMasked, 0;
  EXPECT_EQ(drawn_with(of_weights("fixed"), odd).beyond, (Beyond{false, true}));
  EXPECT_EQ(drawn_with(of_weights("log"), odd).beyond, (Beyond{true, true}));
  EXPECT_EQ(drawn_with(of_weights("log"), odd, &mask).beyond, (Beyond{false, true}));
  EXPECT_EQ(drawn_with(of_weights("0:1"), Matrix::Constant(1, 1, 1.0000001F)).beyond, Beyond{})
      << "rounding is none";
  EXPECT_EQ(drawn_with(of_scores("-9:1"), scores()).beyond, (Beyond{false, true}));
}

/// A sink takes more of a row than any key has.
TEST(Shading, SaysWhatLiesBeyondItsRangeInAColumnBeside) {
  const Matrix own = Matrix::Constant(2, 3, 0.1F);
  Matrix beside(2, 1);
  beside << 0.05F, 0.7F;
  const Matrix* const all[] = {&own};
  const auto beyond_of = [&](std::string_view range, const Matrix& column) {
    return drawn_with(shading_of(NumberSpan::kShares, range, own, all), own, nullptr, &column)
        .beyond;
  };
  for (const std::string_view range : {"shared", "own", "row", "0:0.5"}) {
    EXPECT_EQ(beyond_of(range, beside), (Beyond{false, true})) << range;
    EXPECT_EQ(beyond_of(range, beside.topRows(1).replicate(2, 1)), Beyond{}) << range;
  }
  EXPECT_EQ(beyond_of("fixed", beside), Beyond{});
}

TEST(Shading, ALegendIsPointedWhereNumbersLieBeyond) {
  const Rect room{10, 20, 12, 100};
  for (const bool low : {false, true}) {
    for (const bool high : {false, true}) {
      const LegendBar legend = legend_bar(room, {low, high});
      ASSERT_EQ(legend.low.size(), low ? 3U : 0U);
      ASSERT_EQ(legend.high.size(), high ? 3U : 0U);
      // Together they fill the room, and each point ends where the bar does.
      EXPECT_EQ(legend.bar.y == room.y, !high);
      EXPECT_NEAR(legend.bar.bottom(),
                  low ? room.bottom() - (legend.low[2].y - legend.low[0].y) : room.bottom(), 1e-9);
      if (high) {
        EXPECT_EQ(legend.high[1].y, room.y);
        EXPECT_EQ(legend.high[0].y, legend.bar.y);
      }
      if (low) {
        EXPECT_EQ(legend.low[2].y, room.bottom());
        EXPECT_EQ(legend.low[0].y, legend.bar.bottom());
      }
    }
  }
}

TEST(Shading, ATypedRangeIsNamedByItsNumbers) {
  EXPECT_EQ(of_weights("0.1:0.5").words, "from 0.1 to 0.5");
  for (const RangeKind& kind : range_kinds()) EXPECT_EQ(of_weights(kind.id).words, kind.label);
}

TEST(Shading, OfNothingOrZerosHasARangeStill) {
  const Matrix zeros = Matrix::Zero(2, 2), empty;
  const Matrix* const all[] = {&zeros, &empty};
  EXPECT_EQ(shading_of(NumberSpan::kShares, "own", zeros, all).range, (ColorRange{0, 1}));
  EXPECT_EQ(shading_of(NumberSpan::kSigned, "shared", empty, all).range, (ColorRange{-1, 1}));
  EXPECT_EQ(shading_of(NumberSpan::kShares, "row", zeros, all).shades(zeros), zeros);
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

TEST(Shading, TicksAreTheEndsAndMultiplesOfOneTwoOrFive) {
  const std::vector<std::pair<float, float>> ranges = {
      {0, 1},       {0, 0.97F},       {-0.7F, 0.7F},     {-1.99F, 1.99F},
      {0.1F, 4.3F}, {0, 3e38F},       {-1e-12F, 1e-12F}, {0, 1e-38F},
      {1, 1.0001F}, {123456, 123457}, {-7, 1e5F},        {-3.4e38F, 3.4e38F}};
  for (const auto& [low, high] : ranges) {
    for (const double length : {5.0, 20.0, 30.0, 60.0, 96.0, 160.0, 400.0}) {
      SCOPED_TRACE(testing::Message() << low << " to " << high << " in " << length);
      const auto found = round_ticks(ColorRange{low, high}, length, 14);
      ASSERT_FALSE(found.empty());
      std::set<std::string> texts;
      for (std::size_t n = 0; n < found.size(); ++n) {
        EXPECT_TRUE(texts.insert(found[n].text).second) << found[n].text << " stands twice";
        EXPECT_GE(found[n].share, -1e-6);
        EXPECT_LE(found[n].share, 1 + 1e-6);
        const double before = n > 0 ? found[n - 1].share : -1e9;
        EXPECT_GE((found[n].share - before) * length, 14 - 1e-6);
      }
      if (length < 60) continue;
      ASSERT_GE(found.size(), 2U);
      EXPECT_LE(found.size(), 7U);
      EXPECT_EQ(found.front().share, 0);
      EXPECT_EQ(found.back().share, 1) << "the legend spans what is drawn";
      const double span = static_cast<double>(high) - static_cast<double>(low);
      for (std::size_t n = 2; n + 1 < found.size(); ++n) {
        const double step = (found[n].share - found[n - 1].share) * span;
        EXPECT_NEAR(nice_step(step * 0.999) / step, 1, 1e-5) << step;
      }
      if (low < 0 && -low * length > 14 * span) {
        EXPECT_TRUE(texts.contains("0")) << "where the sign turns";
      }
    }
  }
}

TEST(Shading, RoundTicksOfNoRangeAreItsNumber) {
  EXPECT_EQ(round_ticks(ColorRange{2, 2}, 100, 14), (std::vector<LegendTick>{{0.5, "2"}}));
}

TEST(Shading, HasRoomForAllThatMayStandBesideIt) {
  for (const Shading& shading : {of_weights("own"), of_weights("log"), of_scores("shared")}) {
    const std::vector<std::string> all = tick_texts(shading, 16);
    for (double length = 10; length < 500; length += 7) {
      for (const LegendTick& tick : round_ticks(shading, length, 14)) {
        const auto longest = std::ranges::max(all, {}, &std::string::size);
        EXPECT_LE(tick.text.size(), longest.size()) << tick.text;
      }
    }
  }
}

TEST(Shading, RootsHaveTheirTicksWhereTheirColoursAre) {
  const Shading shading = of_weights("sqrt");
  EXPECT_EQ(shading.words, "square root");
  const Matrix values{{0, 0.25F, 1}};
  const Matrix shades = shading.shades(values);
  EXPECT_FLOAT_EQ(shades(0, 1), 0.5F);
  for (const LegendTick& tick : shading.ticks) {
    EXPECT_NEAR(tick.share * tick.share, std::stod(tick.text), 1e-9);
  }
  EXPECT_FALSE(drawn_with(shading, values).beyond.high);
}

TEST(Shading, PercentilesAreOfTheNumbersThatAreThere) {
  Matrix values(1, 101);
  for (Index n = 0; n <= 100; ++n) values(0, n) = static_cast<float>(n);
  const Matrix* const all = &values;
  const Shading shading = shading_of(NumberSpan::kSigned, "5%:95%", values, std::span(&all, 1));
  EXPECT_EQ(shading.range, (ColorRange{5, 95}));
  EXPECT_EQ(shading.words, "5 to 95 %");
  const Beyond beyond = drawn_with(shading, values).beyond;
  EXPECT_TRUE(beyond.low && beyond.high);
  const Matrix same = Matrix::Constant(3, 3, 0.5F);
  const Matrix* const one = &same;
  const ColorRange range =
      shading_of(NumberSpan::kShares, "0%:100%", same, std::span(&one, 1)).range;
  EXPECT_LT(range.low, range.high);
  for (const char* wrong : {"5:95%", "5%:95", "95%:5%", "-1%:5%", "5%:101%", "%:%", "5%"}) {
    EXPECT_FALSE(parse_percentiles(wrong)) << wrong;
  }
}

}  // namespace
}  // namespace attn::shading_test
