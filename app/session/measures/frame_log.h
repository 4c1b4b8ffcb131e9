#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// Log of frame times: kept in memory, and written to a CSV file at the end. Without a path it does
/// nothing.
class FrameLog {
 public:
  explicit FrameLog(std::string path) : path_(std::move(path)) {}
  bool is_on() const { return !path_.empty(); }

  void begin();
  /// Marks the end of computation, before ImGui's drawing.
  void built() { built_ = Clock::now(); }
  /// Marks the end of the frame, after it is on the screen.
  void end();

  /// Writes a line for each frame, "build_ms,frame_ms,at_ms": time from its start until built, and
  /// until its end; and its start since the first frame. Throws std::runtime_error if the file
  /// cannot be written.
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
