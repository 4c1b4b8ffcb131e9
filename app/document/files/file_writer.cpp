#include "app/document/files/file_writer.h"

#include <cerrno>
#include <stdexcept>
#include <utility>

#include "app/document/files/file_path.h"
#include "app/platform/interrupt.h"
#include "app/platform/replaced_file.h"

namespace attn {

FileWriter::FileWriter(std::string path, FileKind kind, Durable durable)
    : path_(std::move(path)), durable_(durable) {
  if (path_.empty()) fail_with(ENOENT);
  const FileStatus status = status_of(path_);
  exists_ = status.is_there();
  if (status.type == FileType::folder) fail_with(EISDIR);
  if (status.type == FileType::other) {
    if (kind != FileKind::output) throw std::runtime_error("not a regular file");
    device_.emplace(open_to_write(path_));
    return;
  }
  check_replaceable(path_, kind);
  target_ = without_links(path_);
  if (exists_) require_writable(target_);
  constexpr int kReadWrite = 0666;
  file_.emplace(folder_of(target_), exists_ ? status.permissions & kReadWrite : kReadWrite);
}

void FileWriter::commit() {
  if (device_) {
    device_->close();
    settle_output(path_);
    return;
  }
  if (durable_ == Durable::yes) sync_file(file_->get());
  const bool can_replace = !exists_ || keep_all_attributes(target_, file_->get());
  {
    const HeldSignals held;
    can_replace ? file_->replace(target_) : copy_into();
    settle_output(path_);
  }
  if (durable_ == Durable::yes) sync_folder(folder_of(target_));
}

void FileWriter::copy_into() {
  Descriptor file = open_to_overwrite(target_, file_->get());
  try {
    overwrite_file(file, file_->get());
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(std::string(error.what()) + "; the new content is in " +
                             file_->keep());
  }
}

FileBatch::FileBatch() { allow_open_files(4096); }

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
    if (file.durable_ == Durable::yes) sync_file(file.file_->get());
  }
  const HeldSignals held;
  std::size_t done = 0;
  try {
    for (FileWriter& file : files_) {
      if (file.exists_) keep_all_attributes(file.target_, file.file_->get());
      file.file_->replace(file.target_, /*keeps_old=*/true);
      ++done;
    }
  } catch (...) {
    while (done-- > 0) files_[done].file_->undo_replace(files_[done].target_);
    throw;
  }
  for (const FileWriter& file : files_) {
    settle_output(file.path_);
    if (file.durable_ == Durable::yes) sync_folder(folder_of(file.target_));
  }
  files_.clear();
}

void write_file(const std::string& path, std::string_view bytes, FileKind kind, Durable durable) {
  FileWriter file(path, kind, durable);
  file.append(bytes);
  file.commit();
}

}  // namespace attn
