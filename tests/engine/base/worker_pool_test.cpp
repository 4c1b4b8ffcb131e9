#include "engine/base/worker_pool.h"

#include <stdexcept>

#include <gtest/gtest.h>

#include "tests/engine/threads.h"

namespace attn::worker_pool_test {
namespace {

TEST(WorkerPool, CallsEachOnce) {
  for (const int threads : {1, 2, 4, 9}) {
    WorkerPool pool(threads);
    for (int round = 0; round < 300; ++round) {
      for (const Index count : {0, 1, 2, 3, 50}) {
        std::vector<std::atomic<int>> calls(static_cast<std::size_t>(count));
        pool.run(count, [&](Index n, int worker) {
          ++calls[static_cast<std::size_t>(n)];
          EXPECT_LT(worker, threads);
        });
        pool.run(
            count, [&](Index n, int) { ++calls[static_cast<std::size_t>(n)]; }, true);
        for (const auto& called : calls) ASSERT_EQ(called, 2);
      }
    }
  }
}

TEST(WorkerPool, IsAlertedAtAnyTime) {
  WorkerPool pool(3);
  pool.alert();
  std::atomic<int> calls = 0;
  for (int round = 0; round < 300; ++round) {
    if (round % 3 == 0) pool.alert();
    // Workers now and then sleep in between.
    if (round % 50 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    pool.run(7, [&](Index n, int) {
      if (n == 3) pool.alert();
      ++calls;
    });
  }
  EXPECT_EQ(calls, 300 * 7);
}

TEST(WorkerPool, NoTwoCallsAtOnceHaveTheSameWorker) {
  WorkerPool pool(4);
  std::vector<std::atomic<bool>> busy(4);
  pool.run(10000, [&](Index, int worker) {
    EXPECT_FALSE(busy[static_cast<std::size_t>(worker)].exchange(true));
    busy[static_cast<std::size_t>(worker)] = false;
  });
}

TEST(WorkerPool, ThrowsWhatACallThrew) {
  WorkerPool pool(3);
  for (int round = 0; round < 200; ++round) {
    EXPECT_THROW(pool.run(100,
                          [](Index n, int) {
                            if (n == 37) throw std::runtime_error("37");
                          }),
                 std::runtime_error);
  }
  std::atomic<int> calls = 0;
  pool.run(100, [&](Index, int) { ++calls; });
  EXPECT_EQ(calls, 100);
}

TEST(WorkerPool, ServesManyCallersAtOnce) {
  if (!test::has_threads()) GTEST_SKIP();
  WorkerPool pool(3);
  std::vector<std::thread> callers;
  std::atomic<int> calls = 0;
  for (int caller = 0; caller < 4; ++caller) {
    callers.emplace_back([&] {
      for (int round = 0; round < 200; ++round) {
        pool.run(20, [&](Index, int) { ++calls; });
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(calls, 4 * 200 * 20);
}

}  // namespace
}  // namespace attn::worker_pool_test
