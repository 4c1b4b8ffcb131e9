#include "app/document/files/file_writer.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "app/document/files/file_path.h"
#include "app/document/files/interrupt.h"

namespace attn {
namespace {

/// Attribute values by name; empty if a value cannot be read.
using Attributes = std::map<std::string, std::optional<std::string>>;

/// Extended attributes of `file`; empty if they cannot be listed.
std::optional<Attributes> attributes_of(int file) {
  constexpr std::size_t kMostBytes = 1 << 16;  // XATTR_LIST_MAX, XATTR_SIZE_MAX
  std::vector<char> names(kMostBytes), value(kMostBytes);
  Attributes all;
  const ssize_t end = ::flistxattr(file, names.data(), names.size());
  if (end < 0) return errno == ENOTSUP ? std::optional(all) : std::nullopt;
  for (const char* name = names.data(); name < names.data() + end; name += std::strlen(name) + 1) {
    const ssize_t size = ::fgetxattr(file, name, value.data(), value.size());
    auto& kept = all[name];
    if (size >= 0) kept.emplace(value.data(), static_cast<std::size_t>(size));
  }
  return all;
}

bool keep_extended(int from, int to) {
  const auto wanted = attributes_of(from), there = attributes_of(to);
  if (!wanted || !there) return false;
  for (const auto& [name, value] : *wanted) {
    const auto found = there->find(name);
    // For example a security label set by the system.
    if (found != there->end() && found->second == value) continue;
    if (!value || ::fsetxattr(to, name.c_str(), value->data(), value->size(), 0) != 0) return false;
  }
  return std::ranges::all_of(*there, [&](const auto& attribute) {
    return wanted->contains(attribute.first) || ::fremovexattr(to, attribute.first.c_str()) == 0;
  });
}

/// Copies owner, group, mode and extended attributes (including access control lists) from the file
/// `from` to `to`. Returns false if not all could be copied.
bool keep_attributes(int from, int to) {
  struct stat old {
  }, now{};
  if (::fstat(from, &old) != 0 || ::fstat(to, &now) != 0) return false;
  const bool is_own = old.st_uid == now.st_uid && old.st_gid == now.st_gid;
  if (!is_own && ::fchown(to, old.st_uid, old.st_gid) != 0) return false;
  // The mode is set last: chown() and access control lists change it.
  return keep_extended(from, to) && ::fchmod(to, old.st_mode & 07777) == 0;
}

void sync_folder_of(const std::string& path) {
  const int fd = ::open((folder_of(path) + ".").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;  // The file itself is safe; not every file system supports syncing a folder.
  ::fsync(fd);
  ::close(fd);
}

void sync(int fd) {
  if (::fsync(fd) != 0) fail_with(errno);
}

off_t size_of(int fd) {
  struct stat status {};
  if (::fstat(fd, &status) != 0) fail_with(errno);
  return status.st_size;
}

/// Reserves `size` bytes, or leaves the file unchanged.
void reserve(int fd, off_t size) {
  const off_t before = size_of(fd);
  if (size <= before) return;
  const int error = ::posix_fallocate(fd, before, size - before);
  if (error == 0 || error == EINVAL || error == EOPNOTSUPP) return;
  if (::ftruncate(fd, before) != 0) fail_with(errno);
  fail_with(error);
}

void copy(int from, int to) {
  off_t at = 0;
  const off_t size = size_of(from);
  while (at < size) {
    constexpr std::size_t kMostAtOnce = 1 << 30;
    const ssize_t count = ::sendfile(to, from, &at, kMostAtOnce);
    if (count < 0 && errno != EINTR) fail_with(errno);
    if (count == 0) fail_with(EIO);
  }
}

/// Copies all attributes of the file at `path` to `file`; returns whether this was possible.
bool keeps_all(const std::string& path, int file) {
  const int old = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (old < 0) return errno == ENOENT;
  const Descriptor owner(old);
  struct stat status {};
  return ::fstat(old, &status) == 0 && keep_attributes(old, file) && status.st_nlink == 1;
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
    device_.emplace(::open(path_.c_str(), O_WRONLY | O_CLOEXEC));
    return;
  }
  check_replaceable(path_, kind);
  target_ = without_links(path_);
  if (exists_ && ::access(target_.c_str(), W_OK) != 0) fail_with(errno);
  file_.emplace(folder_of(target_), exists_ ? status.st_mode & 0666 : 0666);
}

void FileWriter::commit() {
  if (device_) {
    device_->close();
    settle_output(path_);
    return;
  }
  if (durable_ == Durable::yes) sync(file_->get());
  const bool can_replace = !exists_ || keeps_all(target_, file_->get());
  {
    const HeldSignals held;
    can_replace ? file_->replace(target_) : copy_into();
    settle_output(path_);
  }
  if (durable_ == Durable::yes) sync_folder_of(target_);
}

void FileWriter::copy_into() {
  Descriptor file(::open(target_.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  sync(file_->get());
  reserve(file.get(), size_of(file_->get()));
  try {
    copy(file_->get(), file.get());
    if (::ftruncate(file.get(), size_of(file_->get())) != 0) fail_with(errno);
    sync(file.get());
    file.close();
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(std::string(error.what()) + "; the new content is in " +
                             file_->keep());
  }
}

FileBatch::FileBatch() {
  constexpr rlim_t kWanted = 4096;
  rlimit open_files{};
  if (::getrlimit(RLIMIT_NOFILE, &open_files) != 0 || open_files.rlim_cur >= kWanted) return;
  open_files.rlim_cur = std::min(kWanted, open_files.rlim_max);
  ::setrlimit(RLIMIT_NOFILE, &open_files);
}

FileWriter& FileBatch::begin(const std::string& path, FileKind kind, Durable durable) {
  FileWriter& file = files_.emplace_back(path, kind, durable);
  if (file.device_) throw std::runtime_error("not a regular file");
  return file;
}

void FileBatch::add(const std::string& path, std::string_view bytes) {
  try {
    begin(path, FileKind::output, Durable::no).append(bytes);
  } catch (const WouldBeLost& error) {
    throw WouldBeLost(path + ": " + error.what());
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(path + ": " + error.what());
  }
}

void FileBatch::commit() {
  for (FileWriter& file : files_) {
    if (file.durable_ == Durable::yes) sync(file.file_->get());
  }
  const HeldSignals held;
  std::size_t done = 0;
  try {
    for (FileWriter& file : files_) {
      if (file.exists_) keeps_all(file.target_, file.file_->get());
      file.file_->replace(file.target_, /*keeps_old=*/true);
      ++done;
    }
  } catch (...) {
    while (done-- > 0) files_[done].file_->undo_replace(files_[done].target_);
    throw;
  }
  for (const FileWriter& file : files_) {
    settle_output(file.path_);
    if (file.durable_ == Durable::yes) sync_folder_of(file.target_);
  }
  files_.clear();
}

void write_file(const std::string& path, std::string_view bytes, FileKind kind, Durable durable) {
  FileWriter file(path, kind, durable);
  file.append(bytes);
  file.commit();
}

}  // namespace attn
