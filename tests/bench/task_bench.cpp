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

Run run(const LearningTask& task, const Sizes& sizes, std::uint64_t seed, Index most) {
  Trainer trainer(first_network(task, sizes, seed), task, settings_for(task, seed));
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
    const Run one = run(task, task.smallest, seed, kMost);
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

/// Networks that cannot learn a task, and why they need more.
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
};

/// Beside a first token that is always the same a head's weights are 1 / (n + 1), and counting
/// needs no mlp; without it, it does.
Example count_without_start(Draw& draw) {
  Example one = find_task("count")->make(draw);
  one.tokens.erase(one.tokens.begin());
  one.targets.erase(one.targets.begin());
  for (Index& token : one.tokens) --token;
  return one;
}

void tell_lacking(const LearningTask& task, std::string_view why, const Sizes& sizes) {
  double best = 0;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    best = std::max(best, run(task, sizes, seed, 2000).best);
  }
  std::printf("%-18s%-14s comes to %.3f, chance %.3f\n", std::string(task.id).c_str(),
              std::string(why).c_str(), best, task.chance);
  std::fflush(stdout);
}

void tell_counting_without_start() {
  LearningTask task = *find_task("count");
  task.make = count_without_start;
  task.vocabulary.erase(task.vocabulary.begin());
  --task.length;
  tell_lacking(task, "no start", task.smallest);
  Sizes sizes = task.smallest;
  sizes.mlp = 0;
  tell_lacking(task, "nor an mlp", sizes);
}

/// Prints the loss after a number of steps, which is not deterministic enough to check.
void tell_loss(const LearningTask& task, const Sizes& sizes, Index steps) {
  std::printf("%-18s%td layers, loss", task.id.c_str(), sizes.layers);
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    Trainer trainer(first_network(task, sizes, seed), task, settings_for(task, seed));
    while (trainer.steps() < steps && !trainer.has_failed()) trainer.step();
    const Answers answers = trainer.test(500);
    std::printf(" %.3f", answers.loss / static_cast<double>(answers.wanted));
    std::fflush(stdout);
  }
  std::printf(" at %td\n", steps);
}

/// Learned by heart long before it is understood: when all that it learns from is answered rightly,
/// and what it does with the rest.
void tell_grokking(double decay) {
  const LearningTask& task = *find_task("grokking");
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    TrainingSettings settings = settings_for(task, seed);
    settings.step.decay = decay;
    Trainer trainer(first_network(task, task.smallest, seed), task, settings);
    Index by_heart = -1;
    std::printf("%-18sdecay %g:", task.id.c_str(), decay);
    while (trainer.steps() < 6000 && !trainer.has_failed()) {
      const Answers answers = trainer.step();
      if (by_heart < 0 && answers.right == answers.wanted) {
        by_heart = trainer.steps();
        std::printf(" by heart at %td, of the rest", by_heart);
      }
      const Index at = trainer.steps();
      if (at == 250 || at == 1000 || at == 2250 || at == 3250 || at == 6000) {
        std::printf(" %.3f at %td", share(trainer.test(500)), at);
        std::fflush(stdout);
      }
    }
    std::printf("\n");
  }
}

}  // namespace

int main(int count, char** words) {
  const std::vector<std::string_view> wanted(words + 1, words + count);
  const auto is_wanted = [&](std::string_view id) {
    return wanted.empty() || std::ranges::find(wanted, id) != wanted.end();
  };
  for (const LearningTask& task : tasks()) {
    const bool is_told = !task.finite && !task.is_of_points && !task.id.starts_with("bigram");
    if (is_wanted(task.id) && is_told) tell(task);
  }
  for (const Lacking& one : kLacking) {
    if (!is_wanted(one.task)) continue;
    const LearningTask& task = *find_task(one.task);
    Sizes sizes = task.smallest;
    one.lacks(sizes);
    tell_lacking(task, one.why, sizes);
  }
  if (is_wanted("count")) tell_counting_without_start();
  if (is_wanted("bigram")) tell_loss(*find_task("bigram"), find_task("bigram")->smallest, 500);
  if (is_wanted("bigram-in-context")) {
    const LearningTask& task = *find_task("bigram-in-context");
    Sizes one_layer = task.smallest;
    one_layer.layers = 1;
    tell_loss(task, task.smallest, 1500);
    tell_loss(task, one_layer, 1500);
  }
  if (is_wanted("regression")) {
    LearningTask task = *find_task("regression");
    tell_loss(task, task.smallest, 500);
    task.normalizer = &normalizer_kind("softmax");
    tell_loss(task, task.smallest, 2000);
    Sizes two_heads = task.smallest;
    two_heads.heads = 2;
    tell_loss(task, two_heads, 2000);
  }
  if (is_wanted("grokking")) {
    tell_grokking(find_task("grokking")->decay);
    tell_grokking(0);
  }
}
