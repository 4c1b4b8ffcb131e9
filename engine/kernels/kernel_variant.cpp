// Compiled once for each vector instruction set, into the namespace ATTN_KERNELS. Only code from
// this file and the headers below may be used here: a function from another header, compiled with
// instructions that a CPU lacks, could replace the same function elsewhere at link time.

#include "engine/kernels/kernel_lanes.h"
#include "engine/kernels/kernel_learning.h"
#include "engine/kernels/kernel_products.h"
#include "engine/kernels/kernel_rows.h"
#include "engine/kernels/kernels.h"

namespace attn::ATTN_KERNELS {

extern const Kernels kernels;
const Kernels kernels{ATTN_KERNELS_NAME,
                      kFloats,
                      Lanes<float>::kPanel,
                      Lanes<double>::kPanel,
                      kRows,
                      multiply<float, float>,
                      multiply_column,
                      multiply<double, double>,
                      accumulate<float>,
                      accumulate<double>,
                      largest,
                      exponentials,
                      sum_of_exponentials,
                      scale,
                      stream,
                      end_stream,
                      widen,
                      cap,
                      attend_few,
                      remix,
                      lane_product<Result::kLanes>,
                      shared_product,
                      lane_product<Result::kSums>,
                      lane_softmax,
                      lane_softmax_gradient,
                      lane_answers,
                      lane_norm,
                      lane_norm_gradient,
                      lane_bend,
                      lane_sums,
                      adam,
                      sum_rows,
                      largest_square,
                      largest_size};

}  // namespace attn::ATTN_KERNELS
