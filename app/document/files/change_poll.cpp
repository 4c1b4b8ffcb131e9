#include "app/document/files/change_poll.h"

#include <algorithm>
#include <utility>

namespace attn {

std::string ChangePoll::find_changed(const ReadFiles& files) {
  ReadFiles now = state_now(files);
  const bool is_settled = std::exchange(seen_, now) == now;
  const auto is_missing = [](const ReadFile& file) { return file.identity == FileIdentity{}; };
  if (!is_settled || now == files || now == found_ || std::ranges::any_of(now, is_missing)) {
    return "";
  }
  found_ = std::move(now);
  return std::ranges::mismatch(files, found_).in1->path;
}

}  // namespace attn
