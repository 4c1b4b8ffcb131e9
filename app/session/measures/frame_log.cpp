#include "app/session/measures/frame_log.h"

#include "app/document/files/files.h"
#include "app/document/numbers/numbers.h"

namespace attn {
namespace {

double milliseconds(std::chrono::steady_clock::duration duration) {
  return std::chrono::duration<double, std::milli>(duration).count();
}

}  // namespace

void FrameLog::begin() {
  begin_ = Clock::now();
  if (!first_) first_ = begin_;
}

void FrameLog::end() {
  if (!is_on()) return;
  frames_.push_back({milliseconds(built_ - begin_), milliseconds(Clock::now() - begin_),
                     milliseconds(begin_ - *first_)});
}

void FrameLog::write() const {
  if (!is_on()) return;
  std::string text = "build_ms,frame_ms,at_ms\n";
  for (const FrameTimes& frame : frames_) {
    text += fixed(frame.build, 4) + "," + fixed(frame.whole, 4) + "," + fixed(frame.at, 4) + "\n";
  }
  write_file(path_, text);
}

}  // namespace attn
