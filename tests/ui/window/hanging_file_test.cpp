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

TEST(HangingFile, HoldsUpNeitherTheWindowNorItsEnd) {
  if (kIsSanitized) GTEST_SKIP() << "nothing can be preloaded";
  const TemporaryFolder folder;
  const std::string lesson = folder / "lesson.md";
  fs::copy_file(data_path("../assets/lessons/01-weighted-mean.md"), lesson);
  Desktop desktop;
  ::setenv("LD_PRELOAD", ATTN_HANGING_FILE, 1);
  ::setenv("ATTN_HANGS", lesson.c_str(), 1);
  auto program = std::make_unique<OpenProgram>(desktop, kExample);
  ::unsetenv("LD_PRELOAD");
  ::unsetenv("ATTN_HANGS");
  ASSERT_TRUE(desktop.drop({lesson}));
  // Its file is polled from now on.
  ASSERT_TRUE(eventually([&] { return !program->text("lesson.goal").empty(); }));
  put(lesson + ".now", "");
  std::this_thread::sleep_for(std::chrono::seconds(2));  // until it is polled again
  program->key("ctrl+n");
  ASSERT_TRUE(desktop.drop({lesson}));  // waits for the file
  program->drag("embeddings[0][0]", 40, 0);
  EXPECT_TRUE(eventually([&] { return program->text("undo") == "Change the embeddings"; }))
      << "the window goes on";
  program->key("ctrl+q");
  EXPECT_EQ(program->process().wait(), 0);
}

}  // namespace
}  // namespace attn::test::hanging_file_test
