#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/attention/kinds.h"
#include "engine/base/matrix.h"
#include "engine/tasks/draw.h"

namespace attn {

/// A place where nothing is wanted, as nothing could be known there, or nothing is asked.
inline constexpr Index kNoTarget = -1;

/// One sequence, and what is wanted of the network at each place of it.
struct Example {
  std::vector<Index> tokens;   ///< L, of the vocabulary; of points their places
  std::vector<Index> targets;  ///< L, of the classes, or kNoTarget; of numbers that it is wanted: 0
  std::vector<float> inputs = {};   ///< of points: L x V, so much of each word of the vocabulary
  std::vector<float> numbers = {};  ///< of points: L x V′, what is wanted where anything is
  bool operator==(const Example&) const = default;
};

/// A network by its sizes. Without a residual it is one layer whose heads, side by side, are the
/// input of the unembedding: a scene whose W_O leads to the classes.
struct Sizes {
  Index layers = 1, heads = 1;
  Index width = 8;            ///< D, which the heads share
  Index mlp = 0;              ///< F of each layer's mlp, of relu; 0: none
  bool has_positions = true;  ///< a learned table
  bool is_causal = false;
  bool has_residual = false;
  bool operator==(const Sizes&) const = default;
};

/// Sequences of which there are no others: some of them, chosen by a run's seed, are kept for its
/// test, and the run learns from the rest again and again.
struct FiniteSequences {
  Index count = 0;                            ///< >= 2
  std::vector<std::int32_t> tokens, targets;  ///< count x L
  double for_test = 0.2;                      ///< the share of them

  /// At least one, and at least one is left.
  Index tests() const;
};

/// What can be learned: a row of the table, or made when the program runs. All sequences of a task
/// are as long.
struct LearningTask {
  std::string id;
  std::string label;
  std::string says;                       ///< what is wanted, in one sentence
  std::string known;                      ///< where it can be known, and from what, in one sentence
  std::vector<std::string> vocabulary;    ///< V, all different
  std::vector<std::string> classes;       ///< V′: what answers are called
  Index length = 0;                       ///< L
  Example (*make)(Draw& draw) = nullptr;  ///< a new sequence; null where they are `finite`
  /// What is right for 1 to L tokens of one's own, by which `make` says what it wants: of each
  /// place a class, or kNoTarget where nobody can say. Null: never.
  std::vector<Index> (*targets)(const std::vector<Index>& tokens) = nullptr;
  Sizes smallest = {};          ///< that learns it
  double learning_rate = 0.01;  ///< Adam's, for that
  /// The share that the answers reach at best that look at no token: of one class everywhere, or of
  /// what each place mostly wants.
  double chance = 0;
  std::shared_ptr<const FiniteSequences> finite = nullptr;
  double decay = 0;  ///< of weights, apart from the gradient; 0: none
  Index batch = 64;  ///< sequences of a step
  const NormalizerKind* normalizer = &normalizer_kind("softmax");  ///< of the smallest network
  /// Tokens are points, vectors of numbers, and numbers are wanted: the loss is the square of what
  /// they are missed by, and no answer is right or wrong.
  bool is_of_points = false;
  double loss_of_zeros = 0;  ///< of points: the loss of always saying 0
  double loss_of_step = 0;   ///< of points: what is left by one step of gradient descent, at best
};

std::span<const LearningTask> tasks();
/// Null where there is none of this name.
const LearningTask* find_task(std::string_view id);

/// Sequence number n of a run, or of what it is tested on, from its seed: any of them by itself, so
/// that it does not matter in which order or on which thread they are made. Of `finite` ones a run
/// learns from each before it learns from any again, each time in another order.
enum class Sequences { kTraining, kTest };
Example example(const LearningTask& task, std::uint64_t seed, Sequences sequences, std::uint64_t n);

/// How tokens of such a sequence are called: the words, or of points their numbers, "?" for the one
/// that is asked for.
std::vector<std::string> token_names(const LearningTask& task, const std::vector<Index>& tokens);

/// A sequence of points on a plane: x, y, x, y … and at the last x alone, whose y is wanted: what
/// the line through 0 has there that lies nearest to them. Where all of them are at x = 0 there is
/// none, and nothing is wanted.
Example points_of_line(const std::vector<double>& numbers);

/// What is right for tokens of one's own: by the task's `targets`, or as one of its `finite`
/// sequences has it. Empty where nobody can say.
std::vector<Index> targets_of(const LearningTask& task, const std::vector<Index>& tokens);

/// How many of the first `count` sequences of the test are different ones.
Index different_tests(const LearningTask& task, Index count);

}  // namespace attn
