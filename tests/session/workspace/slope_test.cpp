// Tests gradients of a target, or for increasing a weight, and their invalidation.

#include "app/session/workspace/slope.h"

#include <cmath>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/session/files/session.h"
#include "app/session/workspace/learn.h"
#include "assets/assets.h"
#include "engine/reference/attention.h"

namespace attn::slope_test {
namespace {

Scene sentence() { return parse_scene(asset("assets/examples/01-sleepy-child.attn.json")); }

TEST(Slope, IsOfTheWeightThatIsLookedAtWhereNothingIsWanted) {
  Session session(sentence(), "");
  Workspace& workspace = session.workspace;
  EXPECT_EQ(seen_slope(workspace, false), nullptr) << "it is not shown";
  workspace.look.slope.is_on = true;
  workspace.look.view.selection = Cell{5, 3};
  const SeenSlope* seen = seen_slope(workspace, false);
  ASSERT_TRUE(seen && seen->slope) << seen->trouble;
  EXPECT_EQ(seen->words, "to raise Book → Reads");
  const WideMatrix* slope = slope_of_table(*seen->slope, "embeddings");
  ASSERT_NE(slope, nullptr);
  const Scene scene = workspace.scene();
  for (Index i = 0; i < scene.embeddings->rows(); ++i) {
    const auto weight = [&](float change) {
      Scene moved = scene;
      moved.embeddings.edit()(i, 1) += change;
      return static_cast<double>(evaluate_plainly(moved).heads[0].weights(5, 3));
    };
    EXPECT_NEAR(-(*slope)(i, 1), (weight(1e-2F) - weight(-1e-2F)) / 2e-2, 2e-3) << i;
  }
  EXPECT_EQ(seen->saliency.size(), 6U);
  EXPECT_GT(seen->typical, 0);

  const auto before = seen->slope;
  EXPECT_EQ(seen_slope(workspace, false)->slope, before) << "nothing changed";
  workspace.edit("embeddings", "Change", "",
                 [](Scene& changed) { changed.embeddings.edit()(3, 1) = 1; });
  EXPECT_NE(seen_slope(workspace, false)->slope, before);
}

TEST(Slope, IsOfWhatIsWanted) {
  Session session(sentence(), "");
  Workspace& workspace = session.workspace;
  workspace.look.slope.is_on = true;
  workspace.look.view.selection = Cell{5, 3};
  paint_target(workspace, {.begins = true, .ends = true, .cells = {{2, 2}}}, false);
  const SeenSlope* seen = seen_slope(workspace, false);
  ASSERT_TRUE(seen && seen->slope);
  EXPECT_EQ(seen->words, "to the painted weights");
  EXPECT_FALSE(seen->key->raised);
  const SeenSlope* raised = raised_slope(workspace, false);
  ASSERT_TRUE(raised && raised->slope) << "the inspector still tells of the weight";
  EXPECT_EQ(raised->key->raised, (Cell{5, 3}));
}

TEST(Slope, WaitsForTheEndOfADragWhereItIsSlow) {
  Session session(sentence(), "");
  Workspace& workspace = session.workspace;
  workspace.look.slope.is_on = true;
  workspace.look.view.selection = Cell{5, 3};
  ASSERT_TRUE(seen_slope(workspace, false)->slope);
  workspace.look.slope.seconds = 1;
  workspace.look.view.selection = Cell{5, 5};
  const SeenSlope* seen = seen_slope(workspace, true);
  EXPECT_FALSE(seen->slope);
  EXPECT_FALSE(seen->trouble.empty());
  EXPECT_TRUE(seen_slope(workspace, false)->slope);
}

TEST(Slope, SaysWhatItLacks) {
  Session session(sentence(), "");
  Workspace& workspace = session.workspace;
  workspace.look.slope.is_on = true;
  workspace.look.view.selection.reset();
  const SeenSlope* seen = seen_slope(workspace, false);
  ASSERT_NE(seen, nullptr);
  EXPECT_FALSE(seen->slope);
  EXPECT_FALSE(seen->trouble.empty());
  EXPECT_EQ(raised_slope(workspace, false), nullptr);
}

TEST(Slope, FindsATableByItsName) {
  Session session(parse_scene(asset("assets/examples/07-multi-head.attn.json")), "");
  Workspace& workspace = session.workspace;
  SceneWish wish;
  wish.raised = SceneWish::RaisedWeight{1, {0, 1}};
  const SceneSlope slope = loss_with_gradients(workspace.scene(), wish);
  EXPECT_NE(slope_of_table(slope, "heads.1.w_q"), nullptr);
  EXPECT_EQ(slope_of_table(slope, "heads.9.w_q"), nullptr);
  EXPECT_TRUE(slope_of_field(slope, "temperature"));
  EXPECT_FALSE(slope_of_field(slope, "heads.1.w_q")) << "a table's";
  EXPECT_FALSE(slope_of_field(slope, "mask.0.radius"));
  EXPECT_GE(slope_quantile(slope, 1), slope_quantile(slope, 0.5));
}

}  // namespace
}  // namespace attn::slope_test
