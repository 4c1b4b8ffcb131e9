#include "app/session/workspace/mask_paint.h"

#include <string>

#include <gtest/gtest.h>

#include "app/document/edits/kind_edits.h"
#include "app/document/scene_file/scene_file.h"
#include "app/session/files/session.h"
#include "assets/assets.h"
#include "engine/attention/mask.h"

namespace attn::mask_paint_test {
namespace {

Scene example() { return parse_scene(asset("assets/examples/01-sleepy-child.attn.json")); }

bool sees(const Workspace& workspace, Index query, Index key) {
  const std::vector<Mask>& masks = workspace.scene().masks;
  return masks.empty() || (*masks.back().allowed)(query, key);
}

TEST(MaskPaint, MakesAllThatAStrokePassesWhatItsFirstCellBecomes) {
  Session session(example(), "");
  Workspace& workspace = session.workspace;
  MaskPaint paint;
  paint.take_stroke(workspace, {.begins = true, .ends = true, .cells = {{1, 1}}});
  ASSERT_EQ(workspace.scene().masks.size(), 1u);
  EXPECT_FALSE(sees(workspace, 1, 1));

  paint.take_stroke(workspace, {.begins = true, .cells = {{0, 1}}});
  paint.take_stroke(workspace, {.cells = {{1, 1}, {2, 1}}});
  paint.take_stroke(workspace, {.ends = true});
  for (const Index query : {0, 1, 2}) EXPECT_FALSE(sees(workspace, query, 1)) << query;
  workspace.undo();
  EXPECT_TRUE(sees(workspace, 0, 1)) << "one stroke is one step";
  EXPECT_TRUE(sees(workspace, 2, 1));
  EXPECT_FALSE(sees(workspace, 1, 1));

  paint.take_stroke(workspace, {.begins = true, .ends = true, .cells = {{1, 1}, {3, 3}}});
  EXPECT_TRUE(sees(workspace, 1, 1)) << "a hidden one is seen again";
  EXPECT_TRUE(sees(workspace, 3, 3));
}

TEST(MaskPaint, SaysWhichOtherMaskHidesAKey) {
  Session session(example(), "");
  Workspace& workspace = session.workspace;
  workspace.edit("mask.add", "Add a mask", "",
                 [](Scene& scene) { add_mask(scene, mask_kind("causal")); });
  MaskPaint paint;
  paint.take_stroke(workspace, {.begins = true, .ends = true, .cells = {{0, 3}}});
  ASSERT_NE(workspace.notices.complaint("mask.paint"), nullptr);
  const std::string label(mask_kind("causal").label);
  EXPECT_NE(workspace.notices.complaint("mask.paint")->find(label), std::string::npos);
  EXPECT_EQ(workspace.scene().masks.size(), 1u) << "there is nothing to paint";
}

}  // namespace
}  // namespace attn::mask_paint_test
