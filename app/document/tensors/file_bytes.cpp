#include "app/document/tensors/file_bytes.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <utility>

#include "app/document/files/files.h"

namespace attn {

FileBytes FileBytes::held(std::string bytes) {
  FileBytes made;
  made.size_ = bytes.size();
  made.held_ = std::make_shared<const std::string>(std::move(bytes));
  return made;
}

FileBytes FileBytes::of(const std::string& path, long long most_held) {
  if (path == "-") return held(read_file(path, most_held));
  FileBytes made;
  made.path_ = path;
  made.file_ = std::make_shared<const Descriptor>(open_to_read(path));
  made.identity_ = settled_identity_of(*made.file_);
  made.size_ = made.identity_.size;
  // Where addresses have 32 bits: no place in the file then exceeds them.
  if (made.size_ > std::numeric_limits<std::size_t>::max() / 2) {
    throw std::runtime_error("the file is too large for this system");
  }
  note_read(made.identity_);
  return made;
}

void FileBytes::require_unchanged() const {
  const FileIdentity now = identity_of(*file_);
  if (now == identity_) return;
  throw std::runtime_error(now.size < size_ ? "the file was truncated while it was read"
                                            : "the file was changed while it was read");
}

void FileBytes::read(std::uint64_t at, char* to, std::size_t count) const {
  assert(at <= size_ && count <= size_ - at);
  if (held_) {
    std::memcpy(to, held_->data() + at, count);
    return;
  }
  require_unchanged();
  for (std::size_t done = 0; done < count;) {
    const std::size_t got = read_some_at(*file_, at + done, to + done, count - done);
    if (got == 0) throw std::runtime_error("the file was truncated while it was read");
    done += got;
  }
  require_unchanged();
}

std::string FileBytes::read(std::uint64_t at, std::size_t most) const {
  std::string bytes(static_cast<std::size_t>(std::min<std::uint64_t>(most, size_ - at)), '\0');
  read(at, bytes.data(), bytes.size());
  return bytes;
}

}  // namespace attn
