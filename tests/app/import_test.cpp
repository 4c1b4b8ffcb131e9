// attentoscope import, from the outside.

#include <cmath>
#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>

#include "app/document/files/files.h"
#include "app/document/scene_file/scene_file.h"
#include "tests/app/run_program.h"
#include "tests/document/tensors/made_files.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_cases.h"

namespace attn::import_test {
namespace {

using namespace attn::test;

class Import : public testing::Test {
 protected:
  Answer run(const std::string& file, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words{"import", file, "--out", folder_ / "out.attn.json"};
    words.insert(words.end(), more.begin(), more.end());
    return run_program(words);
  }
  /// Two layers of one head over two tokens.
  std::string small() const {
    put(folder_ / "small.npy", npy("(2, 1, 2, 2)", floats({1, 0, .5, .5, .25, .75, 1, 0})));
    return folder_ / "small.npy";
  }
  TemporaryFolder folder_;
};

// Debian's own Python has Debian's NumPy, whatever else is installed.
TEST_F(Import, GivesTheWeightsThatNumpyWrote) {
  const std::string script = data_path("app/import_dumps.py");
  const std::string command = "/usr/bin/python3 -B '" + script + "' '" + program_path() + "' '" +
                              folder_.path().string() + "' '" +
                              data_path("../assets/guide/import.md") + "'";
  EXPECT_EQ(std::system(command.c_str()), 0)
      << "NumPy has other numbers, or there is no python3-numpy";
}

TEST_F(Import, SaysWhatWasUnderstood) {
  const Answer run = this->run(small());
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(run.out,
            "small.npy: layers × heads × queries × keys = 2 × 1 × 2 × 2 of float32\n"
            "guessed: the first of 4 axes is taken for layers; if not: --axes bhqk\n"
            "layer 0 of 0 … 1: weights; rows sum to 1; 2 tokens without names → " +
                (folder_ / "out.attn.json") + "\n");
  Surroundings from_input;
  from_input.input_path = folder_ / "small.npy";
  const Answer piped =
      run_program({"import", "-", "--layer", "1", "--out", folder_ / "b.attn.json"}, from_input);
  EXPECT_EQ(piped.status, 0) << piped.err;
  EXPECT_EQ(piped.out.substr(0, 26), "standard input: layers × ");
}

TEST_F(Import, TakesListsOfLayersAndHeadsAndAWholeBatch) {
  const std::string file = folder_ / "batch.npy";
  std::vector<float> numbers;
  for (int n = 0; n < 3 * 2 * 3; ++n) numbers.insert(numbers.end(), {1, 0, 0.5F, 0.5F});
  put(file, npy("(3, 2, 3, 2, 2)", floats(numbers)));
  const auto has = [&](const std::string& name) { return std::filesystem::exists(folder_ / name); };
  EXPECT_EQ(run(file, {"--layer", "0,2", "--head", "0,2"}).status, 0);
  EXPECT_TRUE(has("out-0.attn.json") && has("out-2.attn.json") && !has("out-1.attn.json"));
  EXPECT_EQ(read_scene(folder_ / "out-2.attn.json").heads.size(), 2U);
  EXPECT_EQ(run(file, {"--batch", "all", "--layer", "1"}).status, 0);
  EXPECT_TRUE(has("out-batch0.attn.json") && has("out-batch1.attn.json"));
  EXPECT_FALSE(has("out-batch2.attn.json"));
  expect_failure(run(file, {"--layer", "1,7"}), 2, "--layer: expected less than 3, found 7");
  expect_failure(run(file, {"--head", "0,3"}), 2, "--head: expected less than 3, found 3");
  expect_failure(run(file, {"--head", "0,,1"}), 2, "--head: expected a head from 0");
  expect_failure(run_program({"import", file, "--batch", "all", "--measures", folder_ / "m.csv"}),
                 2, "--batch: expected a single one for --grid and --measures, found all");
}

TEST_F(Import, WritesToStandardOutput) {
  const std::string file = small();
  const Answer scene = run_program({"import", file, "--layer", "1", "--out", "-"});
  EXPECT_EQ(scene.status, 0) << scene.err;
  EXPECT_EQ(parse_scene(scene.out).title, "Attention, layer 1 of 0 … 1 (weights as given)");
  EXPECT_NE(scene.err.find("layer 1 of 0 … 1: weights; "), std::string::npos);
  const Answer table = run_program({"import", file, "--measures", "-"});
  EXPECT_EQ(table.out.substr(0, 11), "layer,head,");
  EXPECT_NE(table.err.find("2 heads of 2 layers"), std::string::npos) << table.err;
  expect_failure(run_program({"import", file, "--layer", "all", "--out", "-"}), 2,
                 "--out -: expected a single layer and sequence");
  expect_failure(run_program({"import", file, "--measures", "-", "--out", "-"}), 2,
                 "expected a file for --out or --measures, found - for both");
}

TEST_F(Import, ComputesWeightsFromQueriesAndKeys) {
  const std::string file = folder_ / "qkv.npz", two = "(1, 1, 2, 2)";
  const std::string q = npy(two, floats({1, 0, 0, 1}));
  put(file, zip({{"q.npy", q}, {"k.npy", q}, {"v.npy", q}}));
  const Answer run = this->run(file);
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(
      run.out,
      "qkv.npz: \"q\" with keys and values: batch × heads × tokens × width = 1 × 1 × 2 × 2 of "
      "float32; the weights are computed\n"
      "guessed: heads are taken to be before tokens in \"q\", 1 × 1 × 2 × 2; if not: --axes "
      "bqhd\n"
      "layer 0: queries, keys and values; weights are softmax(q·k/√2); 2 tokens without "
      "names → " +
          (folder_ / "out.attn.json") + "\n");
  EXPECT_EQ(read_scene(folder_ / "out.attn.json").score.kind->id, "scaled_dot");
  const double e = std::exp(1 / std::sqrt(2)), w = e / (e + 1);
  const Answer table = run_program({"import", file, "--measures", "-"});
  EXPECT_NE(table.out.find("," + std::to_string(w).substr(0, 6)), std::string::npos) << table.out;
  EXPECT_NE(table.err.find("weights are softmax(q·k/√2)"), std::string::npos) << table.err;
  // Weights beside are shown, unless the vectors are asked for.
  put(file,
      zip({{"q.npy", q}, {"k.npy", q}, {"attn.npy", npy(two, floats({.5F, .5F, .5F, .5F}))}}));
  const Answer weights = this->run(file);
  EXPECT_NE(weights.out.find("--as qkv computes them"), std::string::npos) << weights.out;
  EXPECT_EQ(read_scene(folder_ / "out.attn.json").score.kind->id, "given");
  const Answer vectors = this->run(file, {"--as", "qkv"});
  EXPECT_NE(vectors.out.find("the saved weights differ by up to 0.1"), std::string::npos)
      << vectors.out;
  expect_failure(this->run(file, {"--as", "qkv", "--masked-below", "-5"}), 2,
                 "--masked-below: expected scores, found queries and keys");
  expect_failure(this->run(small(), {"--as", "qkv"}), 2, "--as qkv: expected queries and keys");
  EXPECT_NE(this->run(file, {"--as", "qkv", "--axes", "bqhd"}).out.find("batch × tokens × heads"),
            std::string::npos);
  expect_failure(this->run(file, {"--axes", "hqkd"}), 2, "expected q (tokens) with d (width)");
}

TEST_F(Import, WritesASceneForEachLayer) {
  EXPECT_EQ(run(small(), {"--layer", "all"}).status, 0);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "out-0.attn.json"));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "out-1.attn.json"));
  EXPECT_EQ(folder_.file_count(), 3);
  const auto to = [&](const std::string& layer) {
    return run_program(
        {"import", small(), "--layer", layer, "--out", folder_ / "l{layer}.attn.json"});
  };
  EXPECT_EQ(to("all").status, 0);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "l0.attn.json"));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "l1.attn.json"));
  EXPECT_EQ(to("1").status, 0);
  EXPECT_EQ(folder_.file_count(), 5);
}

TEST_F(Import, IsRefusedInOneLineThatNamesTheFile) {
  const std::string file = small();
  expect_failure(run(file, {"--layer", "2"}), 2, "small.npy: --layer: expected less than 2");
  expect_failure(run(file, {"--layer", "first"}), 2,
                 "--layer: expected a layer from 0, several as 1,2,5, or all");
  expect_failure(run(file, {"--head", "1"}), 2, "--head: expected less than 1, found 1");
  expect_failure(run(file, {"--batch", "1"}), 2, "expected no --batch");
  expect_failure(
      run(file, {"--tensor", "x"}), 2,
      "expected attention called 'x', found one without a name (2 × 1 × 2 × 2 of float32)");
  expect_failure(run(file, {"--heads", "sum"}), 2, "--heads");
  expect_failure(run(file, {"--heads", "mean", "--head", "0"}), 2, "one of --head and --heads");
  for (const char* wrong : {"", "last", "first,", ",first", "first special"}) {
    expect_failure(run(file, {"--hide", wrong}), 2, "--hide: expected first, special or");
  }
  expect_failure(run(file, {"--clean", "maybe"}), 2, "--clean");
  expect_failure(run(folder_ / "none.npy"), 2, "none.npy: No such file or directory");
  expect_failure(run(folder_.path().string()), 2, "Is a directory");
  expect_failure(run(example_path()), 2, "it is no dump but a scene of this program");
  put(folder_ / "tokens.txt", "a b c");
  expect_failure(run(file, {"--tokens", folder_ / "tokens.txt"}), 2,
                 "tokens.txt: expected 2 tokens, one in each line or between white space, found 1 "
                 "lines and 3 words");
  put(folder_ / "tokens.json", R"(["a", "b", "c"])");
  expect_failure(run(file, {"--tokens", folder_ / "tokens.json"}), 2, "found 3");
  put(folder_ / "tokens.json", R"({"tokens": ["a", 2]})");
  expect_failure(run(file, {"--tokens", folder_ / "tokens.json"}), 2,
                 "tokens.json: /tokens/1: expected text, found 2");
  put(folder_ / "row.npy", npy("(4,)", floats({1, 2, 3, 4})));
  expect_failure(run(folder_ / "row.npy"), 2, "2 to 5 axes of float16");
  put(folder_ / "page.html", "<html></html>");
  expect_failure(run(folder_ / "page.html"), 2, "no \"params = {…}\" in it");
  put(folder_ / "page.html", "<html>params = {\"attention\": [{\"name\": \"a\"}]}</html>");
  expect_failure(run(folder_ / "page.html"), 2, "missing key");
  put(folder_ / "odd.npy", npy("(1, 2)", floats({INFINITY, 1})));
  expect_failure(run(folder_ / "odd.npy"), 2,
                 "layer 0, head 0: expected finite numbers, found infinity");
  put(folder_ / "two.npz",
      zip({{"a.npy", npy("(1, 1)", floats({1}))}, {"b.npy", npy("(1, 1)", floats({1}))}}));
  expect_failure(run(folder_ / "two.npz"), 2,
                 "expected a choice by --tensor of 'a' (1 × 1 of float32), 'b' (1 × 1 of float32)");
  EXPECT_EQ(run(folder_ / "two.npz", {"--tensor", "b"}).status, 0);
  put(folder_ / "gap.npz",
      zip({{"l1.npy", npy("(1, 1)", floats({1}))}, {"l3.npy", npy("(1, 1)", floats({1}))}}));
  expect_failure(run(folder_ / "gap.npz", {"--layer", "2"}), 2,
                 "--layer: expected one of 1, 3, found 2");
  EXPECT_EQ(run(folder_ / "gap.npz", {"--layer", "3"}).status, 0);
}

TEST_F(Import, WritesOverNothingThatIsReadOrOfAnotherKind) {
  const std::string file = small();
  const auto to = [&](const std::string& out) {
    return run_program({"import", file, "--out", out});
  };
  expect_failure(to(file), 2, "small.npy");
  expect_failure(to(folder_ / "out.json"), 2, ".attn.json");
  put(folder_ / "out.scores.npy", npy("(1, 700, 700)", std::string(700 * 700 * 4, '\0')));
  expect_failure(run(folder_ / "out.scores.npy"), 2, "out.scores.npy");
}

TEST_F(Import, WritesASceneAndItsScoresOrNeither) {
  const auto large = [&](float number) {
    const std::string file = folder_ / "large.npy";
    put(file, npy("(1, 600, 600)", floats(std::vector<float>(600 * 600, number))));
    return file;
  };
  const std::string scores = folder_ / "out.scores.npy";
  std::filesystem::create_directory(folder_ / "out.attn.json");
  EXPECT_NE(run(large(.5F)).status, 0);
  EXPECT_FALSE(std::filesystem::exists(scores));
  std::filesystem::remove(folder_ / "out.attn.json");

  put(scores, "of somebody else");
  expect_failure(run(large(.5F)), 2, "out.scores.npy");
  EXPECT_EQ(bytes_of(scores), "of somebody else");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out.attn.json"));
  std::filesystem::remove(scores);

  EXPECT_EQ(run(large(.5F)).status, 0);
  const std::string before = bytes_of(scores);
  EXPECT_EQ(run(large(2)).status, 0) << "its own are replaced";
  EXPECT_NE(bytes_of(scores), before);
  put(folder_ / "out.attn.json", bytes_of(example_path()));
  expect_failure(run(large(.5F)), 2, "out.scores.npy");
}

TEST_F(Import, DrawsAllHeads) {
  const std::string file = small();
  for (const char* name : {"heads.png", "heads.svg", "heads.pdf"}) {
    const std::string to = folder_ / name;
    const Answer run = run_program({"import", file, "--grid", to, "--by", "distance"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_NE(run.out.find("2 heads of 2 layers → " + to), std::string::npos) << run.out;
    EXPECT_GT(std::filesystem::file_size(to), 1000U);
  }
  const std::string svg = read_file(folder_ / "heads.svg", 1 << 24);
  EXPECT_NE(svg.find("Layers downwards, heads across"), std::string::npos);
  EXPECT_NE(svg.find("distance"), std::string::npos);
  put(folder_ / "scores.npy", npy("(2, 1, 2, 2)", floats({1, -1, 0, 2, .25, .75, 1, 0})));
  const auto drawn = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{"import", folder_ / "scores.npy", "--grid", folder_ / "s.svg"};
    words.insert(words.end(), more.begin(), more.end());
    const Answer run = run_program(words);
    EXPECT_EQ(run.status, 0) << run.err;
    return run.out;
  };
  EXPECT_NE(
      drawn({}).find("2 heads of 2 layers; in 1 of 2 heads weights are softmax of the scores"),
      std::string::npos);
  EXPECT_NE(drawn({"--heads", "mean"})
                .find("mean of the heads of 2 layers, of softmax of the scores given and the given "
                      "weights"),
            std::string::npos);
  EXPECT_NE(read_file(folder_ / "s.svg", 1 << 24).find(">mean<"), std::string::npos);
  const auto wants = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{"import", file};
    words.insert(words.end(), more.begin(), more.end());
    return run_program(words);
  };
  const Answer one =
      wants({"--layer", "1", "--head", "0", "--grid", folder_ / "one.svg", "--heads", "mean"});
  expect_failure(one, 2, "one of --head and --heads");
  EXPECT_NE(wants({"--layer", "1", "--grid", folder_ / "one.svg"}).out.find("1 head of 1 layer → "),
            std::string::npos);
  EXPECT_NE(
      wants({"--head", "0", "--grid", folder_ / "one.svg"}).out.find("2 heads of 2 layers → "),
      std::string::npos);
  expect_failure(wants({"--head", "1", "--grid", folder_ / "one.svg"}), 2, "expected less than 1");
  for (const auto& [name, value] : {std::pair{"--by", "first"}, {"--for", "page"}}) {
    expect_failure(wants({name, value, "--out", folder_ / "a.attn.json"}), 2,
                   std::string("expected --grid, as ") + name + " needs it");
  }
  expect_failure(wants({}), 2, "expected --out, --grid or --measures");
  expect_failure(wants({"--grid", folder_ / "heads.gif"}), 2, "heads.gif");
  expect_failure(wants({"--measures", folder_ / "heads.txt"}), 2, "heads.txt");
  expect_failure(wants({"--grid", file}), 2, "small.npy");
  expect_failure(wants({"--grid", folder_ / "a.png", "--by", "habit"}), 2, "--by");
}

TEST_F(Import, FiguresOfAllHeadsHaveTheOptionsOfFigures) {
  const std::string file = small();
  const auto drawn = [&](std::vector<std::string> words, const std::string& name) {
    words.insert(words.begin(), {"import", file});
    const Answer run = run_program(words);
    EXPECT_EQ(run.status, 0) << run.err;
    return bytes_of(folder_ / name);
  };
  const std::string grid =
      drawn({"--grid", folder_ / "{layer}.svg", "--title", "All of them", "--caption", "Below",
             "--colormap", "viridis", "--range", "own", "--theme", "dark", "--width", "6in"},
            "1.svg");
  EXPECT_NE(grid.find(">All of them<"), std::string::npos);
  EXPECT_NE(grid.find(">Below<"), std::string::npos);
  EXPECT_EQ(grid.find("Layers downwards"), std::string::npos);
  EXPECT_NE(grid.find("width=\"576\""), std::string::npos) << "6 inches";
  EXPECT_FALSE(bytes_of(folder_ / "0.svg").empty()) << "a figure of each layer";
  const std::string chart = drawn({"--measures", folder_ / "m.svg"}, "m.svg");
  for (const char* word : {">Entropy<", ">Distance<", ">nats<", ">First<"}) {
    EXPECT_NE(chart.find(word), std::string::npos) << word;
  }
  const std::string bars =
      drawn({"--measures", folder_ / "b.svg", "--bars", "--by", "entropy"}, "b.svg");
  EXPECT_NE(bars.find(">Entropy, nats<"), std::string::npos);
  EXPECT_EQ(bars.find("Distance"), std::string::npos);
  expect_failure(run_program({"import", file, "--measures", folder_ / "m.csv", "--bars"}), 2,
                 "expected a figure for --measures, as --bars needs it");
  expect_failure(run_program({"import", file, "--grid", folder_ / "a.png", "--dpi", "1"}), 2,
                 "--dpi");
}

TEST_F(Import, OfALargeFileReadsWhatIsShown) {
  // 6.4 GB with holes, of which one head of 4 MB is asked for.
  const std::string file = folder_ / "large.npy";
  put(file, npy("(48, 32, 1024, 1024)", ""));
  const auto begin = std::filesystem::file_size(file);
  std::filesystem::resize_file(file, begin + 48 * 32 * (std::uintmax_t{1} << 22));
  const Answer one = run(file, {"--layer", "47", "--head", "31"});
  EXPECT_EQ(one.status, 0) << one.err;
  EXPECT_NE(one.out.find("1024 of 1024 rows see no key"), std::string::npos) << one.out;
  const Answer layer = run(file, {"--layer", "20"});
  EXPECT_EQ(layer.status, 0) << layer.err;
  if (kIsSanitized) return;  // which keeps what was freed
  for (const Answer& answer : {one, layer}) EXPECT_LT(answer.peak_kilobytes, 300'000);
}

}  // namespace
}  // namespace attn::import_test
