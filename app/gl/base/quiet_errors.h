#pragma once

namespace attn::gl {

/// While it lives, nothing is written to standard error. Graphics drivers and the libraries that
/// load them say there what they tried; an error that is ours is one line, said after.
class QuietErrors {
 public:
  QuietErrors();
  ~QuietErrors();
  QuietErrors(const QuietErrors&) = delete;
  QuietErrors& operator=(const QuietErrors&) = delete;

 private:
  int kept_ = -1;  // standard error, meanwhile under another number
};

}  // namespace attn::gl
