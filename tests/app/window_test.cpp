// attentoscope [SCENE], and its screenshot, from the outside.

#include <cstdio>
#include <filesystem>
#include <sstream>

#include <gtest/gtest.h>

#include "tests/app/run_program.h"
#include "tests/support/picture.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/desktop.h"

namespace attn::window_test {
namespace {

using namespace attn::test;
using Words = std::vector<std::string>;

TEST(Window, WithoutADisplayItSaysSo) {
  const TemporaryFolder folder;
  const std::string scene = example_path();
  for (const std::string display : {"", ":987"}) {
    const Surroundings around{.display = display, .folder = folder.path()};
    for (const Words& words : {Words{}, Words{scene}, Words{scene, "--screenshot", "a.png"},
                               Words{"--screenshot", "a.png"}}) {
      expect_failure(run_program(words, around), 1, "display");
    }
  }
  EXPECT_EQ(folder.file_count(), 0);
}

class Screenshot : public testing::Test {
 protected:
  static void SetUpTestSuite() { desktop_ = new Desktop; }
  static void TearDownTestSuite() { delete std::exchange(desktop_, nullptr); }

  Answer run(const Words& words, const std::string& input = "") {
    return run_program(words, {.input = input, .display = desktop_->display()});
  }

  static inline Desktop* desktop_ = nullptr;
  TemporaryFolder folder_;
};

TEST_F(Screenshot, OptionsMayStandInAnyOrder) {
  const std::string scene = example_path(), out = folder_ / "a.png";
  for (const Words& words : {Words{scene, "--screenshot", out, "--size", "800x600"},
                             Words{"--size", "800x600", scene, "--screenshot", out},
                             Words{"--screenshot=" + out, "--size=800x600", scene}}) {
    const Answer done = run(words);
    EXPECT_EQ(done.status, 0);
    EXPECT_EQ(done.out, "");
    EXPECT_EQ(done.err, "");
    const Picture picture = load_png(out);
    EXPECT_EQ(picture.width, 800);
    EXPECT_EQ(picture.height, 600);
    std::filesystem::remove(out);
  }
}

TEST_F(Screenshot, HasTheSizeOfTheWindowUnlessAskedFor) {
  ASSERT_EQ(run({example_path(), "--screenshot", folder_ / "a.png"}).status, 0);
  const Picture picture = load_png(folder_ / "a.png");
  EXPECT_EQ(picture.width, 1440);
  EXPECT_EQ(picture.height, 900);
}

TEST_F(Screenshot, ShowsALessonAtAStep) {
  const std::string lesson = data_path("../assets/lessons/05-temperature.md");
  const auto shown = [&](Words words) {
    for (const char* word : {"--size", "1024x640", "--screenshot"}) words.emplace_back(word);
    words.push_back(folder_ / "a.png");
    const Answer done = run(words);
    EXPECT_EQ(done.status, 0) << done.err;
    return load_png(folder_ / "a.png");
  };
  const Picture scene = shown({}), first = shown({lesson}), second = shown({lesson, "--step", "2"});
  EXPECT_GT(compare(scene, first).mean, 0.5);
  EXPECT_GT(compare(first, second).mean, 0.5);
  const TemporaryFolder folder;
  std::filesystem::copy_file(lesson, folder / "a.md");
  EXPECT_LT(compare(first, shown({folder.path().string()})).mean, 0.05) << "a folder's first";
}

TEST_F(Screenshot, AStepThatIsNotThereIsRefused) {
  const std::string lesson = data_path("../assets/lessons/05-temperature.md");
  const std::string picture = folder_ / "a.png";
  const std::string words = "--step: expected a step from 1 to ";
  expect_failure(run({lesson, "--step", "99", "--screenshot", picture}), 2, words);
  const TemporaryFolder folder;
  std::filesystem::copy_file(lesson, folder / "a.md");
  expect_failure(run({folder.path().string(), "--step", "99", "--screenshot", picture}), 2, words);
  expect_failure(run({example_path(), "--step", "2", "--screenshot", picture}), 2,
                 "--step: expected a lesson");
  EXPECT_FALSE(std::filesystem::exists(picture));
}

TEST_F(Screenshot, ALessonThatIsWrongIsRefused) {
  put(folder_ / "a.md", "# A\n\nb\n\n## S\n\nText.\n");
  expect_failure(run({folder_ / "a.md", "--screenshot", folder_ / "a.png"}), 2,
                 "a.md:5: expected a scene");
  expect_failure(run({folder_ / "none.md", "--screenshot", folder_ / "a.png"}), 2, "No such file");
}

TEST_F(Screenshot, ShowsTheSceneOfStandardInput) {
  const Words size{"--size", "800x600", "--screenshot"};
  const auto shown = [&](const std::string& scene, const std::string& input) {
    Words words{scene};
    words.insert(words.end(), size.begin(), size.end());
    words.push_back(folder_ / "a.png");
    EXPECT_EQ(run(words, input).status, 0);
    return load_png(folder_ / "a.png");
  };
  const std::string other = data_path("golden/mask-causal.attn.json");
  const Picture a = shown("-", bytes_of(example_path()));
  const Picture b = shown("-", bytes_of(other));
  EXPECT_GT(compare(a, b).mean, 1);
}

TEST_F(Screenshot, ThatCannotBeWrittenLeavesNothing) {
  const std::string scene = example_path();
  const auto failed = [&](const std::string& out, unsigned long long file_bytes = 0) {
    return run_program({scene, "--screenshot", out},
                       {.display = desktop_->display(), .file_bytes = file_bytes});
  };
  expect_failure(failed(folder_ / "missing/a.png"), 1, "missing/a.png: No such file or directory");
  expect_failure(failed("/dev/full"), 1, "/dev/full: No space left on device");
  expect_failure(failed(folder_.path()), 1, "Is a directory");
  expect_failure(failed(folder_ / "a.png", 1000), 1, "a.png: File too large");
  EXPECT_EQ(folder_.file_count(), 0);
}

TEST_F(Screenshot, BadScenesAreRefusedAlsoWithADisplay) {
  const Answer done = run({"-", "--screenshot", folder_ / "a.png"}, overflowing_scene());
  expect_failure(done, 2, "attentoscope: -: /heads/0: ");
  EXPECT_EQ(folder_.file_count(), 0);
}

TEST_F(Screenshot, NoWindowIsShownForABadSceneNorForAPicture) {
  desktop_->take_shown_windows();
  expect_failure(run({"-"}, overflowing_scene()), 2, "attentoscope: -: /heads/0: ");
  EXPECT_EQ(run({example_path(), "--screenshot", folder_ / "a.png"}).status, 0);
  EXPECT_EQ(desktop_->take_shown_windows(), 0);
  EXPECT_EQ(run({example_path(), "--frames", "1"}).status, 0);
  EXPECT_EQ(desktop_->take_shown_windows(), 1);
}

TEST_F(Screenshot, TheWindowEndsAfterItsFrames) {
  const Answer done = run({example_path(), "--frames", "3", "--ui-map", folder_ / "map.json"});
  EXPECT_EQ(done.status, 0);
  EXPECT_EQ(done.out, "");
  EXPECT_EQ(done.err, "");
}

TEST_F(Screenshot, TheTimeOfEachFrameIsWritten) {
  const std::string file = folder_ / "frames.csv";
  EXPECT_EQ(run({example_path(), "--frames", "3", "--frame-times", file}).status, 0);
  std::istringstream lines(test::bytes_of(file));
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "build_ms,frame_ms,at_ms");
  int frames = 0;
  double ended = 0;
  for (double build = 0, whole = 0, at = 0; std::getline(lines, line); ++frames) {
    ASSERT_EQ(std::sscanf(line.c_str(), "%lf,%lf,%lf", &build, &whole, &at), 3) << line;
    EXPECT_GT(build, 0);
    EXPECT_GT(whole, build);
    EXPECT_GE(at, ended - 0.001);  // no frame begins before the last one is done
    ended = at + whole;
  }
  EXPECT_EQ(frames, 3);
}

}  // namespace
}  // namespace attn::window_test
