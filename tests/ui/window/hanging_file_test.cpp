// A drive that stops to answer holds up neither the window nor its end.

#include <chrono>
#include <cstdlib>
#include <memory>
#include <thread>

#include <gtest/gtest.h>

#include "app/document/recovery/autosave.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_cases.h"
#include "tests/ui/desktop.h"

namespace attn::test::hanging_file_test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kExample = "assets/examples/01-sleepy-child.attn.json";

/// The window; the drive stops to answer questions for `hanging`.
std::unique_ptr<OpenProgram> open_with_drive(Desktop& desktop, const std::string& hanging) {
  ::setenv("LD_PRELOAD", ATTN_HANGING_FILE, 1);
  ::setenv("ATTN_HANGS", hanging.c_str(), 1);
  auto program = std::make_unique<OpenProgram>(desktop, kExample);
  ::unsetenv("LD_PRELOAD");
  ::unsetenv("ATTN_HANGS");
  return program;
}

bool takes_edits(OpenProgram& program) {
  program.drag("embeddings[0][0]", 40, 0);
  return eventually([&] { return program.text("undo") == "Change the embeddings"; });
}

TEST(HangingFile, HoldsUpNeitherTheWindowNorItsEnd) {
  if (kIsSanitized) GTEST_SKIP() << "nothing can be preloaded";
  const TemporaryFolder folder;
  const std::string lesson = folder / "lesson.md";
  fs::copy_file(data_path("../assets/lessons/01-weighted-mean.md"), lesson);
  Desktop desktop;
  const auto program = open_with_drive(desktop, lesson);
  ASSERT_TRUE(desktop.drop({lesson}));
  // Its file is polled from now on.
  ASSERT_TRUE(eventually([&] { return !program->text("lesson.goal").empty(); }));
  put(lesson + ".now", "");
  std::this_thread::sleep_for(std::chrono::seconds(2));  // until it is polled again
  program->key("ctrl+n");
  ASSERT_TRUE(desktop.drop({lesson}));  // waits for the file
  EXPECT_TRUE(takes_edits(*program)) << "the window goes on";
  program->key("ctrl+q");
  EXPECT_EQ(program->process().wait(), 0);
}

TEST(HangingFile, OfAFolderHoldsUpNoBrowser) {
  if (kIsSanitized) GTEST_SKIP() << "nothing can be preloaded";
  const TemporaryFolder folder;
  const std::string drive = folder / "drive", scene = drive + "/scene.attn.json";
  fs::create_directory(drive);
  fs::copy_file(data_path("../assets/examples/07-multi-head.attn.json"), scene);
  Desktop desktop;
  const auto program = open_with_drive(desktop, drive);
  ASSERT_TRUE(desktop.drop({scene}));
  ASSERT_TRUE(eventually([&] { return program->shows("heads.of.1"); }));
  put(drive + ".now", "");
  const auto says = [&](const std::string& words) {
    return eventually([&] { return program->text("browser.says") == words; });
  };
  program->key("ctrl+o");
  ASSERT_TRUE(says("Waiting for this folder…"));
  program->key("Left");
  EXPECT_TRUE(says("↑ ↓ move · Enter opens · Esc closes")) << "the folder above answers";
  program->key("Return");
  ASSERT_TRUE(says("Waiting for this folder…"));
  fs::remove(drive + ".now");
  EXPECT_TRUE(eventually([&] { return program->shows("browser.0"); }));
  program->key("Escape");
  put(drive + ".now", "");
  program->key("ctrl+o");
  ASSERT_TRUE(says("Waiting for this folder…"));
  program->key("Escape");
  EXPECT_TRUE(takes_edits(*program));
  program->key("ctrl+q");
  EXPECT_EQ(program->process().wait(), 0);
}

}  // namespace
}  // namespace attn::test::hanging_file_test
