#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "app/gl/base/numbers_in_buffer.h"
#include "engine/attention/evaluation.h"
#include "engine/base/progress.h"

namespace attn::gl {

/// Why there is no Device in a program that was built with -DATTN_GLSL=OFF.
inline constexpr std::string_view kBuiltWithout = "this program was built without compute shaders";

/// Which numbers of pairs (raw scores, scores, weights) the window needs.
struct NumbersNeeded {
  bool all = true;
  Index head = 0;             ///< else of this one
  std::vector<Index> rows{};  ///< those of these queries, in order
};

/// Which of them a Trace holds, where most stayed on the device that computed them: all are M x L
/// of each head, to be brought here with each change, and the window reads few. It has the rows of
/// some queries in one head. The other rows of that head are NaN, the matrices of the other heads
/// are empty. All other matrices of the Trace are whole.
struct PartlyRead {
  Index head = 0;
  std::vector<Index> rows{};  ///< queries whose rows are there, in order

  bool has(const NumbersNeeded& needed) const {
    return !needed.all && needed.head == head && std::ranges::includes(rows, needed.rows);
  }
};

/// What evaluates scenes beside the engine. The numbers of pairs stay where it computed them:
/// heatmaps draw the weights from there, and only what is needed is read. Of a few numbers all are.
class Device {
 public:
  Device() = default;
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  // In its context, on one thread.

  virtual ~Device() = default;
  /// All that follows from the scene, of which nothing stays. Throws SceneError as the engine does,
  /// ComputeError where the driver can't do it.
  virtual Trace compute(const Scene& scene) = 0;
  /// The evaluation of the scene with what is needed. Where one is kept and in use, no more is read
  /// than it lacks: if that is rows, it is the same as before, and take_rows() completes it. Throws
  /// the same, and Cancelled soon after `progress`, which may be null, was cancelled.
  virtual std::shared_ptr<const Evaluation> evaluate(const Scene& scene, Progress* progress) = 0;
  /// Whether something is kept that nothing shows any more.
  virtual bool has_unused() const = 0;
  virtual void drop_unused() = 0;

  // Anywhere.

  /// Whether it knows all that the scene asks for.
  virtual bool computes(const Scene& scene) const = 0;

  // On the window's thread.

  virtual void need(NumbersNeeded needed) = 0;
  /// What is read of an evaluation that is shown; null where it is whole. Where that lacks what is
  /// needed, evaluating its scene again reads it.
  virtual const PartlyRead* partly_read(
      const std::shared_ptr<const Evaluation>& evaluation) const = 0;
  /// Puts what was read of evaluations that are shown into them.
  virtual void take_rows() = 0;
  /// Where the weights of a head are, kMasked where a key is hidden, for the current context, which
  /// shares with the device's. Nothing where they aren't there.
  virtual std::optional<NumbersInBuffer> weights(
      const std::shared_ptr<const Evaluation>& evaluation, Index head) const = 0;
  /// How many numbers of pairs were read until now.
  virtual Index pairs_read() const = 0;
};

}  // namespace attn::gl
