// Runs of the Train desk as records: what comes back learns on as if it had never been away.

#include "app/session/training/training_work.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <memory>
#include <thread>

#include <gtest/gtest.h>

#include "app/document/tasks/task_file.h"
#include "app/session/files/kept_work.h"
#include "app/session/training/training_desk.h"
#include "engine/attention/normalize.h"
#include "engine/attention/score.h"
#include "tests/session/training/desk_frames.h"
#include "tests/support/case_seed.h"
#include "tests/support/random.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_cases.h"

namespace attn::training_work_test {
namespace {

using namespace attn::test;

using Kept = KeptWork<TrainingWork, TrainingDesk>;

const Index kSteps = std::max<Index>(5, test_cases<Index>(40));

void train_to(TrainingDesk& desk, Index step) {
  desk.set_speed(0);
  desk.play();
  ASSERT_TRUE(frames_until(desk, [&] {
    if (desk.history().last_step() >= step) desk.pause();
    return !desk.is_playing() && desk.shown() && desk.shown()->step() >= step;
  }));
}

/// Plans of both ways to learn, of optimizers with and without a state, and of a task of a file.
std::vector<TrainingPlan> plans() {
  std::vector<TrainingPlan> all = {first_plan(*find_task("reverse")),
                                   first_plan(*find_task("reverse")),
                                   first_plan(std::make_shared<const LearningTask>(parse_task(
                                       "a b → b a\nb c → c -\nc a → a c\n", "mine.txt")))};
  all[0].kinds.score = &score_kind("gaussian");
  all[0].settings.optimizer = &optimizer_kind("sgd");
  all[1].settings.seed = ~std::uint64_t{0};
  all[2].kinds.normalizer = &normalizer_kind("sparsemax");
  auto painted = std::make_shared<PaintedHead>();
  painted->cells = Matrix::Zero(all[1].task->length, all[1].task->length);
  painted->cells(0, 1) = 0.9F;
  all[1].painted = painted;
  all[1].is_aimed = true;
  aim(all[1]);
  return all;
}

TEST(TrainingWork, LearnsOnAsIfItHadNeverBeenAway) {
  for (const TrainingPlan& plan : plans()) {
    TrainingDesk desk(plan, 10000);
    train_to(desk, kSteps);
    const TrainingWork work = desk.work();
    TrainingWork read;
    read_record(record_of(work), read);
    TrainingDesk next;
    next.bring(read);
    EXPECT_EQ(next.history().last_step(), work.latest->step());
    EXPECT_EQ(next.shown()->state.numbers, work.latest->state.numbers);
    EXPECT_EQ(next.has_painted(), plan.painted != nullptr);
    EXPECT_EQ(next.plan().task->id, plan.task->id);
    for (Index n = 0; n < work.latest->step(); ++n) {
      const auto at = static_cast<std::size_t>(n);
      EXPECT_EQ(next.history().steps[at].loss, desk.history().steps[at].loss);
    }
    const Index later = work.latest->step() + kSteps;
    for (TrainingDesk* one : {&desk, &next}) {
      while (one->history().last_step() < later) {
        const Index before = one->history().last_step();
        one->step_once();
        ASSERT_TRUE(frames_until(*one, [&] { return one->history().last_step() > before; }));
      }
      ASSERT_TRUE(frames_until(*one, [&] { return one->shown()->step() == later; }));
    }
    EXPECT_EQ(next.shown()->state.numbers, desk.shown()->state.numbers);
    EXPECT_EQ(next.history().steps.back().loss, desk.history().steps.back().loss);
  }
}

TEST(TrainingWork, IsKeptAtMostOncePerPauseAndFoundByTheNextProcess) {
  const TemporaryFolder folder;
  TrainingDesk desk;
  train_to(desk, 5);
  {
    Kept kept(folder / "trainings", std::chrono::hours(1));
    while (kept.keep(&desk) > 0 && kept.keep(&desk) < 1) std::this_thread::yield();
    EXPECT_EQ(kept.keep(&desk), 0);
    train_to(desk, 9);
    EXPECT_GT(kept.keep(&desk), 3000) << "the hour";
    EXPECT_EQ(kept.error(), "");
  }
  Kept next(folder / "trainings");
  const auto found = next.claim_latest();
  ASSERT_TRUE(found);
  EXPECT_GE(found->latest->step(), 5);
  EXPECT_LT(found->latest->step(), desk.shown()->step());
  next.end(&desk);
  next.end(nullptr);
  EXPECT_FALSE(Kept(folder / "trainings").claim_latest());
}

TEST(TrainingWork, IsAnotherAfterAChangeOfASettingWithoutAStep) {
  TrainingDesk desk;
  train_to(desk, 3);
  const TrainingWork work = desk.work();
  EXPECT_TRUE(desk.has(work));
  TrainingPlan plan = desk.plan();
  plan.settings.step.learning_rate *= 2;
  desk.change(plan, "another rate");
  EXPECT_FALSE(desk.has(work));
  plan.settings.step.learning_rate /= 2;
  plan.settings.optimizer = &optimizer_kind("sgd");
  EXPECT_FALSE(same_plan(plan, work.plan));
}

TEST(TrainingWork, OfARecordThatIsDamagedAnywhereIsRefusedOrWhole) {
  TrainingDesk desk(plans().back(), 1000);
  train_to(desk, 3);
  const std::string record = record_of(desk.work());
  int whole = 0;
  test::Random random(case_seed(1));
  for (int n = 0; n < test_cases(400); ++n) {
    std::string damaged = record;
    const auto at = static_cast<std::size_t>(random.below(static_cast<int>(record.size())));
    if (n % 4 == 0) {
      damaged.resize(at);
    } else {
      damaged[at] = "0179-.,:\"[]{}ae \n\xff"[static_cast<std::size_t>(random.below(17))];
    }
    TrainingWork read;
    try {
      read_record(damaged, read);
    } catch (const std::exception&) {
      continue;
    }
    EXPECT_EQ(problem_of(read.plan), "");
    if (++whole > 5) continue;  // a desk has threads
    TrainingDesk next;
    next.bring(read);
  }
}

}  // namespace
}  // namespace attn::training_work_test
