#pragma once

#include <string>

#include <signal.h>

namespace attn {

/// The signals by which a person, a terminal or the system ends a program.
inline constexpr int kEndingSignals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

/// While one lives, no signal ends the program: what is done is done as a whole. One thread at a
/// time; a thread may have several.
class HeldSignals {
 public:
  HeldSignals();
  ~HeldSignals();
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

 private:
  sigset_t before_;
};

/// A file or folder that is not yet what it is to be. It goes with its owner; and with the program,
/// where a signal ends that: see remove_unfinished().
class Unfinished {
 public:
  Unfinished() = default;
  ~Unfinished() { remove(); }
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;

  /// Makes a file in `folder` (empty, or with a "/" at its end) under a name that nobody has;
  /// answers its descriptor, to be read and written by this user alone. Throws std::runtime_error
  /// in words.
  int make_file(const std::string& folder);
  /// The same for a folder.
  void make_folder(const std::string& folder);
  /// What will be made at `path` by others.
  void expect(const std::string& path);

  const std::string& path() const { return path_; }

  /// It is what it is to be, or has another name now.
  void let_go();

 private:
  friend void remove_unfinished();
  void remove();
  void enlist();

  std::string path_;
  bool is_folder_ = false, is_listed_ = false;
  Unfinished* newer_ = nullptr;
  Unfinished* older_ = nullptr;
};

/// Removes all that is unfinished, the newest first, for a signal's handler that ends the program:
/// nothing is made any more after it.
void remove_unfinished();

}  // namespace attn
