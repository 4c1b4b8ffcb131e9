#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/document/history/memory_limit.h"
#include "engine/attention/evaluation.h"
#include "engine/base/matrix.h"

namespace attn {

/// Which of two results is looked at.
enum class Version { kNow, kKept, kDifference };

/// The result that was kept as A, to be compared with the present one, B.
struct Snapshot {
  std::shared_ptr<const Evaluation> kept;  ///< null where none is
  Version shown = Version::kNow;

  std::unique_ptr<const KeptMemory> memory{};  ///< what it counts against the limit

  /// Keeps `evaluation` as A, in place of an earlier one; B stays what is seen. Answers in words
  /// why there is no memory for it beside what is open, which has the same scene; else nothing.
  std::string keep(std::shared_ptr<const Evaluation> evaluation);
  void drop();
  /// From B to A, and from what else is shown to B. Nothing happens where no A is.
  void flip();
};

/// Why B − A of this head's numbers says nothing, in words; nothing where it does.
std::optional<std::string> no_difference(const Evaluation& a, const Evaluation& b, Index head);

}  // namespace attn
