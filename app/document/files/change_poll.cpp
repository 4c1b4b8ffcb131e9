#include "app/document/files/change_poll.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace attn {

std::string ChangePoll::find_changed(const ReadFiles& files) {
  if (files.empty()) return "";
  ReadFiles now;
  if (is_in_background_) {
    if (polled_.valid()) {
      if (polled_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return "";
      now = polled_.get();
    }
    polled_ = std::async(std::launch::async, [files] { return state_now(files); });
  } else {
    now = state_now(files);
  }
  const bool is_of_these = std::ranges::equal(now, files, {}, &ReadFile::path, &ReadFile::path);
  const bool is_settled = std::exchange(seen_, now) == now;
  const auto is_missing = [](const ReadFile& file) { return file.identity == FileIdentity{}; };
  if (!is_of_these || !is_settled || now == files || now == found_ ||
      std::ranges::any_of(now, is_missing)) {
    return "";
  }
  found_ = std::move(now);
  return std::ranges::mismatch(files, found_).in1->path;
}

}  // namespace attn
