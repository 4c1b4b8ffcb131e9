#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "app/document/files/descriptor.h"
#include "app/document/files/output_guard.h"
#include "app/document/files/unfinished.h"

namespace attn {

/// Whether a file survives a power failure right after it was written. A file that can be made
/// again, as a figure, need not: waiting for the disk takes longer than drawing it.
enum class Durable { yes, no };

/// A file that is written in pieces and appears at its path with commit(). Until then the file that
/// was there stays as it is; without commit() nothing is left. A file that can't be replaced
/// without losing its hard links, its owner or its attributes gets the bytes copied into it.
/// Devices and pipes are written directly. All throw std::runtime_error in words.
class FileWriter {
 public:
  /// Throws WouldBeLost where the file at `path` must not be replaced by one of that `kind`.
  explicit FileWriter(std::string path, FileKind kind = FileKind::output,
                      Durable durable = Durable::yes);

  void append(std::string_view bytes) { write_all(file_ ? file_->get() : device_->get(), bytes); }
  void commit();

 private:
  friend class FileBatch;
  void copy_into();

  const std::string path_;
  const Durable durable_;
  bool exists_ = false;
  std::string target_;  ///< path_ with its links followed
  std::optional<UnfinishedFile> file_;
  std::optional<Descriptor> device_;  ///< or pipe
};

/// Files that appear together or not at all. It holds all of them open, up to some 4000.
class FileBatch {
 public:
  FileBatch();
  /// Writes `bytes` to the file that will be at `path`. Throws WouldBeLost and std::runtime_error
  /// whose words begin with `path`.
  void add(const std::string& path, std::string_view bytes);
  /// Gives all files their names. Where one can't have it, all is as it was before.
  void commit();

 private:
  std::deque<FileWriter> files_;
};

/// Writes `bytes` to `path` like a FileWriter.
void write_file(const std::string& path, std::string_view bytes, Durable durable = Durable::yes);
void write_file(const std::string& path, std::string_view bytes, FileKind kind,
                Durable durable = Durable::yes);

}  // namespace attn
