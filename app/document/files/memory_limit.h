#pragma once

#include <optional>
#include <string>

#include "engine/attention/scene.h"
#include "engine/base/problem.h"

namespace attn {

/// Memory limit in bytes: half of the machine's memory, or the environment variable
/// ATTENTOSCOPE_MEMORY, in MB. In a window, without what the window itself takes (kWindowMemory),
/// and at least kOwnMemory.
double memory_limit();

/// Call it at the start of a window: its own memory counts from now on, and freed matrices go back
/// to the system at once.
void count_window_memory();
/// Libraries, the software driver and fonts: measured with Mesa's llvmpipe, whose code alone is 86
/// MB.
inline constexpr double kWindowMemory = 140e6;

/// Problem of ATTENTOSCOPE_MEMORY, if it is set to something else than a number above 0.
std::optional<std::string> wrong_memory_limit();

/// Makes allocations of this process fail that would take it beyond the limit, or beyond what the
/// program itself takes (kOwnMemory) if that is more. For commands, which report it; drivers of a
/// window don't. Has no effect with sanitizers, whose own memory counts, too.
void enforce_memory_limit();
inline constexpr double kOwnMemory = 60e6;

/// "out of memory", with the limit if it is enforced.
std::string out_of_memory_words();

/// Limit for a scene's undo history, for all left work together, and for a network's earlier steps:
/// a part of memory_limit().
double history_limit();

/// Registers memory used besides the open scene's evaluation, during its lifetime.
class KeptMemory {
 public:
  explicit KeptMemory(double bytes);
  ~KeptMemory();
  KeptMemory(const KeptMemory&) = delete;
  KeptMemory& operator=(const KeptMemory&) = delete;

  double bytes() const { return bytes_; }
  /// Sum over all instances.
  static double all();

 private:
  double bytes_;
};

/// "1.6 GB", "12 MB"
std::string memory_words(double bytes);

/// Problem of an evaluation that needs `needed` bytes, if they exceed `limit` together with the
/// registered memory, with the numbers; else empty.
std::optional<Problem> memory_problem(double needed, double limit = memory_limit());

}  // namespace attn
