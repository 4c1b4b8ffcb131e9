#include "app/document/recovery/autosave_slot.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>
#include <random>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "app/document/files/files.h"
#include "app/document/files/user_folders.h"
#include "app/document/files/utf8.h"
#include "app/document/scene_file/scene_file.h"
#include "app/platform/folders.h"
#include "app/platform/process.h"
#include "engine/base/problem.h"

namespace attn {
namespace {

constexpr std::string_view kRecordVersion = "2 ";
constexpr std::string_view kFirstRecordVersion = "1 ";  // without the content of the file
constexpr std::string_view kNoStamp = "-";
constexpr std::string_view kEnded = "ended ";
constexpr std::string_view kCutOff = "running ";

bool skip(std::string_view& text, std::string_view start) {
  if (!text.starts_with(start)) return false;
  text.remove_prefix(start.size());
  return true;
}

/// Removes the text up to the next space, and the space.
std::string_view take_word(std::string_view& text) {
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(std::min(word.size() + 1, text.size()));
  return word;
}

constexpr std::size_t kRandomDigits = 8;

std::string new_name() {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::random_device random;
  std::string name = std::to_string(process_number()) + "-";
  for (std::size_t n = 0; n < kRandomDigits; ++n) name += kDigits[random() % kDigits.size()];
  return name;
}

/// Folders in `folder` that may be slots.
std::vector<std::string> slots_in(const std::string& folder) {
  std::vector<std::string> slots;
  std::error_code error;
  std::filesystem::directory_iterator found(folder, error);
  for (; !error && found != std::filesystem::directory_iterator(); found.increment(error)) {
    const bool is_slot = AutosaveSlot::is_name(found->path().filename().string());
    std::error_code ignored;
    if (is_slot && found->is_directory(ignored)) slots.push_back(found->path().string());
  }
  return slots;
}

}  // namespace

AutosaveSlot AutosaveSlot::make(const std::string& folder) {
  constexpr int kTries = 20;
  make_folder(folder);
  for (int n = 0; n < kTries; ++n) {
    const std::string path = folder + "/" + new_name();
    if (const int error = make_private_folder(path)) {
      throw std::runtime_error(folder + ": " + std::strerror(error));
    }
    // Another process may be removing unclaimed slots: retry.
    if (auto slot = claim(path); slot && !slot->has_record()) return std::move(*slot);
  }
  throw std::runtime_error(folder + ": no file can be locked there");
}

std::optional<AutosaveSlot> AutosaveSlot::claim(const std::string& path) {
  auto lock = FileLock::of(path, "lock");
  return lock ? std::optional(AutosaveSlot(path, std::move(*lock))) : std::nullopt;
}

bool AutosaveSlot::is_name(const std::string& name) {
  const auto dash = name.find('-');
  if (dash == 0 || dash == std::string::npos || name.size() != dash + 1 + kRandomDigits) {
    return false;
  }
  return name.find_first_not_of("0123456789") == dash &&
         name.find_first_not_of("0123456789abcdef", dash + 1) == std::string::npos;
}

AutosaveSlot& AutosaveSlot::operator=(AutosaveSlot&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(lock_, other.lock_);
  return *this;
}

AutosaveSlot::~AutosaveSlot() {
  if (!lock_) return;
  std::error_code ignored;
  // With the lock still held; also removes the remains of an interrupted write.
  if (!has_record()) std::filesystem::remove_all(path_, ignored);
}

bool AutosaveSlot::has_record() const {
  // Not for pipes: reading would wait for a writer.
  return status_of(record_path(), Links::refused).is_regular();
}

std::string AutosaveSlot::read_record(long long max_bytes) const {
  return read_regular_file(record_path(), max_bytes, Links::refused);
}

void AutosaveSlot::write_record(std::string_view bytes) const {
  const FileStatus status = status_of(record_path(), Links::refused);
  // A link or device is replaced, not written to.
  if (status.is_there() && !status.is_regular()) remove_record();
  try {
    write_file(record_path(), bytes, FileKind::own);
  } catch (const std::exception& failure) {
    throw std::runtime_error(record_path() + ": " + failure.what());
  }
}

void AutosaveSlot::remove_record() const {
  if (std::remove(record_path().c_str()) == 0 || errno == ENOENT) return;
  throw std::runtime_error(record_path() + ": " + std::strerror(errno));
}

std::vector<AutosaveSlot> claim_records(const std::string& folder) {
  std::vector<std::pair<std::filesystem::file_time_type, AutosaveSlot>> found;
  for (const std::string& path : slots_in(folder)) {
    auto slot = AutosaveSlot::claim(path);
    if (!slot || !slot->has_record()) continue;
    std::error_code ignored;
    const auto time = std::filesystem::last_write_time(slot->record_path(), ignored);
    found.emplace_back(time, std::move(*slot));
  }
  std::ranges::sort(found, std::greater(), &decltype(found)::value_type::first);
  std::vector<AutosaveSlot> slots;
  slots.reserve(found.size());
  for (auto& [time, slot] : found) slots.push_back(std::move(slot));
  return slots;
}

std::string format_record(const Scene& scene, const KnownFile& file, bool ended) {
  const std::string json = format_scene(scene);
  if (static_cast<long long>(json.size()) > kMaxSceneBytes) {
    throw std::runtime_error("expected a scene of at most " + std::to_string(kMaxSceneBytes >> 20) +
                             " MiB, found more");
  }
  std::string record = std::string(kRecordStart) + std::string(kRecordVersion);
  record += ended ? kEnded : kCutOff;
  record += (file.stamp ? format_stamp(*file.stamp) : std::string(kNoStamp)) + " ";
  record += percent_encoded(file.path) + "\n";
  return record + json;
}

std::optional<Recovered> parse_record(std::string_view bytes) try {
  if (!skip(bytes, kRecordStart)) return std::nullopt;
  const bool has_stamp = skip(bytes, kRecordVersion);
  if (!has_stamp && !skip(bytes, kFirstRecordVersion)) return std::nullopt;
  Recovered recovered;
  recovered.ended = skip(bytes, kEnded);
  if (!recovered.ended && !skip(bytes, kCutOff)) return std::nullopt;
  if (has_stamp) recovered.stamp = parse_stamp(take_word(bytes));
  const auto end = bytes.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  recovered.path = percent_decoded(bytes.substr(0, end));
  recovered.scene = parse_scene(bytes.substr(end + 1));
  return recovered;
} catch (const SceneError&) {
  return std::nullopt;
}

}  // namespace attn
