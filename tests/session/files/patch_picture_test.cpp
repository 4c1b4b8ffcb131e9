// The picture behind patches: how an open scene and a figure refer to it.
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/figure/panels/panel_sources.h"
#include "app/session/files/session.h"
#include "assets/assets.h"
#include "tests/support/temporary_folder.h"

namespace attn::patch_picture_test {
namespace {

namespace fs = std::filesystem;

class PatchPicture : public testing::Test {
 protected:
  void SetUp() override { fs::create_directory(folder_ / "f"); }
  std::string& picture() { return session_.workspace.look.view.options.patches.picture; }
  static std::string picture_in(const std::string& path) {
    return parse_view(read_scene(path).view).options.patches.picture;
  }
  test::TemporaryFolder folder_;
  Session session_{parse_scene(asset("assets/examples/01-sleepy-child.attn.json")), ""};
  const std::string cat_ = folder_ / "f/cat.png";
};

TEST_F(PatchPicture, IsRelativeToTheFileThatTheSceneIsSavedTo) {
  session_.files.choose_picture(cat_);
  EXPECT_EQ(picture(), cat_) << "the scene has no file yet";
  ASSERT_TRUE(session_.files.save_as(folder_ / "a.attn.json"));
  EXPECT_EQ(picture(), "f/cat.png");
  EXPECT_EQ(picture_in(folder_ / "a.attn.json"), "f/cat.png");
  ASSERT_TRUE(session_.files.save_as(folder_ / "f/a.attn.json"));
  EXPECT_EQ(picture_in(folder_ / "f/a.attn.json"), "cat.png");
  session_.files.choose_picture(folder_ / "dog.png");
  EXPECT_EQ(picture(), folder_ / "dog.png") << "outside of the scene's folder";
  EXPECT_EQ(session_.workspace.notices.message().find("Its picture"), std::string::npos);
  ASSERT_TRUE(session_.files.save_as(folder_ / "f/a.attn.json"));
  EXPECT_NE(session_.workspace.notices.message().find("Its picture is in another folder"),
            std::string::npos);
}

TEST_F(PatchPicture, StaysWhatItWasIfTheSceneIsNotSaved) {
  ASSERT_TRUE(session_.files.save_as(folder_ / "a.attn.json"));
  session_.files.choose_picture(cat_);
  EXPECT_FALSE(session_.files.save_as(folder_ / "missing/a.attn.json"));
  EXPECT_EQ(picture(), "f/cat.png");
}

TEST_F(PatchPicture, OfAPanelIsRelativeToTheFiguresFile) {
  const auto in_panel = [&](std::size_t n) {
    return parse_view(session_.files.figure.figure().panels[n].look).options.patches.picture;
  };
  ASSERT_TRUE(session_.files.save_as(folder_ / "a.attn.json"));
  session_.files.choose_picture(cat_);
  session_.files.add_to_figure({.view = "patches"});
  session_.files.add_to_figure(
      {.view = "patches", .settings = {{"picture", folder_ / "dog.png"}, {"patches", "2x3"}}});
  session_.files.add_to_figure({.view = "weights"});
  ASSERT_EQ(session_.files.figure.figure().panels.size(), 3U);
  EXPECT_EQ(in_panel(0), cat_);
  EXPECT_EQ(in_panel(1), folder_ / "dog.png");
  EXPECT_EQ(in_panel(2), "") << "it is not in the figure";
  EXPECT_EQ(session_.files.figure.figure().panels[1].settings.count("picture"), 0U);
  session_.files.figure.save(folder_ / "a.attn-figure.json");
  EXPECT_EQ(in_panel(0), "f/cat.png");
  EXPECT_EQ(in_panel(1), "dog.png");
  session_.files.figure.save(folder_ / "f/b.attn-figure.json");
  EXPECT_EQ(in_panel(0), "cat.png");
  EXPECT_EQ(in_panel(1), folder_ / "dog.png");
}

}  // namespace
}  // namespace attn::patch_picture_test
