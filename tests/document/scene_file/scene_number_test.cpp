#include <limits>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_changes.h"
#include "engine/attention/mask.h"
#include "engine/attention/score.h"
#include "engine/base/problem.h"

namespace attn::scene_number_test {
namespace {

Scene small_scene() {
  Scene scene;
  scene.tokens = {"a", "b"};
  scene.embeddings = Matrix(Matrix::Identity(2, 2));
  scene.heads.resize(2);
  scene.heads[1].w_q = Cow<Matrix>(Matrix(Matrix::Ones(2, 2)));
  return scene;
}

/// Place of the error, or "".
std::string place(const Scene& scene, const std::string& pointer, double value = 1) {
  try {
    SceneNumber(scene, {pointer}).with(value);
    return "";
  } catch (const SceneError& error) {
    EXPECT_FALSE(error.problem().text.empty());
    return error.problem().place;
  }
}

TEST(SceneNumber, ItIsPutWhereThePointerSays) {
  const Scene scene = small_scene();
  Scene expected = scene;
  Matrix weights = **expected.heads[1].w_q;
  weights(0, 1) = 2.5F;
  expected.heads[1].w_q = Cow<Matrix>(weights);
  const SceneNumber number(scene, {"/heads/1/w_q/0/1"});
  EXPECT_EQ(number.with(2.5), expected);
  EXPECT_EQ(number.with(1), scene);
  EXPECT_EQ(SceneNumber(scene, {"/embeddings/1/0"}).with(-3).embeddings->coeff(1, 0), -3.0F);
}

TEST(SceneNumber, WhatTheFileLeavesOutCanBeSet) {
  const Scene scene = small_scene();
  EXPECT_EQ(SceneNumber(scene, {"/normalizer/temperature"}).with(0.5).normalizer.temperature, 0.5F);
  EXPECT_EQ(SceneNumber(scene, {"/heads/0/width"}).with(2).heads[0].width, 2.0F);
  Scene plain = small_scene();
  plain.heads = {Head{}};
  EXPECT_EQ(SceneNumber(plain, {"/heads/0/width"}).with(2).heads[0].width, 2.0F);
  Scene hot = small_scene();
  hot.normalizer.temperature = std::numeric_limits<float>::infinity();
  EXPECT_EQ(SceneNumber(hot, {"/normalizer/temperature"}).with(3).normalizer.temperature, 3.0F);
}

TEST(SceneNumber, SeveralAreTheSame) {
  const Scene scene = SceneNumber(small_scene(), {"/heads/0/width", "/heads/1/width"}).with(0.25);
  EXPECT_EQ(scene.heads[0].width, 0.25F);
  EXPECT_EQ(scene.heads[1].width, 0.25F);
}

TEST(SceneNumber, WhereNoneCanBeItSaysSo) {
  const Scene scene = small_scene();
  for (const char* pointer :
       {"/heads/0/w_q/0/1", "/heads/7/width", "/heads/-/width", "/heads/01/width",
        "/embeddings/2/0", "/embeddings/0", "/title", "/foo", "/tokens/0", "/score/scale",
        "/nothing/at/all", "heads", "/~2", "/heads/1/w_q/0", "/version"}) {
    EXPECT_EQ(place(scene, pointer, 3), pointer);
  }
  EXPECT_THROW(SceneNumber(scene, {""}), SceneError);
  EXPECT_EQ(place(scene, "/normalizer/temperature", -1), "/normalizer/temperature");
  EXPECT_EQ(place(scene, "/heads/0/width", 0), "/heads/0/width");
  EXPECT_EQ(place(scene, "/heads/1/w_q/0/1", 1e300), "/heads/1/w_q/0/1");
}

TEST(SceneNumber, WhatCameWithALaterVersionCanBeSetInAnEarlierOne) {
  Scene scene = small_scene();
  EXPECT_EQ(SceneNumber(scene, {"/score/cap"}).with(2.5).score.cap, 2.5F);
  EXPECT_EQ(SceneNumber(scene, {"/heads/0/sink"}).with(0).heads[0].sink, 0.0F);
  EXPECT_EQ(SceneNumber(scene, {"/heads/1/gain"}).with(0.5).heads[1].gain, 0.5F);
  EXPECT_EQ(place(scene, "/score/cap", 0), "/score/cap");
  // One that it has may go to where the earlier version holds the scene again.
  scene.masks.emplace_back().kind = &mask_kind("window");
  scene.masks[0].dilation = 2;
  const SceneNumber dilation(scene, {"/masks/0/dilation"});
  EXPECT_EQ(dilation.with(3).masks[0].dilation, 3);
  EXPECT_EQ(dilation.with(1).masks[0].dilation, 1);
  EXPECT_EQ(place(scene, "/masks/0/dilation", 1.5), "/masks/0/dilation");
}

TEST(SceneNumber, WholeNumbersStayWhole) {
  Scene scene = small_scene();
  scene.masks.emplace_back().kind = &mask_kind("window");
  EXPECT_EQ(SceneNumber(scene, {"/masks/0/radius"}).with(3).masks[0].radius, 3);
  EXPECT_EQ(place(scene, "/masks/0/radius", 1.5), "/masks/0/radius");
}

}  // namespace
}  // namespace attn::scene_number_test
