#include "app/session/training/training_run.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <stdexcept>
#include <utility>

#include "app/document/files/drawn_frames.h"
#include "app/document/files/memory_limit.h"
#include "app/document/files/problem_line.h"
#include "app/platform/process.h"
#include "engine/base/worker_pool.h"

namespace attn {
namespace {

constexpr Index kTestSequences = 256;
constexpr Index kBetweenSnapshots = 20;
/// Shortest interval between shown networks, and their largest share of the time.
constexpr std::chrono::milliseconds kBetweenLooks{33};
constexpr int kShareOfLooks = 10;

/// Early steps change much.
bool is_kept_at(Index step) { return step % kBetweenSnapshots == 0 || step == 5 || step == 10; }

TestRecord record_of(const Answers& answers, Index step) {
  const auto wanted = static_cast<double>(std::max<Index>(1, answers.wanted));
  return {step, static_cast<float>(answers.loss / wanted),
          static_cast<float>(static_cast<double>(answers.right) / wanted)};
}

}  // namespace

TrainingRun::TrainingRun(const TrainingPlan& plan, std::optional<TrainingState> from)
    : plan_(plan), from_(std::move(from)), settings_(plan.settings), thread_([this] { work(); }) {}

TrainingRun::~TrainingRun() {
  end();
  thread_.join();
}

void TrainingRun::end() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  wakes_.notify_one();
}

void TrainingRun::allow(Index steps) {
  {
    const std::lock_guard lock(mutex_);
    if (allowed_ == steps) return;
    allowed_ = steps;
    news_.is_resting = false;
  }
  wakes_.notify_one();
}

void TrainingRun::use(const TrainingSettings& settings) {
  const std::lock_guard lock(mutex_);
  settings_ = settings;
  has_new_settings_ = true;
}

TrainingNews TrainingRun::take_news() {
  const std::lock_guard lock(mutex_);
  TrainingNews news = std::exchange(news_, {});
  news_.failed_at = news.failed_at;
  news_.seconds_per_step = news.seconds_per_step;
  news_.is_resting = news.is_resting;
  return news;
}

std::string TrainingRun::problem() const {
  const std::lock_guard lock(mutex_);
  return problem_;
}

void TrainingRun::work() {
  lower_thread_priority();
  try {
    // One core is left to the window.
    const auto cores = static_cast<int>(std::thread::hardware_concurrency());
    WorkerPool pool(std::max(1, cores - 1), WorkerPool::Affinity::kAnywhere);
    Network network = first_network(plan_);
    const double bytes = training_bytes(network, plan_.settings.batch, pool.threads());
    if (const auto problem = memory_problem(bytes)) throw std::runtime_error(problem->text);
    Trainer trainer(std::move(network), *plan_.task, plan_.settings, pool);
    trainer.stop_when(is_over_);
    trainer.set_rest(wait_while_drawn);
    if (from_) trainer.go_to(*std::exchange(from_, std::nullopt));
    train(trainer);
  } catch (const std::exception& error) {
    const std::lock_guard lock(mutex_);
    problem_ = error_message(error);
  }
  has_ended_ = true;
}

SharedSnapshot TrainingRun::measured(Trainer& trainer) const {
  auto made = std::make_shared<TrainingSnapshot>();
  made->state = trainer.state();
  made->gradient = trainer.gradient();
  double squares = 0;
  for (const float one : made->gradient) {
    squares += static_cast<double>(one) * static_cast<double>(one);
  }
  made->gradient_norm = std::sqrt(squares);
  made->test = record_of(trainer.test(kTestSequences, &made->habits), trainer.steps());
  return made;
}

void TrainingRun::tell(Trainer& trainer, const SharedSnapshot& snapshot, bool is_kept) {
  const std::lock_guard lock(mutex_);
  if (is_kept) news_.snapshots.push_back(snapshot);
  news_.latest = snapshot;
  if (trainer.has_failed()) news_.failed_at = trainer.steps() + 1;
}

void TrainingRun::train(Trainer& trainer) {
  Clock::duration of_steps{}, of_looks{};
  Clock::time_point looked_at = Clock::now();
  Index told = -1, counted = 0;
  const auto look = [&](bool is_kept) {
    const Clock::time_point begin = Clock::now();
    tell(trainer, measured(trainer), is_kept);
    told = trainer.steps();
    looked_at = Clock::now();
    of_looks = looked_at - begin;
  };
  look(true);
  for (;;) {
    Index allowed = 0;
    {
      std::unique_lock lock(mutex_);
      const auto can_go = [&] {
        return is_over_ || (allowed_ > trainer.steps() && !trainer.has_failed());
      };
      if (!can_go() && told == trainer.steps()) {
        news_.is_resting = true;
        wakes_.wait(lock, can_go);
      }
      if (is_over_) return;
      if (has_new_settings_) trainer.settings() = settings_;
      has_new_settings_ = false;
      allowed = allowed_;
    }
    if (allowed <= trainer.steps() || trainer.has_failed()) {
      look(trainer.has_failed());
      continue;
    }
    const Clock::time_point begin = Clock::now();
    const TestRecord batch = record_of(trainer.step(), 0);
    of_steps += Clock::now() - begin;
    ++counted;
    if (!trainer.has_failed()) {
      const std::lock_guard lock(mutex_);
      news_.steps.push_back({batch.loss, batch.accuracy});
      news_.seconds_per_step =
          std::chrono::duration<double>(of_steps).count() / static_cast<double>(counted);
    }
    if (counted >= 100) {  // the speed is that of recent steps
      of_steps /= 2;
      counted /= 2;
    }
    if (trainer.has_failed() || is_kept_at(trainer.steps())) {
      look(true);
    } else if (const auto since = Clock::now() - looked_at;
               since > kBetweenLooks && since > kShareOfLooks * of_looks) {
      look(false);
    }
  }
}

}  // namespace attn
