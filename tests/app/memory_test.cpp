// Tests that commands do not use more memory than announced, and report if there is less.

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "engine/attention/kinds.h"
#include "engine/attention/score.h"
#include "engine/fast/evaluator.h"
#include "tests/app/run_program.h"
#include "tests/document/tensors/made_files.h"
#include "tests/support/case_seed.h"
#include "tests/support/random.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_cases.h"

namespace attn::memory_test {
namespace {

using namespace attn::test;

struct Size {
  Index tokens, heads;
  bool is_masked = false;
};

Scene scene_of(const Size& size) {
  Scene scene;
  for (Index i = 0; i < size.tokens; ++i) scene.tokens.push_back("t" + std::to_string(i));
  test::Random random(case_seed(size.tokens, size.heads, size.is_masked));
  scene.embeddings = random.uniform(size.tokens, 4);
  scene.heads.resize(static_cast<std::size_t>(size.heads));
  for (Head& head : scene.heads) head.w_q = random.uniform(4, 4);
  if (size.is_masked) scene.masks.emplace_back();
  return scene;
}

/// Command with arguments for scene and output file; "" is standard output.
struct Command {
  std::vector<std::string> words;
  std::string ending;
};

const std::vector<Command>& commands() {
  static const std::vector<Command> all = {
      {{"compute"}, ""},
      {{"compute"}, ".json"},
      {{"export", "--view", "weights", "--head", "all"}, ".csv"},
      {{"export", "--view", "scores", "--head", "all"}, ".tsv"},
      {{"export", "--view", "weights", "--head", "all"}, ".npy"},
      {{"export", "--view", "raw-scores", "--head", "all"}, ".json"},
      {{"export", "--view", "weights", "--head", "all"}, ".tex"},
  };
  return all;
}

Answer run(const Command& command, const std::string& scene, const TemporaryFolder& folder,
           Surroundings surroundings = {}) {
  std::vector<std::string> words = command.words;
  words.insert(words.begin() + 1, scene);
  surroundings.output_path = "/dev/null";
  if (!command.ending.empty()) {
    words.insert(words.end(), {"--out", folder / ("out" + command.ending)});
  }
  return run_program(words, surroundings);
}

TEST(Memory, ALimitThatIsNoneIsAnError) {
  for (const std::string wrong : {"0", "abc", "-5", "nan", "100 MB"}) {
    expect_failure(
        run_program({"compute", example_path()}, {.environment = {"ATTENTOSCOPE_MEMORY=" + wrong}}),
        2, "ATTENTOSCOPE_MEMORY: expected a number of MB above 0, found " + wrong);
  }
  EXPECT_EQ(
      run_program({"compute", example_path()}, {.environment = {"ATTENTOSCOPE_MEMORY="}}).status,
      0);
}

std::string named(const Command& command) {
  std::string name;
  for (const std::string& word : command.words) name += word + " ";
  return name + command.ending;
}

TEST(Memory, ACommandTakesNoMoreThanItSays) {
  // For the file that is read, the threads' own, and pages that are begun.
  constexpr double kAllowance = 24e6;
  const TemporaryFolder folder;
  write_scene(scene_of({4, 2, true}), folder / "small.attn.json");
  for (const Size& size : {Size{1024, 3, true}, Size{256, 32}}) {
    const Scene scene = scene_of(size);
    write_scene(scene, folder / "large.attn.json");
    for (const Command& command : commands()) {
      SCOPED_TRACE(named(command) + ", " + std::to_string(size.heads) + " heads of " +
                   std::to_string(size.tokens));
      const Answer without = run(command, folder / "small.attn.json", folder);
      ASSERT_EQ(without.status, 0) << without.err;
      const Answer with = run(command, folder / "large.attn.json", folder);
      ASSERT_EQ(with.status, 0) << with.err;
      const double taken =
          1024.0 * static_cast<double>(with.peak_kilobytes - without.peak_kilobytes);
      EXPECT_LE(taken, bytes_of_one(scene) + kAllowance);
    }
  }
}

/// The least address space, in steps, in which the program starts at all.
unsigned long long least_address_space() {
  for (unsigned long long bytes = 16 << 20;; bytes += bytes / 4) {
    if (run_program({"--version"}, {.address_bytes = bytes}).status == 0) return bytes;
  }
}

/// Status 1, and on standard error a line for each file; Fontconfig may warn before.
void expect_words(const Answer& answer) {
  EXPECT_EQ(answer.status, 1) << answer.err;
  EXPECT_TRUE(answer.err.ends_with('\n'));
  std::istringstream lines(answer.err);
  for (std::string line; std::getline(lines, line);) {
    const bool is_fontconfigs = line.starts_with("Fontconfig warning: ");
    EXPECT_TRUE(is_fontconfigs || line.starts_with("attentoscope: ")) << answer.err;
  }
}

TEST(Memory, WhereThereIsTooLittleItIsSaid) {
  if (test::kIsSanitized) GTEST_SKIP() << "the sanitizer ends the program first";
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "all");
  write_scene(scene_of({512, 8, true}), folder / "a.attn.json");
  const std::string scene = folder / "a.attn.json";
  std::vector<std::vector<std::string>> all = {
      {"compute", scene},
      {"compute", scene, "--out", folder / "r.json"},
      {"export", scene, "--view", "all", "--out", folder / "all/"},
      {"export", scene, "--view", "weights", "--out", folder / "f.gif", "--sweep",
       "temperature=0.1:1:3"},
      {"lesson", "check", data_path("../assets/lessons/01-weighted-mean.md")},
      {"--help"},
  };
  for (const char* ending : {".png", ".svg", ".pdf", ".csv", ".npy"}) {
    all.push_back(
        {"export", scene, "--view", "weights", "--out", folder / ("w" + std::string(ending))});
  }
  const unsigned long long least = least_address_space();
  int told = 0;
  for (const auto& words : all) {
    for (const double times : {1.0, 1.3, 1.7, 2.5}) {
      const auto bytes = static_cast<unsigned long long>(static_cast<double>(least) * times);
      SCOPED_TRACE(words[0] + " … " + words.back() + " in " + std::to_string(bytes >> 20) + " MiB");
      Surroundings surroundings{.address_bytes = bytes};
      surroundings.output_path = "/dev/null";
      const Answer answer = run_program(words, surroundings);
      if (answer.status == 0) continue;
      ++told;
      expect_words(answer);
    }
  }
  EXPECT_GT(told, 5) << "some of them are too small";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path())) {
    EXPECT_FALSE(entry.path().filename().string().starts_with(".")) << entry.path();
  }
}

/// Files of which each needs more memory than the one before, for one command.
struct Growing {
  std::vector<std::string> words;  ///< begins with "{}": the file; "{out}": a file to write
  std::vector<std::string> files;
};

/// Deflated zeros, of side x side numbers: a thousandth of the array's size.
std::string deflated(const std::string& path, Index side) {
  const std::string command = "/usr/bin/python3 -B -c \"import numpy; numpy.savez_compressed('" +
                              path + "', attentions=numpy.zeros((1, 1, " + std::to_string(side) +
                              ", " + std::to_string(side) + "), numpy.float32))\"";
  EXPECT_EQ(std::system(command.c_str()), 0) << "there is no python3-numpy";
  return path;
}

/// Scenes of more and more tokens, given scores in JSON and in a file, arrays, metadata, tasks.
std::vector<Growing> growing(const TemporaryFolder& folder) {
  std::vector<std::string> scenes, given, arrays, metadata;
  for (const Index tokens : {64, 128, 256, 512, 1024, 1536, 2048, 3072, 4096, 6000}) {
    const std::string name = folder / std::to_string(tokens);
    scenes.push_back(name + ".attn.json");
    write_scene(scene_of({tokens, 1}), scenes.back());
    std::string rows;
    for (Index i = 0; i < tokens; ++i) rows += (i > 0 ? "," : "") + std::string("[0,0,0,0]");
    put(scenes.back() + ".loss", R"({"kind": "mse", "target": [)" + rows + "]}");
  }
  for (const Index tokens : {64, 512, 1024, 1500}) {
    Scene scene = scene_of({tokens, 1});
    scene.score.kind = &score_kind("given");
    scene.heads[0] = {};
    scene.heads[0].scores = Matrix(Matrix::Constant(tokens, tokens, 0.1234567F));
    given.push_back(folder / ("given" + std::to_string(tokens) + ".attn.json"));
    write_scene(scene, given.back());
  }
  for (const Index side : {64, 1024, 4096, 8192}) {
    arrays.push_back(deflated(folder / ("zeros" + std::to_string(side) + ".npz"), side));
  }
  for (const std::size_t bytes : {1000U, 10000000U, 60000000U}) {
    metadata.push_back(folder / (std::to_string(bytes) + ".safetensors"));
    const std::string header = R"({"__metadata__":{"a":")" + std::string(bytes, 'x') +
                               R"("},"attentions":{"dtype":"F32","shape":[1,1,2,2],)" +
                               R"("data_offsets":[0,16]}})";
    put(metadata.back(), safetensors(header, std::string(16, '\0')));
  }
  std::vector<Growing> all;
  const auto add = [&](std::vector<std::string> words, const std::vector<std::string>& files) {
    all.push_back({std::move(words), files});
  };
  add({"compute", "{}"}, scenes);
  add({"compute", "{}", "--out", "{out}.json"}, scenes);
  add({"gradients", "{}", "--loss", "{}.loss"}, scenes);
  for (const char* ending : {".png", ".svg", ".pdf", ".npy", ".csv", ".json"}) {
    add({"export", "{}", "--view", "weights", "--out", "{out}" + std::string(ending)},
        {scenes[0], scenes[4], scenes[6], scenes[8]});
  }
  add({"export", "{}", "--view", "weights", "--out", "{out}.gif", "--sweep", "temperature=0.1:1:3"},
      {scenes[0], scenes[3], scenes[6]});
  add({"compute", "{}"}, given);
  add({"import", "{}", "--out", "{out}.attn.json"}, arrays);
  add({"import", "{}", "--out", "{out}.attn.json"}, metadata);
  for (const char* batch : {"64", "1024", "4096"}) {
    add({"train", "reverse", "--steps", "2", "--set", "layers=8", "--set", "width=256", "--set",
         "residual=on", "--set", "heads=8", "--set", "mlp=1024", "--set",
         "batch=" + std::string(batch), "--out", "{out}.attn-net.json"},
        {""});
  }
  return all;
}

TEST(Memory, TheLimitIsKeptByEveryCommand) {
  if (test::kIsSanitized) GTEST_SKIP() << "the sanitizer takes more itself";
  const TemporaryFolder folder;
  constexpr int kLimits[] = {60, 100, 300};
  int told = 0, done = 0, n = 0;
  for (const Growing& command : growing(folder)) {
    for (const std::string& file : command.files) {
      // Each command meets two of the limits with each file, and all three with the next.
      for (const int megabytes : {kLimits[n % 3], kLimits[(n + 1) % 3]}) {
        if (!is_tried(n++)) continue;
        std::vector<std::string> words = command.words;
        for (std::string& word : words) {
          if (word.starts_with("{}")) word = file + word.substr(2);
          if (word.starts_with("{out}")) word = folder / ("out" + word.substr(5));
        }
        Surroundings limited{.environment = {"ATTENTOSCOPE_MEMORY=" + std::to_string(megabytes)}};
        limited.output_path = "/dev/null";
        const Answer run = run_program(words, limited);
        SCOPED_TRACE(words[0] + " … " + words.back() + " of " + file + " in " +
                     std::to_string(megabytes) + " MB: " + run.err);
        EXPECT_LE(static_cast<double>(run.peak_kilobytes) * 1024, 1.2e6 * megabytes);
        (run.status == 0 ? done : told) += 1;
        if (run.status == 0) continue;
        EXPECT_TRUE(run.status == 1 || run.status == 2);
        EXPECT_NE(run.err.find("memory"), std::string::npos);
      }
    }
  }
  EXPECT_GT(told, test_cases(20));
  EXPECT_GT(done, test_cases(20));
}

TEST(Memory, TheLimitIsToldBeforeAnythingIsComputed) {
  const TemporaryFolder folder;
  write_scene(scene_of({256, 4}), folder / "a.attn.json");
  ::setenv("ATTENTOSCOPE_MEMORY", "2", 1);
  const Answer answer = run_program({"compute", folder / "a.attn.json"});
  ::unsetenv("ATTENTOSCOPE_MEMORY");
  expect_failure(answer, 2, "of memory, and the limit is 2 MB");
}

}  // namespace
}  // namespace attn::memory_test
