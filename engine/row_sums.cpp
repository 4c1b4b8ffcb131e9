#include "engine/row_sums.h"

#include <algorithm>
#include <numbers>

#include "engine/trace.h"

namespace attn {

void RowSums::compute(const Matrix& scores, float temperature, const Kernels& kernels,
                      WorkerPool& pool) {
  const Index M = scores.rows();
  const Index L = scores.cols();
  largest.resize(static_cast<std::size_t>(M));
  sums.resize(static_cast<std::size_t>(M));
  const auto factor = static_cast<float>(std::numbers::log2e / static_cast<double>(temperature));
  constexpr Index kScoresOfTask = 1 << 16;
  const Index rows = std::max<Index>(1, kScoresOfTask / L);
  pool.run((M + rows - 1) / rows, [&](Index n, int) {
    for (Index i = n * rows; i < std::min(M, (n + 1) * rows); ++i) {
      const auto row = static_cast<std::size_t>(i);
      const float* numbers = scores.row(i).data();
      largest[row] = kernels.largest(numbers, L);
      sums[row] =
          largest[row] == kMasked
              ? 0
              : static_cast<float>(kernels.sum_of_exponentials(numbers, L, largest[row], factor));
    }
  });
}

}  // namespace attn
