#pragma once

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "tests/engine/scenes.h"

namespace attn::test {

/// Writes files anew all the while on a thread, as a notebook does, and worse: replaced by another
/// file, written in place, in parts, shortened, with other bytes in between.
class Rewriting {
 public:
  struct File {
    std::string path, bytes;
  };
  explicit Rewriting(unsigned seed) : random_(seed) {}
  ~Rewriting() { pause(); }
  Rewriting(const Rewriting&) = delete;
  Rewriting& operator=(const Rewriting&) = delete;

  /// Ends writing: each file is whole.
  void pause();
  /// Writes `files`, whose bytes are valid, until pause().
  void write(std::vector<File> files);
  int written() const { return written_; }

 private:
  void write_one(const File& file);

  Random random_;
  std::atomic<bool> ends_ = false;
  std::atomic<int> written_ = 0;
  std::thread thread_;
};

}  // namespace attn::test
