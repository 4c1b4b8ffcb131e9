#include "app/session/training/training_history.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace attn {
namespace {

constexpr double kBorn = 0.5;    // least score of a pattern
constexpr float kRight = 0.99F;  // of the test
constexpr float kJump = 1.5F;    // relative to the loss of the previous test
constexpr float kLeastJump = 0.1F;

}  // namespace

std::size_t TrainingSnapshot::bytes() const {
  return sizeof(float) * (state.numbers.size() + state.memory.mean.size() +
                          state.memory.square.size() + gradient.size());
}

void TrainingHistory::add_mark(Index step, std::string words) {
  const auto after = std::ranges::upper_bound(marks, step, {}, &TrainingMark::step);
  marks.insert(after, {step, std::move(words)});
}

void TrainingHistory::find_marks(const TrainingSnapshot& snapshot, Index heads) {
  if (!std::isfinite(snapshot.test.loss)) return;
  const auto habits = habit_kinds();
  is_born_.resize(habits.size());
  // Patterns of the first network are not learned.
  for (std::size_t n = 0; n < snapshot.habits.size() && snapshot.step() > 0; ++n) {
    for (std::size_t h = 0; h < habits.size(); ++h) {
      if (is_born_[h] || !(snapshot.habits[n].score(h) >= kBorn)) continue;
      is_born_[h] = true;
      const auto head = static_cast<Index>(n);
      add_mark(snapshot.step(), "L" + std::to_string(head / heads) + ".H" +
                                    std::to_string(head % heads) + " " +
                                    std::string(habits[h].does));
    }
  }
  if (!is_right_ && snapshot.test.accuracy >= kRight) {
    is_right_ = true;
    add_mark(snapshot.step(), "99 % of the test right");
  }
  if (tests.empty()) return;
  const float before = tests.back().loss, now = snapshot.test.loss;
  if (now > kJump * before && now > before + kLeastJump)
    add_mark(snapshot.step(), std::string(kLossJumps));
}

void TrainingHistory::thin(std::size_t most_bytes) {
  std::size_t bytes = 0;
  for (const SharedSnapshot& one : snapshots) bytes += one->bytes();
  if (bytes <= most_bytes || snapshots.size() < 4) return;
  std::vector<SharedSnapshot> kept;
  for (std::size_t n = 0; n < snapshots.size(); ++n) {
    const bool is_end = n == 0 || n + 1 == snapshots.size();
    const bool is_marked = std::ranges::count(marks, snapshots[n]->step(), &TrainingMark::step) > 0;
    if (n % 2 == 0 || is_end || is_marked) kept.push_back(snapshots[n]);
  }
  snapshots = std::move(kept);
}

void TrainingHistory::add(const TrainingNews& news, Index heads, std::size_t most_bytes) {
  steps.insert(steps.end(), news.steps.begin(), news.steps.end());
  for (const SharedSnapshot& one : news.snapshots) {
    // The snapshot that the run continues from already exists.
    if (!snapshots.empty() && snapshots.back()->step() >= one->step()) continue;
    find_marks(*one, heads);
    tests.push_back(one->test);
    snapshots.push_back(one);
  }
  if (news.failed_at) failed_at = news.failed_at;
  thin(most_bytes);
}

SharedSnapshot TrainingHistory::nearest(Index step) const {
  const auto step_of = [](const SharedSnapshot& one) { return one->step(); };
  const auto after = std::ranges::lower_bound(snapshots, step, {}, step_of);
  if (after == snapshots.begin()) return snapshots.empty() ? nullptr : snapshots.front();
  const SharedSnapshot& before = *std::prev(after);
  if (after == snapshots.end()) return before;
  return step - before->step() < (*after)->step() - step ? before : *after;
}

void TrainingHistory::forget_networks_after(Index step) {
  std::erase_if(snapshots, [&](const SharedSnapshot& one) { return one->step() > step; });
}

TrainingHistory TrainingHistory::until(Index step) const {
  TrainingHistory before = *this;
  before.steps.resize(std::min(before.steps.size(), static_cast<std::size_t>(step)));
  std::erase_if(before.tests, [&](const TestRecord& one) { return one.step > step; });
  std::erase_if(before.snapshots, [&](const SharedSnapshot& one) { return one->step() > step; });
  std::erase_if(before.marks, [&](const TrainingMark& one) { return one.step > step; });
  before.failed_at.reset();
  before.is_right_ = std::ranges::any_of(
      before.tests, [](const TestRecord& one) { return one.accuracy >= kRight; });
  before.is_born_.assign(habit_kinds().size(), false);
  for (const TrainingMark& mark : before.marks) {
    for (std::size_t h = 0; h < habit_kinds().size(); ++h) {
      if (mark.words.ends_with(habit_kinds()[h].does)) before.is_born_[h] = true;
    }
  }
  return before;
}

}  // namespace attn
