// An evaluation that nobody wants any more ends between two dispatches.

#include <chrono>
#include <thread>

#include "engine/fast/evaluate.h"
#include "tests/engine/scenes.h"
#include "tests/gl/compute/compute_test.h"

namespace attn::gl::compute_cancel_test {
namespace {

using namespace attn::test;
using Clock = std::chrono::steady_clock;

/// More than any here takes.
constexpr Index kMany = 1 << 20;

Index dispatches(const Progress& progress) {
  return static_cast<Index>(progress.part() * static_cast<double>(kMany) + 0.5);
}

class ComputeCancel : public ComputeTest {
 protected:
  ComputeBackend backend_;
};

TEST_F(ComputeCancel, WhatIsCancelledDispatchesNothing) {
  Progress progress;
  progress.begin(kMany);
  progress.cancel();
  EXPECT_THROW(backend_.run(sleepy_child(), &progress), Cancelled);
  EXPECT_EQ(dispatches(progress), 0);
  EXPECT_EQ(difference(backend_.evaluate(sleepy_child()), attn::evaluate_plainly(sleepy_child())),
            "");
}

TEST_F(ComputeCancel, WhatIsNotIsTheSame) {
  Scene scene = self_attention(300, 8);
  scene.heads.resize(20);  // more groups than go at once
  scene.masks.resize(1);
  Progress progress;
  progress.begin(kMany);
  EXPECT_EQ(difference(backend_.run(scene, &progress)->read(), attn::evaluate_plainly(scene)), "");
  Scene small = scene;
  small.heads.resize(1);
  Progress few;
  few.begin(kMany);
  backend_.run(small, &few);
  EXPECT_GT(dispatches(few), 2);
  EXPECT_GT(dispatches(progress), dispatches(few)) << "it can be cancelled between heads";
}

TEST_F(ComputeCancel, ItEndsLongBeforeItIsDone) {
  Scene scene = self_attention(800, 64);
  scene.heads.resize(2);
  const auto seconds_of = [&](Progress& progress) {
    const auto start = Clock::now();
    try {
      backend_.run(scene, &progress);
    } catch (const Cancelled&) {
    }
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  Progress whole;
  seconds_of(whole);  // compiles the shaders
  const auto ends_early = [&] {
    const double all = seconds_of(whole);
    Progress progress;
    std::thread other([&] {
      std::this_thread::sleep_for(std::chrono::duration<double>(all / 8));
      progress.cancel();
    });
    const double until_cancelled = seconds_of(progress);
    other.join();
    return until_cancelled < 0.7 * all;
  };
  // Other work can come between: what can't be cancelled never ends early.
  constexpr int kTries = 10;
  bool is_early = false;
  for (int n = 0; n < kTries && !is_early; ++n) is_early = ends_early();
  EXPECT_TRUE(is_early);
}

}  // namespace
}  // namespace attn::gl::compute_cancel_test
