#include "app/document/scene_file/scene_file.h"

#include <bit>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include <gtest/gtest.h>
#include <unistd.h>

#include "app/document/files/files.h"
#include "engine/base/problem.h"
#include "tests/document/scene_problem.h"
#include "tests/engine/random_scene.h"
#include "tests/support/case_seed.h"
#include "tests/support/test_cases.h"

namespace attn::scene_file_test {
namespace {

using namespace attn::test;

TEST(SceneFile, RandomScenesAreReadBackEqual) {
  for (int round = 0; round < test_cases(1000); ++round) {
    Random random(case_seed(round));
    Scene scene = random_scene(random);
    if (random.coin()) scene.title = "a \"title\" \\ \n\t\x01 猫 🙂";
    if (random.coin()) scene.notes = std::string("a\0b", 3);
    if (random.coin()) scene.view = R"({"tab":"heads","zoom":1.0,"n":[1,null,{"a":-2}]})";
    scene.tokens[0] = round % 2 ? "" : "تعلم";
    const std::string text = format_scene(scene);
    const Scene again = parse_scene(text);
    ASSERT_EQ(again, scene) << text;
    ASSERT_EQ(format_scene(again), text);
  }
}

TEST(SceneFile, EveryKindIsReadBackEqual) {
  const auto expect_same = [](const Scene& scene) {
    const auto problem = check(scene);
    ASSERT_FALSE(problem) << problem->place << problem->text;
    EXPECT_EQ(parse_scene(format_scene(scene)), scene) << format_scene(scene);
  };
  for (int round = 0; round < 20; ++round) {
    Scene base = cross_attention(3, 4, 4, 4);
    Random heads(case_seed(round));
    base.heads = {random_head(heads, base, 2), random_head(heads, base, 2)};
    for (const MaskKind& kind : mask_kinds()) {
      Random random(case_seed("mask", kind.id, round));
      Scene scene = base;
      scene.masks = {random_mask(random, kind, scene)};
      expect_same(scene);
    }
    for (const PositionKind& kind : position_kinds()) {
      Random random(case_seed("position", kind.id, round));
      Scene scene = base;
      set_position(random, kind, scene);
      expect_same(scene);
    }
    for (const CombineKind& kind : combine_kinds()) {
      Random random(case_seed("combine", kind.id, round));
      Scene scene = base;
      set_combine(random, kind, scene);
      expect_same(scene);
    }
    for (const ScoreKind& kind : score_kinds()) {
      Random random(case_seed("score", kind.id, round));
      Scene scene = base;
      set_score(random, kind, scene);
      expect_same(scene);
    }
  }
}

TEST(SceneFile, NumbersKeepEveryBit) {
  Random random(3);
  Scene scene = self_attention(300, 4);
  scene.embeddings = Matrix(Matrix::NullaryExpr(300, 4, [&] {
    for (;;) {
      const auto bits = static_cast<std::uint32_t>(random.below(1 << 16)) << 16 |
                        static_cast<std::uint32_t>(random.below(1 << 16));
      if (const float number = std::bit_cast<float>(bits); std::isfinite(number)) return number;
    }
  }));
  scene.embeddings.edit().row(0) << -0.0f, std::numeric_limits<float>::denorm_min(),
      std::numeric_limits<float>::max(), -std::numeric_limits<float>::min();
  const Scene again = parse_scene(format_scene(scene));
  for (Index n = 0; n < scene.embeddings->size(); ++n) {
    ASSERT_EQ(std::bit_cast<std::uint32_t>(again.embeddings->data()[n]),
              std::bit_cast<std::uint32_t>(scene.embeddings->data()[n]));
  }
}

TEST(SceneFile, IsWrittenForPeople) {
  Scene scene = self_attention(2, 2);
  scene.tokens = {"a", "b"};
  scene.embeddings = matrix({{0.1f, -2}, {3, 1e30f}});
  scene.heads[0].width = 2;
  scene.score.kind = &score_kind("gaussian");
  scene.masks = {Mask{}};
  scene.normalizer.temperature = std::numeric_limits<float>::infinity();
  EXPECT_EQ(format_scene(scene), R"({
 "format": "attentoscope/scene",
 "version": 1,
 "tokens": ["a","b"],
 "embeddings": [
  [0.1,-2],
  [3,1e+30]
 ],
 "heads": [
  {
   "width": 2
  }
 ],
 "score": {
  "kind": "gaussian"
 },
 "masks": [
  {
   "kind": "causal"
  }
 ],
 "normalizer": {
  "kind": "softmax",
  "temperature": "inf"
 }
}
)");
}

TEST(SceneFile, AbsentPartsAreTheDefaults) {
  const Scene scene = parse_scene(
      R"({"format":"attentoscope/scene","version":1,"tokens":["a"],"embeddings":[[1]]})");
  Scene expected;
  expected.tokens = {"a"};
  expected.embeddings = matrix({{1}});
  EXPECT_EQ(scene, expected);
  EXPECT_EQ(scene.heads.size(), 1u);
  EXPECT_EQ(scene.score.kind->id, "scaled_dot");
  EXPECT_EQ(scene.normalizer.temperature, 1);
  EXPECT_EQ(scene.combine.kind->id, "concat");
}

TEST(SceneFile, WhatIsNotUtf8IsReplacedWhenWritten) {
  Scene scene = self_attention(1, 1);
  scene.title = "a\xff";
  EXPECT_EQ(parse_scene(format_scene(scene)).title, "a\uFFFD");
}

TEST(SceneFile, AViewThatIsNoObjectIsNotWritten) {
  for (const std::string view : {"", "[1]", "{\"a\":", "{} {}", "{\"a\":1,\"a\":2}", "null"}) {
    Scene scene = self_attention(1, 1);
    scene.view = view;
    EXPECT_EQ(parse_scene(format_scene(scene)).view, "{}") << view;
  }
}

TEST(SceneFile, EveryTruncationIsRefused) {
  Random random(4);
  Scene scene = random_scene(random);
  scene.title = "猫";
  std::string text = format_scene(scene);
  text.resize(text.find_last_of('}') + 1);
  for (std::size_t bytes = 0; bytes < text.size(); ++bytes) {
    if (!is_tried(static_cast<int>(bytes))) continue;
    EXPECT_EQ(problem_of(text.substr(0, bytes)).place, "") << bytes;
  }
  EXPECT_EQ(problem_of(text).place, "taken");
}

TEST(SceneFile, AnyByteMayBeSpoilt) {
  for (int round = 0; round < test_cases(24); ++round) {
    Random random(case_seed(round));
    const std::string text = format_scene(random_scene(random));
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (!is_tried(static_cast<int>(at))) continue;
      std::string spoilt = text;
      spoilt[at] = static_cast<char>(random.below(256));
      const Problem problem = problem_of(spoilt);
      ASSERT_LT(problem.place.size() + problem.text.size(), 3000u);
    }
  }
}

class SceneOnDisk : public testing::Test {
 protected:
  void SetUp() override {
    path_ = std::filesystem::path(testing::TempDir()) /
            ("scene_file_test_" + std::to_string(::getpid()) + ".attn.json");
  }
  void TearDown() override { std::filesystem::remove(path_); }
  std::filesystem::path path_;
};

TEST_F(SceneOnDisk, IsWrittenAndRead) {
  Random random(6);
  const Scene scene = random_scene(random);
  write_scene(scene, path_);
  EXPECT_EQ(read_scene(path_), scene);
}

TEST_F(SceneOnDisk, WhatCannotBeReadHasNoPlace) {
  try {
    read_scene(path_);
    FAIL() << "was taken";
  } catch (const SceneError& error) {
    EXPECT_EQ(error.problem(), (Problem{"", "No such file or directory"}));
  }
}

TEST_F(SceneOnDisk, ATooLargeFileIsRefusedBeforeItIsRead) {
  write_file(path_, "");
  std::filesystem::resize_file(path_, static_cast<std::uintmax_t>(kMaxSceneBytes) + 1);
  try {
    read_scene(path_);
    FAIL() << "was taken";
  } catch (const SceneError& error) {
    EXPECT_EQ(error.problem().place, "");
    EXPECT_NE(error.problem().text.find("256 MiB"), std::string::npos);
  }
}

TEST_F(SceneOnDisk, AFailedWriteSaysWhy) {
  EXPECT_THROW(write_scene(self_attention(1, 1), "/no/such/folder/scene.attn.json"),
               std::runtime_error);
}

}  // namespace
}  // namespace attn::scene_file_test
