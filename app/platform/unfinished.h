#pragma once

#include <string>

#include "app/platform/descriptor.h"

namespace attn {

/// Blocks the signals that end a program (end_signals.h) during its lifetime, so that a change of
/// files is not interrupted. Only one thread at a time may use it; objects may be nested.
class HeldSignals {
 public:
  HeldSignals();
  ~HeldSignals();
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;
};

/// File being written, in its final folder. It has no name (O_TMPFILE) until replace(), so the
/// kernel removes it if the program ends early. On file systems without unnamed files (NFS, FAT) it
/// is called .attentoscope-NUMBER, and its owner or remove_unfinished() removes it. Files that
/// killed programs left are removed with the next output in their folder, after a day. All
/// functions throw std::runtime_error with a readable message.
class UnfinishedFile {
 public:
  /// Creates the file in `folder` (empty, or ending in "/") with these permissions minus the umask.
  UnfinishedFile(std::string folder, int permissions);
  ~UnfinishedFile();
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;

  /// Descriptor for reading and writing, valid until replace().
  int get() const { return file_.get(); }

  /// Closes the file and renames it to `path`. An existing file is deleted; with `keeps_old` it
  /// becomes the unfinished file, until undo_replace(path) or the end of this object. Signals must
  /// be blocked.
  void replace(const std::string& path, bool keeps_old = false);
  /// Undoes replace(path, true).
  void undo_replace(const std::string& path);

  /// Leaves the file in its folder, under a name that is not hidden, and returns its path.
  std::string keep();

 private:
  friend void remove_unfinished();
  int make(int permissions);
  void enlist();
  void set_name();
  void clear_name();

  const std::string folder_;
  std::string name_;  ///< with its folder; empty for an unnamed file
  Descriptor file_;
};

/// Removes all named unfinished files. For a signal handler that ends the program: no file can be
/// created afterwards.
void remove_unfinished();

}  // namespace attn
