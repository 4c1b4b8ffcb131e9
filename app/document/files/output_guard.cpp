#include "app/document/files/output_guard.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include <sys/stat.h>
#include <unistd.h>

#include "app/document/files/file_path.h"
#include "app/document/files/own_files.h"

namespace attn {
namespace {

constexpr std::string_view kScene = "a scene", kNetwork = "a network",
                           kFigureOfViews = "a figure's file";

/// What files are called that are not made again.
struct NamedKind {
  std::string_view ending, what;
};
constexpr NamedKind kNamedKinds[] = {{".attn.json", kScene},
                                     {".attn-net.json", kNetwork},
                                     {".attn-figure.json", kFigureOfViews},
                                     {".md", "a lesson"}};

/// What an object says of its `format`.
struct FormatKind {
  std::string_view format, what;
};
constexpr FormatKind kFormatKinds[] = {{"attentoscope/scene", kScene},
                                       {"attentoscope/network", kNetwork},
                                       {"attentoscope/figure", kFigureOfViews}};

std::string in_small_letters(std::string_view text) {
  std::string small(text);
  std::ranges::transform(small, small.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return small;
}

std::optional<std::string_view> kind_by_name(const std::string& path) {
  const std::string name = in_small_letters(path);
  for (const NamedKind& kind : kNamedKinds) {
    if (name.ends_with(kind.ending)) return kind.what;
  }
  return std::nullopt;
}

/// Reads JSON as far as to the outermost object's "format", however wrong it is after that.
class FormatReader : public nlohmann::json_sax<nlohmann::json> {
 public:
  std::string format;

  bool key(string_t& name) override {
    is_next_ = depth_ == 1 && name == "format";
    return true;
  }
  bool string(string_t& text) override {
    if (is_next_) format = text;
    return !is_next_;
  }
  bool start_object(std::size_t) override { return ++depth_, true; }
  bool end_object() override { return --depth_, true; }
  bool start_array(std::size_t) override { return depth_++ > 0; }
  bool end_array() override { return --depth_, true; }
  bool null() override { return goes_on(); }
  bool boolean(bool) override { return goes_on(); }
  bool number_integer(number_integer_t) override { return goes_on(); }
  bool number_unsigned(number_unsigned_t) override { return goes_on(); }
  bool number_float(number_float_t, const string_t&) override { return goes_on(); }
  bool binary(binary_t&) override { return goes_on(); }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
    return false;
  }

 private:
  bool goes_on() const { return depth_ > 0; }

  int depth_ = 0;
  bool is_next_ = false;
};

std::optional<std::string_view> kind_by_content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string start(kRecordStart.size(), '\0');
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  if (start == kRecordStart) return "unsaved work";
  file.clear();
  file.seekg(0);
  FormatReader reader;
  nlohmann::json::sax_parse(file, &reader, nlohmann::json::input_format_t::json, false);
  for (const FormatKind& kind : kFormatKinds) {
    if (reader.format == kind.format) return kind.what;
  }
  return std::nullopt;
}

bool is_same_file(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

bool is_at(const struct stat& file, const std::string& path) {
  struct stat status {};
  const bool is_there =
      (path == "-" ? ::fstat(STDIN_FILENO, &status) : ::stat(path.c_str(), &status)) == 0;
  return is_there && is_same_file(file, status);
}

/// Whether a file of that `kind` is what `what` says.
bool is_of(FileKind kind, std::string_view what) {
  return (kind == FileKind::scene && what == kScene) ||
         (kind == FileKind::network && what == kNetwork) ||
         (kind == FileKind::figure && what == kFigureOfViews);
}

/// What can't be made again of what is in a regular file that is there, by any of its names and by
/// what stands in it, and is not of the `kind` that replaces it.
std::optional<std::string_view> what_is_lost(const struct stat& file, const std::string& path,
                                             FileKind kind) {
  if (file.st_size == 0) return std::nullopt;
  for (const std::string& own : {settings_file(), recent_files_file(), lesson_progress_file()}) {
    if (!own.empty() && is_at(file, own)) return "the program's own";
  }
  for (const auto& what :
       {kind_by_name(path), kind_by_name(without_links(path)), kind_by_content(path)}) {
    if (what && !is_of(kind, *what)) return what;
  }
  return std::nullopt;
}

bool is_regular(const struct stat& status) { return S_ISREG(status.st_mode); }

std::string endings_in_words(std::span<const std::string_view> words) {
  std::string text;
  for (const std::string_view word : words) text += (text.empty() ? "" : ", ") + std::string(word);
  return text;
}

void check_ending(const std::string& path, std::span<const std::string_view> endings, FileKind of) {
  const std::string name = in_small_letters(path.substr(path.rfind('/') + 1));
  const auto ends = [&](std::string_view ending) { return name.ends_with(ending); };
  if (std::ranges::none_of(endings, ends)) {
    throw WouldBeLost("expected a name that ends in " + endings_in_words(endings));
  }
  if (const auto kind = kind_by_name(path); kind && !is_of(of, *kind)) {
    throw WouldBeLost("this is what " + std::string(*kind) + " is called; choose another name");
  }
}

}  // namespace

void check_replaceable(const std::string& path, FileKind kind) {
  struct stat status {};
  if (kind == FileKind::own || ::stat(path.c_str(), &status) != 0 || !is_regular(status)) return;
  const auto lost = what_is_lost(status, path, kind);
  if (!lost) return;
  throw WouldBeLost("this is " + std::string(*lost) + ", which would be lost; choose another name");
}

void check_output(const std::string& path, std::span<const std::string_view> endings,
                  std::span<const std::string> read, FileKind kind) {
  struct stat status {};
  const bool is_there = ::stat(path.c_str(), &status) == 0;
  if (is_there && !is_regular(status)) return;
  for (const std::string& input : read) {
    if (is_there && is_at(status, input)) {
      throw WouldBeLost("this is read, and would be lost; choose another name");
    }
  }
  check_replaceable(path, kind);
  check_ending(path, endings, kind);
}

}  // namespace attn
