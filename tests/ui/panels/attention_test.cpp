// Drives the right panel and the painting of masks with real mouse and keyboard events, and checks
// the scene that is saved.

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/document/view/view_state.h"
#include "engine/attention/combine.h"
#include "engine/attention/mask.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "tests/ui/desktop.h"

namespace attn::test::attention_test {
namespace {

class Attention : public testing::Test {
 protected:
  Scene saved() { return parse_scene(program.saved()); }

  Scene without_view(Scene scene) {
    scene.view = "{}";
    return scene;
  }

  void undo() {
    program.rest();
    program.key("ctrl+z");
  }

  void add_mask(const std::string& line) {
    program.click("mask.add");
    program.click("mask.add." + line);
  }

  static std::string cell(Index i, Index j) {
    return "weights[" + std::to_string(i) + "][" + std::to_string(j) + "]";
  }

  Desktop desktop;
  OpenProgram program{desktop, "assets/examples/01-sleepy-child.attn.json", "1440x1390"};
};

TEST_F(Attention, DragsAndTypesTheScale) {
  const Scene before = without_view(saved());
  ASSERT_EQ(before.score.kind->id, "dot");
  program.drag("score.scale", 40, 0);
  EXPECT_EQ(saved().score.scale, 2.F) << "40 pixels are ten steps of a tenth";
  undo();
  EXPECT_EQ(without_view(saved()), before) << "a drag is one step";

  program.click("score.scale");
  program.type("0.25\n");
  EXPECT_EQ(saved().score.scale, 0.25F);
  program.double_click("score.scale");
  program.type("-3\t");
  EXPECT_EQ(saved().score.scale, -3.F);
  program.click("score.scale");
  program.type("much\n");
  EXPECT_EQ(saved().score.scale, -3.F) << "no number";
}

TEST_F(Attention, DragsAPositionsScale) {
  program.click("position");
  program.click("position.1");
  ASSERT_EQ(saved().position.kind->id, "sinusoidal");
  program.drag("position.scale", -20, 0);
  EXPECT_EQ(saved().position.scale, 0.5F);
  undo();
  EXPECT_EQ(saved().position.scale, 1.F);
}

TEST_F(Attention, DragsTheWindowAndItsBellCurve) {
  add_mask("3");
  ASSERT_EQ(saved().masks.at(0).kind->id, "window");
  program.drag_within("mask.0.radius.slider", 0.2, 1.2);
  EXPECT_EQ(saved().masks.at(0).radius, 6) << "as far as there are tokens";
  undo();
  EXPECT_EQ(saved().masks.at(0).radius, 1) << "a drag is one step";
  program.click("mask.0.radius");
  program.type("2.5\n");
  EXPECT_EQ(saved().masks.at(0).radius, 1) << "no whole number";
  for (const char* rounds_to_a_radius : {"-1e-46\n", "4.00000001\n"}) {
    program.click("mask.0.radius");
    program.type(rounds_to_a_radius);
    EXPECT_EQ(saved().masks.at(0).radius, 1) << rounds_to_a_radius;
  }
  program.click("mask.0.radius");
  program.type("4\n");
  EXPECT_EQ(saved().masks.at(0).radius, 4);

  program.click("mask.0.sigma.add");
  EXPECT_EQ(saved().masks.at(0).sigma, 2.F);
  program.drag("mask.0.sigma", 20, 0);
  EXPECT_EQ(saved().masks.at(0).sigma, 2.5F);
  program.click("mask.0.sigma.remove");
  EXPECT_FALSE(saved().masks.at(0).sigma);
}

TEST_F(Attention, TogglesPaddingAndLoops) {
  add_mask("2");
  ASSERT_EQ(saved().masks.at(0).kind->id, "padding");
  program.click("mask.0.valid.5");
  program.click("mask.0.valid.0");
  program.click("mask.0.valid.0");
  EXPECT_EQ(*saved().masks.at(0).valid, (std::vector<bool>{true, true, true, true, true, false}));

  add_mask("5");
  ASSERT_EQ(saved().masks.at(1).kind->id, "graph");
  program.click("mask.1.loops.0");
  EXPECT_FALSE(saved().masks.at(1).self_loops);
}

TEST_F(Attention, PaintsAStrokeOverTheCellsItPasses) {
  const std::string view = saved().view;
  const Scene before = without_view(saved());
  program.click("paint");
  const Rect first = program.control(cell(2, 1)), last = program.control(cell(2, 4));
  program.drag(cell(2, 1), static_cast<int>(last.x - first.x), 0);
  Scene scene = saved();
  ASSERT_EQ(scene.masks.size(), 1U);
  BoolMatrix expected = BoolMatrix::Constant(6, 6, true);
  for (Index j = 1; j < 5; ++j) expected(2, j) = false;
  EXPECT_EQ(*scene.masks[0].allowed, expected);
  EXPECT_EQ(scene.view, view) << "painting pins nothing";

  // Between two places of the mouse, however far apart, the cells on the way are painted too.
  program.drag_within(cell(4, 0), 0.5, 5.5);
  BoolMatrix further = expected;
  for (Index j = 0; j < 6; ++j) further(4, j) = false;
  EXPECT_EQ(*saved().masks[0].allowed, further);
  undo();
  EXPECT_EQ(*saved().masks[0].allowed, expected);
  undo();
  EXPECT_EQ(without_view(saved()), before) << "a stroke is one step";

  program.click(cell(0, 0));
  program.click(cell(0, 0));
  EXPECT_TRUE(saved().masks.empty() || (*saved().masks[0].allowed)(0, 0)) << "and back again";
  program.rest();
  program.key("Escape");
  program.click(cell(1, 1));
  scene = saved();
  EXPECT_TRUE(scene.masks.empty() || (*scene.masks[0].allowed)(1, 1)) << "Esc ends the painting";
  EXPECT_EQ(parse_view(scene.view).selection, (Cell{1, 1}));
}

TEST_F(Attention, PaintsNotOverAnotherMask) {
  add_mask("1");
  const Scene causal = without_view(saved());
  ASSERT_EQ(causal.masks.at(0).kind->id, "causal");
  program.click("mask.paint");
  program.click(cell(0, 3));
  EXPECT_EQ(without_view(saved()), causal) << "it is the other that hides this key";
  program.click(cell(3, 0));
  const Scene scene = saved();
  ASSERT_EQ(scene.masks.size(), 2U);
  EXPECT_FALSE((*scene.masks[1].allowed)(3, 0));
}

TEST_F(Attention, DragsTheTemperatureOnTheCurves) {
  const Scene before = without_view(saved());
  program.click(cell(1, 1));
  program.drag_within("row.curves", 0.5, 1.1);
  EXPECT_EQ(saved().normalizer.temperature, std::numeric_limits<float>::infinity());
  undo();
  EXPECT_EQ(without_view(saved()), before) << "a drag is one step";
  program.drag_within("row.curves", 0.5, -0.1);
  EXPECT_EQ(saved().normalizer.temperature, 0.F);
  program.drag_within("row.curves", 0.9, 0.75);
  EXPECT_NEAR(std::log10(saved().normalizer.temperature), 0.25 / 0.47 * 2, 0.06);
}

TEST_F(Attention, GivesChangesAndDropsTheBias) {
  const Scene before = without_view(saved());
  program.click("bias.give");
  program.drag("bias[2][0]", 20, 0);
  Scene scene = saved();
  ASSERT_TRUE(scene.bias);
  EXPECT_EQ((**scene.bias)(2, 0), 0.5F);
  EXPECT_EQ((**scene.bias).sum(), 0.5F);
  program.click("bias.drop");
  EXPECT_EQ(without_view(saved()), before);
}

TEST_F(Attention, ChangesWhatCombinesTheHeads) {
  program.click("combine.w_o.give");
  Scene scene = saved();
  ASSERT_TRUE(scene.combine.w_o);
  EXPECT_EQ(**scene.combine.w_o, Matrix::Identity(1, 1));
  program.click("combine.w_o.drop");
  EXPECT_FALSE(saved().combine.w_o);

  program.click("combine");
  program.click("combine.1");
  ASSERT_EQ(saved().combine.kind->id, "weighted");
  program.drag("combine.w[0][0]", -20, 0);
  EXPECT_EQ((*saved().combine.w)(0), 0.5F);
  undo();
  EXPECT_EQ((*saved().combine.w)(0), 1.F) << "a drag is one step";

  program.click("combine");
  program.click("combine.2");
  ASSERT_EQ(saved().combine.kind->id, "projection");
  program.drag("combine.w.0[0][0]", 20, 0);
  EXPECT_EQ((*saved().combine.projections[0])(0, 0), 1.5F);
}

TEST_F(Attention, EditsPositionsTable) {
  program.click("position");
  program.click("position.3");
  ASSERT_EQ(saved().position.kind->id, "learned");
  program.drag("position.table[2][1]", 20, 0);
  const Scene scene = saved();
  EXPECT_EQ((*scene.position.table)(2, 1), 0.5F);
  EXPECT_EQ(scene.position.table->sum(), 0.5F);
}

TEST_F(Attention, GivesAndChangesSlopes) {
  program.click("position");
  program.click("position.5");
  ASSERT_EQ(saved().position.kind->id, "alibi");
  program.click("position.slopes.give");
  ASSERT_TRUE(saved().position.slopes);
  EXPECT_NEAR((**saved().position.slopes)(0), 1.F / 256, 1e-6);
  program.drag("position.slopes[0][0]", 20, 0);
  EXPECT_NEAR((**saved().position.slopes)(0), 0.5, 0.01);
  program.click("position.slopes.drop");
  EXPECT_FALSE(saved().position.slopes);
}

TEST(OpenedPart, IsSeenAndClosesWhatWasOpened) {
  Desktop desktop;
  OpenProgram program(desktop, "assets/examples/07-multi-head.attn.json", "1280x1000");
  const auto is_seen = [&](const std::string& name) {
    return eventually([&] { return program.controls().contains(name); });
  };
  program.click("section.mask");
  EXPECT_TRUE(is_seen("mask.add"));
  program.click("heads.1.w_q");
  EXPECT_TRUE(is_seen("heads.1.w_q[0][0]"));
  program.click("heads.1.w_v");
  EXPECT_TRUE(is_seen("heads.1.w_v[0][0]"));
  EXPECT_TRUE(eventually([&] { return !program.controls().contains("heads.1.w_q[0][0]"); }));
  EXPECT_TRUE(program.controls().contains("mask.add")) << "it is in the other panel";
}

TEST(AttentionRow, ScrollsToTheSelectedKeyUntilItIsScrolledByHand) {
  Desktop desktop;
  OpenProgram program(desktop, "tests/golden/long-64.attn.json");
  program.click("weights[63][2]");
  program.rest();
  EXPECT_TRUE(eventually([&] { return program.shows("row.2"); }));
  EXPECT_FALSE(program.shows("row.60"));
  program.click("weights[63][60]");
  program.rest();
  ASSERT_TRUE(eventually([&] { return program.shows("row.60"); }));
  const Rect line = program.control("row.60");
  desktop.input({"mousemove", std::to_string(static_cast<int>(line.x + 60)),
                 std::to_string(static_cast<int>(line.y + line.height / 2))});
  for (int n = 0; n < 40; ++n) desktop.input({"click", "4"});
  EXPECT_TRUE(eventually([&] { return program.shows("row.0") && !program.shows("row.60"); }));
}

}  // namespace
}  // namespace attn::test::attention_test
