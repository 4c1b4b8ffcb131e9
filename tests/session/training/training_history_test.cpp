#include "app/session/training/training_history.h"

#include <gtest/gtest.h>

namespace attn::training_history_test {
namespace {

SharedSnapshot snapshot(Index step, float loss, float accuracy, double previous = 0) {
  auto made = std::make_shared<TrainingSnapshot>();
  made->state.steps = step;
  made->state.numbers.resize(1000);
  made->test = {step, loss, accuracy};
  made->habits.resize(2);
  made->habits[1].sums[0] = previous;
  made->habits[1].queries[0] = 1;
  return made;
}

TrainingNews news(Index from, Index to, const SharedSnapshot& kept) {
  TrainingNews made;
  made.steps.resize(static_cast<std::size_t>(to - from));
  made.snapshots.push_back(kept);
  return made;
}

TEST(TrainingHistory, FindsTheNearestSnapshot) {
  TrainingHistory history;
  EXPECT_EQ(history.nearest(3), nullptr);
  for (const Index step : {0, 10, 20}) {
    history.add(news(std::max<Index>(0, step - 10), step, snapshot(step, 1, 0)), 1);
  }
  EXPECT_EQ(history.last_step(), 20);
  EXPECT_EQ(history.nearest(4)->step(), 0);
  EXPECT_EQ(history.nearest(6)->step(), 10);
  EXPECT_EQ(history.nearest(900)->step(), 20);
}

TEST(TrainingHistory, MarksWhatIsBornOnce) {
  TrainingHistory history;
  history.add(news(0, 0, snapshot(0, 2, 0, .9)), 2);  // not learned
  EXPECT_TRUE(history.marks.empty());
  history.add(news(0, 20, snapshot(20, 1, .5F, .4)), 2);
  history.add(news(20, 40, snapshot(40, .5F, .5F, .6)), 2);
  history.add(news(40, 60, snapshot(60, .1F, .995F, .8)), 2);
  history.add(news(60, 80, snapshot(80, 1, .8F, .3)), 2);
  ASSERT_EQ(history.marks.size(), 3U);
  EXPECT_EQ(history.marks[0].words, "L0.H1 looks at the previous");
  EXPECT_EQ(history.marks[0].step, 40);
  EXPECT_EQ(history.marks[1].words, "99 % of the test right");
  EXPECT_EQ(history.marks[2].words, "the loss jumps");
}

TEST(TrainingHistory, KeepsFirstLastAndMarkedOnesWhereThereAreTooMany) {
  TrainingHistory history;
  constexpr std::size_t kMost = 100'000;  // 25 of them
  for (Index step = 0; step <= 2000; step += 20) {
    const float accuracy = step == 700 ? 1 : 0;
    history.add(news(std::max<Index>(0, step - 20), step, snapshot(step, 1, accuracy)), 1, kMost);
  }
  EXPECT_LE(history.snapshots.size(), 25U);
  EXPECT_GE(history.snapshots.size(), 10U);
  EXPECT_EQ(history.snapshots.front()->step(), 0);
  EXPECT_EQ(history.snapshots.back()->step(), 2000);
  EXPECT_EQ(history.nearest(700)->step(), 700);
  EXPECT_EQ(history.tests.size(), 101U);  // losses of all stay
}

TEST(TrainingHistory, UntilAStepIsAsItWasThen) {
  TrainingHistory history;
  history.add(news(0, 0, snapshot(0, 2, 0)), 2);
  history.add(news(0, 20, snapshot(20, 1, .5F, .6)), 2);
  history.add(news(20, 40, snapshot(40, .1F, .995F, .8)), 2);
  history.failed_at = 41;
  const TrainingHistory then = history.until(20);
  EXPECT_EQ(then.last_step(), 20);
  EXPECT_EQ(then.snapshots.size(), 2U);
  EXPECT_EQ(then.tests.size(), 2U);
  EXPECT_EQ(then.marks.size(), 1U);
  EXPECT_FALSE(then.failed_at);
}

}  // namespace
}  // namespace attn::training_history_test
