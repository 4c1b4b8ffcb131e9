#include "app/figure/page/figure_words.h"

#include <limits>

#include <gtest/gtest.h>

#include "tests/figure/figure_test.h"

namespace attn::figure_words_test {
namespace {

using test::first_example;
using test::masked_child;

TEST(FigureWords, SettingsAreSaidInWords) {
  Scene scene = first_example();
  EXPECT_EQ(describe_settings(scene, 0), "Dot product · softmax · T = 1");
  scene.normalizer.temperature = 0.1f;
  scene.position.kind = &position_kind("sinusoidal");
  EXPECT_EQ(describe_settings(scene, 0), "Dot product · softmax · T = 0.1 · sinusoidal positions");
  scene = masked_child();
  scene.heads.resize(4);
  scene.normalizer.kind = &normalizer_kind("entmax15");
  scene.normalizer.temperature = std::numeric_limits<float>::infinity();
  EXPECT_EQ(describe_settings(scene, 2),
            "Dot product · 1.5-entmax · T = ∞ · causal mask · padding mask · head 2 (of 4)");
}

}  // namespace
}  // namespace attn::figure_words_test
