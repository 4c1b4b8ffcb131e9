// The window where the system gives no more memory.

#include <cstdint>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "app/document/scene_file/scene_file.h"
#include "tests/support/random.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_cases.h"
#include "tests/ui/desktop.h"

namespace attn::ui::out_of_memory_test {
namespace {

constexpr const char* kExample = "assets/examples/01-sleepy-child.attn.json";

std::string large_scene(const test::TemporaryFolder& folder) {
  Scene scene;
  for (int i = 0; i < 1500; ++i) scene.tokens.push_back("t" + std::to_string(i));
  scene.embeddings = test::Random(1).uniform(1500, 2);
  scene.heads.resize(8);
  scene.title = "large";
  write_scene(scene, folder / "large.attn.json");
  return folder / "large.attn.json";
}

/// The address space that the process has now may grow by so many bytes; or as it likes.
void allow(pid_t process, rlim_t more) {
  std::ifstream file("/proc/" + std::to_string(process) + "/statm");
  rlim_t pages = 0;
  file >> pages;
  constexpr rlim_t kPage = 4096;
  const rlim_t most = more == RLIM_INFINITY ? more : pages * kPage + more;
  const rlimit limit{most, RLIM_INFINITY};
  ASSERT_EQ(prlimit(process, RLIMIT_AS, &limit, nullptr), 0);
}

TEST(OutOfMemory, ASceneThatGetsNoneIsNotOpenedAndTheWindowGoesOn) {
  if (test::kIsSanitized) GTEST_SKIP() << "the sanitizer ends the program first";
  const test::TemporaryFolder folder;
  const std::string large = large_scene(folder);
  test::Desktop desktop;
  test::OpenProgram program(desktop, kExample);
  program.settle();  // threads that start take address space
  // Less than the weights of the large scene, and so much that all else is drawn.
  allow(program.process().pid(), 60 << 20);
  ASSERT_TRUE(desktop.drop({large}));
  EXPECT_TRUE(test::eventually([&] {
    return program.text("message").find("large.attn.json: out of memory") != std::string::npos;
  })) << program.text("message");
  ASSERT_TRUE(program.process().is_running());
  EXPECT_TRUE(program.shows("embeddings[5][2]")) << "the scene is there as before";
  EXPECT_FALSE(program.shows("embeddings[6][0]"));
  allow(program.process().pid(), RLIM_INFINITY);
  ASSERT_TRUE(desktop.drop({large}));
  EXPECT_TRUE(test::eventually([&] { return program.shows("embeddings[6][0]"); }))
      << "with memory it opens: " << program.text("message");
}

TEST(OutOfMemory, NoSignalEndsTheWindowThatGetsNone) {
  if (test::kIsSanitized) GTEST_SKIP() << "the sanitizer ends the program first";
  const test::TemporaryFolder folder;
  const std::string large = large_scene(folder);
  for (const rlim_t more : {0U, 1U << 20, 8U << 20, 24U << 20}) {
    test::Desktop desktop;
    test::OpenProgram program(desktop, kExample);
    allow(program.process().pid(), more);
    desktop.drop({large});
    for (const char* keys : {"ctrl+e", "Escape", "ctrl+Tab", "ctrl+Tab", "ctrl+Tab", "F1", "F5"}) {
      if (!program.process().is_running()) break;
      desktop.input({"key", keys, "sleep", "0.15"});
    }
    if (program.process().is_running()) continue;
    EXPECT_EQ(program.process().wait(), 1) << more;
  }
}

}  // namespace
}  // namespace attn::ui::out_of_memory_test
