#include "app/session/evaluation/worker.h"

#include <chrono>
#include <stdexcept>

#include <gtest/gtest.h>

namespace attn::worker_test {
namespace {

Worker::End end_of(Worker& worker) {
  for (;;) {
    if (const auto end = worker.take_end()) return *end;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

TEST(Worker, WorksOnAThreadOfItsOwnAndSaysHowFarItIs) {
  Worker worker;
  std::thread::id thread;
  std::atomic<bool> goes_on = false;
  worker.start([&](const Watch& watch) {
    thread = std::this_thread::get_id();
    watch.step(1, 4);
    while (!goes_on) std::this_thread::yield();
  });
  while (worker.progress() == 0) std::this_thread::yield();
  EXPECT_EQ(worker.progress(), 0.25F);
  EXPECT_TRUE(worker.is_busy());
  EXPECT_FALSE(worker.take_end());
  bool second_ran = false;
  worker.start([&](const Watch&) { second_ran = true; });
  goes_on = true;
  EXPECT_EQ(end_of(worker).problem, "");
  EXPECT_FALSE(worker.take_end());
  EXPECT_FALSE(worker.is_busy());
  EXPECT_FALSE(second_ran);
  EXPECT_NE(thread, std::this_thread::get_id());
}

TEST(Worker, IsBusyUntilItsEndIsTaken) {
  Worker worker;
  std::atomic<bool> has_worked = false;
  worker.start([&](const Watch&) { has_worked = true; });
  while (!has_worked) std::this_thread::yield();
  // Who asks whether it is busy after he looked for an end would miss one that came in between.
  for (int n = 0; n < 100; ++n) {
    ASSERT_TRUE(worker.is_busy());
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  end_of(worker);
  EXPECT_FALSE(worker.is_busy());
}

TEST(Worker, WhatIsThrownIsTold) {
  Worker worker;
  worker.start([](const Watch&) { throw std::runtime_error("the disk is full"); });
  EXPECT_EQ(end_of(worker).problem, "the disk is full");
  worker.start([](const Watch&) { throw std::bad_alloc(); });
  EXPECT_EQ(end_of(worker).problem, "out of memory");
}

TEST(Worker, StopsWhereItIsCancelledOrGoes) {
  const auto endless = [](const Watch& watch) {
    for (int n = 0;; ++n) watch.step(n, 1'000'000'000);
  };
  Worker worker;
  worker.start(endless);
  worker.cancel();
  EXPECT_TRUE(end_of(worker).was_cancelled);
  worker.start([](const Watch& watch) { watch.step(1, 1); });
  EXPECT_FALSE(end_of(worker).was_cancelled);
  worker.start(endless);  // the destructor comes back
}

}  // namespace
}  // namespace attn::worker_test
