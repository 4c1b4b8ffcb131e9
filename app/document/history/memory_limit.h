#pragma once

#include <optional>
#include <string>

#include "engine/attention/scene.h"
#include "engine/base/problem.h"

namespace attn {

/// The bytes that evaluating one scene may take: half of the machine's memory, or what the
/// environment variable ATTENTOSCOPE_MEMORY says, in MB.
double memory_limit();

/// What the history of one scene may take of that, and the works that were left in the window
/// together.
double history_limit();

/// Bytes that are kept beside the open scene's evaluation, for as long as one of these lives.
class KeptMemory {
 public:
  explicit KeptMemory(double bytes);
  ~KeptMemory();
  KeptMemory(const KeptMemory&) = delete;
  KeptMemory& operator=(const KeptMemory&) = delete;

  double bytes() const { return bytes_; }
  /// Of all together.
  static double all();

 private:
  double bytes_;
};

/// "1.6 GB", "12 MB"
std::string memory_words(double bytes);

/// What is said against an evaluation that takes `needed` bytes, beside what is kept, where they
/// are not within `limit`: the numbers, in words; else nothing.
std::optional<Problem> memory_problem(double needed, double limit = memory_limit());

}  // namespace attn
