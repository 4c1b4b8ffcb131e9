#include "app/command/progress_line.h"

#include <cstdio>
#include <utility>

#include <unistd.h>

#include "app/document/files/problem_line.h"

namespace attn {

ProgressLine::ProgressLine(const std::string& name)
    : name_(one_line(name, 60)), is_seen_(::isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
  if (is_seen_ && percent_ >= 0) std::fputs("\r\x1b[K", stderr);
}

void ProgressLine::show(int done, int total) {
  if (!is_seen_ || total <= 0) return;
  const int percent = static_cast<int>(100LL * done / total);
  if (std::exchange(percent_, percent) == percent) return;
  std::fprintf(stderr, "\r\x1b[K%s %d %%", name_.c_str(), percent);
}

}  // namespace attn
