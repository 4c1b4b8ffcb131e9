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

/// Where compute shaders run: an OpenGL context that any thread can take, one at a time.
class ComputeContext {
 public:
  virtual ~ComputeContext() = default;
  virtual void take() = 0;
  virtual void release() = 0;
};

/// The ways to evaluate a scene, and which is taken: the one that was chosen, or, by itself, the
/// one that was measured to be faster for scenes of this size. Where compute shaders can't, the
/// engine does it, and what happened is told once. evaluate() runs on one thread beside the
/// window's; all else is the window's.
class Backends {
 public:
  /// What a frame has time for.
  static constexpr double kFast = 0.004;

  /// What compute shaders need.
  struct Glsl {
    /// A context, opened by the window's thread when it is first wanted. Throws std::runtime_error
    /// in words.
    std::function<std::unique_ptr<ComputeContext>()> open;
    /// The renderer is no graphics processor: shaders run on it when they are asked for alone.
    bool is_software = false;
    std::unique_ptr<gl::Device> device;
  };

  /// What takes less than `fast` seconds nobody waits for: then kAuto looks for nothing faster.
  explicit Backends(Backend chosen = Backend::kEigen, double fast = kFast);
  ~Backends();
  Backends(const Backends&) = delete;
  Backends& operator=(const Backends&) = delete;

  /// See BackgroundEvaluation::Evaluate.
  std::shared_ptr<const Evaluation> evaluate(const Scene& scene, Progress* progress = nullptr);

  /// Compute shaders can be had from now on.
  void offer(Glsl glsl);
  /// Opens the context where it is wanted. To be called once in a frame. Answers whether the scene
  /// should be evaluated anew for it.
  bool prepare();

  Backend chosen() const;
  void choose(Backend backend);

  /// "Eigen", or "GLSL" where compute shaders made the latest evaluation.
  std::string_view maker_of(const std::shared_ptr<const Evaluation>& evaluation) const;
  /// How long the last evaluation took.
  std::optional<double> seconds(Backend backend) const;
  /// Why there are no compute shaders, as where none were offered; empty where there are.
  std::string trouble() const;
  /// Null while there are no compute shaders.
  gl::Device* device() const;
  /// What happened and was not told yet; empty where nothing did.
  std::string take_message();

 private:
  /// Scenes that take about as long.
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
  mutable std::mutex mutex_;  // of all that follows, but for what one thread alone uses
  Backend chosen_;
  std::optional<Glsl> glsl_;
  bool wants_context_;
  std::unique_ptr<ComputeContext> context_;
  std::optional<Timing> eigen_timing_, glsl_timing_;
  std::optional<Size> too_large_;
  std::string trouble_{gl::kBuiltWithout}, message_;
  std::weak_ptr<const Evaluation> latest_by_glsl_;
  // Of evaluate()'s thread, as what follows, and of its priority.
  WorkerPool pool_{0, WorkerPool::Affinity::kAnywhere};
  Evaluator eigen_{fastest_kernels(), pool_};
};

}  // namespace attn
