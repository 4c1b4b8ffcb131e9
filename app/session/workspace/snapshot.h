#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/document/history/memory_limit.h"
#include "engine/attention/evaluation.h"
#include "engine/base/matrix.h"

namespace attn {

/// Shown version of two results.
enum class Version { kNow, kKept, kDifference };

/// Result stored as A, for comparison with the current one, B.
struct Snapshot {
  std::shared_ptr<const Evaluation> kept;  ///< null: none
  Version shown = Version::kNow;

  std::unique_ptr<const KeptMemory> memory{};  ///< registers the snapshot's memory

  /// Stores `evaluation` as A, in place of an earlier one; B stays shown. Returns the reason if
  /// there is not enough memory next to the open one, which has the same scene; else empty.
  std::string keep(std::shared_ptr<const Evaluation> evaluation);
  void drop();
  /// Switches from B to A, and from anything else to B. Does nothing without A.
  void flip();
};

/// Reason in words why B − A is meaningless for this head; empty if it is not.
std::optional<std::string> no_difference(const Evaluation& a, const Evaluation& b, Index head);

}  // namespace attn
