#pragma once

#include <vector>

#include "engine/base/buffer.h"
#include "engine/base/worker_pool.h"
#include "engine/kernels/kernel_choice.h"

namespace attn {

/// The bare operation, for arrays that are there already: row-major float32 without gaps, one head
/// after another.
struct AttendShape {
  Index heads = 1;
  Index queries = 0;
  Index keys = 0;
  Index depth = 0;  ///< of queries and keys
  Index width = 0;  ///< of values and outputs
};

struct AttendArrays {
  const float* q = nullptr;  ///< heads x queries x depth
  const float* k = nullptr;  ///< heads x keys x depth
  const float* v = nullptr;  ///< heads x keys x width
  float* weights = nullptr;  ///< heads x queries x keys
  float* output = nullptr;   ///< heads x queries x width
};

/// weights = softmax(factor · q · kᵀ), output = weights · v. Vaswani et al. 2017, eq. 1.
/// All in single precision: for finite numbers of which no row's scores leave its range. It keeps
/// what it works in: one call after another of the same shape allocates nothing.
/// For use by one thread at a time.
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
  Buffer<float> keys_, values_;  ///< in panels
  std::vector<Room> rooms_;      ///< for each worker
};

}  // namespace attn
