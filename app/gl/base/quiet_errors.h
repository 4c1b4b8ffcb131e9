#pragma once

namespace attn::gl {

/// Suppresses standard error during its lifetime: graphics drivers and their loaders print their
/// attempts there. Our own error message follows afterwards, in one line.
class QuietErrors {
 public:
  QuietErrors();
  ~QuietErrors();
  QuietErrors(const QuietErrors&) = delete;
  QuietErrors& operator=(const QuietErrors&) = delete;

 private:
  int kept_ = -1;  // duplicate of standard error
};

}  // namespace attn::gl
