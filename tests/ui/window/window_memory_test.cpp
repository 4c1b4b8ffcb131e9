// The window keeps to the limit of memory, with its pictures and with views that are left.

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "tests/support/case_seed.h"
#include "tests/support/random.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_cases.h"
#include "tests/ui/desktop.h"

namespace attn::window_memory_test {
namespace {

using namespace attn::test;

constexpr const char* kExample = "assets/examples/01-sleepy-child.attn.json";
constexpr int kViews = 17;

std::string scene_of(Index tokens, const TemporaryFolder& folder) {
  Scene scene;
  scene.title = "Size " + std::to_string(tokens);
  for (Index i = 0; i < tokens; ++i) scene.tokens.push_back("t" + std::to_string(i));
  Random random(case_seed(tokens));
  scene.embeddings = random.uniform(tokens, 4);
  scene.heads.resize(1);
  scene.heads[0].w_q = random.uniform(4, 4);
  const std::string path = folder / (std::to_string(tokens) + ".attn.json");
  write_scene(scene, path);
  return path;
}

/// Bytes of memory that the process had at most.
double peak_memory(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/status");
  for (std::string word; file >> word;) {
    double kib = 0;
    if (word == "VmHWM:" && file >> kib) return 1024 * kib;
  }
  return 0;
}

bool shows_text(OpenProgram& program, const std::string& text) {
  return std::ranges::count(program.drawn(), text, &DrawnText::text) > 0;
}

class WindowMemory : public testing::TestWithParam<int> {};

TEST_P(WindowMemory, KeepsToTheLimitInEveryViewOfEverySize) {
  if (kIsSanitized) GTEST_SKIP() << "the sanitizer takes more itself";
  const double limit = 1e6 * GetParam();
  ::setenv("ATTENTOSCOPE_MEMORY", std::to_string(GetParam()).c_str(), 1);
  const TemporaryFolder folder;
  Desktop desktop;
  OpenProgram program(desktop, kExample, "1280x800");
  ::unsetenv("ATTENTOSCOPE_MEMORY");
  int refused = 0, opened = 0;
  for (const Index tokens : {64, 128, 256, 512, 768, 1000, 1400, 2000, 2700, 4096}) {
    ASSERT_TRUE(desktop.drop({scene_of(tokens, folder)}));
    const auto is_refused_now = [&] {
      return program.text("message").find("of which the window takes") != std::string::npos;
    };
    ASSERT_TRUE(eventually([&] {
      return shows_text(program, "Size " + std::to_string(tokens)) || is_refused_now();
    })) << tokens
        << program.text("message");
    const bool is_refused = is_refused_now();
    (is_refused ? refused : opened) += 1;
    if (is_refused) break;
  }
  EXPECT_GE(opened, 5);
  EXPECT_EQ(refused, 1);
  for (int view = 0; view < kViews; ++view) {
    program.key("ctrl+Tab");
    program.settle();
  }
  RecordProperty("peak", std::to_string(peak_memory(program.process().pid())));
  EXPECT_LE(peak_memory(program.process().pid()), 1.2 * limit);
}

INSTANTIATE_TEST_SUITE_P(Limits, WindowMemory, testing::Values(200, 300, 500));

}  // namespace
}  // namespace attn::window_memory_test
