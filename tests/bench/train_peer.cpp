// Trains what it is asked for, for compare_training.py, which asks PyTorch for the same in turn. A
// question is a line "WHAT L V D HEADS LAYERS BATCH COUNT". `time` is answered by the median and
// the least time of COUNT steps, in microseconds; `numbers` by all that a run of COUNT steps begins
// with and is given, and the losses it has, a line each: the numbers that are learned, the tokens,
// the targets, the losses.

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "engine/tasks/first_network.h"
#include "engine/train/trainer.h"

namespace {

using namespace attn;

struct Question {
  std::string what;
  Index L = 0, V = 0;
  Sizes sizes;
  Index batch = 0, count = 0;
};

bool read(std::istream& from, Question& q) {
  from >> q.what >> q.L >> q.V >> q.sizes.width >> q.sizes.heads >> q.sizes.layers >> q.batch >>
      q.count;
  q.sizes.is_causal = q.sizes.has_residual = q.sizes.layers > 1;
  return static_cast<bool>(from);
}

/// Random tokens, which are wanted from the end to the beginning: only the sizes matter here.
template <Index length, Index kinds>
Example backwards(Draw& draw) {
  Example one;
  for (Index n = 0; n < length; ++n) one.tokens.push_back(draw.below(kinds));
  one.targets.assign(one.tokens.rbegin(), one.tokens.rend());
  return one;
}

template <Index length, Index kinds>
LearningTask task() {
  LearningTask made{};
  for (Index n = 0; n < kinds; ++n) made.vocabulary.push_back(std::to_string(n));
  made.classes = made.vocabulary;
  made.length = length;
  made.make = backwards<length, kinds>;
  return made;
}

LearningTask task_of(const Question& q) {
  for (LearningTask& one : std::vector<LearningTask>{task<8, 10>(), task<10, 8>(), task<11, 16>(),
                                                     task<16, 16>(), task<64, 16>()}) {
    if (one.length == q.L && static_cast<Index>(one.vocabulary.size()) == q.V) return one;
  }
  std::cerr << "train_peer: no task of these sizes\n";
  std::exit(2);
}

struct Subject {
  explicit Subject(const Question& q)
      : task(task_of(q)),
        trainer(first_network(task, q.sizes, 1), task, {.seed = 1, .batch = q.batch}) {}
  LearningTask task;
  Trainer trainer;
};

void answer_time(const Question& q, Subject& subject) {
  std::vector<double> times;
  for (Index n = 0; n < q.count; ++n) {
    const auto start = std::chrono::steady_clock::now();
    subject.trainer.step();
    const std::chrono::duration<double, std::micro> taken =
        std::chrono::steady_clock::now() - start;
    times.push_back(taken.count());
  }
  std::ranges::sort(times);
  std::cout << times[times.size() / 2] << ' ' << times.front() << std::endl;
}

void answer_numbers(const Question& q) {
  Subject subject(q);
  std::cout << std::setprecision(9);
  for (const float number : subject.trainer.learned().numbers) std::cout << number << ' ';
  std::cout << '\n';
  for (const auto part : {&Example::tokens, &Example::targets}) {
    for (Index n = 0; n < q.batch * q.count; ++n) {
      const Example one =
          example(subject.task, 1, Sequences::kTraining, static_cast<std::uint64_t>(n));
      for (const Index number : one.*part) std::cout << number << ' ';
    }
    std::cout << '\n';
  }
  for (Index n = 0; n < q.count; ++n) {
    const Answers answers = subject.trainer.step();
    std::cout << answers.loss / static_cast<double>(answers.wanted) << ' ';
  }
  std::cout << std::endl;
}

}  // namespace

int main() {
  std::unique_ptr<Subject> subject;
  std::string subject_of;
  for (Question q; read(std::cin, q);) {
    if (q.what == "numbers") {
      answer_numbers(q);
      continue;
    }
    std::string key;
    for (const Index n : {q.L, q.V, q.sizes.width, q.sizes.heads, q.sizes.layers, q.batch}) {
      key += std::to_string(n) + " ";
    }
    if (key != subject_of) {
      subject = std::make_unique<Subject>(q);
      subject_of = key;
      for (int n = 0; n < 20; ++n) subject->trainer.step();  // warms up
    }
    answer_time(q, *subject);
  }
}
