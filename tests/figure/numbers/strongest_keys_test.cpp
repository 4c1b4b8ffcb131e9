#include "app/figure/numbers/strongest_keys.h"

#include <gtest/gtest.h>

namespace attn::strongest_keys_test {
namespace {

using Keys = std::vector<Index>;

Matrix row(std::initializer_list<float> weights) {
  Matrix matrix(1, static_cast<Index>(weights.size()));
  std::ranges::copy(weights, matrix.data());
  return matrix;
}

TEST(StrongestKeys, HoldTheShare) {
  const Matrix weights = row({0.1F, 0.5F, 0.1F, 0.3F});
  EXPECT_EQ(strongest_keys(weights, 0, {.share = 0.7}).keys, (Keys{1, 3}));
  EXPECT_EQ(strongest_keys(weights, 0, {.share = 0}).keys, (Keys{1}));
  EXPECT_EQ(strongest_keys(weights, 0).keys, (Keys{1, 3, 0, 2}));
  EXPECT_TRUE(strongest_keys(row({0, 0}), 0).keys.empty());
}

TEST(StrongestKeys, ThatTieStandOrFallTogether) {
  const Matrix four = row({0.242F, 0.01F, 0.242F, 0.242F, 0.022F, 0.242F});
  for (const double share : {0.1, 0.5, 0.9}) {
    EXPECT_EQ(strongest_keys(four, 0, {.share = share}).keys, (Keys{0, 2, 3, 5})) << share;
  }
  EXPECT_EQ(strongest_keys(four, 0, {.most = 4}).keys, (Keys{0, 2, 3, 5}));
  EXPECT_TRUE(strongest_keys(four, 0, {.most = 3}).keys.empty());
  EXPECT_EQ(strongest_keys(four, 0, {.most = 3, .most_tied = 4}).keys.size(), 4U);
  EXPECT_EQ(strongest_keys(row({0.4F, 0.3F, 0.3F}), 0, {.most = 2}).keys, (Keys{0}));
  // Rounding by another order of summation does not count as a difference.
  EXPECT_EQ(strongest_keys(row({0.25F, 0.24999998F, 0.5F}), 0, {.share = 0.7}).keys.size(), 3U);
  EXPECT_EQ(strongest_keys(row({0.6F, 0.3F, 0.1F}), 0, {.least = 0.3}).keys.size(), 2U);
}

TEST(StrongestKeys, SayWhatIsLeftOut) {
  const auto words = [](const Matrix& weights, const KeyLimits& limits) {
    return strongest_keys(weights, 0, limits).drawn.words("links");
  };
  const Matrix weights = row({0.1F, 0.5F, 0.06F, 0.3F, 0.04F});
  EXPECT_EQ(words(weights, {}), "");
  EXPECT_EQ(words(weights, {.share = 0.7}), "links of weight ≥ 0.3: 80 % of the mass");
  EXPECT_EQ(words(weights, {.least = 0.05}), "links of weight ≥ 0.05: 96 % of the mass");
  EXPECT_EQ(words(row({0.5F, 0.5F}), {.most = 1}), "no links: too many equal weights");
  // Nearly all is not all.
  EXPECT_EQ(words(row({0.9999F, 0.0001F}), {.least = 0.01}),
            "links of weight ≥ 0.9: 99 % of the mass");
  // As many digits as tell the two apart.
  EXPECT_EQ(words(row({0.3347F, 0.3341F, 0.3312F}), {.most = 2}),
            "links of weight ≥ 0.334: 67 % of the mass");
}

}  // namespace
}  // namespace attn::strongest_keys_test
