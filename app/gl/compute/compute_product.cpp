#include "app/gl/compute/compute_product.h"

namespace attn::gl {
namespace {

constexpr Index kThreads = 16;  // along each axis of a tile

std::array<int, 3> steps(const ComputeOperand& operand) {
  return {static_cast<int>(operand.head_step), static_cast<int>(operand.row_step),
          static_cast<int>(operand.first)};
}

}  // namespace

void ComputeProduct::run(ComputeKernels& kernels) const {
  // Numbers of a tile for each thread, along each axis: a small result would leave most unused.
  const Index each = rows > 2 * kThreads && columns > 2 * kThreads ? 4 : 1;
  const Index tile = kThreads * each;
  const std::string defines = "#define PAIR " + std::string(pair) + "\n#define BEND " +
                              std::string(bend) + "\n#define EACH " + std::to_string(each) + "\n" +
                              (right_rows ? "#define RIGHT_ROWS\n" : "");
  const ComputeKernel& kernel = kernels.use("product", defines, wide);
  left.buffer->bind(0);
  right.buffer->bind(1);
  result.buffer->bind(2);
  if (parameters != nullptr) parameters->bind(3);
  if (added != nullptr) added->bind(4);
  kernel.set("size", {static_cast<int>(rows), static_cast<int>(columns), static_cast<int>(depth)})
      .set("left_steps", steps(left))
      .set("right_steps", steps(right))
      .set("result_steps", steps(result))
      .set("parameter_step", static_cast<int>(parameter_step))
      .set("adds", added != nullptr ? 1 : 0)
      .set("first_head", static_cast<int>(first_head))
      .set("stage", stage)
      .set_real("factor", factor)
      .dispatch((columns + tile - 1) / tile, (rows + tile - 1) / tile, static_cast<Index>(heads));
}

}  // namespace attn::gl
