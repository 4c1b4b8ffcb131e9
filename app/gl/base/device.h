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

/// Message for a program built with -DATTN_GLSL=OFF, which has no Device.
inline constexpr std::string_view kBuiltWithout = "this program was built without compute shaders";

/// Pair matrices (raw scores, scores, weights) that the window needs.
struct NumbersNeeded {
  bool all = true;
  Index head = 0;             ///< if not all: this head only
  std::vector<Index> rows{};  ///< rows of these queries, sorted
};

/// Partly loaded pair matrices of a Trace. Each is M x L per head, would have to be copied from the
/// device after each change, and the window reads only few numbers. The Trace has the rows of some
/// queries in one head; other rows of that head are NaN, and matrices of other heads are empty. All
/// other matrices of the Trace are complete.
struct PartlyRead {
  Index head = 0;
  std::vector<Index> rows{};  ///< queries with loaded rows, sorted

  bool has(const NumbersNeeded& needed) const {
    return !needed.all && needed.head == head && std::ranges::includes(rows, needed.rows);
  }
};

/// Evaluates scenes outside the engine. Pair matrices stay on the device: heatmaps draw the weights
/// from there, and only needed rows are copied. Small matrices are copied completely.
class Device {
 public:
  Device() = default;
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  // For the thread of the device's context.

  virtual ~Device() = default;
  /// Evaluates the scene without caching anything. Throws SceneError as the engine does,
  /// ComputeError if the driver cannot.
  virtual Trace compute(const Scene& scene) = 0;
  /// Evaluates the scene with the needed numbers. If a cached evaluation is in use, only missing
  /// rows are copied: the same evaluation is returned, and take_rows() completes it. Throws as
  /// compute(), and Cancelled soon after `progress`, which may be null, was cancelled.
  virtual std::shared_ptr<const Evaluation> evaluate(const Scene& scene, Progress* progress) = 0;
  /// Returns whether cached results exist that nothing shows.
  virtual bool has_unused() const = 0;
  virtual void drop_unused() = 0;

  // For any thread.

  /// Returns whether the device supports everything in the scene.
  virtual bool computes(const Scene& scene) const = 0;

  // For the window's thread.

  virtual void set_needed(NumbersNeeded needed) = 0;
  /// Loaded part of a shown evaluation; null if it is complete. If needed rows are missing,
  /// evaluate() of its scene loads them.
  virtual const PartlyRead* partly_read(
      const std::shared_ptr<const Evaluation>& evaluation) const = 0;
  /// Copies newly loaded rows into the shown evaluations.
  virtual void take_rows() = 0;
  /// Buffer with the weights of a head, kMasked where a key is hidden, for the current context,
  /// which shares objects with the device's. Empty if the device does not have the weights.
  virtual std::optional<NumbersInBuffer> weights(
      const std::shared_ptr<const Evaluation>& evaluation, Index head) const = 0;
  /// Total count of pair numbers copied so far.
  virtual Index pairs_read() const = 0;
};

}  // namespace attn::gl
