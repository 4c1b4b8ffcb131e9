#pragma once

#include <future>
#include <string>

#include "app/document/files/file_stamp.h"

namespace attn {

/// Polls the files of a document for changes by other programs.
class ChangePoll {
 public:
  /// In the background, so that no call waits for a drive that does not answer; else in each call.
  explicit ChangePoll(bool is_in_background) : is_in_background_(is_in_background) {}

  /// Path of one of `files` that is another file now; empty if there is none. Returns each change
  /// once, after two polls with the same files: one that was changed since the last poll, and one
  /// that is missing, are probably being written. In the background, this is of the last call.
  std::string find_changed(const ReadFiles& files);

 private:
  const bool is_in_background_;
  ReadFiles seen_, found_;
  std::future<ReadFiles> polled_;
};

}  // namespace attn
