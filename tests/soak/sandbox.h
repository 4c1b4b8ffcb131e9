#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/soak/rewriting.h"
#include "tests/support/temporary_folder.h"

namespace attn::test {

/// The folders that the program of a soak reads and writes. Its scenes lie so far below that no
/// round of random actions walks the file browser out of here.
class Sandbox {
 public:
  /// A round may go up `steps` folders. Home and working folder of this process are here from now
  /// on, and the sanitizers' options are set.
  explicit Sandbox(int steps);

  /// The scene that each round begins with.
  std::string scene() const { return (below_ / "scene.attn.json").string(); }

  /// Files that are open in some rounds, with valid bytes, for others to write anew: the scene, its
  /// matrix, a scene of the figure, and the one to drop onto the window in this round.
  std::vector<Rewriting::File> files() const;
  /// File to drop onto the window in this round; empty: none.
  std::string dropped() const;

  /// The scene anew, as the only recent file of a program that keeps its data in `data_home`: the
  /// first example, and by turns one that has what version 2 brought. Throws std::runtime_error
  /// where the last round came near the top.
  void renew(const std::filesystem::path& data_home);

 private:
  std::size_t rounds_ = 0;
  TemporaryFolder folder_;
  std::filesystem::path near_top_, below_;
};

}  // namespace attn::test
