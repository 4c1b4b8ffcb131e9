#include "app/figure/files/staging_folder.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <stdexcept>

#include "app/document/files/descriptor.h"
#include "app/document/files/file_path.h"
#include "app/document/files/output_guard.h"

namespace attn {

namespace fs = std::filesystem;

/// One file's, and the way back.
struct StagingFolder::Move {
  std::string from, to, before;  ///< `before`: where what was there is kept
  bool has_before = false;

  void make() {
    has_before = std::rename(to.c_str(), before.c_str()) == 0;
    if (!has_before && errno != ENOENT) fail_with(errno);
    if (std::rename(from.c_str(), to.c_str()) == 0) return;
    const int error = errno;
    if (has_before) std::rename(before.c_str(), to.c_str());
    fail_with(error);
  }
  void take_back() const {
    std::rename(to.c_str(), from.c_str());
    if (has_before) std::rename(before.c_str(), to.c_str());
  }
};

std::string StagingFolder::place_of(const std::string& path) const {
  return folder_.path() + "/" + fs::path(path).filename().string();
}

std::string StagingFolder::place(const std::string& path) {
  placed_.emplace_back().expect(place_of(path));
  return placed_.back().path();
}

void StagingFolder::publish(const std::vector<std::string>& paths) {
  // What is in the way is found before anything is moved.
  for (const std::string& path : paths) {
    std::error_code ignored;
    const fs::file_status status = fs::status(path, ignored);
    if (fs::is_directory(status)) throw std::runtime_error(path + ": is a folder");
    if (fs::is_other(status)) throw std::runtime_error(path + ": not a regular file");
    try {
      check_replaceable(path, FileKind::output);
    } catch (const WouldBeLost& error) {
      throw WouldBeLost(path + ": " + error.what());
    }
  }
  const HeldSignals held;
  std::vector<Move> done;
  try {
    for (const std::string& path : paths) {
      const std::string before = folder_.path() + "/.before-" + std::to_string(done.size());
      placed_.emplace_back().expect(before);
      Move move{place_of(path), without_links(path), before};
      move.make();
      done.push_back(move);
    }
  } catch (...) {
    for (const Move& move : done) move.take_back();
    throw;
  }
}

}  // namespace attn
