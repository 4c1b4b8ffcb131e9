#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// How long each frame took, for measuring: kept in memory, and written to a CSV file at the end.
/// Without a path it does nothing.
class FrameLog {
 public:
  explicit FrameLog(std::string path) : path_(std::move(path)) {}
  bool is_on() const { return !path_.empty(); }

  void begin();
  /// All is computed, and ImGui knows what to draw.
  void built() { built_ = Clock::now(); }
  /// The frame is on the screen, and all that comes with it is done.
  void end();

  /// A line for each frame, "build_ms,frame_ms,at_ms": from its begin until built, and until its
  /// end; and how long after the first one it began.
  /// Throws std::runtime_error where the file can't be written.
  void write() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct FrameTimes {
    double build, whole, at;
  };

  std::string path_;
  Clock::time_point begin_, built_;
  std::optional<Clock::time_point> first_;
  std::vector<FrameTimes> frames_;
};

}  // namespace attn
