// The Layers desk: all heads of attention from elsewhere, measured, walked, opened.

#include <gtest/gtest.h>

#include "app/session/words/tips.h"
#include "tests/document/tensors/made_files.h"
#include "tests/support/paths.h"
#include "tests/ui/files/files_window.h"

namespace attn::test::layers_desk_test {
namespace {

class LayersWindow : public Files {
 protected:
  /// Three layers of two heads over two tokens: itself, then less and less of that.
  void open_layers() {
    const std::string path = (folder() / "heads.npz").string();
    std::vector<float> numbers;
    for (int n = 0; n < 6; ++n) {
      const float other = static_cast<float>(n) * .1F;
      numbers.insert(numbers.end(), {1 - other, other, other, 1 - other});
    }
    put(path, zip({{"attention.npy", npy("(3, 2, 2, 2)", floats(numbers))}}));
    ASSERT_TRUE(desktop.drop({path}));
    program.click("import.open");
    ASSERT_TRUE(gone("import.cancel"));
  }
  bool says(const std::string& name, const std::string& text) {
    return eventually([&] { return program.text(name) == text; });
  }
};

TEST_F(LayersWindow, IsThereWhileThereAreSeveralMatrices) {
  program.control("desk.1");
  EXPECT_FALSE(program.shows("desk.2"));
  program.key("ctrl+3");
  open_layers();
  program.key("ctrl+3");
  EXPECT_TRUE(says("layers.measured", "6 of 6"));
  for (const auto& [name, rect] : program.controls()) EXPECT_TRUE(tip_of(name)) << name;
  program.key("ctrl+n");
  EXPECT_TRUE(gone("desk.2"));
  EXPECT_FALSE(program.shows("layers.grid"));
}

TEST_F(LayersWindow, WalksMeasuresAndOpensHeads) {
  open_layers();
  program.click("desk.2");
  EXPECT_TRUE(says("layers.measured", "6 of 6"));
  EXPECT_TRUE(says("layers.head", "L0.H0"));
  EXPECT_EQ(program.text("layers.entropy"), "0.00");
  program.key("Right");
  program.key("Down");
  EXPECT_TRUE(says("layers.head", "L1.H1"));
  EXPECT_TRUE(says("layers.distance", "0.30"));
  program.key("Next");
  EXPECT_TRUE(says("layers.head", "L2.H1"));
  program.key("Return");
  EXPECT_TRUE(gone("layers.grid"));
  const Scene scene = shown_scene();
  EXPECT_EQ(scene.title, "Attention, layer 2 of 0 … 2 (weights as given)");
  EXPECT_NE(program.text("view").find("\"head\":1"), std::string::npos) << program.text("view");
  program.key("Prior");  // in the Scene desk, too
  EXPECT_TRUE(eventually([&] { return shown_scene().title.find("layer 1") != std::string::npos; }));
}

TEST_F(LayersWindow, WritesAllHeadsAsAFigure) {
  open_layers();
  program.key("ctrl+3");
  EXPECT_TRUE(says("layers.measured", "6 of 6"));
  program.key("ctrl+e");
  EXPECT_TRUE(says("focus", "layers-export.start"));
  for (const auto& [name, rect] : program.controls()) EXPECT_TRUE(tip_of(name)) << name;
  const std::string path = (folder() / "all.png").string();
  program.click("layers-export.path");
  program.key("ctrl+a");
  program.type(path + "\n");
  program.key("ctrl+Return");
  EXPECT_TRUE(says("layers-export", "Wrote " + path));
  EXPECT_NEAR(load_png(path).width, 3.3 * 300, 2);
  program.key("Escape");
  EXPECT_TRUE(gone("layers-export.start"));
}

TEST_F(LayersWindow, LaysOutMoreHeadsThanALineHasRoomFor) {
  constexpr int kHeads = 20'000;
  const std::string path = (folder() / "wide.npz").string();
  put(path, zip({{"attention.npy", npy("(2, " + std::to_string(kHeads / 2) + ", 1, 2)",
                                       floats(std::vector<float>(2 * kHeads, 0.5F)))}}));
  ASSERT_TRUE(desktop.drop({path}));
  program.click("import.open");
  ASSERT_TRUE(gone("import.cancel"));
  program.key("ctrl+3");
  EXPECT_TRUE(says("layers.heading", "16384 OF 20000 HEADS"));
  program.control("layers.L0.H150");
  const Rect button = program.control("layers.open");
  for (const auto& [name, box] : program.controls()) {
    const bool is_beside = box.x + box.width < button.x - 200;  // the panel of the button
    EXPECT_TRUE(!name.starts_with("layers.L") || is_beside) << name;
  }
}

TEST_F(LayersWindow, OrdersHeadsByWhatTheyLookAt) {
  open_layers();
  program.key("ctrl+3");
  EXPECT_TRUE(says("layers.measured", "6 of 6"));
  const Rect by_layer = program.control("layers.L2.H1");
  program.click("layers.order.2");
  EXPECT_TRUE(eventually([&] {
    const Rect now = program.control("layers.L2.H1");
    return now.y < by_layer.y && now.x < program.control("layers.L0.H0").x;
  })) << "the largest comes first";
  program.click("layers.part.1");
  EXPECT_TRUE(gone("layers.L2.H1"));
  EXPECT_TRUE(program.shows("layers.L0.H0"));
  program.click("layers.part.0");
  program.click("layers.L2.H0");
  EXPECT_TRUE(gone("layers.grid"));
  EXPECT_EQ(shown_scene().title, "Attention, layer 2 of 0 … 2 (weights as given)");
}

TEST_F(LayersWindow, OpensHeadsAsOne) {
  open_layers();
  program.key("ctrl+3");
  program.click("layers.join.mean");
  EXPECT_TRUE(gone("layers.grid"));
  EXPECT_EQ(shown_scene().title,
            "Attention, layer 0 of 0 … 2, mean of 2 heads of the given weights");
  program.key("ctrl+3");
  program.click("layers.hide.1");
  EXPECT_TRUE(
      says("layers.hidden", "first token hidden; the rest of each row is divided by its sum"));
  EXPECT_TRUE(says("layers.entropy", "0.00"));
}

TEST_F(LayersWindow, RunsAnotherTextOfAModel) {
  ASSERT_TRUE(desktop.drop({data_path("model/models/gpt2")}));
  EXPECT_TRUE(says("layers.measured", "6 of 6"));
  EXPECT_EQ(program.text("layers.text.shown"), "0,1,2,3,4,5,6,7");
  for (const auto& [name, rect] : program.controls()) EXPECT_TRUE(tip_of(name)) << name;
  program.click("layers.text");
  program.key("ctrl+a");
  program.type("3,5,8\n");
  EXPECT_TRUE(says("layers.text.shown", "3,5,8"));
  program.click("layers.L1.H2");
  EXPECT_TRUE(gone("layers.grid"));
  const Scene scene = shown_scene();
  EXPECT_EQ(scene.title, "gpt2, layer 1");
  EXPECT_EQ(scene.tokens.size(), 3U);
  EXPECT_TRUE(scene.heads[2].w_q.has_value());
}

}  // namespace
}  // namespace attn::test::layers_desk_test
