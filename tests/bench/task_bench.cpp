// In how many steps each task is learned by the smallest network of its row: task_bench [TASK…].
// Over ten seeds, the first multiple of 10 steps (50 where there are two layers) after which 99 %
// of what is wanted in 500 new sequences is answered rightly; and how far networks come that can't.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "engine/tasks/first_network.h"
#include "engine/train/trainer.h"

namespace {

using namespace attn;

constexpr Index kMost = 2500;
constexpr std::uint64_t kSeeds = 10;

double share(const Answers& answers) {
  return static_cast<double>(answers.right) / static_cast<double>(answers.wanted);
}

struct Run {
  Index steps = -1;  ///< −1: not learned
  double best = 0;   ///< share that was answered rightly
};

Run run(const LearningTask& task, const Sizes& sizes, double rate, std::uint64_t seed, Index most) {
  Trainer trainer(first_network(task, sizes, seed), task,
                  {.seed = seed, .step = {.learning_rate = rate}});
  const Index often = sizes.layers > 1 ? 50 : 10;
  Run run;
  while (trainer.steps() < most && !trainer.has_failed()) {
    for (Index n = 0; n < often; ++n) trainer.step();
    run.best = std::max(run.best, share(trainer.test(500)));
    if (run.best >= 0.99) {
      run.steps = trainer.steps();
      break;
    }
  }
  return run;
}

void tell(const LearningTask& task) {
  std::vector<Index> steps;
  double worst = 1;
  const auto start = std::chrono::steady_clock::now();
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const Run one = run(task, task.smallest, task.learning_rate, seed, kMost);
    worst = std::min(worst, one.best);
    if (one.steps >= 0) steps.push_back(one.steps);
  }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  std::ranges::sort(steps);
  const std::size_t failed = kSeeds - steps.size();
  std::printf("%-18s", std::string(task.id).c_str());
  if (steps.empty()) {
    std::printf("none learned, best of the worst %.3f", worst);
  } else {
    std::printf("%5td (%td to %td)", steps[steps.size() / 2], steps.front(), steps.back());
    if (failed > 0) std::printf(", %zu not, at %.3f", failed, worst);
  }
  std::printf("  %.1f s\n", taken.count());
  std::fflush(stdout);
}

/// What can't be learned by such a network, and shows why it takes more.
struct Lacking {
  std::string_view task, why;
  void (*lacks)(Sizes& sizes);
};

constexpr Lacking kLacking[] = {
    {"reverse", "no positions", [](Sizes& sizes) { sizes.has_positions = false; }},
    {"induction", "one layer", [](Sizes& sizes) { sizes.layers = 1; }},
    {"recall-next", "one layer", [](Sizes& sizes) { sizes.layers = 1; }},
    {"nested", "one layer", [](Sizes& sizes) { sizes.layers = 1; }},
    {"modular-addition", "no mlp", [](Sizes& sizes) { sizes.mlp = 0; }},
    {"parity", "no mlp", [](Sizes& sizes) { sizes.mlp = 0; }},
    {"count", "no mlp", [](Sizes& sizes) { sizes.mlp = 0; }},
};

void tell_lacking(const Lacking& lacking) {
  const LearningTask& task = *find_task(lacking.task);
  Sizes sizes = task.smallest;
  lacking.lacks(sizes);
  double best = 0;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    best = std::max(best, run(task, sizes, task.learning_rate, seed, 2000).best);
  }
  std::printf("%-18s%-14s comes to %.3f, chance %.3f\n", std::string(task.id).c_str(),
              std::string(lacking.why).c_str(), best, task.chance);
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** words) {
  const std::vector<std::string_view> wanted(words + 1, words + count);
  const auto is_wanted = [&](std::string_view id) {
    return wanted.empty() || std::ranges::find(wanted, id) != wanted.end();
  };
  for (const LearningTask& task : tasks()) {
    if (is_wanted(task.id) && !task.id.starts_with("bigram")) tell(task);
  }
  for (const Lacking& one : kLacking) {
    if (is_wanted(one.task)) tell_lacking(one);
  }
}
