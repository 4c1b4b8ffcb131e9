#pragma once

#include <string>
#include <vector>

namespace attn {

/// A hidden folder beside files that are not all written yet: they appear together, or not at all.
/// It goes with all that is still in it.
class Stage {
 public:
  /// In `folder`, which is empty or ends in "/". Throws std::runtime_error in words.
  explicit Stage(const std::string& folder);
  ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  /// Where the file that will be `path`, in the same folder, is to be written.
  std::string place(const std::string& path) const;

  /// Moves what was written at place(path) to each `path`, all or none. Throws std::runtime_error
  /// in words.
  void publish(const std::vector<std::string>& paths) const;

 private:
  std::string path_;
};

}  // namespace attn
