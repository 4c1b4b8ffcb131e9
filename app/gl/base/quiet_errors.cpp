#include "app/gl/base/quiet_errors.h"

#include <cstdio>

#include <fcntl.h>
#include <unistd.h>

namespace attn::gl {

QuietErrors::QuietErrors() {
  std::fflush(stderr);
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  kept_ = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (kept_ >= 0) dup2(nowhere, STDERR_FILENO);
  close(nowhere);
}

QuietErrors::~QuietErrors() {
  if (kept_ < 0) return;
  std::fflush(stderr);
  dup2(kept_, STDERR_FILENO);
  close(kept_);
}

}  // namespace attn::gl
