#include "app/document/edits/part_of_sum.h"

#include <cmath>
#include <cstdlib>
#include <vector>

#include <gtest/gtest.h>

#include "tests/engine/scenes.h"
#include "tests/support/case_seed.h"

namespace attn::part_of_sum_test {
namespace {

std::string words(double part, double sum) {
  const PartOfSum written = part_of_sum(part, sum);
  return written.part + " + " + written.rest + " = " + written.sum;
}

TEST(PartOfSum, TakesTheFewestDecimalsThatAddUp) {
  EXPECT_EQ(words(0.351, 0.362), "0.351 + 0.011 = 0.362");
  EXPECT_EQ(words(0.0006, 0.0012), "0.0006 + 0.0006 = 0.0012") << "not 0.001 + 0.001";
  EXPECT_EQ(words(-3.5, 0.25), "-3.500 + 3.750 = 0.250");
  EXPECT_EQ(words(0, 0), "0.000 + 0.000 = 0.000");
  EXPECT_EQ(words(1.0 / 3, 2.0 / 3), "0.333333 + 0.333334 = 0.666667") << "no number will do";
}

TEST(PartOfSum, LargeAndSmallNumbersShareAPowerOfTen) {
  EXPECT_EQ(words(1.25e9, 1.5e9), "1.250e9 + 0.250e9 = 1.500e9");
  EXPECT_EQ(words(2.5e-6, -1.25e-6), "2.500e-6 + -3.750e-6 = -1.250e-6");
}

/// The number of units in the last decimal that is written.
long long units(const std::string& text) {
  std::string digits = text.substr(0, text.find('e'));
  std::erase(digits, '.');
  return std::atoll(digits.c_str());
}

/// The size of a unit in the last decimal that is written.
double unit(const std::string& text) {
  const std::size_t point = text.find('.'), power = text.find('e');
  const auto decimals = static_cast<double>(std::min(power, text.size()) - point - 1);
  return std::pow(10.0,
                  (power == std::string::npos ? 0 : std::stod(text.substr(power + 1))) - decimals);
}

TEST(PartOfSum, AddsUpAsWrittenAndRoundsThePartAndTheSum) {
  for (int n = 0; n < 20000; ++n) {
    test::Random random(test::case_seed(n));
    const double size = std::pow(10.0, random.below(24) - 12);
    const double part = random.number() * size, sum = random.number() * size;
    const PartOfSum written = part_of_sum(part, sum);
    ASSERT_EQ(units(written.part) + units(written.rest), units(written.sum)) << part << " " << sum;
    const auto both = {std::pair(written.part, part), std::pair(written.sum, sum)};
    for (const auto& [text, exact] : both) {
      // A "0" is one of any power of ten: of that of the other.
      const std::string& with_unit = text != "0"           ? text
                                     : text == written.sum ? written.part
                                                           : written.sum;
      if (with_unit == "0") continue;
      ASSERT_NEAR(std::stod(text), exact, 0.5000001 * unit(with_unit)) << text;
    }
  }
}

TEST(WrittenSum, AddsUpAndEachPartIsWithinAStepThoughSinglePrecisionMissesTheSum) {
  for (int n = 0; n < 20000; ++n) {
    test::Random random(test::case_seed(n));
    const auto size = static_cast<float>(std::pow(10.0, random.below(12) - 4));
    std::vector<double> parts;
    float sum = 0;
    for (int left = 2 + random.below(8); left > 0; --left) {
      const float part = random.number(size);
      parts.push_back(part);
      sum += part;
    }
    const WrittenSum written = written_sum(parts, sum);
    long long steps = 0;
    for (std::size_t k = 0; k < parts.size(); ++k) {
      const std::string& text = written.parts[k];
      if (text == "0") continue;  // of any power of ten
      steps += units(text);
      ASSERT_NEAR(std::stod(text), parts[k], 1.0000001 * unit(text)) << text << ", case " << n;
    }
    ASSERT_EQ(steps, written.sum == "0" ? 0 : units(written.sum)) << written.sum << ", case " << n;
  }
}

}  // namespace
}  // namespace attn::part_of_sum_test
