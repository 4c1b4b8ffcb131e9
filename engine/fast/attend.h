#pragma once

#include <vector>

#include "engine/base/buffer.h"
#include "engine/base/worker_pool.h"
#include "engine/kernels/kernel_choice.h"

namespace attn {

/// Attention on existing arrays: contiguous row-major float32, one head after another.
struct AttendShape {
  Index heads = 1;
  Index queries = 0;
  Index keys = 0;
  Index depth = 0;  ///< width of queries and keys
  Index width = 0;  ///< width of values and outputs
};

struct AttendArrays {
  const float* q = nullptr;  ///< heads x queries x depth
  const float* k = nullptr;  ///< heads x keys x depth
  const float* v = nullptr;  ///< heads x keys x width
  float* weights = nullptr;  ///< heads x queries x keys
  float* output = nullptr;   ///< heads x queries x width
};

/// weights = softmax(factor · q · kᵀ), output = weights · v. Vaswani et al. 2017, eq. 1. In single
/// precision: for finite numbers whose scores stay in range. Buffers are reused: repeated calls
/// with one shape do not allocate. Not thread-safe.
class Attend {
 public:
  explicit Attend(const Kernels& kernels = fastest_kernels(),
                  WorkerPool& pool = WorkerPool::shared())
      : kernels_(kernels), pool_(pool) {}

  void operator()(const AttendShape& shape, float factor, const AttendArrays& arrays) {
    if (!attend_few(shape, factor, arrays)) attend_many(shape, factor, arrays);
  }

 private:
  struct Room {
    Buffer<float> tile, sums;
    std::vector<float> factors;
  };

  bool attend_few(const AttendShape& shape, float factor, const AttendArrays& arrays) const;
  void attend_many(const AttendShape& shape, float factor, const AttendArrays& arrays);
  void pack_head(const AttendShape& shape, const AttendArrays& arrays, Index h);
  void attend_rows(const AttendShape& shape, float factor, const AttendArrays& arrays, Index h,
                   Index first, Index count, Room& room) const;

  const Kernels& kernels_;
  WorkerPool& pool_;
  Buffer<float> keys_, values_;  ///< packed in panels
  std::vector<Room> rooms_;      ///< one for each worker
};

}  // namespace attn
