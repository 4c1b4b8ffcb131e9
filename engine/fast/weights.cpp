#include "engine/fast/weights.h"

#include <numbers>

namespace attn {
namespace {

constexpr Index kScoresOfTask = 1 << 16;

Index rows_of_task(Index L) { return std::max<Index>(1, kScoresOfTask / L); }

float factor_of(float temperature) {
  return static_cast<float>(std::numbers::log2e / static_cast<double>(temperature));
}

void resize(RowSums& sums, Index M) {
  sums.largest.resize(static_cast<std::size_t>(M));
  sums.sums.resize(static_cast<std::size_t>(M));
}

void compute_task(const Kernels& kernels, const Matrix& scores, float factor, bool known,
                  Index task, RowSums& sums) {
  const Index L = scores.cols(), rows = rows_of_task(L), first = task * rows;
  for (Index i = first; i < std::min(scores.rows(), first + rows); ++i) {
    const auto row = static_cast<std::size_t>(i);
    const float* numbers = scores.row(i).data();
    if (!known) sums.largest[row] = kernels.largest(numbers, L);
    const float largest = sums.largest[row];
    sums.sums[row] =
        largest == kMasked
            ? 0
            : static_cast<float>(kernels.sum_of_exponentials(numbers, L, largest, factor));
  }
}

Index tasks_of(const Matrix& scores) {
  const Index rows = rows_of_task(scores.cols());
  return (scores.rows() + rows - 1) / rows;
}

}  // namespace

void compute_row_sums(const std::vector<HeadTrace>& heads, float temperature,
                      std::vector<RowSums>& sums, const Kernels& kernels, WorkerPool& pool) {
  sums.resize(heads.size());
  for (RowSums& head : sums) resize(head, heads[0].scores.rows());
  const Index tasks = tasks_of(heads[0].scores);
  pool.run(tasks * std::ssize(heads), [&](Index n, int) {
    const auto h = static_cast<std::size_t>(n / tasks);
    compute_task(kernels, heads[h].scores, factor_of(temperature), false, n % tasks, sums[h]);
  });
}

void compute_row_sums(const Matrix& scores, float temperature, bool known, RowSums& sums,
                      const Kernels& kernels, WorkerPool& pool) {
  resize(sums, scores.rows());
  pool.run(tasks_of(scores), [&](Index n, int) {
    compute_task(kernels, scores, factor_of(temperature), known, n, sums);
  });
}

}  // namespace attn
