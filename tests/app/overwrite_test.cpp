// No command writes over a file that it reads, or over a scene with what is no scene, whatever
// leads there.

#include <filesystem>
#include <functional>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/app/run_program.h"
#include "tests/document/tensors/made_files.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/desktop.h"

namespace attn::overwrite_test {
namespace {

using namespace attn::test;
namespace fs = std::filesystem;
using Words = std::vector<std::string>;

/// A command that writes a file: all that there are.
struct Command {
  const char* name;
  const char* ending;
  std::function<Words(const std::string& scene, const std::string& out)> words;

  friend void PrintTo(const Command& command, std::ostream* out) {
    *out << command.name << " " << command.ending;
  }
};

Command export_to(const char* ending, Words more = {}) {
  return {"export", ending, [=](const std::string& scene, const std::string& out) {
            Words words{"export", scene, "--view", "weights", "--out", out};
            words.insert(words.end(), more.begin(), more.end());
            return words;
          }};
}

Command window_with(const char* option, const char* ending) {
  return {option, ending, [=](const std::string& scene, const std::string& out) {
            return Words{scene, option, out, "--frames", "1"};
          }};
}

/// A file with a loss that the example can have.
std::string loss_for_example() {
  static const TemporaryFolder kFolder;
  put(kFolder / "loss.json", R"({"kind": "cross_entropy", "targets": [0, 0, 0, 0, 0, 0]})");
  return kFolder / "loss.json";
}

/// It reads no scene.
Command train_to(const char* option, const char* ending) {
  return {"train", ending, [=](const std::string&, const std::string& out) {
            return Words{"train", "first", "--steps", "2", option, out};
          }};
}

std::vector<Command> commands() {
  std::vector<Command> all{{"compute", ".json",
                            [](const std::string& scene, const std::string& out) {
                              return Words{"compute", scene, "--out", out};
                            }},
                           {"gradients", ".json",
                            [](const std::string& scene, const std::string& out) {
                              return Words{"gradients",        scene,   "--loss",
                                           loss_for_example(), "--out", out};
                            }},
                           train_to("--log", ".csv"),
                           train_to("--curve", ".png"),
                           train_to("--film", ".gif"),
                           window_with("--screenshot", ".png"),
                           window_with("--ui-map", ".json"),
                           window_with("--frame-times", ".csv"),
                           export_to(".gif", {"--sweep", "temperature=1:2:2"})};
  for (const char* ending : {".png", ".svg", ".pdf", ".csv", ".tsv", ".npy", ".json", ".tex"}) {
    all.push_back(export_to(ending));
  }
  return all;
}

/// Ways that lead to a file called `name` in `folder`, made there; each ends in `ending`, but for
/// those that are the file's own name.
std::vector<std::string> ways_to(const fs::path& folder, const std::string& name,
                                 const std::string& ending) {
  const fs::path file = folder / name;
  fs::create_directories(folder / "below");
  fs::create_directory_symlink(folder, folder / "alias");
  fs::create_symlink(name, folder / ("link" + ending));
  fs::create_symlink("link" + ending, folder / ("twice" + ending));
  fs::create_symlink(file, folder / ("absolute" + ending));
  fs::create_hard_link(file, folder / ("hard" + ending));
  return {name,
          "./" + name,
          file.string(),
          "below/../" + name,
          "alias/" + name,
          "link" + ending,
          "twice" + ending,
          "absolute" + ending,
          "hard" + ending,
          "alias/link" + ending};
}

class Overwrite : public testing::TestWithParam<Command> {
 protected:
  static void SetUpTestSuite() { desktop_ = new Desktop; }
  static void TearDownTestSuite() { delete std::exchange(desktop_, nullptr); }

  Answer run(const std::string& scene, const std::string& out, const std::string& input = "") {
    return run_program(
        GetParam().words(scene, out),
        {.input_path = input, .display = desktop_->display(), .folder = folder_.path().string()});
  }
  /// All ways to the file called `name`, of which `scene` is read, are refused.
  void expect_kept(const std::string& name, const std::string& scene,
                   const std::string& input = "") {
    const std::string before = bytes_of(folder_ / name);
    for (const std::string& out : ways_to(folder_.path(), name, GetParam().ending)) {
      SCOPED_TRACE(out);
      expect_failure(run(scene, out, input), 2, out);
      ASSERT_EQ(bytes_of(folder_ / name), before);
    }
  }

  static inline Desktop* desktop_ = nullptr;
  TemporaryFolder folder_;
  const std::string scene_ = bytes_of(example_path());
};

TEST_P(Overwrite, NoFileThatIsRead) {
  put(folder_ / "s.attn.json", scene_);
  expect_kept("s.attn.json", "s.attn.json");
}

TEST_P(Overwrite, NoFileThatIsStandardInput) {
  put(folder_ / "plain", scene_);
  expect_kept("plain", "-", folder_ / "plain");
  expect_failure(run("-", "/proc/self/fd/0", folder_ / "plain"), 2);
  EXPECT_EQ(bytes_of(folder_ / "plain"), scene_);
}

TEST_P(Overwrite, NoOtherScene) {
  put(folder_ / "other", scene_);  // it says so itself
  expect_kept("other", example_path());
}

TEST_P(Overwrite, NoSceneThatIsBroken) {
  put(folder_ / "bad.attn.json", scene_.substr(0, scene_.size() / 2));
  expect_kept("bad.attn.json", example_path());
}

TEST_P(Overwrite, NoLessonAndNoNetwork) {
  put(folder_ / "one.md", "# One");
  put(folder_ / "one.attn-net.json", "{}");
  for (const std::string name : {"one.md", "one.attn-net.json"}) {
    const std::string link = "to-" + name + GetParam().ending;
    fs::create_symlink(name, folder_ / link);
    const std::string before = bytes_of(folder_ / name);
    expect_failure(run(example_path(), link), 2, link + ": ");
    EXPECT_EQ(bytes_of(folder_ / name), before);
  }
}

TEST_P(Overwrite, NameEndingsFit) {
  for (const std::string name :
       {"new.attn.json", "new.attn-net.json", "new", "new.md", "new.txt"}) {
    expect_failure(run(example_path(), name), 2);
    EXPECT_FALSE(fs::exists(folder_ / name)) << name;
  }
}

TEST_P(Overwrite, WhatItMadeItselfIsReplaced) {
  const std::string out = std::string("made") + GetParam().ending;
  for (int n = 0; n < 2; ++n) {
    const Answer done = run(example_path(), out);
    EXPECT_EQ(done.status, 0) << done.err;
    // The map of controls is of a window that rests.
    EXPECT_EQ(fs::exists(folder_ / out), std::string(GetParam().name) != "--ui-map");
  }
}

INSTANTIATE_TEST_SUITE_P(Each, Overwrite, testing::ValuesIn(commands()), [](const auto& info) {
  std::string name = std::string(info.param.name) + info.param.ending;
  std::erase_if(name, [](char c) { return c == '-' || c == '.'; });
  return name;
});

TEST(OverwriteOfMany, FramesAndBatchesReplaceNoScene) {
  const TemporaryFolder folder;
  const std::string scene = bytes_of(example_path());
  fs::create_directory(folder / "out");
  for (const char* name : {"out/a-001.json", "out/01-sleepy-child.json", "out/weights.json"}) {
    put(folder / name, scene);
  }
  const auto run = [&](Words words) {
    words.insert(words.begin(), {"export", example_path()});
    return run_program(words, {.folder = folder.path().string()});
  };
  expect_failure(
      run({"--view", "weights", "--out", "out/a-{frame}.json", "--sweep", "temperature=1:2:3"}), 2,
      "out/a-001.json: ");
  expect_failure(run({"--view", "weights", "--out", "out/", "--format", "json"}), 2,
                 "out/01-sleepy-child.json: ");
  expect_failure(run({"--view", "all", "--out", "out/{view}.json"}), 2, "out/weights.json: ");
  for (const char* name : {"out/a-001.json", "out/01-sleepy-child.json", "out/weights.json"}) {
    EXPECT_EQ(bytes_of(folder / name), scene) << name;
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "out"), {}), 3);
}

TEST(OverwriteOfMany, NoFileThatASceneRefersTo) {
  const TemporaryFolder folder;
  put(folder / "dump.npy", npy("(1, 600, 600)", floats(std::vector<float>(600 * 600, .5F))));
  const auto run = [&](const Words& words) {
    return run_program(words, {.folder = folder.path().string()});
  };
  ASSERT_EQ(run({"import", "dump.npy", "--out", "a.attn.json"}).status, 0);
  const std::string scores = bytes_of(folder / "a.scores.npy");
  fs::create_symlink("a.scores.npy", folder / "link.npy");
  fs::create_hard_link(folder / "a.scores.npy", folder / "hard.npy");
  put(folder / "f.attn-figure.json",
      R"({"format": "attentoscope/figure", "version": 1,
          "panels": [{"view": "weights", "scene": "a.attn.json"}]})");
  for (const std::string out : {"a.scores.npy", "./a.scores.npy", "link.npy", "hard.npy"}) {
    SCOPED_TRACE(out);
    expect_failure(run({"export", "a.attn.json", "--view", "weights", "--out", out}), 2,
                   "a.attn.json");
    EXPECT_EQ(bytes_of(folder / "a.scores.npy"), scores);
  }
  fs::create_hard_link(folder / "a.scores.npy", folder / "hard.png");
  expect_failure(run({"export", "f.attn-figure.json", "--out", "hard.png"}), 2);
  EXPECT_EQ(bytes_of(folder / "a.scores.npy"), scores);
}

TEST(OverwriteOfMany, NoTwoOutputsAreOneFile) {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& other) {
    return run_program({"train", "first", "--steps", "2", "--curve", "x.png", "--grid", other},
                       {.folder = folder.path().string()});
  };
  fs::create_directory_symlink(".", folder / "alias");
  for (const std::string other : {"x.png", "./x.png", "alias/x.png"}) {
    expect_failure(run(other), 2, other);
    EXPECT_FALSE(fs::exists(folder / "x.png"));
  }
  put(folder / "x.png", "");
  fs::create_hard_link(folder / "x.png", folder / "hard.png");
  expect_failure(run("hard.png"), 2, "hard.png");
  EXPECT_EQ(run("y.png").status, 0);
}

}  // namespace
}  // namespace attn::overwrite_test
