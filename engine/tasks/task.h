#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <numbers>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/attention/kinds.h"
#include "engine/base/matrix.h"

namespace attn {

/// Random numbers from a seed, equal on every machine, unlike those of the standard library's
/// distributions. SplitMix64 (Steele, Lea & Flood 2014).
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : state_(seed) {}
  /// Independent stream for each `part` of a seed.
  Draw(std::uint64_t seed, std::uint64_t part) : state_(Draw(seed ^ Draw(part).bits()).bits()) {}

  std::uint64_t bits() {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9U;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebU;
    return mixed ^ (mixed >> 31);
  }

  /// Uniform in 0 … end − 1 up to 2^−32; 0 < end < 2^31.
  Index below(Index end) {
    return static_cast<Index>((bits() >> 32) * static_cast<std::uint64_t>(end) >> 32);
  }
  bool coin() { return below(2) == 1; }

  /// Uniform in [0, 1), with 53 bits.
  double share() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

  /// Normal with mean 0 and standard deviation 1 (Box & Muller 1958).
  double normal() {
    const double radius = std::sqrt(-2 * std::log(1 - share()));
    return radius * std::cos(2 * std::numbers::pi * share());
  }

  /// Random permutation of 0 … count − 1 (Fisher & Yates 1938).
  std::vector<Index> order(Index count) {
    std::vector<Index> order;
    for (Index n = 0; n < count; ++n) {
      order.push_back(n);
      std::swap(order.back(), order[static_cast<std::size_t>(below(n + 1))]);
    }
    return order;
  }

 private:
  std::uint64_t state_;
};

/// Position of n in a permutation of 0 … count − 1 from `seed`, without computing the others: a
/// Feistel network (Luby & Rackoff 1988) on the same number of bits, repeated until the result is
/// below `count` (Black & Rogaway 2002).
inline Index place_in_order(std::uint64_t seed, Index count, Index n) {
  int half = 1;
  while ((Index(1) << (2 * half)) < count) ++half;
  const std::uint64_t mask = (std::uint64_t(1) << half) - 1;
  auto place = static_cast<std::uint64_t>(n);
  do {
    for (std::uint64_t round = 0; round < 8; ++round) {
      const std::uint64_t left = place >> half, right = place & mask;
      const std::uint64_t mixed = Draw(seed, (round << 32) + right).bits();
      place = (right << half) + ((left ^ mixed) & mask);
    }
  } while (place >= static_cast<std::uint64_t>(count));
  return static_cast<Index>(place);
}

/// Target of a place without an answer, or where none is required.
inline constexpr Index kNoTarget = -1;

/// Sequence, and the target at each of its places.
struct Example {
  std::vector<Index> tokens;        ///< L, indices in the vocabulary; for points their indices
  std::vector<Index> targets;       ///< L, classes or kNoTarget; for numeric targets: 0
  std::vector<float> inputs = {};   ///< for points: L x V, coefficients of the words
  std::vector<float> numbers = {};  ///< for points: L x V′, numeric targets
  bool operator==(const Example&) const = default;
};

/// Sizes of a network. Without a residual it is one layer whose concatenated heads are unembedded:
/// a scene whose W_O gives the classes.
struct Sizes {
  Index layers = 1, heads = 1;
  Index width = 8;            ///< D, shared by the heads
  Index mlp = 0;              ///< F of each layer's mlp with relu; 0: none
  bool has_positions = true;  ///< a learned table
  bool is_causal = false;
  bool has_residual = false;
  bool operator==(const Sizes&) const = default;
};

/// Finite set of sequences: some of them, chosen by the run's seed, are the test set, and the run
/// repeatedly learns from the rest.
struct FiniteSequences {
  Index count = 0;                            ///< >= 2
  std::vector<std::int32_t> tokens, targets;  ///< count x L
  double for_test = 0.2;                      ///< share of the test set

  /// At least one, leaving at least one for training.
  Index tests() const;
};

/// Learning task: a row of the table, or created at run time. All its sequences have equal length.
struct LearningTask {
  std::string id;
  std::string label;
  std::string says;                       ///< the goal, in one sentence
  std::string known;                      ///< places with an answer, and its source, in one
                                          ///< sentence
  std::vector<std::string> vocabulary;    ///< V distinct words
  std::vector<std::string> classes;       ///< V′: names of the answers
  Index length = 0;                       ///< L
  Example (*make)(Draw& draw) = nullptr;  ///< draws a sequence; null if they are `finite`
  /// Targets for 1 to L given tokens, also used by `make`: a class for each place, or kNoTarget if
  /// undetermined. Null: unknown.
  std::vector<Index> (*targets)(const std::vector<Index>& tokens) = nullptr;
  Sizes smallest = {};          ///< smallest network that learns it
  double learning_rate = 0.01;  ///< of Adam, for that network
  /// Best accuracy of answers that ignore the tokens: one class everywhere, or the most common
  /// target of each place.
  double chance = 0;
  Index usual_steps = 0;  ///< in which at least three of four runs of that network learn it;
                          ///< 0: unknown
  std::shared_ptr<const FiniteSequences> finite = nullptr;
  double decay = 0;  ///< decoupled weight decay; 0: none
  Index batch = 64;  ///< sequences per step
  const NormalizerKind* normalizer = &normalizer_kind("softmax");  ///< normalizer of the smallest
                                                                   ///< network
  /// Tokens are points (vectors of numbers), and targets are numbers: the loss is the squared
  /// error, and no answer is right or wrong.
  bool is_of_points = false;
  double loss_of_zeros = 0;  ///< for points: loss of always answering 0
  double loss_of_step = 0;   ///< for points: lowest loss after one step of gradient descent
};

std::span<const LearningTask> tasks();
/// Null for unknown names.
const LearningTask* find_task(std::string_view id);

/// Sequence n of a run, or of its test set, from its seed: independent of the others, so that order
/// and threads do not matter. A run on `finite` ones learns from each once before any is repeated,
/// each time in another order.
enum class Sequences { kTraining, kTest };
Example example(const LearningTask& task, std::uint64_t seed, Sequences sequences, std::uint64_t n);

/// Names of the tokens of a sequence: words, or for points their numbers, with "?" for the
/// requested one.
std::vector<std::string> token_names(const LearningTask& task, const std::vector<Index>& tokens);

/// Sequence of points in the plane: x, y, x, y … and finally an x whose y is the target: by the
/// least-squares line through 0. Without a target if all points are at x = 0.
Example points_of_line(const std::vector<double>& numbers);

/// Targets for given tokens: by the task's `targets`, or from its `finite` sequences. Empty if
/// unknown.
std::vector<Index> targets_of(const LearningTask& task, const std::vector<Index>& tokens);

/// Number of distinct sequences among the first `count` of the test set.
Index different_tests(const LearningTask& task, Index count);

}  // namespace attn
