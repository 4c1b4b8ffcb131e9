#pragma once

#include <string>

#include "app/document/files/file_stamp.h"

namespace attn {

/// Polls the files of a document for changes by other programs.
class ChangePoll {
 public:
  /// Path of one of `files` that is another file now; empty if there is none. Returns each change
  /// once, after two polls with the same files: one that was changed since the last poll, and one
  /// that is missing, are probably being written.
  std::string find_changed(const ReadFiles& files);

 private:
  ReadFiles seen_, found_;
};

}  // namespace attn
