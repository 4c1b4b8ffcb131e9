#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>

#include "app/document/files/settings.h"
#include "app/gl/base/device.h"
#include "engine/attention/evaluation.h"
#include "engine/fast/evaluator.h"

namespace attn {

/// OpenGL context for compute shaders, usable by any thread, one at a time.
class ComputeContext {
 public:
  virtual ~ComputeContext() = default;
  virtual void make_current() = 0;
  virtual void release() = 0;
};

/// Backends for evaluation, and the choice between them: by the user, or automatically the one
/// measured to be faster for scenes of this size. If compute shaders fail, the engine is the
/// fallback, and the reason is reported once. evaluate() runs on one background thread; all other
/// functions are for the window's thread.
class Backends {
 public:
  /// Time limit of work within a frame, in seconds.
  static constexpr double kFast = 0.004;

  /// Requirements of compute shaders.
  struct Glsl {
    /// Creates a context, by the window's thread on first use. Throws std::runtime_error.
    std::function<std::unique_ptr<ComputeContext>()> open;
    /// renders on the CPU: shaders are used only on request
    bool is_software = false;
    std::unique_ptr<gl::Device> device;
  };

  /// Evaluations faster than `fast` seconds are good enough: then kAuto tries no other backend.
  explicit Backends(Backend chosen = Backend::kEigen, double fast = kFast);
  ~Backends();
  Backends(const Backends&) = delete;
  Backends& operator=(const Backends&) = delete;

  /// See BackgroundEvaluation::Evaluate.
  std::shared_ptr<const Evaluation> evaluate(const Scene& scene, Progress* progress = nullptr);

  /// Makes compute shaders available.
  void offer(Glsl glsl);
  /// Creates the context if needed. Call it once per frame. Returns whether the scene should be
  /// evaluated again with it.
  bool prepare();

  Backend chosen() const;
  void choose(Backend backend);

  /// "Eigen", or "GLSL" if compute shaders made the latest evaluation.
  std::string_view backend_name_of(const std::shared_ptr<const Evaluation>& evaluation) const;
  /// Duration of the last evaluation.
  std::optional<double> seconds(Backend backend) const;
  /// Reason why compute shaders are not available; empty if they are.
  std::string trouble() const;
  /// Null without compute shaders.
  gl::Device* device() const;
  /// Message not yet reported; empty if there is none.
  std::string take_message();

 private:
  /// Key of scenes with similar durations.
  using Size = std::tuple<Index, Index, std::size_t, Index>;
  struct Timing {
    Size size{};
    double seconds = 0;
  };

  bool picks_glsl(const Scene& scene);
  std::shared_ptr<const Evaluation> evaluate_by_glsl(const Scene& scene, Progress* progress);
  void drop_unused_numbers();
  void give_up(const std::string& words, bool for_good);
  static Size size_of(const Scene& scene);

  const double fast_;
  mutable std::mutex mutex_;  // guards all following members, except those of one thread
  Backend chosen_;
  std::optional<Glsl> glsl_;
  bool wants_context_;
  std::unique_ptr<ComputeContext> context_;
  std::optional<Timing> eigen_timing_, glsl_timing_;
  std::optional<Size> too_large_;
  std::string trouble_{gl::kBuiltWithout}, message_;
  std::weak_ptr<const Evaluation> latest_by_glsl_;
  // Only used by the thread of evaluate(), like the following members.
  WorkerPool pool_{0, WorkerPool::Affinity::kAnywhere};
  Evaluator eigen_{fastest_kernels(), pool_};
};

}  // namespace attn
