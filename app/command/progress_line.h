#pragma once

#include <string>

namespace attn {

/// Progress line on standard error; only shown on a terminal.
class ProgressLine {
 public:
  explicit ProgressLine(const std::string& name);
  /// Clears the line.
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(int done, int total);

 private:
  std::string name_;
  bool is_seen_;
  int percent_ = -1;
};

}  // namespace attn
