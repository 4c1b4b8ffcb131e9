#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/document/files/descriptor.h"
#include "app/document/files/output_guard.h"
#include "app/document/files/unfinished.h"

namespace attn {

/// Whether a file is to outlive a power failure that comes right after. What can be made again, as
/// a figure, needn't: to wait for the disk takes longer than to draw it.
enum class Durable { yes, no };

/// A file that is written piece by piece: beside its place, and moved there by commit(). Until then
/// what was there before stays as it is, and without it nothing is left. What can't be moved over a
/// file without losing its hard links, its owner or its attributes is copied into it. Devices and
/// pipes are written through as they stand. All throw std::runtime_error in words.
class FileWriter {
 public:
  /// Throws WouldBeLost where `path` holds what is not to be replaced by that `kind`.
  explicit FileWriter(std::string path, FileKind kind = FileKind::output,
                      Durable durable = Durable::yes);

  void append(std::string_view bytes) { write_all(out_->get(), bytes); }
  void commit();

 private:
  void move_or_copy();
  void copy_into();

  const std::string path_;
  const Durable durable_;
  std::string target_;  // path_ with its links followed; empty: a device or pipe
  bool exists_ = false;
  Unfinished beside_;
  std::optional<Descriptor> out_;
};

/// Writes `bytes` to `path` as a FileWriter does.
void write_file(const std::string& path, std::string_view bytes, Durable durable = Durable::yes);
void write_file(const std::string& path, std::string_view bytes, FileKind kind,
                Durable durable = Durable::yes);

}  // namespace attn
