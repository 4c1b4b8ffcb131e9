#include "app/document/files/output_guard.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/document/files/file_path.h"
#include "app/document/files/user_folders.h"
#include "app/document/files/utf8.h"
#include "engine/base/text.h"

namespace attn {
namespace {

/// Kind of a file with the user's work, recognised by the ending of its name or by "format" in its
/// JSON.
struct KnownKind {
  FileKind kind;
  std::string_view what, ending, format;
};
constexpr KnownKind kKnownKinds[] = {
    {FileKind::scene, "a scene", ".attn.json", "attentoscope/scene"},
    {FileKind::network, "a network", ".attn-net.json", "attentoscope/network"},
    {FileKind::figure, "a figure's file", ".attn-figure.json", "attentoscope/figure"},
    {FileKind::own, "a model with changes", ".attn-model.json", "attentoscope/model"},
    {FileKind::own, "a lesson", ".md", ""}};

std::optional<std::string_view> kind_by_name(const std::string& path) {
  const std::string name = with_small_letters(path);
  for (const KnownKind& kind : kKnownKinds) {
    if (name.ends_with(kind.ending)) return kind.what;
  }
  return std::nullopt;
}

/// Value of "format" in the outermost JSON object, even if the rest is invalid; "" if there is
/// none.
std::string format_in(std::istream& text) {
  using Json = nlohmann::json;
  struct Found {
    std::string format;
  };
  bool is_next = false;
  const auto look = [&](int depth, Json::parse_event_t event, const Json& parsed) {
    if (depth == 0 && event == Json::parse_event_t::array_start) throw Found();
    if (is_next && event == Json::parse_event_t::value && parsed.is_string()) {
      throw Found{parsed.get<std::string>()};
    }
    if (event == Json::parse_event_t::key) is_next = depth == 1 && parsed == "format";
    return depth == 0;  // the rest needs no memory
  };
  try {
    [[maybe_unused]] const Json ignored = Json::parse(text, look, /*allow_exceptions=*/false);
  } catch (const Found& found) {
    return found.format;
  }
  return "";
}

std::optional<std::string_view> kind_by_content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string start(kRecordStart.size(), '\0');
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  if (start == kRecordStart) return "unsaved work";
  file.clear();
  file.seekg(0);
  const std::string format = format_in(file);
  for (const KnownKind& kind : kKnownKinds) {
    if (!format.empty() && kind.format == format) return kind.what;
  }
  return std::nullopt;
}

/// Inode of a file on its device.
std::pair<std::uint64_t, std::uint64_t> place_of(const FileStatus& file) {
  return {file.identity.device, file.identity.inode};
}

bool is_at(const FileStatus& file, const std::string& path) {
  const FileStatus other = path == "-" ? status_of_standard_input() : status_of(path);
  return other.is_there() && place_of(file) == place_of(other);
}

/// Returns whether files of that `kind` match the description `what`.
bool is_of(FileKind kind, std::string_view what) {
  return std::ranges::any_of(
      kKnownKinds, [&](const KnownKind& row) { return row.kind == kind && row.what == what; });
}

/// Describes the existing file at `path` if it must not be replaced by a file of `kind`; otherwise
/// empty.
std::optional<std::string_view> lost_content(const FileStatus& file, const std::string& path,
                                             FileKind kind) {
  if (file.identity.size == 0) return std::nullopt;
  for (const std::string& own : {settings_file(), recent_files_file(), lesson_progress_file()}) {
    if (!own.empty() && is_at(file, own)) return "the program's own";
  }
  for (const auto& what :
       {kind_by_name(path), kind_by_name(without_links(path)), kind_by_content(path)}) {
    if (what && !is_of(kind, *what)) return what;
  }
  return std::nullopt;
}

/// Files read by this thread; null: reads are not recorded.
thread_local FilesRead* files_read = nullptr;

void check_ending(const std::string& path, std::span<const std::string_view> endings, FileKind of) {
  const std::string name = with_small_letters(path.substr(path.rfind('/') + 1));
  const auto ends = [&](std::string_view ending) { return name.ends_with(ending); };
  if (std::ranges::none_of(endings, ends)) {
    throw WouldBeLost("expected a name that ends in " + joined(endings));
  }
  if (const auto kind = kind_by_name(path); kind && !is_of(of, *kind)) {
    throw WouldBeLost("this is the name of " + std::string(*kind) + "; choose another name");
  }
}

}  // namespace

void check_replaceable(const std::string& path, FileKind kind) {
  const FileStatus status = status_of(path);
  if (kind == FileKind::own || !status.is_regular()) return;
  const auto lost = lost_content(status, path, kind);
  if (!lost) return;
  throw WouldBeLost("this is " + std::string(*lost) + ", which would be lost; choose another name");
}

void check_output(const std::string& path, std::span<const std::string_view> endings,
                  std::span<const std::string> read, FileKind kind) {
  const FileStatus status = status_of(path);
  if (status.is_there() && !status.is_regular()) return;
  for (const std::string& input : read) {
    if (status.is_there() && is_at(status, input)) {
      throw WouldBeLost("this is an input, and would be lost; choose another name");
    }
  }
  check_replaceable(path, kind);
  check_ending(path, endings, kind);
}

FilesRead::FilesRead() { files_read = this; }
FilesRead::~FilesRead() { files_read = nullptr; }

void note_read(const FileIdentity& file) {
  if (!files_read) return;
  if (files_read->outputs_.contains({file.device, file.inode})) {
    throw WouldBeLost(
        "this input is also an output, and would be lost; choose another name for the output");
  }
  files_read->read_.emplace(file.device, file.inode);
}

void check_not_read(const std::string& path) {
  if (!files_read) return;
  const FileStatus status = status_of(path);
  if (status.is_regular() && files_read->read_.contains(place_of(status))) {
    throw WouldBeLost("this is an input, and would be lost; choose another name");
  }
}

void protect_from(const std::string& output) {
  if (!files_read) return;
  check_not_read(output);
  const FileStatus status = status_of(output);
  if (status.is_there() && !status.is_regular()) return;
  std::error_code ignored;
  const bool is_new =
      files_read->output_names_
          .insert(std::filesystem::weakly_canonical(std::filesystem::absolute(output), ignored)
                      .string())
          .second &&
      (!status.is_there() || files_read->outputs_.insert(place_of(status)).second);
  if (!is_new)
    throw WouldBeLost("two outputs would be written to this file; choose another name for one");
}

}  // namespace attn
