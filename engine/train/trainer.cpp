#include "engine/train/trainer.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/kernels/kernel_choice.h"
#include "engine/train/plain_learner.h"
#include "engine/train/side_by_side.h"

namespace attn {

namespace {

/// With fewer products in total, starting threads costs more than it saves.
constexpr double kWorthThreads = 1e5;

}  // namespace

TrainingSettings settings_for(const LearningTask& task, std::uint64_t seed) {
  return {.seed = seed,
          .batch = task.batch,
          .optimizer = &optimizer_kind(task.decay > 0 ? "adamw" : "adam"),
          .step = {.learning_rate = task.learning_rate, .decay = task.decay}};
}

double training_bytes(const Network& network, Index batch, int threads) {
  constexpr double kCopies = 6, kPasses = 4;  // of all numbers; of double precision's traces
  const LearnedNumbers learned(network);
  const auto lanes = static_cast<Index>(fastest_kernels().lanes);
  const Index pieces = (batch + lanes - 1) / lanes;
  const double activations = learned.is_fast ? SideBySide::bytes(learned, lanes)
                                             : kPasses * sizeof(double) * trace_numbers(network);
  return sizeof(float) * static_cast<double>(learned.numbers.size()) *
             (static_cast<double>(pieces) + kCopies) +
         activations * threads;
}

Trainer::Trainer(Network network, LearningTask task, TrainingSettings settings, WorkerPool& pool)
    : network_(std::move(network)),
      task_(std::move(task)),
      settings_(std::move(settings)),
      pool_(pool),
      kernels_(fastest_kernels()),
      learned_(network_),
      gradient_(learned_.numbers.size()) {}

Learner& Trainer::learner(int worker) {
  std::unique_ptr<Learner>& one = workers_[static_cast<std::size_t>(worker)];
  if (one == nullptr && learned_.is_fast) {
    one = std::make_unique<SideBySide>(learned_, kernels_);
  } else if (one == nullptr) {
    one = std::make_unique<PlainLearner>(network_);
  }
  one->set_weight_target(settings_.target.get());
  return *one;
}

/// Draws sequences, and calls work(piece, learner) for each piece of them, on any thread.
template <typename Work>
Answers Trainer::for_pieces(Sequences sequences, std::uint64_t first, Index count,
                            const Work& work) {
  if (sequences == Sequences::kTest) count = different_tests(task_, count);
  const auto lanes = static_cast<Index>(kernels_.lanes);
  pieces_.resize(static_cast<std::size_t>((count + lanes - 1) / lanes));
  workers_.resize(static_cast<std::size_t>(pool_.threads()));
  const auto one_piece = [&](Index n, int worker) {
    BatchPiece& piece = pieces_[static_cast<std::size_t>(n)];
    if (is_stopped()) return;
    rest_();
    piece.examples.resize(static_cast<std::size_t>(std::min(count - n * lanes, lanes)));
    std::uint64_t next = first + static_cast<std::uint64_t>(n * lanes);
    for (Example& one : piece.examples) one = example(task_, settings_.seed, sequences, next++);
    piece.answers = work(piece, learner(worker));
  };
  const auto pieces = std::ssize(pieces_);
  const double products =
      static_cast<double>(count * task_.length) * static_cast<double>(learned_.numbers.size());
  if (learned_.is_fast && products < kWorthThreads) {
    for (Index n = 0; n < pieces; ++n) one_piece(n, 0);
  } else {
    pool_.run(pieces, one_piece);
  }
  Answers answers;
  for (const BatchPiece& piece : pieces_) answers += piece.answers;
  return answers;
}

/// Computes gradient_ on the next step's batch.
Answers Trainer::learn() {
  const Answers answers = for_pieces(
      Sequences::kTraining, drawn_, settings_.batch, [&](BatchPiece& piece, Learner& learner) {
        piece.gradient.assign(gradient_.size(), 0);
        return learner.answer(learned_, piece.examples, &piece.gradient);
      });
  if (is_stopped()) return answers;
  const double factor = answers.wanted > 0 ? 1 / static_cast<double>(answers.wanted) : 0;
  std::vector<const float*> gradients;
  for (const BatchPiece& piece : pieces_) gradients.push_back(piece.gradient.data());
  kernels_.sum_rows(std::ssize(gradients), std::ssize(gradient_), gradients.data(),
                    static_cast<float>(factor), gradient_.data());
  return answers;
}

std::vector<float> Trainer::gradient() {
  learn();
  return gradient_;
}

Answers Trainer::step() {
  const Answers answers = learn();
  const float largest = kernels_.largest_size(gradient_.data(), std::ssize(gradient_));
  has_failed_ = has_failed_ || !std::isfinite(answers.loss) || !std::isfinite(largest);
  if (has_failed_) return answers;
  drawn_ += static_cast<std::uint64_t>(settings_.batch);
  ++steps_;
  settings_.optimizer->step(learned_.numbers, gradient_, settings_.step, memory_);
  return answers;
}

Answers Trainer::test(Index count, std::vector<HeadHabits>* habits) {
  const Answers answers =
      for_pieces(Sequences::kTest, 0, count, [&](BatchPiece& piece, Learner& learner) {
        const Answers answered = learner.answer(learned_, piece.examples, nullptr);
        if (habits != nullptr) piece.habits = learner.habits(piece.examples);
        return answered;
      });
  if (habits == nullptr || is_stopped()) return answers;
  *habits = pieces_.front().habits;
  for (std::size_t n = 1; n < pieces_.size(); ++n) {
    for (std::size_t h = 0; h < habits->size(); ++h) (*habits)[h] += pieces_[n].habits[h];
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
