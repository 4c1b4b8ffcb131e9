#pragma once

#include <deque>
#include <string>
#include <vector>

#include "app/document/files/unfinished.h"

namespace attn {

/// A hidden folder beside files that are not all written yet: they appear together, or not at all.
/// It goes with all that is still in it.
class StagingFolder {
 public:
  /// In `folder`, which is empty or ends in "/". Throws std::runtime_error in words.
  explicit StagingFolder(const std::string& folder) { folder_.make_folder(folder); }

  /// Where the file that will be `path`, in the same folder, is to be written.
  std::string place(const std::string& path);

  /// Moves what was written at place(path) to each `path`, all or none: where one can't be moved,
  /// all is as it was. Throws WouldBeLost where what is there is not to be replaced, and
  /// std::runtime_error in words.
  void publish(const std::vector<std::string>& paths);

 private:
  struct Move;
  std::string place_of(const std::string& path) const;

  Unfinished folder_;
  std::deque<Unfinished> placed_;  // what may be in it; it goes first
};

}  // namespace attn
