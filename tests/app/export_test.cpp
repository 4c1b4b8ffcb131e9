// attentoscope export, from the outside.

#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/color/colormap.h"
#include "tests/app/run_program.h"
#include "tests/support/paths.h"
#include "tests/support/picture.h"
#include "tests/support/temporary_folder.h"

namespace attn::export_test {
namespace {

using namespace attn::test;
using Words = std::vector<std::string>;

class Export : public testing::Test {
 protected:
  Answer run(const std::string& out, const Words& options = {}, const Surroundings& around = {},
             const std::string& scene = example_path()) {
    Words words{"export", scene, "--view", "weights", "--out", out};
    words.insert(words.end(), options.begin(), options.end());
    return run_program(words, around);
  }
  std::string exported(const std::string& name, const Words& options = {},
                       const Surroundings& around = {}, const std::string& scene = example_path()) {
    const Answer done = run(folder_ / name, options, around, scene);
    EXPECT_EQ(done.status, 0);
    EXPECT_EQ(done.out, "");
    EXPECT_EQ(done.err, "");
    return bytes_of(folder_ / name);
  }

  TemporaryFolder folder_;
};

TEST_F(Export, TwiceGivesTheSameBytes) {
  const std::string once = exported("once.png");
  EXPECT_EQ(exported("twice.png"), once);
  EXPECT_EQ(exported("LOUD.PNG"), once);
  EXPECT_EQ(exported("input.png", {}, {.input = bytes_of(example_path())}, "-"), once);
  EXPECT_EQ(folder_.file_count(), 4);
}

TEST_F(Export, ASingleHeadIsAsAmongAll) {
  const std::string scene = data_path("../assets/examples/80-grouped-queries.attn.json");
  const Answer all = run_program({"export", scene, "--view", "all", "--head", "3", "--format",
                                  "svg", "--out", folder_ / "all/"});
  ASSERT_EQ(all.status, 0) << all.err;
  const std::string path = folder_ / "all/80-grouped-queries-weights.svg";
  EXPECT_EQ(exported("one.svg", {"--head", "3"}, {}, scene), bytes_of(path));
}

TEST_F(Export, ASingleHeadDoesNotNeedTheOthers) {
  EXPECT_FALSE(exported("one.png", {"--head", "1"}, {.input = overflowing_scene()}, "-").empty());
  expect_failure(run(folder_ / "all.png", {"--head", "all"}, {.input = overflowing_scene()}, "-"),
                 2, "/heads/0: ");
}

TEST_F(Export, OptionsMayStandAnywhere) {
  const Answer other = run_program({"export", "--out", folder_ / "a.png", "--head", "0",
                                    example_path(), "--view=weights", "--scale", "2"});
  EXPECT_EQ(other.status, 0) << other.err;
  EXPECT_EQ(bytes_of(folder_ / "a.png"), exported("b.png"));
}

TEST_F(Export, EachOptionHasItsEffect) {
  const std::string plain = exported("plain.png");
  for (const Colormap& map : colormaps()) {
    EXPECT_FALSE(exported("map.png", {"--colormap", std::string(map.id)}).empty()) << map.id;
  }
  EXPECT_NE(exported("magma.png", {"--colormap", "magma"}), plain);
  exported("half.png", {"--scale", "1"});
  EXPECT_NEAR(load_png(folder_ / "half.png").width * 2, load_png(folder_ / "plain.png").width, 2);
  const std::string heads = data_path("golden/heads-differ.attn.json");
  EXPECT_NE(exported("0.png", {"--head", "0"}, {}, heads),
            exported("1.png", {"--head", "1"}, {}, heads));
}

TEST_F(Export, EachOptionOfAFigureHasItsEffect) {
  std::set<std::string> found = {exported("plain.svg")};
  const std::vector<Words> all = {{"--query", "2"},
                                  {"--colormap", "gray"},
                                  {"--range", "0:0.5"},
                                  {"--range", "sqrt"},
                                  {"--range", "10%:90%"},
                                  {"--colormap", "viridis_r"},
                                  {"--tokens", "1:4"},
                                  {"--marks", "2,3"},
                                  {"--note", "2,3=here"},
                                  {"--note", "2,3=here", "--note", "1,1=there"},
                                  {"--label-queries", "reader"},
                                  {"--label-keys", "read"},
                                  {"--label-legend", "share"},
                                  {"--ticks", "2"},
                                  {"--caption", "auto"},
                                  {"--heads", "0"},
                                  {"--numbers", "off"},
                                  {"--legend", "off"},
                                  {"--title", "Words"},
                                  {"--title", ""},
                                  {"--caption", "Words"},
                                  {"--width", "500"},
                                  {"--width", "9cm"},
                                  {"--for", "column"},
                                  {"--height", "500"},
                                  {"--scale", "0.5"},
                                  {"--theme", "dark"},
                                  {"--theme", "transparent"},
                                  {"--font-size", "20"},
                                  {"--font", "times"},
                                  {"--font", "DejaVu Sans"},
                                  {"--bare"},
                                  {"--bare", "--cell", "7"}};
  for (const Words& options : all) {
    EXPECT_TRUE(found.insert(exported("a.svg", options)).second) << testing::PrintToString(options);
  }
  EXPECT_EQ(exported("plain.svg", {"--legend", "on", "--numbers", "auto", "--theme", "light"}),
            exported("a.svg"));
}

TEST_F(Export, WhatOptionsOfAHeatmapCannotBe) {
  const std::vector<std::pair<Words, std::string>> all = {
      {{"--tokens", "4:2"}, "--tokens: expected FROM:TO with FROM below TO, found 4:2"},
      {{"--tokens", "2:9"}, "--tokens: expected FROM:TO with 0 <= FROM < TO <= 6, found 2:9"},
      {{"--heads", "0,"}, "--heads: expected numbers of heads"},
      {{"--heads", "1"}, "--heads: expected less than 1"},
      {{"--marks", "on"}, "--marks: expected off or QUERY,KEY, found on"},
      {{"--marks", "6,0"}, "--marks: expected QUERY,KEY below 6,6, found 6,0"},
      {{"--note", "1,2"}, "--note: expected QUERY,KEY=TEXT, found 1,2"},
      {{"--ticks", "0"}, "--ticks: expected a whole number from 1"},
      {{"--range", "9%:5%"}, "LO%:HI%"},
      {{"--bare", "--note", "1,2=x"}, "--note: has no effect with --bare"}};
  for (const auto& [options, words] : all)
    expect_failure(run(folder_ / "a.png", options), 2, words);
  EXPECT_EQ(folder_.file_count(), 0);
}

TEST_F(Export, AViewMayHaveTwoNames) {
  std::vector<std::string> bytes;
  for (const char* view : {"output", "outputs"}) {
    const std::string out = folder_ / (std::string(view) + ".pdf");
    EXPECT_EQ(run_program({"export", example_path(), "--view", view, "--out", out}).status, 0);
    bytes.push_back(bytes_of(out));
  }
  EXPECT_EQ(bytes[0], bytes[1]);
  EXPECT_TRUE(bytes[0].starts_with("%PDF-"));
}

TEST_F(Export, AHeadThatTheSceneDoesNotHaveIsWrong) {
  expect_failure(run(folder_ / "a.png", {"--head", "1"}), 2, "--head: expected less than 1");
  EXPECT_EQ(folder_.file_count(), 0);
}

TEST_F(Export, AnOutputThatCannotBeWrittenLeavesNothing) {
  expect_failure(run(folder_ / "missing/a.png"), 1, "missing/a.png: No such file or directory");
  // The fonts' files in memory are smaller than this, the figure is larger.
  expect_failure(run(folder_ / "a.png", {"--scale", "8"}, {.file_bytes = 400'000}), 1,
                 "a.png: File too large");
  EXPECT_EQ(folder_.file_count(), 0);
  std::filesystem::create_symlink("/dev/full", folder_ / "full.png");
  expect_failure(run(folder_ / "full.png"), 1, "full.png: No space left on device");
  std::filesystem::create_directory(folder_ / "folder.png");
  expect_failure(run(folder_ / "folder.png"), 1, "folder.png: Is a directory");
  EXPECT_EQ(folder_.file_count(), 2);
}

TEST_F(Export, NeedsNeitherHomeNorDisplay) {
  const std::string plain = exported("plain.png");
  const std::string home = std::getenv("HOME") ? std::getenv("HOME") : "";
  ::setenv("HOME", "/missing", 1);
  EXPECT_EQ(exported("other.png"), plain);
  ::setenv("HOME", home.c_str(), 1);
}

/// Bytes of the figure that the program writes with this environment; it must print nothing.
std::string exported_with(const std::string& environment) {
  const TemporaryFolder folder;
  const std::string scene = example_path();
  const std::string command = "cd '" + (folder / "") + "' && " + environment + " '" +
                              program_path() + "' export '" + scene +
                              "' --view weights --out a.png 2>err";
  EXPECT_EQ(std::system(command.c_str()), 0) << environment;
  EXPECT_EQ(bytes_of(folder / "err"), "") << environment;
  return bytes_of(folder / "a.png");
}

TEST(ExportFonts, NeitherSettingsNorFontsAreNeeded) {
  const std::string picture = exported_with("env");
  EXPECT_NE(picture, "");
  for (const char* environment : {"HOME=/nonexistent FONTCONFIG_FILE=/nonexistent/fonts.conf",
                                  "HOME=/nonexistent FONTCONFIG_PATH=/nonexistent"}) {
    EXPECT_EQ(exported_with(std::string("env -i ") + environment), picture) << environment;
  }
}

}  // namespace
}  // namespace attn::export_test
