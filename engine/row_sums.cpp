#include "engine/row_sums.h"

#include <algorithm>
#include <numbers>

namespace attn {
namespace {

void compute_row(const Kernels& kernels, const float* scores, Index L, float factor, float& largest,
                 float& sum) {
  largest = kernels.largest(scores, L);
  sum = largest == kMasked
            ? 0
            : static_cast<float>(kernels.sum_of_exponentials(scores, L, largest, factor));
}

}  // namespace

void compute_row_sums(const std::vector<HeadTrace>& heads, float temperature,
                      std::vector<RowSums>& sums, const Kernels& kernels, WorkerPool& pool) {
  sums.resize(heads.size());
  const Index M = heads[0].scores.rows();
  const Index L = heads[0].scores.cols();
  for (RowSums& head : sums) {
    head.largest.resize(static_cast<std::size_t>(M));
    head.sums.resize(static_cast<std::size_t>(M));
  }
  const auto factor = static_cast<float>(std::numbers::log2e / static_cast<double>(temperature));
  constexpr Index kScoresOfTask = 1 << 16;
  const Index rows = std::max<Index>(1, kScoresOfTask / L);
  const Index tasks = (M + rows - 1) / rows;  // of a head
  pool.run(tasks * std::ssize(heads), [&](Index n, int) {
    const auto h = static_cast<std::size_t>(n / tasks);
    const Index first = n % tasks * rows;
    for (Index i = first; i < std::min(M, first + rows); ++i) {
      const auto row = static_cast<std::size_t>(i);
      compute_row(kernels, heads[h].scores.row(i).data(), L, factor, sums[h].largest[row],
                  sums[h].sums[row]);
    }
  });
}

}  // namespace attn
