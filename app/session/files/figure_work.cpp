#include "app/session/files/figure_work.h"

#include "app/document/files/user_folders.h"
#include "app/document/json/json.h"
#include "app/document/json/json_read.h"
#include "app/document/json/json_write.h"

namespace attn {
namespace {

constexpr std::string_view kFigureRecord = "figure ";

}  // namespace

std::string figures_folder() {
  const std::string folder = data_folder();
  return folder.empty() ? "" : folder + "/figures";
}

std::string record_of(const FigureWork& work) {
  json::Writer path;
  path.value(work.path);
  return std::string(kRecordStart) + std::string(kFigureRecord) + std::move(path).take() +
         format_figure(work.figure);
}

void read_record(std::string_view record, FigureWork& to) {
  const std::string begin = std::string(kRecordStart) + std::string(kFigureRecord);
  const std::size_t end = record.find('\n');
  if (!record.starts_with(begin) || end == std::string::npos) {
    throw SceneError({"", "expected the record of a figure"});
  }
  const json::Tree about = json::parse(
      "{\"path\":" + std::string(record.substr(begin.size(), end - begin.size())) + "}");
  const std::string path =
      json::read_text(json::Value(about, 0).first().next(), json::Place() / "path");
  to = {parse_figure(record.substr(end + 1)), path};
}

}  // namespace attn
