#include "app/gl/compute/compute_kernel.h"

#include <algorithm>
#include <utility>

#include "app/gl/base/compute_error.h"
#include "engine/base/clamped.h"

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

namespace {

Program compiled(const std::string& file, const std::string& preamble) try {
  return Program::compute(preamble, {"shaders/compute.glsl", file});
} catch (const std::runtime_error& error) {
  throw ComputeError(error.what());
}

}  // namespace

ComputeKernel::ComputeKernel(const ComputeLimits& limits, const std::string& file,
                             const std::string& defines, bool wide,
                             std::shared_ptr<ComputePace> pace)
    : program_(compiled(file, defines + (wide ? "#define WIDE\n#define REAL double\n"
                                                "#define REAL2 dvec2\n"
                                              : "#define REAL float\n#define REAL2 vec2\n"))),
      most_(limits.groups),
      wide_(wide),
      pace_(std::move(pace)) {}

const ComputeKernel& ComputeKernel::use() const {
  program_.use();
  return *this;
}

const ComputeKernel& ComputeKernel::set_real(const char* name, double value) const {
  if (wide_) {
    program_.set_double(name, value);
  } else {
    program_.set(name, static_cast<float>(value));
  }
  return *this;
}

/// Groups per dispatch: the driver's maximum, or fewer so that it can be cancelled.
std::array<int, 3> ComputeKernel::most_at_once(Index x, Index y) const {
  if (!pace_->is_followed()) return most_;
  const auto at_most = [](int most, Index room) {
    return static_cast<int>(clamped<Index>(room, 1, most));
  };
  constexpr Index kAll = ComputePace::kGroupsAtOnce;
  return {at_most(most_[0], kAll), at_most(most_[1], kAll / x), at_most(most_[2], kAll / (x * y))};
}

void ComputeKernel::dispatch(Index x, Index y, Index z) const {
  const std::array<Index, 3> all{x, y, z};
  const std::array<int, 3> most = most_at_once(x, y);
  std::array<Index, 3> at{};
  const auto count = [&](std::size_t axis) {
    return static_cast<GLuint>(std::min<Index>(most[axis], all[axis] - at[axis]));
  };
  for (at[2] = 0; at[2] < z; at[2] += most[2]) {
    for (at[1] = 0; at[1] < y; at[1] += most[1]) {
      for (at[0] = 0; at[0] < x; at[0] += most[0]) {
        pace_->step(Index{count(0)} * count(1) * count(2));
        set("origin", {static_cast<int>(at[0]), static_cast<int>(at[1]), static_cast<int>(at[2])});
        glDispatchCompute(count(0), count(1), count(2));
      }
    }
  }
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
}

const ComputeKernel& ComputeKernels::use(const std::string& name, const std::string& defines,
                                         bool wide) {
  const std::string key = name + (wide ? " wide\n" : "\n") + defines;
  auto kernel = kernels_.find(key);
  if (kernel == kernels_.end()) {
    ComputeKernel made(limits_, "shaders/" + name + ".comp", preamble_ + defines, wide, pace_);
    kernel = kernels_.emplace(key, std::move(made)).first;
  }
  return kernel->second.use();
}

}  // namespace attn::gl
