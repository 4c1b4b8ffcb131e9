#include "app/gl/compute/compute_pace.h"

#include <utility>

namespace attn::gl {

void ComputePace::step(Index groups) {
  if (progress_ == nullptr) return;
  progress_->advance();
  groups_ += groups;
  if (groups_ < kGroupsAtOnce) return;
  groups_ = 0;
  const Fence before = std::exchange(before_, Fence::here());
  while (!before.is_passed(std::chrono::milliseconds(1))) {
    if (progress_->is_cancelled()) throw Cancelled();
  }
}

}  // namespace attn::gl
