#include <cmath>
#include <stdexcept>

#include <gtest/gtest.h>

#include "app/figure/files/film.h"
#include "engine/attention/score.h"
#include "engine/base/problem.h"
#include "tests/figure/figure_test.h"

namespace attn::sweep_test {
namespace {

std::string complaint(const char* text) {
  try {
    parse_sweep(text);
    return "";
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

TEST(Sweep, ATemperatureGoesByFactors) {
  const Sweep sweep = parse_sweep("temperature=0.05:20:60");
  EXPECT_EQ(sweep.name, "temperature");
  EXPECT_EQ(sweep.frames, 60);
  EXPECT_TRUE(sweep.is_log);
  EXPECT_EQ(sweep.value(0), 0.05);
  EXPECT_EQ(sweep.value(59), 20);
  for (int n = 0; n + 2 < 60; ++n) {
    // Rounded, so that numbers on the way are as short as those that people write.
    EXPECT_NEAR(sweep.value(n + 1) / sweep.value(n), std::pow(20 / 0.05, 1.0 / 59), 0.012);
  }
  EXPECT_FALSE(parse_sweep("temperature=0:20:60").is_log);
  EXPECT_FALSE(parse_sweep("temperature=1:20:60:linear").is_log);
}

TEST(Sweep, OthersGoEvenly) {
  const Sweep sweep = parse_sweep("/heads/0/w_q/0/1=-1:1:11");
  EXPECT_FALSE(sweep.is_log);
  for (int n = 0; n < 11; ++n) EXPECT_NEAR(sweep.value(n), -1 + 0.2 * n, 1e-12);
  EXPECT_EQ(parse_sweep("width=0:1:11").value(3), 0.3);
  EXPECT_TRUE(parse_sweep("width=0.1:10:5:log").is_log);
  EXPECT_EQ(parse_sweep("width=5:1:3").value(1), 3);
}

TEST(Sweep, WordsTellFramesApart) {
  EXPECT_EQ(parse_sweep("temperature=0.05:20:60").words(0), "temperature = 0.0500");
  EXPECT_EQ(parse_sweep("temperature=0.05:20:60").words(59), "temperature = 20.0");
  EXPECT_EQ(parse_sweep("shift=0:10:11").words(3), "shift = 3");
  EXPECT_EQ(parse_sweep("width=0:1:11").words(10), "width = 1.00");
  for (const char* text :
       {"temperature=0.05:20:60", "width=0:0.001:50", "/combine/w/1=-3:3:2000"}) {
    const Sweep sweep = parse_sweep(text);
    for (int n = 1; n < sweep.frames; ++n) ASSERT_NE(sweep.words(n), sweep.words(n - 1)) << text;
  }
}

TEST(Sweep, WhatIsNoSweepSaysWhatIsExpected) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "expected NAME=FROM:TO:FRAMES"},
      {"temperature", "expected NAME=FROM:TO:FRAMES"},
      {"=1:2:3", "expected NAME=FROM:TO:FRAMES"},
      {"temperature=1:2", "expected NAME=FROM:TO:FRAMES"},
      {"temperature=1:2:3:log:5", "expected NAME=FROM:TO:FRAMES"},
      {"temperature=one:2:3", "expected a number, found one"},
      {"temperature=1:inf:3", "expected a number, found inf"},
      {"temperature=1:2:0", "expected 2 to 2000 frames, found 0"},
      {"temperature=1:2:1", "expected 2 to 2000 frames, found 1"},
      {"temperature=1:2:-4", "expected 2 to 2000 frames, found -4"},
      {"temperature=1:2:2001", "expected 2 to 2000 frames, found 2001"},
      {"temperature=1:2:3.5", "expected 2 to 2000 frames, found 3.5"},
      {"temperature=2:2:10", "expected two different ends, found 2"},
      {"temperature=0:2:10:log", "expected numbers above 0 for log"},
      {"temperature=1:2:10:sine", "expected log or linear, found sine"},
      {"tokens=1:2:10", "expected temperature, shift, width or a JSON pointer"},
  };
  for (const auto& [text, words] : cases) EXPECT_EQ(complaint(text).find(words), 0u) << text;
}

TEST(Reel, HasTheValueInEachFrame) {
  const Scene scene = test::first_example();
  const Reel heated(scene, {}, parse_sweep("temperature=0.5:2:3"));
  const auto scene_at = [&](int n) { return heated.shot(n).evaluation->scene; };
  EXPECT_EQ(scene_at(0).normalizer.temperature, 0.5F);
  EXPECT_EQ(scene_at(1).normalizer.temperature, 1.0F);
  EXPECT_EQ(scene_at(2).normalizer.temperature, 2.0F);
  EXPECT_EQ(scene_at(2).tokens, scene.tokens);

  const Reel shifted(scene, {.view = "encoding"}, parse_sweep("shift=-2:2:5"));
  EXPECT_EQ(shifted.shot(0).options.state.options.positions.shift, -2);
  EXPECT_EQ(shifted.shot(4).options.state.options.positions.shift, 2);
  EXPECT_EQ(shifted.shot(4).evaluation->scene, scene);
}

TEST(Reel, WhatTheSceneDoesNotHaveIsAnErrorAtItsPlace) {
  Scene scene = test::first_example();
  const auto place = [&](const char* text) -> std::string {
    try {
      Reel(scene, {}, parse_sweep(text)).shot(0);
      return "";
    } catch (const SceneError& error) {
      return error.problem().place;
    }
  };
  EXPECT_EQ(place("/heads/3/w_q/0/0=0:1:3"), "/heads/3/w_q/0/0");
  EXPECT_EQ(place("temperature=-1:1:3"), "/normalizer/temperature");
  EXPECT_EQ(place("width=1:2:3"), "/score/kind");
  scene.score.kind = &score_kind("gaussian");
  EXPECT_EQ(place("width=1:2:3"), "");
}

}  // namespace
}  // namespace attn::sweep_test
