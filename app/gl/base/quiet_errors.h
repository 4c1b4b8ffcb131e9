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
  const int hidden_;
};

}  // namespace attn::gl
