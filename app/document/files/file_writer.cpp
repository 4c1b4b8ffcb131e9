#include "app/document/files/file_writer.h"

#include <fstream>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>

#include "app/document/files/file_path.h"
#include "app/document/files/interrupt.h"
#include "app/document/files/kept_attributes.h"

namespace attn {
namespace {

void sync_folder_of(const std::string& path) {
  const int fd = ::open((folder_of(path) + ".").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;  // The file itself is safe; not every file system lets a folder be synced.
  ::fsync(fd);
  ::close(fd);
}

/// As the umask has it, which could be asked by setting it alone: in another thread, a file that is
/// made at that moment would be everybody's.
mode_t mode_of_new_files() {
  mode_t mask = 022;
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    if (word == "Umask:") {
      status >> std::oct >> mask;
      break;
    }
  }
  return 0666 & ~mask;
}

void sync(int fd) {
  if (::fsync(fd) != 0) fail_with(errno);
}

off_t size_of(int fd) {
  struct stat status {};
  if (::fstat(fd, &status) != 0) fail_with(errno);
  return status.st_size;
}

/// Makes room for `size` bytes, or leaves the file as it is.
void reserve(int fd, off_t size) {
  const off_t before = size_of(fd);
  if (size <= before) return;
  const int error = ::posix_fallocate(fd, before, size - before);
  if (error == 0 || error == EINVAL || error == EOPNOTSUPP) return;
  if (::ftruncate(fd, before) != 0) fail_with(errno);
  fail_with(error);
}

void copy(int from, int to) {
  if (::lseek(from, 0, SEEK_SET) != 0) fail_with(errno);
  std::string buffer(1 << 20, '\0');
  for (;;) {
    const ssize_t count = ::read(from, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_with(errno);
    if (count == 0) return;
    write_all(to, std::string_view(buffer.data(), static_cast<std::size_t>(count)));
  }
}

/// Whether `file` can have all that is known of the one at `path` beside its bytes.
bool keeps_all(const std::string& path, int file) {
  const int old = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (old < 0) return errno == ENOENT;
  const Descriptor owner(old);
  struct stat status {};
  return ::fstat(old, &status) == 0 && status.st_nlink == 1 && keep_attributes(old, file);
}

}  // namespace

FileWriter::FileWriter(std::string path, FileKind kind, Durable durable)
    : path_(std::move(path)), durable_(durable) {
  if (path_.empty()) fail_with(ENOENT);
  struct stat status {};
  exists_ = ::stat(path_.c_str(), &status) == 0;
  if (exists_ && S_ISDIR(status.st_mode)) fail_with(EISDIR);
  if (exists_ && !S_ISREG(status.st_mode)) {
    if (kind != FileKind::output) throw std::runtime_error("not a regular file");
    out_.emplace(::open(path_.c_str(), O_WRONLY | O_CLOEXEC));
    return;
  }
  check_replaceable(path_, kind);
  target_ = without_links(path_);
  if (exists_ && ::access(target_.c_str(), W_OK) != 0) fail_with(errno);
  out_.emplace(beside_.make_file(folder_of(target_)));
  if (!exists_ && ::fchmod(out_->get(), mode_of_new_files()) != 0) fail_with(errno);
}

void FileWriter::commit() {
  if (target_.empty()) {
    out_->close();
    settle_output(path_);
    return;
  }
  if (durable_ == Durable::yes) sync(out_->get());
  move_or_copy();
  if (durable_ == Durable::yes) sync_folder_of(target_);
}

void FileWriter::move_or_copy() {
  const bool can_move = !exists_ || keeps_all(target_, out_->get());
  const HeldSignals held;
  if (!can_move) {
    copy_into();
  } else {
    out_->close();
    if (::rename(beside_.path().c_str(), target_.c_str()) != 0) fail_with(errno);
    beside_.let_go();
  }
  settle_output(path_);
}

/// What is beside stays until the copy is whole.
void FileWriter::copy_into() {
  Descriptor file(::open(target_.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  sync(out_->get());
  reserve(file.get(), size_of(out_->get()));
  try {
    copy(out_->get(), file.get());
    if (::ftruncate(file.get(), size_of(out_->get())) != 0) fail_with(errno);
    sync(file.get());
    file.close();
  } catch (const std::runtime_error& error) {
    beside_.let_go();
    throw std::runtime_error(std::string(error.what()) + "; what was to be written is in " +
                             beside_.path());
  }
}

void write_file(const std::string& path, std::string_view bytes, Durable durable) {
  write_file(path, bytes, FileKind::output, durable);
}

void write_file(const std::string& path, std::string_view bytes, FileKind kind, Durable durable) {
  FileWriter file(path, kind, durable);
  file.append(bytes);
  file.commit();
}

}  // namespace attn
