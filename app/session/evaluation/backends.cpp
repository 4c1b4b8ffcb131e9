#include "app/session/evaluation/backends.h"

#include <algorithm>
#include <utility>

#include "app/gl/base/compute_error.h"
#include "engine/attention/shapes.h"
#include "engine/base/problem.h"

namespace attn {
namespace {

/// Holds the context during its lifetime.
class Taken {
 public:
  explicit Taken(ComputeContext& context) : context_(context) { context_.make_current(); }
  ~Taken() { context_.release(); }
  Taken(const Taken&) = delete;
  Taken& operator=(const Taken&) = delete;

 private:
  ComputeContext& context_;
};

}  // namespace

Backends::Backends(Backend chosen, double fast)
    : fast_(fast), chosen_(chosen), wants_context_(chosen == Backend::kGlsl) {}

Backends::~Backends() {
  if (!context_) return;
  const Taken taken(*context_);
  glsl_.reset();
}

Backends::Size Backends::size_of(const Scene& scene) {
  Index widths = 0;
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    widths += width_of_k(scene, h) + width_of_v(scene, h);
  }
  return {scene.query_count(), scene.key_count(), scene.heads.size(), widths};
}

bool Backends::picks_glsl(const Scene& scene) {
  const std::lock_guard lock(mutex_);
  const Size size = size_of(scene);
  if (!glsl_ || !trouble_.empty() || too_large_ == size || chosen_ == Backend::kEigen) return false;
  if (!glsl_->device->computes(scene)) return false;
  if (chosen_ == Backend::kAuto) {
    if (glsl_->is_software || !eigen_timing_ || eigen_timing_->size != size) return false;
    const bool is_measured = glsl_timing_ && glsl_timing_->size == size;
    if (eigen_timing_->seconds < fast_) return false;
    if (is_measured && glsl_timing_->seconds >= eigen_timing_->seconds) return false;
  }
  wants_context_ = !context_;
  return context_ != nullptr;
}

std::shared_ptr<const Evaluation> Backends::evaluate(const Scene& scene, Progress* progress) {
  if (picks_glsl(scene)) {
    if (auto evaluation = evaluate_by_glsl(scene, progress)) return evaluation;
  }
  drop_unused_numbers();
  auto evaluation = eigen_.evaluate(scene, progress);
  const std::lock_guard lock(mutex_);
  eigen_timing_ = {size_of(scene), evaluation->seconds};
  return evaluation;
}

void Backends::drop_unused_numbers() {
  gl::Device* const kept = device();
  if (kept == nullptr || !kept->has_unused()) return;
  const Taken taken(*context_);
  kept->drop_unused();
}

/// Evaluates by compute shaders; null if the engine must evaluate the scene.
std::shared_ptr<const Evaluation> Backends::evaluate_by_glsl(const Scene& scene,
                                                             Progress* progress) {
  try {
    const Taken taken(*context_);
    auto evaluation = glsl_->device->evaluate(scene, progress);
    const std::lock_guard lock(mutex_);
    glsl_timing_ = {size_of(scene), evaluation->seconds};
    latest_by_glsl_ = evaluation;
    return evaluation;
  } catch (const Cancelled&) {
    throw;
  } catch (const SceneError&) {
    // The engine is the fallback: it supports a wider range, or throws the same error.
  } catch (const gl::ComputeTooLarge& error) {
    give_up(error.what(), false);
    const std::lock_guard lock(mutex_);
    too_large_ = size_of(scene);
  } catch (const std::exception& error) {
    give_up(error.what(), true);
  }
  return nullptr;
}

void Backends::give_up(const std::string& words, bool for_good) {
  const std::lock_guard lock(mutex_);
  message_ = "Computed by Eigen, as GLSL failed: " + words;
  if (for_good) trouble_ = words;
}

void Backends::offer(Glsl glsl) {
  const std::lock_guard lock(mutex_);
  glsl_ = std::move(glsl);
  trouble_.clear();
  wants_context_ = chosen_ == Backend::kGlsl;
}

bool Backends::prepare() {
  std::function<std::unique_ptr<ComputeContext>()> open;
  {
    const std::lock_guard lock(mutex_);
    if (!std::exchange(wants_context_, false) || context_) return false;
    if (!glsl_) {
      message_ = "Computed by Eigen: " + trouble_;
      return false;
    }
    open = glsl_->open;
  }
  try {
    auto context = open();
    const std::lock_guard lock(mutex_);
    context_ = std::move(context);
    return true;
  } catch (const std::exception& error) {
    give_up(error.what(), true);
    return false;
  }
}

gl::Device* Backends::device() const {
  const std::lock_guard lock(mutex_);
  return glsl_ ? glsl_->device.get() : nullptr;
}

Backend Backends::chosen() const {
  const std::lock_guard lock(mutex_);
  return chosen_;
}

void Backends::choose(Backend backend) {
  const std::lock_guard lock(mutex_);
  chosen_ = backend;
  wants_context_ = backend == Backend::kGlsl && !context_ && trouble_.empty();
}

std::string_view Backends::backend_name_of(
    const std::shared_ptr<const Evaluation>& evaluation) const {
  const std::lock_guard lock(mutex_);
  return evaluation && latest_by_glsl_.lock() == evaluation ? "GLSL" : "Eigen";
}

std::optional<double> Backends::seconds(Backend backend) const {
  const std::lock_guard lock(mutex_);
  const auto& timing = backend == Backend::kGlsl ? glsl_timing_ : eigen_timing_;
  return timing ? std::optional(timing->seconds) : std::nullopt;
}

std::string Backends::trouble() const {
  const std::lock_guard lock(mutex_);
  return trouble_;
}

std::string Backends::take_message() {
  const std::lock_guard lock(mutex_);
  return std::exchange(message_, {});
}

}  // namespace attn
