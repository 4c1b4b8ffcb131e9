#include "engine/base/exact.h"

#include <cmath>

#include <gtest/gtest.h>

#include "engine/base/bounded.h"
#include "tests/engine/scenes.h"

namespace attn::exact_test {
namespace {

using namespace attn::test;

TEST(Exact, KeepsWhatDoublesRoundOff) {
  const Exact large = 0x1p900, small = 0x1p-900;
  EXPECT_EQ((large + small - large).sign(), 1);
  EXPECT_EQ(static_cast<double>(large + small - large), 0x1p-900);
  EXPECT_EQ((large * small - 1).sign(), 0);
  EXPECT_EQ((Exact(0.1) + Exact(0.2) - Exact(0.3)).sign(), 1);
  EXPECT_EQ(static_cast<double>(Exact(0.1) + Exact(0.2) - Exact(0.3)), 0x1p-55);
  EXPECT_EQ((Exact(0.0) - Exact(-0.0)).sign(), 0);
  EXPECT_EQ((-Exact(3)).sign(), -1);
  const double least = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ((Exact(least) * least).sign(), 1) << "and no range ends";
  EXPECT_EQ(static_cast<double>(Exact(least)), least);
}

TEST(Exact, SumsAreTheSameInAnyOrder) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    std::vector<double> numbers;
    for (int n = 0; n < 40; ++n) {
      numbers.push_back(std::ldexp(static_cast<double>(random.number()), random.below(400) - 200));
    }
    Exact forth, back, product = 1, opposite = -1;
    for (const double number : numbers) forth += number;
    std::ranges::reverse(numbers);
    for (const double number : numbers) back += number;
    EXPECT_EQ((forth - back).sign(), 0);
    EXPECT_EQ(static_cast<double>(forth), static_cast<double>(back));
    for (const double number : numbers) product = product * number;
    std::ranges::reverse(numbers);
    for (const double number : numbers) opposite = number * opposite;
    EXPECT_EQ((product + opposite).sign(), 0);
    EXPECT_EQ(product.rounded().number, -opposite.rounded().number);
    EXPECT_EQ(product.rounded().exponent, opposite.rounded().exponent);
    EXPECT_EQ(((forth + 1) * (forth - 1) - forth * forth + 1).sign(), 0);
  }
}

TEST(Exact, RoundsToADoubleBesideIt) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const double number = std::ldexp(static_cast<double>(random.number()), random.below(600) - 300);
    EXPECT_EQ(static_cast<double>(Exact(number)), number);
    const double more = number * 0x1p-70;
    EXPECT_NEAR(static_cast<double>(Exact(number) + more), number, 0x1p-52 * std::abs(number));
  }
}

TEST(Bounded, ContainsTheExactResult) {
  for (unsigned seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Exact exact = 0;
    Bounded bounded = 0;
    for (int n = 0; n < 30; ++n) {
      const double number = std::ldexp(static_cast<double>(random.number()), random.below(80) - 40);
      if (random.coin()) {
        exact = exact * number;
        bounded = bounded * number;
      } else {
        exact += number;
        bounded += number;
      }
      if (random.below(5) == 0) {
        exact = exact * exact - number;
        bounded = bounded * bounded - number;
      }
      if (!bounded.is_finite()) break;
      ASSERT_GE((exact - bounded.low()).sign(), 0);
      ASSERT_LE((exact - bounded.high()).sign(), 0);
    }
  }
}

TEST(Bounded, IsExactWhereNothingIsRounded) {
  Bounded sum = 0;
  for (int n = 1; n < 1000; ++n) sum += Bounded(n) * (n - 500);
  EXPECT_TRUE(sum.is_exact());
  EXPECT_FALSE((Bounded(0.1) * 0.1).is_exact());
  EXPECT_FALSE((Bounded(0.1) + 0.2).is_exact());
  EXPECT_FALSE((Bounded(1e-200) * 1e-200).is_exact());
}

}  // namespace
}  // namespace attn::exact_test
