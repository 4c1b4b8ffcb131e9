#include "engine/tasks/task_pattern.h"

#include <algorithm>

namespace attn {
namespace {

using Sequence = std::vector<Index>;

/// For each place, the number of other tokens at place `key` that change its target.
std::vector<Index> changed_by(const LearningTask& task, Sequence tokens, Index key,
                              const Sequence& right) {
  std::vector<Index> changed(tokens.size());
  Index& token = tokens[static_cast<std::size_t>(key)];
  const Index before = token;
  for (token = 0; token < std::ssize(task.vocabulary); ++token) {
    if (token == before) continue;
    const Sequence now = task.targets(tokens);
    for (std::size_t n = 0; n < now.size(); ++n) {
      changed[n] += right[n] != kNoTarget && now[n] != right[n];
    }
  }
  return changed;
}

/// Adds, for each pair, how often a token determines the target at a place.
void add_pattern(const LearningTask& task, const Sequence& tokens, const Sequence& right,
                 Matrix& pattern) {
  const auto count = std::ssize(tokens);
  for (Index key = 0; key < count; ++key) {
    const std::vector<Index> changed = changed_by(task, tokens, key, right);
    for (Index row = task.smallest.is_causal ? key : 0; row < count; ++row) {
      pattern(row, key) += static_cast<float>(changed[static_cast<std::size_t>(row)]);
    }
  }
}

bool is_told(Index target) { return target != kNoTarget; }

}  // namespace

Matrix task_pattern(const LearningTask& task, Index side) {
  if (task.is_of_points) {  // all tokens determine the target
    Matrix picture = Matrix::Zero(side, side);
    picture.row(side - 1).head(side - 1).setOnes();
    return picture;
  }
  if (task.targets == nullptr) return Matrix::Zero(side, side);
  constexpr std::uint64_t kSequences = 8;
  const auto sequence = [&](std::uint64_t n) {
    return example(task, 7, Sequences::kTest, n).tokens;
  };
  const auto part = [&](Sequence tokens) {
    tokens.resize(static_cast<std::size_t>(std::min(side, task.length)));
    return tokens;
  };
  const bool is_short = std::ranges::any_of(task.targets(part(sequence(0))), is_told);
  const Index count = is_short ? std::min(side, task.length) : task.length;
  Matrix pattern = Matrix::Zero(count, count);
  std::vector<bool> is_asked(static_cast<std::size_t>(count));
  for (std::uint64_t n = 0; n < kSequences; ++n) {
    const Sequence tokens = is_short ? part(sequence(n)) : sequence(n);
    const Sequence right = task.targets(tokens);
    add_pattern(task, tokens, right, pattern);
    for (std::size_t row = 0; row < right.size(); ++row) {
      is_asked[row] = is_asked[row] || is_told(right[row]);
    }
  }
  for (Index row = 0; row < count; ++row) {
    const float most = pattern.row(row).maxCoeff();
    if (most > 0) {
      pattern.row(row) /= most;
    } else if (is_asked[static_cast<std::size_t>(row)]) {
      pattern(row, row) = 1;  // undetermined targets depend on the token itself
    }
  }
  Matrix picture = Matrix::Zero(side, side);
  const Index before = std::max<Index>(0, side - count) / 2;  // centres a shorter sequence
  for (Index row = 0; row < count; ++row) {
    for (Index key = 0; key < count; ++key) {
      const Index i = count > side ? row * side / count : row + before;
      const Index j = count > side ? key * side / count : key + before;
      picture(i, j) = std::max(picture(i, j), pattern(row, key));
    }
  }
  return picture;
}

}  // namespace attn
