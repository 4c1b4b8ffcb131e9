#include "app/figure/page/figure_words.h"

#include <limits>

#include <gtest/gtest.h>

#include "engine/attention/norm.h"
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

TEST(FigureWords, SettingsOfVersion2AreSaidToo) {
  Scene scene = first_example();
  scene.score.cap = 3.0F;
  scene.score.norm = &norm_kind("rms");
  scene.normalizer.over = Over::kQueries;
  EXPECT_EQ(describe_settings(scene, 0),
            "Dot product · root mean square norm · cap 3 · softmax over queries · T = 1");
  scene = first_example();
  scene.normalizer.over = Over::kQueriesThenKeys;
  EXPECT_EQ(describe_settings(scene, 0), "Dot product · softmax over queries, then keys · T = 1");
  // It has no temperature.
  scene.normalizer = {.kind = &normalizer_kind("sum")};
  EXPECT_EQ(describe_settings(scene, 0), "Dot product · sum");
  scene = first_example();
  scene.heads.resize(2);
  scene.heads[0].sink = 0.5F;
  scene.heads[0].subtract.emplace().lambda = 0.8F;
  scene.heads[1].keys_of = 0;
  EXPECT_EQ(describe_settings(scene, 0),
            "Dot product · softmax · T = 1 · head 0 (of 2) · sink 0.5 · less 0.8 of a second map");
  EXPECT_EQ(describe_settings(scene, 1),
            "Dot product · softmax · T = 1 · head 1 (of 2) · keys of head 0");
}

}  // namespace
}  // namespace attn::figure_words_test
