#include "engine/train/trainer.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/kernels/kernel_choice.h"

namespace attn {

Trainer::Trainer(Network network, const LearningTask& task, TrainingSettings settings,
                 WorkerPool& pool)
    : network_(std::move(network)),
      task_(task),
      settings_(settings),
      pool_(pool),
      kernels_(fastest_kernels()),
      learned_(network_),
      gradient_(learned_.numbers.size()) {
  for (int n = 0; n < pool_.threads(); ++n) {
    workers_.push_back(std::make_unique<SideBySide>(learned_, kernels_));
  }
}

void Trainer::draw(Sequences sequences, std::uint64_t first, Index count) {
  const auto lanes = static_cast<Index>(kernels_.lanes);
  pieces_.resize(static_cast<std::size_t>((count + lanes - 1) / lanes));
  Index left = count;
  std::uint64_t next = first;
  for (BatchPiece& piece : pieces_) {
    piece.examples.resize(static_cast<std::size_t>(std::min(left, lanes)));
    left -= lanes;
    for (Example& one : piece.examples) one = example(task_, settings_.seed, sequences, next++);
  }
}

/// Sets gradient_ from pieces_.
Answers Trainer::learn() {
  Index wanted = 0;
  for (const BatchPiece& piece : pieces_) {
    for (const Example& one : piece.examples) {
      wanted += std::ranges::count_if(one.targets, [](Index t) { return t != kNoTarget; });
    }
  }
  const double factor = wanted > 0 ? 1 / static_cast<double>(wanted) : 0;
  pool_.run(static_cast<Index>(pieces_.size()), [&](Index n, int worker) {
    BatchPiece& piece = pieces_[static_cast<std::size_t>(n)];
    piece.gradient.assign(gradient_.size(), 0);
    piece.answers = workers_[static_cast<std::size_t>(worker)]->learn(learned_, piece.examples,
                                                                      factor, piece.gradient);
  });
  Answers answers;
  std::ranges::fill(gradient_, 0.0F);
  for (const BatchPiece& piece : pieces_) {
    answers += piece.answers;
    for (std::size_t n = 0; n < gradient_.size(); ++n) gradient_[n] += piece.gradient[n];
  }
  return answers;
}

std::vector<float> Trainer::gradient() {
  draw(Sequences::kTraining, drawn_, settings_.batch);
  learn();
  return gradient_;
}

Answers Trainer::step() {
  draw(Sequences::kTraining, drawn_, settings_.batch);
  const Answers answers = learn();
  float sum = 0;
  for (const float number : gradient_) sum += std::abs(number);
  has_failed_ = has_failed_ || !std::isfinite(answers.loss) || !std::isfinite(sum);
  if (has_failed_) return answers;
  drawn_ += static_cast<std::uint64_t>(settings_.batch);
  ++steps_;
  settings_.optimizer->step(learned_.numbers, gradient_, settings_.step, memory_);
  return answers;
}

Answers Trainer::test(Index count) {
  draw(Sequences::kTest, 0, count);
  pool_.run(static_cast<Index>(pieces_.size()), [&](Index n, int worker) {
    BatchPiece& piece = pieces_[static_cast<std::size_t>(n)];
    piece.answers = workers_[static_cast<std::size_t>(worker)]->answer(learned_, piece.examples);
  });
  Answers answers;
  for (const BatchPiece& piece : pieces_) answers += piece.answers;
  return answers;
}

/// Those of the piece's sequences, whose weights were `made`.
void Trainer::find_habits(BatchPiece& piece, const SideBySide& made) const {
  piece.habits.clear();
  for (std::size_t layer = 0; layer < learned_.layers.size(); ++layer) {
    for (Index head = 0; head < learned_.layers[layer].heads; ++head) {
      HeadHabits& habits = piece.habits.emplace_back();
      for (std::size_t lane = 0; lane < piece.examples.size(); ++lane) {
        const auto weight = [&](Index query, Index key) {
          return made.weight(layer, head, query, key, static_cast<Index>(lane));
        };
        add_habits(piece.examples[lane].tokens, weight, habits);
      }
    }
  }
}

Answers Trainer::test(Index count, std::vector<HeadHabits>& habits) {
  draw(Sequences::kTest, 0, count);
  pool_.run(static_cast<Index>(pieces_.size()), [&](Index n, int worker) {
    BatchPiece& piece = pieces_[static_cast<std::size_t>(n)];
    SideBySide& by = *workers_[static_cast<std::size_t>(worker)];
    piece.answers = by.answer(learned_, piece.examples);
    find_habits(piece, by);
  });
  Answers answers;
  habits.assign(pieces_.front().habits.size(), {});
  for (const BatchPiece& piece : pieces_) {
    answers += piece.answers;
    for (std::size_t n = 0; n < habits.size(); ++n) habits[n] += piece.habits[n];
  }
  return answers;
}

void Trainer::go_to(TrainingState state) {
  learned_.numbers = std::move(state.numbers);
  memory_ = std::move(state.memory);
  steps_ = state.steps;
  drawn_ = state.drawn;
  has_failed_ = false;
}

Network Trainer::network() const {
  Network network = network_;
  learned_.write_to(network);
  return network;
}

}  // namespace attn
