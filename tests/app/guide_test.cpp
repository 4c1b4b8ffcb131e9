// The commands in the guide and in the README work as they are written.

#include "app/document/shelf/guide.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include <gtest/gtest.h>

#include "tests/app/run_program.h"
#include "tests/document/tensors/made_files.h"
#include "tests/figure/png_bytes.h"
#include "tests/support/temporary_folder.h"

namespace attn::guide_test {
namespace {

namespace fs = std::filesystem;
using namespace attn::test;

std::vector<std::string> pages() {
  std::vector<std::string> all = {bytes_of(data_path("../README.md"))};
  for (const GuidePage& page : guide_pages()) {
    all.push_back(bytes_of(data_path("../assets/guide/" + std::string(page.file))));
  }
  return all;
}

TEST(GuideCommands, NameOptionsThatThereAre) {
  const std::string help =
      run_program({"--help"}).out + run_program({"lesson", "check", "--help"}).out;
  const std::regex option("--[a-z][a-z-]+"), of_others("\n(sudo |cmake )[^\n]*");
  for (const std::string& text : pages()) {
    const std::string page = std::regex_replace(text, of_others, "");
    for (std::sregex_iterator at(page.begin(), page.end(), option), end; at != end; ++at) {
      EXPECT_NE(help.find(at->str()), std::string::npos) << at->str();
    }
  }
}

/// The lines of fenced blocks that run the program without a window, as one line each.
std::vector<std::string> commands() {
  std::vector<std::string> found;
  for (std::string page : pages()) {
    page = std::regex_replace(page, std::regex(R"( \\\n +)"), " ");
    std::istringstream lines(page);
    for (std::string line; std::getline(lines, line);) {
      if (std::regex_search(line,
                            std::regex("^attentoscope (compute|export|import|train|lesson) "))) {
        found.push_back(line);
      }
    }
  }
  return found;
}

/// Words as a shell takes them apart; the guide's have no quotes.
std::vector<std::string> words_of(const std::string& command) {
  std::istringstream text(command);
  std::vector<std::string> words;
  for (std::string word; text >> word;) words.push_back(word);
  words.erase(words.begin());
  return words;
}

TEST(GuideCommands, DoWhatTheyAreWrittenFor) {
  const TemporaryFolder folder;
  const auto copy = [&](const std::string& from, const std::string& to) {
    fs::copy_file(data_path("../assets/" + from), folder.path() / to);
  };
  copy("examples/07-multi-head.attn.json", "scene.attn.json");
  copy("figures/before.attn.json", "a.attn.json");
  copy("figures/layers.npz", "attention.npz");
  copy("lessons/05-temperature.md", "my-lesson.md");
  std::vector<float> weights(19 * 19, 1.F / 19);
  put(folder / "vit.npz", zip({{"attentions.npy", npy("(1, 1, 19, 19)", floats(weights))}}));
  put(folder / "cat.png", grey_png(16));
  std::ofstream(folder.path() / "mine.txt") << "7 3 1 → 1 3 7\n2 2 9 → 2 2 9\n1 2 3 → 3 2 1\n";
  std::ofstream(folder.path() / "my.attn-figure.json")
      << R"({"format": "attentoscope/figure", "version": 1,)"
      << R"( "panels": [{"view": "weights", "scene": "a.attn.json"}]})";
  fs::copy(data_path("model/models/gpt2"), folder.path() / "gpt2");
  std::ofstream(folder.path() / "gpt2/vocab.txt") << "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nhello\n";
  std::size_t count = 0;
  for (const std::string& command : commands()) {
    // A few steps or frames show that it runs.
    std::vector<std::string> words =
        words_of(std::regex_replace(command, std::regex("(--sweep [^ ]+:)\\d+"), "$012"));
    const auto steps = std::ranges::find(words, "--steps");
    if (steps != words.end()) steps[1] = "2";
    if (words[0] == "train" && words[1] != "--tasks" && steps == words.end()) {
      words.insert(words.end(), {"--steps", "2"});
    }
    const Answer run = run_program(words, {.folder = folder.path().string()});
    EXPECT_EQ(run.status, 0) << command << "\n" << run.err;
    ++count;
  }
  EXPECT_GT(count, 12U);
}

}  // namespace
}  // namespace attn::guide_test
