#pragma once

#include <cstdio>
#include <string>
#include <utility>

#include "app/document/files/problem_line.h"
#include "app/platform/process.h"

namespace attn {

/// Progress line on standard error; only shown on a terminal.
class ProgressLine {
 public:
  explicit ProgressLine(const std::string& name) : name_(one_line(name, 60)) {}
  /// Clears the line.
  ~ProgressLine() {
    if (is_seen_ && percent_ >= 0) std::fputs("\r\x1b[K", stderr);
  }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(int done, int total) {
    if (!is_seen_ || total <= 0) return;
    const int percent = static_cast<int>(100LL * done / total);
    if (std::exchange(percent_, percent) == percent) return;
    std::fprintf(stderr, "\r\x1b[K%s %d %%", name_.c_str(), percent);
  }

 private:
  std::string name_;
  bool is_seen_ = is_error_on_terminal();
  int percent_ = -1;
};

}  // namespace attn
