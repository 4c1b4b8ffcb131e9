#include "app/document/tensors/file_bytes.h"

#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/document/files/files.h"

namespace attn {

FileBytes FileBytes::held(std::string bytes) {
  FileBytes made;
  made.held_ = std::make_unique<std::string>(std::move(bytes));
  made.all_ = *made.held_;
  return made;
}

FileBytes FileBytes::of(const std::string& path, long long most_held) {
  if (path == "-") return held(read_file(path, most_held));
  // Does not wait for a pipe's writer, and does not acquire a controlling terminal.
  const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  FileBytes made;
  made.file_ = std::make_unique<Descriptor>(::open(path.c_str(), flags));
  const auto size = static_cast<std::size_t>(regular_size(*made.file_));
  if (size == 0) return made;
  void* const mapped = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, made.file_->get(), 0);
  if (mapped == MAP_FAILED) fail_with(errno);
  made.all_ = {static_cast<const char*>(mapped), size};
  return made;
}

FileBytes::FileBytes(FileBytes&& other) noexcept
    : all_(std::exchange(other.all_, {})),
      held_(std::move(other.held_)),
      file_(std::move(other.file_)) {}

FileBytes::~FileBytes() {
  if (held_ || all_.empty()) return;
  ::munmap(const_cast<char*>(all_.data()), all_.size());
}

void FileBytes::require_whole() const {
  if (held_ || !file_ || regular_size(*file_) >= all_.size()) return;
  throw std::runtime_error("the file was truncated while it was read");
}

void FileBytes::let_go(std::string_view part) const {
  if (held_ || part.empty()) return;
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const auto begin = static_cast<std::size_t>(part.data() - all_.data());
  const std::size_t first = begin / page * page;
  // Dropped pages are read from the file again: they are never written.
  ::madvise(const_cast<char*>(all_.data()) + first, begin + part.size() - first, MADV_DONTNEED);
}

}  // namespace attn
