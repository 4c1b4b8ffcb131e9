#include "app/document/recovery/autosave.h"

#include <exception>
#include <utility>

#include "app/document/files/problem_line.h"
#include "app/document/files/user_folders.h"
#include "app/document/scene_file/scene_file.h"
#include "app/platform/process.h"

namespace attn {
namespace {

constexpr long long kMaxRecordBytes = kMaxSceneBytes + (1 << 20);

std::optional<Recovered> read_record(const AutosaveSlot& slot) try {
  return parse_record(slot.read_record(kMaxRecordBytes));
} catch (const std::exception&) {
  return std::nullopt;
}

}  // namespace

std::string autosave_folder() {
  const std::string folder = data_folder();
  return folder.empty() ? "" : folder + "/autosave";
}

Autosave::Autosave(std::string folder, std::chrono::milliseconds pause)
    : folder_(std::move(folder)), pause_(pause), writer_([this] { run(); }) {}

Autosave::~Autosave() {
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
  }
  changed_.notify_all();
  writer_.join();
}

void Autosave::keep(const Scene& scene, const KnownFile& file) {
  const bool is_same =
      wanted_.scene && !wanted_.ended && file == wanted_.file && scene == *wanted_.scene;
  if (is_same && error().empty()) return;
  want({scene, file, false});
}

void Autosave::discard() {
  if (wanted_.scene || !error().empty()) want({});
}

void Autosave::end() {
  if (wanted_.scene) want({wanted_.scene, wanted_.file, true});
  flush();
}

void Autosave::flush() {
  std::unique_lock lock(mutex_);
  is_urgent_ = true;
  changed_.notify_all();
  changed_.wait(lock, [&] { return !is_pending_ && !is_writing_; });
  is_urgent_ = false;
}

std::string Autosave::error() const {
  const std::lock_guard lock(mutex_);
  return error_;
}

void Autosave::want(Work work) {
  const std::lock_guard lock(mutex_);
  wanted_ = std::move(work);
  next_ = wanted_;
  is_pending_ = true;
  changed_.notify_all();
}

void Autosave::run() {
  lower_thread_priority();
  auto free_from = std::chrono::steady_clock::now();
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return is_pending_ || is_stopping_; });
    changed_.wait_until(lock, free_from, [&] { return is_urgent_ || is_stopping_; });
    if (!is_pending_) return;
    std::swap(writing_, next_);
    is_pending_ = false;
    is_writing_ = true;
    lock.unlock();
    std::string error;
    try {
      write(writing_);
    } catch (const std::exception& failure) {
      error = error_message(failure);
    }
    lock.lock();
    error_ = std::move(error);
    is_writing_ = false;
    free_from = std::chrono::steady_clock::now() + pause_;
    changed_.notify_all();
  }
}

void Autosave::write(const Work& work) {
  if (!work.scene) {
    if (slot_) slot_->remove_record();
    return;
  }
  if (!slot_) slot_ = AutosaveSlot::make(folder_);
  const std::string path = work.file.path.empty() ? "" : absolute_path(work.file.path);
  const std::string record = format_record(*work.scene, {path, work.file.stamp}, work.ended);
  slot_->write_record(record);
}

std::optional<Recovered> Autosave::find_recovered() {
  std::optional<Recovered> latest;
  more_ = 0;
  unreadable_.clear();
  for (AutosaveSlot& slot : claim_records(folder_)) {
    auto recovered = read_record(slot);
    if (!recovered) {
      unreadable_.push_back(slot.record_path());
    } else if (latest) {
      ++more_;
    } else {
      latest = std::move(recovered);
      recovered_.push_back(std::move(slot));
    }
  }
  return latest;
}

void Autosave::forget_recovered() {
  flush();
  const std::lock_guard lock(mutex_);
  if (!error_.empty()) return;
  try {
    for (const AutosaveSlot& slot : recovered_) slot.remove_record();
    recovered_.clear();
  } catch (const std::exception& failure) {
    error_ = error_message(failure);
  }
}

}  // namespace attn
