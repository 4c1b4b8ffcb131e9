#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/matrix.h"
#include "engine/tasks/draw.h"

namespace attn {

/// A place where nothing is wanted, as nothing could be known there, or nothing is asked.
inline constexpr Index kNoTarget = -1;

/// One sequence, and what is wanted of the network at each place of it.
struct Example {
  std::vector<Index> tokens;   ///< L, of the vocabulary
  std::vector<Index> targets;  ///< L, of the classes, or kNoTarget
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

/// What can be learned: a row of the table. All sequences of a task are as long.
struct LearningTask {
  std::string_view id;
  std::string_view label;
  std::string_view says;                ///< what is wanted, in one sentence
  std::string_view known;               ///< where it can be known, and from what, in one sentence
  std::vector<std::string> vocabulary;  ///< V, all different
  std::vector<std::string> classes;     ///< V′: what answers are called
  Index length;                         ///< L
  Example (*make)(Draw& draw);
  /// What is right for 1 to L tokens of one's own, by which `make` says what it wants: of each
  /// place a class, or kNoTarget where nobody can say. Null: never.
  std::vector<Index> (*targets)(const std::vector<Index>& tokens) = nullptr;
  Sizes smallest;        ///< that learns it
  double learning_rate;  ///< Adam's, for that
  /// The share that the answers reach at best that look at no token: of one class everywhere, or of
  /// what each place mostly wants.
  double chance;
};

std::span<const LearningTask> tasks();
/// Null where there is none of this name.
const LearningTask* find_task(std::string_view id);

/// Sequence number n of a run, or of what it is tested on, from its seed: any of them by itself, so
/// that it does not matter in which order or on which thread they are made.
enum class Sequences { kTraining, kTest };
Example example(const LearningTask& task, std::uint64_t seed, Sequences sequences, std::uint64_t n);

}  // namespace attn
