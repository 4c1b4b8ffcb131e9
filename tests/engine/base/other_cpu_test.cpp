#include <atomic>

#include <gtest/gtest.h>

#include "engine/base/worker_pool.h"
#include "tests/engine/threads.h"

namespace attn::other_cpu_test {
namespace {

TEST(OtherCpu, IsWhereAThreadRunsThatWasKeptOffThisOne) {
  if (std::thread::hardware_concurrency() < 2 || current_cpu() < 0) GTEST_SKIP();
  for (const int avoided : {0, 1}) {
    std::atomic<bool> kept = false;
    int cpu = -1;
    std::thread thread([&] {
      kept.wait(false);
      cpu = current_cpu();
    });
    keep_off_cpu(thread, avoided);
    kept = true;
    kept.notify_all();
    thread.join();
    EXPECT_NE(cpu, avoided);
  }
}

TEST(OtherCpu, IsWherePossibleOnly) {
  if (!test::has_threads()) GTEST_SKIP();
  std::thread thread([] {});
  keep_off_cpu(thread, -1);
  keep_off_cpu(thread, 1 << 20);
  thread.join();
}

}  // namespace
}  // namespace attn::other_cpu_test
