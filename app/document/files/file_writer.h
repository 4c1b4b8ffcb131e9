#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "app/document/files/output_guard.h"
#include "app/platform/descriptor.h"
#include "app/platform/unfinished.h"

namespace attn {

/// Choice whether a file survives a power failure right after it was written. A figure can be
/// exported again, so it need not: waiting for the disk takes longer than drawing.
enum class Durable { yes, no };

/// File that is written in pieces and replaces the file at its path on commit(). Without commit()
/// the old file stays unchanged. If replacing would lose hard links, the owner or attributes, the
/// bytes are copied into the old file instead. Devices and pipes are written directly. All
/// functions throw std::runtime_error with a readable message.
class FileWriter {
 public:
  /// Throws WouldBeLost if the file at `path` must not be replaced by a file of this `kind`.
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
  std::string target_;  ///< path_ with symbolic links resolved
  std::optional<UnfinishedFile> file_;
  std::optional<Descriptor> device_;  ///< device or pipe, written directly
};

/// Files that are all written, or none. All are open at the same time, up to about 4000.
class FileBatch {
 public:
  FileBatch();
  /// Begins a file for `path`, to be written in pieces. Throws like FileWriter.
  FileWriter& begin(const std::string& path, FileKind kind, Durable durable);
  /// Writes `bytes` to a file for `path`. Throws WouldBeLost and std::runtime_error; messages begin
  /// with `path`.
  void add(const std::string& path, std::string_view bytes);
  /// Moves all files to their paths, in the order in which they were begun. If one fails, restores
  /// the previous state.
  void commit();

 private:
  std::deque<FileWriter> files_;
};

/// Writes `bytes` to `path` like a FileWriter.
void write_file(const std::string& path, std::string_view bytes, FileKind kind = FileKind::output,
                Durable durable = Durable::yes);

}  // namespace attn
