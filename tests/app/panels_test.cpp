// attentoscope export --panels, from the outside.

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/app/run_program.h"
#include "tests/support/picture.h"
#include "tests/support/temporary_folder.h"

namespace attn::panels_test {
namespace {

using namespace attn::test;
using Words = std::vector<std::string>;

class PanelsCommand : public testing::Test {
 protected:
  Answer run(const Words& panels, const std::string& out, const Words& options = {}) {
    Words words{"export", "--panels"};
    words.insert(words.end(), panels.begin(), panels.end());
    words.insert(words.end(), {"--out", folder_ / out});
    words.insert(words.end(), options.begin(), options.end());
    return run_program(words);
  }
  const std::string one_ = "weights@" + example_path();
  TemporaryFolder folder_;
};

TEST_F(PanelsCommand, WritesOneFigureInEachFormat) {
  for (const char* out : {"a.png", "a.svg", "a.pdf"}) {
    const Answer done = run({one_, one_ + ":temperature=0.5", "difference"}, out,
                            {"--columns", "3", "--letters", "--caption", "auto"});
    EXPECT_EQ(done.status, 0) << done.err;
    EXPECT_EQ(done.out + done.err, "");
  }
  EXPECT_EQ(folder_.file_count(), 3);
  const std::string svg = bytes_of(folder_ / "a.svg");
  EXPECT_NE(svg.find("(b) T = 0.5"), std::string::npos);
  EXPECT_NE(svg.find("<desc>Weights"), std::string::npos);
  const Answer column = run({one_, one_ + ":temperature=2"}, "c.png", {"--for", "two-column"});
  EXPECT_EQ(column.status, 0) << column.err;
  EXPECT_EQ(load_png(folder_ / "c.png").width, 2025);
}

TEST_F(PanelsCommand, ShowsLayersOfNetworks) {
  const std::string net = folder_ / "net.attn-net.json";
  ASSERT_EQ(run_program({"train", "reverse", "--steps", "0", "--set", "layers=2", "--set",
                         "residual=on", "--out", net})
                .status,
            0);
  const Answer done =
      run({"weights@" + net + ":layer=0", "weights@" + net + ":layer=1"}, "a.svg", {"--letters"});
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_NE(bytes_of(folder_ / "a.svg").find("(b) layer 1"), std::string::npos);
  expect_failure(run({"weights@" + net + ":layer=2"}, "b.svg"), 2,
                 "layer: expected a layer with attention");
}

TEST_F(PanelsCommand, SaysWhatIsWrong) {
  expect_failure(run({"weights"}, "a.png"), 2, "--panels: weights: expected VIEW@SCENE");
  expect_failure(run({"difference"}, "a.png"), 2, "difference: expected two panels before it");
  expect_failure(run({one_, "difference"}, "a.png"), 2, "expected two panels before it, found 1");
  expect_failure(run({one_ + ":head=3"}, "a.png"), 2, "panel 1: --head: expected less than 1");
  expect_failure(run({one_ + ":layer=0"}, "a.png"), 2, "layer: expected a network");
  expect_failure(run({one_ + ":/nothing=3"}, "a.png"), 2, "nothing");
  expect_failure(run({"weights@missing.json"}, "a.png"), 2, "missing.json: No such file");
  expect_failure(run({one_}, "a.npy"), 2, "--out: expected one file that ends in");
  expect_failure(run({one_}, "a.png", {"--view", "weights"}), 2, "--view");
  expect_failure(run({one_}, "a.png", {"--sweep", "temperature=1:2:3"}), 2, "--sweep");
  expect_failure(
      run({one_, one_}, "a.png", {"--for", "column", "--columns", "2", "--width", "1in"}), 2,
      "needs at least");
  expect_failure(
      run_program({"export", example_path(), "--view", "weights", "--out", "a.png", "--letters"}),
      2, "--panels");
  EXPECT_EQ(folder_.file_count(), 0);
}

TEST_F(PanelsCommand, MakesAFigureOfItsFileAgain) {
  const std::string figure = folder_ / "f.attn-figure.json";
  const std::string scene = std::filesystem::path(example_path()).filename();
  put(folder_ / scene, bytes_of(example_path()));
  const auto write = [&](const std::string& panels) {
    put(figure, R"({"format": "attentoscope/figure", "version": 1, "letters": true, "columns": 2,
                    "caption": "auto", "panels": [)" +
                    panels + "]}");
  };
  const auto panel = [&](const std::string& settings) {
    return R"({"view": "weights", "scene": ")" + scene + "\"" + settings + "}";
  };
  write(panel("") + "," + panel(R"(, "temperature": 0.5)") + R"(, {"view": "difference"})");
  const Answer made = run_program({"export", figure, "--out", folder_ / "a.png"});
  EXPECT_EQ(made.status, 0) << made.err;
  EXPECT_EQ(made.out + made.err, "");
  const Answer said = run({one_, one_ + ":temperature=0.5", "difference"}, "b.png",
                          {"--columns", "2", "--letters", "--caption", "auto"});
  ASSERT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(load_png(folder_ / "a.png").rgba, load_png(folder_ / "b.png").rgba);
  const auto fails = [&](const Words& options, const std::string& words) {
    Words all{"export", figure, "--out", folder_ / "c.png"};
    all.insert(all.end(), options.begin(), options.end());
    expect_failure(run_program(all), 2, words);
  };
  fails({"--view", "weights"}, "--view: has no effect with");
  fails({"--theme", "dark"}, "--theme: has no effect with");
  fails({"--sweep", "temperature=1:2:3"}, "--sweep: has no effect with");
  fails({example_path()}, "expected a figure file");
  write(panel(R"(, "heat": 1)"));
  fails({}, "f.attn-figure.json: /panels/0/heat: expected one of");
  write(R"({"view": "weights", "scene": "missing.attn.json"})");
  fails({}, "/panels/0: ");
  write("");
  fails({}, "f.attn-figure.json: /panels: expected a panel, found none");
  write(panel(R"(, "query": 6)"));
  fails({}, "f.attn-figure.json: panel 1: --query: expected less than 6");
  expect_failure(run_program({"export", example_path(), "--view", "weights", "--out", figure}), 2,
                 "this is a figure's file, which would be lost");
  EXPECT_EQ(folder_.file_count(), 4) << "the file, its scene, and two pictures";
}

/// Each picture beside the README's figures is what its script makes.
TEST_F(PanelsCommand, ScriptsRebuildTheirPictures) {
  const std::filesystem::path scripts =
      std::filesystem::path(example_path()).parent_path() / ".." / "figures";
  int rebuilt = 0;
  for (const auto& entry : std::filesystem::directory_iterator(scripts)) {
    if (entry.path().extension() != ".sh") continue;
    SCOPED_TRACE(entry.path().string());
    std::filesystem::path kept = entry.path();
    kept.replace_extension(".png");
    const std::string made = folder_ / kept.filename().string();
    const std::string line =
        "ATTENTOSCOPE='" + program_path() + "' sh '" + entry.path().string() + "' '" + made + "'";
    EXPECT_EQ(std::system(line.c_str()), 0);
    const Picture found = load_png(made), expected = load_png(kept.string());
    EXPECT_EQ(found.width, expected.width);
    EXPECT_EQ(found.height, expected.height);
    ++rebuilt;
  }
  EXPECT_EQ(rebuilt, 5);
}

}  // namespace
}  // namespace attn::panels_test
