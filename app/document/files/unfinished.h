#pragma once

#include <string>

#include <signal.h>
#include <sys/types.h>

#include "app/document/files/descriptor.h"

namespace attn {

/// Signals by which a person, a terminal or the system ends a program.
inline constexpr int kEndingSignals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

/// While one lives, no signal ends the program: what it guards is done as a whole. One thread at a
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

/// A file that is being written, in the folder where it will stand. It has no name (O_TMPFILE)
/// until replace(), so that the kernel removes it however the program ends. Where a file system has
/// no such files (NFS, FAT), it is called .attentoscope-NUMBER, and its owner or
/// remove_unfinished() removes it. All throw std::runtime_error in words.
class UnfinishedFile {
 public:
  /// Makes it in `folder` (empty, or with a "/" at its end) with `mode` less the umask.
  UnfinishedFile(std::string folder, mode_t mode);
  ~UnfinishedFile();
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;

  /// The descriptor, to read and to write, until replace().
  int get() const { return file_.get(); }

  /// Closes the file and renames it to `path`. The file that was there is gone; with `keeps_old` it
  /// stays, as the unfinished one, until take_back(path) or the end of this object. Signals are
  /// held.
  void replace(const std::string& path, bool keeps_old = false);
  /// Undoes replace(path, true).
  void take_back(const std::string& path);

  /// Leaves the file in its folder under the name that is returned.
  std::string keep();

 private:
  friend void remove_unfinished();
  int make(mode_t mode);
  void enlist();
  void set_name();
  void clear_name();

  const std::string folder_;
  std::string name_;  ///< with its folder; empty: it has none
  Descriptor file_;
};

/// Removes every unfinished file that has a name, for a signal handler that ends the program:
/// nothing is made after it.
void remove_unfinished();

}  // namespace attn
