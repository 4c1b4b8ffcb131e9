#include <stdexcept>

#include <gtest/gtest.h>

#include "app/figure/files/export.h"
#include "tests/support/temporary_folder.h"

namespace attn::export_files_test {
namespace {

using Words = std::vector<std::string>;

std::vector<std::string> paths(const Words& scenes, const Words& views, const std::string& out,
                               const std::string& ending = "") {
  std::vector<std::string> paths;
  for (const ExportFile& file : export_files(scenes, views, out, ending)) {
    paths.push_back(file.path);
  }
  return paths;
}

std::string complaint(const Words& scenes, const Words& views, const std::string& out) {
  try {
    export_files(scenes, views, out);
    return "";
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

TEST(ExportFiles, ASceneIsCalledAsItsFile) {
  EXPECT_EQ(scene_name("a/b.attn.json"), "b");
  EXPECT_EQ(scene_name("attn:eJy1k"), "link");
  EXPECT_EQ(scene_name("b.json"), "b");
  EXPECT_EQ(scene_name("b"), "b");
  EXPECT_EQ(scene_name("x.y/b.c.attn.json"), "b.c");
  EXPECT_EQ(scene_name(".json"), ".json");
  EXPECT_EQ(scene_name("-"), "stdin");
}

TEST(ExportFiles, AFileIsTakenAsItIs) {
  EXPECT_EQ(paths({"a.attn.json"}, {"weights"}, "x.png"), Words{"x.png"});
}

TEST(ExportFiles, NamesStandInAPattern) {
  EXPECT_EQ(
      paths({"in/a.attn.json", "b.json"}, {"weights", "heads"}, "o/{view}/{name}_{name}.npy"),
      (Words{"o/weights/a_a.npy", "o/heads/a_a.npy", "o/weights/b_b.npy", "o/heads/b_b.npy"}));
  EXPECT_EQ(paths({"{view}.attn.json"}, {"weights"}, "{name}.png"), Words{"{view}.png"});
  EXPECT_EQ(paths({"{name}.attn.json"}, {"weights"}, "{name}.png"), Words{"{name}.png"});
}

TEST(ExportFiles, AFolderHoldsFilesOfTheScenesNames) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(paths({"a.attn.json"}, {"weights"}, "out/"), Words{"out/a.png"});
  EXPECT_EQ(paths({"a.attn.json"}, {"weights"}, "out/", ".csv"), Words{"out/a.csv"});
  EXPECT_EQ(paths({"a.attn.json"}, {"weights"}, folder.path().string()), Words{folder / "a.png"});
  EXPECT_EQ(paths({"a.attn.json"}, {"weights", "heads"}, "out/"),
            (Words{"out/a-weights.png", "out/a-heads.png"}));
}

TEST(ExportFiles, NoFileIsWrittenTwice) {
  EXPECT_EQ(complaint({"a/x.attn.json", "b/x.attn.json"}, {"weights"}, "out/"),
            "a/x.attn.json and b/x.attn.json would both be written to out/x.png; export them to "
            "different folders");
  EXPECT_NE(complaint({"x", "x"}, {"weights"}, "out/"), "");
  EXPECT_NE(complaint({"-", "-"}, {"weights"}, "out/"), "");
  EXPECT_NE(complaint({"x", "y"}, {"weights"}, "out.png").find("put {name} into the name"),
            std::string::npos);
  EXPECT_NE(complaint({"x"}, {"weights", "heads"}, "out.png").find("put {view} into the name"),
            std::string::npos);
  EXPECT_NE(complaint({"x", "./x"}, {"weights"}, "a/../{name}.png"), "");
}

}  // namespace
}  // namespace attn::export_files_test
