#include "app/document/scene_file/scene_parts.h"

#include <functional>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "assets/assets.h"

namespace attn::scene_parts_test {
namespace {

Scene example() { return parse_scene(asset("assets/examples/01-sleepy-child.attn.json")); }

struct Change {
  const char* part;
  std::function<void(Scene&)> change;
};

TEST(SceneParts, ChangeOneByOne) {
  const Change rows[] = {
      {"inputs", [](Scene& s) { s.tokens[0] = "A"; }},
      {"embeddings.table", [](Scene& s) { s.embeddings.edit()(0, 0) = 9; }},
      {"embeddings.table", [](Scene& s) { s.values.reset(); }},
      {"weights", [](Scene& s) { s.heads[0].width = 3; }},
      {"attention", [](Scene& s) { s.score.kind = &score_kind("cosine"); }},
      {"attention", [](Scene& s) { s.score.scale = 3; }},
      {"normalizer", [](Scene& s) { s.normalizer.kind = &normalizer_kind("sparsemax"); }},
      {"attention", [](Scene& s) { s.bias = Cow<Matrix>(Matrix::Zero(6, 6)); }},
      {"temperature", [](Scene& s) { s.normalizer.temperature = 0; }},
      {"mask", [](Scene& s) { s.masks.emplace_back(); }},
      {"heads", [](Scene& s) { s.heads.emplace_back(); }},
      {"heads", [](Scene& s) { s.combine.kind = &combine_kind("mean"); }},
      {"position", [](Scene& s) { s.position.kind = &position_kind("sinusoidal"); }},
  };
  for (const Change& row : rows) {
    Scene after = example();
    row.change(after);
    EXPECT_EQ(changed_parts(example(), after), std::vector<std::string>{row.part});
    EXPECT_EQ(locked_change({row.part, "row"}, example(), after), row.part);
    EXPECT_EQ(locked_change({"row"}, example(), after), "");
  }
  EXPECT_TRUE(changed_parts(example(), example()).empty());
}

TEST(SceneParts, WhatLocksTheTemperatureLocksTheNormalizerBelowIt) {
  Scene after = example();
  after.normalizer.kind = &normalizer_kind("sparsemax");
  EXPECT_EQ(locked_change({"temperature"}, example(), after), "normalizer");
  after = example();
  after.normalizer.temperature = 2;
  EXPECT_EQ(locked_change({"normalizer"}, example(), after), "");
}

TEST(SceneParts, QueriesOfTheirOwnAreASentenceToo) {
  Scene after = example();
  after.queries = Queries{{"Book"}, Cow<Matrix>(Matrix::Ones(1, 3))};
  EXPECT_EQ(changed_parts(example(), after), (std::vector<std::string>{"inputs", "queries"}));
}

}  // namespace
}  // namespace attn::scene_parts_test
