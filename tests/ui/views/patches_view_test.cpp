// Attention over an image in the real window: the dump of a vision transformer, dropped onto it.

#include <algorithm>

#include <gtest/gtest.h>

#include "app/document/view/view_state.h"
#include "tests/document/tensors/made_files.h"
#include "tests/figure/png_bytes.h"
#include "tests/ui/files/files_window.h"

namespace attn::test::patches_view_test {
namespace {

constexpr int kTokens = 17;  // a class token and 16 patches

class PatchesView : public Files {
 protected:
  /// Opens the view of imported attention.
  void open_dump() {
    std::vector<float> weights;
    for (int query = 0; query < kTokens; ++query) {
      for (int key = 0; key < kTokens; ++key) {
        weights.push_back(key == query ? 0.2F : 0.8F / (kTokens - 1));
      }
    }
    put((folder() / "vit.npz").string(),
        zip({{"attentions.npy", npy("(1, 1, 17, 17)", floats(weights))}}));
    put((folder() / "cat.png").string(), grey_png(64));
    ASSERT_TRUE(desktop.drop({(folder() / "vit.npz").string()}));
    program.click("import.open");
    ASSERT_TRUE(gone("import.open"));
    program.click("tab.patches");
  }
  ViewState view() { return parse_view(program.text("view")); }
  /// The middle of a patch on the screen.
  std::vector<std::string> at(int row, int column) {
    const Rect map = program.control("patches");
    const auto place = [](double start, double length, int n) {
      return std::to_string(static_cast<int>(start + length * (n + 0.5) / 4));
    };
    return {"mousemove", place(map.x, map.width, column), place(map.y, map.height, row)};
  }
  bool selects(Cell cell) {
    return eventually([&] { return view().selection == cell; });
  }
  bool draws(const std::string& words) {
    return std::ranges::any_of(program.drawn(), [&](const DrawnText& drawn) {
      return drawn.text.find(words) != std::string::npos;
    });
  }
  bool is_said(const std::string& words) {
    return eventually([&] { return draws(words); });
  }
};

TEST_F(PatchesView, IsOfferedForAnImageOnly) {
  program.click("tab.graph");
  EXPECT_FALSE(program.shows("tab.patches")) << "six words are no image";
  open_dump();
  EXPECT_TRUE(program.shows("patches"));
  EXPECT_TRUE(program.shows("patches.others"));
  EXPECT_TRUE(is_said("4 × 4 patches behind 1 token: guessed"));
}

TEST_F(PatchesView, AClickOrArrowSelectsAPatchAsTheQuery) {
  open_dump();
  auto click = at(1, 2);
  desktop.input(click);
  EXPECT_TRUE(is_said("patch row 1, column 2 · token 7 · weight 0.05"));
  click.insert(click.end(), {"click", "1"});
  desktop.input(click);
  EXPECT_TRUE(selects({7, 7}));
  EXPECT_TRUE(is_said("Query 7, patch row 1, column 2 · patches 0.95, 1 other token 0.05"));
  program.rest();
  program.key("Right");
  EXPECT_TRUE(selects({8, 8}));
  program.key("Right");
  EXPECT_TRUE(selects({8, 8})) << "the row ends";
  program.key("Down");
  EXPECT_TRUE(selects({12, 12}));
  program.key("Left");
  EXPECT_TRUE(selects({11, 11}));
  program.key("Up");
  EXPECT_TRUE(selects({7, 7}));
  program.click("patches.others");
  EXPECT_TRUE(selects({0, 0}));
  program.rest();
  EXPECT_TRUE(is_said("Query 0 · patches 0.80, 1 other token 0.20"));
}

TEST_F(PatchesView, TheGridIsTyped) {
  open_dump();
  program.click("patches.rows");
  program.type("2\n");
  EXPECT_TRUE(eventually([&] { return view().options.patches.rows == 2; }));
  EXPECT_EQ(view().options.patches.columns, 4);
  EXPECT_TRUE(is_said("9 other tokens"));
  program.click("patches.skip");
  program.type("1\n");
  EXPECT_TRUE(eventually([&] { return view().options.patches.skip == 1; }));
  program.click("patches.rows");
  program.type("40\n");
  EXPECT_TRUE(is_said("Expected ROWSxCOLUMNS with at most 17 patches, found 40x4."));
  program.click("patches.rows");
  program.type("none\n");
  EXPECT_EQ(view().options.patches.rows, 40) << "no number changes nothing";
  program.click("patches.rows");
  program.type("4\n");
  EXPECT_TRUE(eventually([&] { return program.shows("patches"); }));
}

TEST_F(PatchesView, ADroppedPictureIsBehindThePatches) {
  open_dump();
  program.rest();
  const Picture before = program.settled_picture();
  EXPECT_FALSE(program.shows("patches.no-picture"));
  ASSERT_TRUE(desktop.drop({(folder() / "cat.png").string()}));
  EXPECT_TRUE(is_said("colours at 55 % over the picture in grey"));
  program.rest();
  EXPECT_GT(compare(before, program.settled_picture()).max, 50);
  const Scene saved = shown_scene();
  EXPECT_EQ(parse_view(saved.view).options.patches.picture, "cat.png") << "beside the scene";
  program.click("patches.no-picture");
  EXPECT_TRUE(gone("patches.no-picture"));
  EXPECT_TRUE(eventually([&] { return !draws("over the picture"); }));
}

TEST_F(PatchesView, APictureIsChosenFromAListOfFiles) {
  open_dump();
  put((folder() / "text.png").string(), "no picture");
  program.click("patches.picture");
  program.control("browser.filter");
  program.type((folder() / "text.png").string() + "\n");
  EXPECT_TRUE(is_said("Without its picture: text.png: expected a PNG file"));
  program.click("patches.picture");
  program.control("browser.filter");
  program.type((folder() / "cat.png").string() + "\n");
  EXPECT_TRUE(is_said("colours at 55 % over the picture in grey"));
}

}  // namespace
}  // namespace attn::test::patches_view_test
