#pragma once

#include <string>

namespace attn {

/// A line on standard error that says how far something is, where a person sees it: on a terminal.
class ProgressLine {
 public:
  explicit ProgressLine(const std::string& name);
  /// Takes the line away.
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
