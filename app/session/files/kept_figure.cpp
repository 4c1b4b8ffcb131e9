#include "app/session/files/kept_figure.h"

#include <chrono>
#include <exception>
#include <string_view>
#include <thread>
#include <utility>

#include "app/document/files/problem_line.h"
#include "app/document/files/user_folders.h"
#include "app/document/json/json.h"
#include "app/document/json/json_read.h"
#include "app/document/json/json_write.h"
#include "app/document/scene_file/scene_file.h"

namespace attn {
namespace {

constexpr std::string_view kFigureRecord = "figure ";

/// Formats a record: a line with the path of the figure, then its content.
std::string figure_record(const FigureWork& work) {
  json::Writer path;
  path.value(work.path);
  return std::string(kRecordStart) + std::string(kFigureRecord) + std::move(path).take() +
         format_figure(work.figure);
}

std::optional<FigureWork> work_of(const AutosaveSlot& slot) try {
  const std::string record = slot.read_record(kMaxSceneBytes + (1 << 20));
  const std::string begin = std::string(kRecordStart) + std::string(kFigureRecord);
  const std::size_t end = record.find('\n');
  if (!record.starts_with(begin) || end == std::string::npos) return std::nullopt;
  const json::Tree about =
      json::parse("{\"path\":" + record.substr(begin.size(), end - begin.size()) + "}");
  const std::string path =
      json::read_text(json::Value(about, 0).first().next(), json::Place() / "path");
  return FigureWork{parse_figure(std::string_view(record).substr(end + 1)), path};
} catch (const std::exception&) {
  return std::nullopt;
}

}  // namespace

std::string figures_folder() {
  const std::string folder = data_folder();
  return folder.empty() ? "" : folder + "/figures";
}

bool KeptFigure::is_written(const FigureWork* work) const {
  return work == nullptr ? !written_ : written_ && *written_ == *work;
}

void KeptFigure::write(const std::optional<FigureWork>& work) {
  if (!work) {
    if (slot_) slot_->remove_record();
    return;
  }
  if (!slot_) slot_ = AutosaveSlot::make(folder_);
  slot_->write_record(figure_record(*work));
}

bool KeptFigure::keep(const FigureWork* work) {
  if (const auto end = worker_.take_end()) error_ = end->problem;
  if (worker_.is_busy()) return false;
  if (is_written(work)) return true;
  written_ = work != nullptr ? std::optional(*work) : std::nullopt;
  worker_.start([this, wanted = written_](const Watch&) { write(wanted); });
  return false;
}

void KeptFigure::end(const FigureWork* work) {
  while (worker_.is_busy()) {
    if (const auto end = worker_.take_end()) {
      error_ = end->problem;
    } else {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  if (is_written(work) && error_.empty()) return;
  written_ = work != nullptr ? std::optional(*work) : std::nullopt;
  try {
    error_.clear();
    write(written_);
  } catch (const std::exception& failure) {
    error_ = in_words(failure);
  }
}

std::optional<FigureWork> KeptFigure::claim_latest() {
  unreadable_.clear();
  if (worker_.is_busy() || slot_) return std::nullopt;
  for (AutosaveSlot& slot : claim_records(folder_)) {
    auto work = work_of(slot);
    if (!work) {
      unreadable_.push_back(slot.record_path());
      continue;
    }
    slot_ = std::move(slot);
    written_ = work;
    return work;
  }
  return std::nullopt;
}

}  // namespace attn
