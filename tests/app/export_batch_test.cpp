// attentoscope export of several scenes and views, from the outside.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include <gtest/gtest.h>

#include "tests/app/run_program.h"
#include "tests/support/temporary_folder.h"

namespace attn::export_batch_test {
namespace {

using namespace attn::test;
using Words = std::vector<std::string>;

class ExportBatch : public testing::Test {
 protected:
  Answer run(Words words) {
    words.insert(words.begin(), "export");
    return run_program(words, {.folder = folder_.path().string()});
  }
  std::set<std::string> files(const std::string& folder) {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / folder)) {
      names.insert(entry.path().filename().string());
    }
    return names;
  }
  void SetUp() override { std::filesystem::create_directory(folder_ / "out"); }

  TemporaryFolder folder_;
  const std::string a_ = data_path("golden/digits.attn.json");
  const std::string b_ = data_path("golden/heads-differ.attn.json");
};

TEST_F(ExportBatch, EachSceneHasAFileOfItsName) {
  const Answer done = run({a_, b_, "--view", "weights", "--out", "out"});
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_EQ(done.out + done.err, "");
  EXPECT_EQ(files("out"), (std::set<std::string>{"heads-differ.png", "digits.png"}));
  EXPECT_EQ(run({a_, b_, "--view=weights", "--format", "npy", "--out", "out/"}).status, 0);
  EXPECT_EQ(run({"--view", "scores", a_, "--out=out/{name} of {view}.csv", b_}).status, 0);
  EXPECT_EQ(files("out").count("heads-differ.npy"), 1u);
  EXPECT_EQ(files("out").count("digits of scores.csv"), 1u);
  EXPECT_EQ(files("out").size(), 6u);
  run({a_, "--view", "weights", "--out", "alone.png"});
  EXPECT_EQ(bytes_of(folder_ / "alone.png"), bytes_of(folder_ / "out/digits.png"));
}

TEST_F(ExportBatch, NamesScriptsWithoutFontsOnce) {
  const std::string fonts = folder_ / "fonts.conf";
  std::ofstream(fonts) << "<?xml version=\"1.0\"?><fontconfig></fontconfig>";
  const std::string scene = data_path("golden/unicode.attn.json"), copy = folder_ / "b.attn.json";
  std::filesystem::copy_file(scene, copy);
  const std::vector<std::string> environment = {"FONTCONFIG_FILE=" + fonts};
  const Answer figures =
      run_program({"export", scene, copy, "--view", "weights", "--out", folder_ / "out"},
                  {.environment = environment});
  EXPECT_EQ(figures.status, 0);
  EXPECT_EQ(figures.err,
            "attentoscope: No font has ا ب ت (Arabic), 制 力 多 (Chinese), ध न य (Devanagari), "
            "ב ק ש (Hebrew), 👧 👩 🙂 (emoji): Debian has fonts in fonts-noto-cjk, "
            "fonts-noto-color-emoji, fonts-noto-core\n");
  const Answer table =
      run_program({"export", scene, "--view", "weights", "--out", folder_ / "out/a.csv"},
                  {.environment = environment});
  EXPECT_EQ(table.err, "") << "a table needs none";
}

TEST_F(ExportBatch, AllViewsAreThoseThatSaySomething) {
  EXPECT_EQ(run({example_path(), "--view", "all", "--out", "out"}).status, 0);
  const auto all = files("out");
  EXPECT_EQ(all.count("01-sleepy-child-weights.png"), 1u);
  EXPECT_EQ(all.count("01-sleepy-child-steps.png"), 1u);
  EXPECT_EQ(all.count("01-sleepy-child-curve.png"), 0u);  // embeddings of three dimensions
  EXPECT_GE(all.size(), 15u);
  EXPECT_EQ(run({example_path(), "--view", "all", "--format", "csv", "--out", "out"}).status, 0);
  EXPECT_EQ(files("out").count("01-sleepy-child-heads.csv"), 1u);
  EXPECT_EQ(files("out").count("01-sleepy-child-graph.csv"), 0u);
}

TEST_F(ExportBatch, ABadSceneDoesNotStopTheOthers) {
  put(folder_ / "bad.attn.json", "{");
  put(folder_ / "big.attn.json", overflowing_scene());
  const Answer done = run({"bad.attn.json", a_, "missing.attn.json", "big.attn.json", b_, "--view",
                           "weights", "--out", "out"});
  EXPECT_EQ(done.status, 2);
  EXPECT_EQ(std::ranges::count(done.err, '\n'), 3) << done.err;
  EXPECT_EQ(done.err.find("attentoscope: bad.attn.json: "), 0u) << done.err;
  EXPECT_NE(done.err.find("\nattentoscope: missing.attn.json: No such file"), std::string::npos);
  EXPECT_NE(done.err.find("\nattentoscope: big.attn.json: /heads/0: "), std::string::npos);
  EXPECT_EQ(files("out"), (std::set<std::string>{"heads-differ.png", "digits.png"}));
}

TEST_F(ExportBatch, TheExitStatusIsTheWorst) {
  put(folder_ / "bad.attn.json", "{");
  std::filesystem::create_directory(folder_ / "out/digits.png");
  const Answer could_not = run({a_, b_, "--view", "weights", "--out", "out"});
  EXPECT_EQ(could_not.status, 1);
  EXPECT_EQ(could_not.err, "attentoscope: out/digits.png: Is a directory\n");
  EXPECT_EQ(run({"bad.attn.json", a_, "--view", "weights", "--out", "out"}).status, 2);
  EXPECT_EQ(run({a_, "bad.attn.json", "--view", "weights", "--out", "out"}).status, 2);
}

TEST_F(ExportBatch, NothingIsOverwrittenSilently) {
  std::filesystem::create_directory(folder_ / "other");
  const std::string twin = folder_ / "other/digits.attn.json";
  put(twin, bytes_of(a_));
  expect_failure(run({a_, twin, "--view", "weights", "--out", "out"}), 2, "both be written");
  expect_failure(run({a_, b_, "--view", "weights", "--out", "out/x.png"}), 2, "{name}");
  expect_failure(run({a_, "--view", "all", "--out", "out/x.png"}), 2, "{view}");
  expect_failure(run({twin, "--view", "weights", "--out", twin}), 2, "would be lost");
  EXPECT_EQ(bytes_of(twin), bytes_of(a_));
  EXPECT_TRUE(files("out").empty());
}

TEST_F(ExportBatch, WrongFormatsAndFoldersAreSaid) {
  expect_failure(run({a_, "--view", "weights", "--out", "out", "--format", "gif87"}), 2,
                 "--format");
  EXPECT_EQ(run({a_, "--view", "weights", "--out", "out", "--format", ".CSV"}).status, 0);
  EXPECT_EQ(files("out"), std::set<std::string>{"digits.csv"});
}

TEST_F(ExportBatch, AnUnknownWordInANameIsRefused) {
  for (const std::string out : {"out/{heads}.png", "out/{title}.png", "out/{name} {Name}.png",
                                "out/{}.png", "out/{frame}.png", "out/{name}-{frame}.csv",
                                "{heads}/", "out/{heads}/{name}.png", "{view.png}.png"}) {
    SCOPED_TRACE(out);
    const Answer answer = run({a_, b_, "--view", "weights", "--out", out});
    expect_failure(answer, 2, "--out: unknown {");
    EXPECT_NE(answer.err.find("known: {name}, {view}"), std::string::npos) << answer.err;
  }
  const std::string sweep = "temperature=1:2:2";
  expect_failure(run({a_, "--view", "weights", "--sweep", sweep, "--out", "out/{frames}.png"}), 2,
                 "--out: unknown {frames}; known: {name}, {view}, {head}, {layer}, {frame}");
  expect_failure(run({a_, "--view", "weights", "--sweep", sweep, "--out", "out/{frame}.gif"}), 2,
                 "--out: unknown {frame}");
  EXPECT_TRUE(files("out").empty());
  EXPECT_EQ(std::filesystem::exists(folder_ / "{heads}"), false);
}

TEST_F(ExportBatch, BracesThatAreThereAlreadyAreNoWords) {
  std::filesystem::create_directory(folder_ / "{2024}");
  EXPECT_EQ(run({a_, "--view", "weights", "--out", "{2024}/"}).err, "");
  EXPECT_EQ(run({a_, "--view", "weights", "--out", "{2024}/a{.png"}).err, "");
  put(folder_ / "{head}.attn.json", bytes_of(a_));
  EXPECT_EQ(run({"{head}.attn.json", "--view", "weights", "--out", "{2024}/{name}.csv"}).err, "");
  EXPECT_EQ(files("{2024}"), (std::set<std::string>{"digits.png", "a{.png", "{head}.csv"}));
}

TEST_F(ExportBatch, FoldersThatAreWantedAreMade) {
  EXPECT_EQ(run({a_, b_, "--view", "weights", "--out", "new/below/"}).err, "");
  EXPECT_EQ(files("new/below"), (std::set<std::string>{"heads-differ.png", "digits.png"}));
  EXPECT_EQ(run({a_, b_, "--view", "weights", "--out", "each/{name}/{view}.csv"}).err, "");
  EXPECT_EQ(files("each/digits"), std::set<std::string>{"weights.csv"});
  EXPECT_EQ(files("each/heads-differ"), std::set<std::string>{"weights.csv"});
  EXPECT_EQ(run({a_, "--view", "weights", "--sweep", "temperature=1:2:2", "--out", "film/"}).err,
            "");
  EXPECT_EQ(files("film").size(), 2u);
  expect_failure(run({"missing.attn.json", "--view", "weights", "--out", "unused/"}), 2);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "unused")) << "nothing was to be put there";
}

TEST_F(ExportBatch, AFolderThatCanNotBeIsOneLine) {
  Words scenes;
  for (int n = 0; n < 20; ++n) {
    scenes.push_back("scene-" + std::to_string(n) + ".attn.json");
    put(folder_ / scenes.back(), bytes_of(a_));
  }
  put(folder_ / "file", "x");
  const auto run_all = [&](const std::string& out) {
    Words words = scenes;
    words.insert(words.end(), {"--view", "weights", "--format", "csv", "--out", out});
    return run(words);
  };
  expect_failure(run_all("missing/{name}.csv"), 1,
                 "missing/scene-0.csv: No such file or directory");
  expect_failure(run_all("file/"), 1, "file/scene-0.csv: Not a directory");
  expect_failure(run_all("file/below/"), 1, "file/below/scene-0.csv: Not a directory");
  expect_failure(run_all("/proc/none/"), 1, "/proc/none/scene-0.csv: No such file or directory");
  EXPECT_EQ(bytes_of(folder_ / "file"), "x");
}

TEST_F(ExportBatch, AFileForEachHead) {
  const std::string heads = data_path("golden/heads-differ.attn.json");
  const Answer done = run_program(
      {"export", heads, "--view", "weights", "--out", folder_ / "{head}/{name}-{head}.svg"});
  EXPECT_EQ(done.status, 0) << done.err;
  const std::string first = bytes_of(folder_ / "0/heads-differ-0.svg");
  ASSERT_FALSE(first.empty());
  EXPECT_NE(bytes_of(folder_ / "1/heads-differ-1.svg"), first);
  EXPECT_EQ(run_program({"export", heads, "--view", "weights", "--head", "0", "--out",
                         folder_ / "alone.svg"})
                .status,
            0);
  EXPECT_EQ(bytes_of(folder_ / "alone.svg"), first);
  EXPECT_EQ(run_program({"export", heads, "--view", "weights", "--heads", "1", "--out",
                         folder_ / "only-{head}.csv"})
                .status,
            2);  // --heads is a look
  EXPECT_EQ(run_program({"export", heads, "--view", "weights", "--heads", "1", "--out",
                         folder_ / "only-{head}.svg"})
                .status,
            0);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "only-0.svg"));
  expect_failure(run_program({"export", heads, "--view", "weights", "--head", "1", "--out",
                              folder_ / "{head}.svg"}),
                 2, "--head: has no effect with {head}");
  expect_failure(run_program({"export", heads, "--view", "cost", "--out", folder_ / "{head}.svg"}),
                 2, "{head}: the view cost does not show a single head");
}

TEST_F(ExportBatch, AFileForEachLayerOfANetwork) {
  const std::string net = folder_ / "net.attn-net.json";
  ASSERT_EQ(run_program({"train", "reverse", "--steps", "0", "--set", "layers=2", "--set",
                         "heads=2", "--set", "residual=on", "--out", net})
                .status,
            0);
  const Answer done =
      run_program({"export", net, "--view", "weights", "--out", folder_ / "L{layer}H{head}.npy"});
  EXPECT_EQ(done.status, 0) << done.err;
  for (const char* file : {"L0H0.npy", "L0H1.npy", "L1H0.npy", "L1H1.npy"}) {
    EXPECT_TRUE(std::filesystem::exists(folder_ / file)) << file;
  }
  expect_failure(run_program({"export", example_path(), "--view", "weights", "--out",
                              folder_ / "{layer}.svg"}),
                 2, "{layer}: expected a network");
}

TEST_F(ExportBatch, WritesToStandardOutput) {
  for (const char* ending : {".png", ".svg", ".pdf", ".csv", ".npy", ".json"}) {
    const std::string file = folder_ / (std::string("a") + ending);
    ASSERT_EQ(run_program({"export", example_path(), "--view", "weights", "--out", file}).status,
              0);
    const Answer done = run_program(
        {"export", example_path(), "--view", "weights", "--out", "-", "--format", ending});
    EXPECT_EQ(done.status, 0) << done.err;
    EXPECT_EQ(done.out, bytes_of(file)) << ending;
  }
  expect_failure(run_program({"export", example_path(), "--view", "weights", "--out", "-"}), 2,
                 "--out -: expected --format");
  expect_failure(run_program({"export", example_path(), example_path(), "--view", "weights",
                              "--out", "-", "--format", "png"}),
                 2, "--out -: expected one scene and one view");
}

}  // namespace
}  // namespace attn::export_batch_test
