// The curve's view, by mouse and keyboard in the real window.

#include <cmath>

#include <gtest/gtest.h>

#include "app/document/edits/kernel_sample.h"
#include "app/document/scene_file/scene_file.h"
#include "app/document/view/view_state.h"
#include "tests/ui/desktop.h"

namespace attn::test::curve_view_test {
namespace {

std::string point(Index j) { return "curve.point[" + std::to_string(j) + "]"; }

class CurveView : public testing::Test {
 protected:
  Scene saved() { return parse_scene(program.saved()); }
  Desktop desktop;
  OpenProgram program{desktop, "assets/examples/05-kernel-regression.attn.json"};
};

TEST_F(CurveView, DragsAPointAsOneStep) {
  const Scene before = saved();
  const Rect at = program.control(point(0));
  program.drag(point(0), 60, -80);
  const Scene after = saved();
  const float x = (*after.embeddings)(0, 0), y = (**after.values)(0, 0);
  EXPECT_GT(x, (*before.embeddings)(0, 0) + 0.1F);
  EXPECT_GT(y, (**before.values)(0, 0) + 0.3F);
  EXPECT_EQ(after.embeddings->bottomRows(49), before.embeddings->bottomRows(49));
  EXPECT_EQ(after.values.value()->bottomRows(49), before.values.value()->bottomRows(49));
  const Rect now = program.control(point(0));
  EXPECT_NEAR(now.x - at.x, 60, 3);
  EXPECT_NEAR(now.y - at.y, -80, 3);
  program.rest();
  program.key("ctrl+z");
  EXPECT_EQ(*saved().embeddings, *before.embeddings);
  EXPECT_EQ(**saved().values, **before.values);
}

TEST_F(CurveView, AddsAndRemovesPoints) {
  const Rect plane = program.control("curve.plane");
  const auto go = [&](double x, double y) {
    desktop.input({"mousemove", std::to_string(static_cast<int>(plane.x + plane.width * x)),
                   std::to_string(static_cast<int>(plane.y + plane.height * y))});
  };
  go(0.06, 0.06);
  desktop.input({"click", "1", "click", "1"});
  ASSERT_TRUE(eventually([&] { return saved().tokens.size() == 51; }));
  EXPECT_EQ(saved().tokens[50], "x50");
  EXPECT_LT((*saved().embeddings)(50, 0), 0.5F);
  EXPECT_GT((**saved().values)(50, 0), 4.F);
  const Rect added = program.control(point(50));
  desktop.input({"mousemove", std::to_string(static_cast<int>(added.x + added.width / 2)),
                 std::to_string(static_cast<int>(added.y + added.height / 2)), "sleep", "0.1",
                 "click", "3"});
  EXPECT_TRUE(eventually([&] { return saved().tokens.size() == 50; }));
  program.click(point(7));
  EXPECT_EQ(parse_view(saved().view).selection->key, 7);
  program.rest();
  program.key("Delete");
  const Scene fewer = saved();
  EXPECT_EQ(fewer.tokens.size(), 49U);
  EXPECT_EQ(fewer.tokens[7], "x8");
}

TEST_F(CurveView, ResamplesAndChangesNoiseAndWidth) {
  program.click("curve.resample");
  Scene scene = saved();
  ViewOptions::Curve options = parse_view(scene.view).options.curve;
  EXPECT_NE(options.seed, 1U);
  EXPECT_EQ(*scene.embeddings, kernel_sample(50, 0.5, options.seed).x);
  EXPECT_EQ(**scene.values, kernel_sample(50, 0.5, options.seed).y);
  program.drag_within("curve.noise", 0.3, -0.2);
  scene = saved();
  EXPECT_EQ(parse_view(scene.view).options.curve.noise, 0);
  EXPECT_EQ(**scene.values, kernel_sample(50, 0, options.seed).y);
  program.drag_within("curve.width", 0.5, 1.2);
  EXPECT_NEAR(static_cast<double>(saved().heads[0].width.value()), 20, 1);
  program.rest();
  for (int i = 0; i < 2; ++i) program.key("ctrl+z");
  EXPECT_EQ(saved().heads[0].width, 2.F);
  EXPECT_EQ(**saved().values, kernel_sample(50, 0.5, options.seed).y);
}

TEST(CurveViewElsewhere, OffersTheTextbooksExample) {
  Desktop desktop;
  OpenProgram program(desktop, "assets/examples/01-sleepy-child.attn.json");
  const Scene before = parse_scene(program.saved());
  for (int i = 0; i < 20 && !program.shows("curve.textbook"); ++i) program.key("ctrl+Tab");
  program.click("curve.textbook");
  EXPECT_TRUE(eventually([&] { return program.shows("curve.plane"); }));
  EXPECT_EQ(parse_scene(program.saved()).tokens.size(), 50U);
  program.rest();
  program.key("ctrl+z");
  EXPECT_TRUE(same_computation(parse_scene(program.saved()), before));
}

}  // namespace
}  // namespace attn::test::curve_view_test
