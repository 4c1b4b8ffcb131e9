#include <limits>

#include <gtest/gtest.h>

#include "app/document/edits/kernel_sample.h"
#include "app/document/edits/point_source.h"
#include "engine/reference/check.h"

namespace attn::point_edits_test {
namespace {

Scene two_points() {
  Scene scene;
  scene.tokens = {"x0", "x1"};
  scene.embeddings = Matrix{{1.F}, {2.F}};
  return scene;
}

TEST(PointEdits, MovesKeyAndValueOfOnePoint) {
  Scene scene;
  make_kernel_scene(scene, 0.5, 1);
  Scene expected = scene;
  move_point(scene, 7, 1.25F, -3);
  expected.embeddings.edit()(7, 0) = 1.25F;
  expected.values->edit()(7, 0) = -3;
  EXPECT_EQ(scene, expected);
}

TEST(PointEdits, GivesValuesOfTheirOwnWhereThereWereNone) {
  Scene scene = two_points();
  move_point(scene, 0, 1, 5);
  ASSERT_TRUE(scene.values);
  EXPECT_EQ(**scene.values, (Matrix{{5.F}, {2.F}})) << "the other's value was its key";
  EXPECT_EQ(*scene.embeddings, (Matrix{{1.F}, {2.F}}));
}

TEST(PointEdits, AddsAPointAtTheEnd) {
  Scene scene = two_points();
  add_point(scene, 3, 4);
  EXPECT_FALSE(check(scene));
  EXPECT_EQ(scene.tokens, (std::vector<std::string>{"x0", "x1", "x2"}));
  EXPECT_EQ((*scene.embeddings)(2, 0), 3);
  EXPECT_EQ((**scene.values)(2, 0), 4);
}

TEST(PointEdits, LeaveTheSceneWhereTheResultIsNoScene) {
  Scene scene = two_points();
  const Scene before = scene;
  EXPECT_THROW(move_point(scene, 0, std::numeric_limits<float>::infinity(), 0), SceneError);
  EXPECT_THROW(add_point(scene, 0, std::numeric_limits<float>::infinity()), SceneError);
  EXPECT_EQ(scene, before);
}

}  // namespace
}  // namespace attn::point_edits_test
