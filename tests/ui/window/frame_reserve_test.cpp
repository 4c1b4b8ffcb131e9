// A frame gets memory although another thread has taken all: in a process of its own, whose address
// space is limited.

#include "app/ui/window/frame_reserve.h"

#include <cstdlib>
#include <fstream>
#include <memory>
#include <new>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/test_cases.h"

namespace attn::ui::frame_reserve_test {
namespace {

constexpr std::size_t kFrame = 4 << 20;

/// Lets the address space grow by so many bytes.
void limit_memory(rlim_t more) {
  std::ifstream file("/proc/self/statm");
  rlim_t pages = 0;
  file >> pages;
  const rlimit limit{pages * static_cast<rlim_t>(getpagesize()) + more, RLIM_INFINITY};
  setrlimit(RLIMIT_AS, &limit);
}

/// Whether this thread gets the memory of a frame while another one takes all.
bool gets_memory() {
  bool is_there = false;
  std::thread([&] {
    std::vector<std::unique_ptr<char[]>> all;
    std::size_t size = kFrame;
    try {
      for (all.reserve(1000);;) all.emplace_back(new char[size]);
    } catch (const std::bad_alloc&) {
    }
    is_there = !all.empty();
    for (auto& one : all) one.release();  // it stays taken
  }).join();
  if (!is_there) return false;
  try {
    const std::unique_ptr<char[]> frame(new char[kFrame]);
    return frame != nullptr;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

/// Runs it in a child process; answers whether it gave true.
bool is_so_in_child(bool (*check)()) {
  const pid_t child = fork();
  if (child == 0) std::_Exit(check() ? 0 : 1);
  int status = 1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(FrameReserve, IsThereWhereAnotherThreadTakesAllMemory) {
  if (test::kIsSanitized) GTEST_SKIP() << "the sanitizer takes address space itself";
  EXPECT_TRUE(is_so_in_child([] {
    const FrameReserve reserve;
    limit_memory(64 << 20);
    return gets_memory();
  }));
  EXPECT_FALSE(is_so_in_child([] {
    limit_memory(64 << 20);
    return gets_memory();
  })) << "without it there is none";
}

}  // namespace
}  // namespace attn::ui::frame_reserve_test
