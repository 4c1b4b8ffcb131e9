#include "app/figure/files/export.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>

#include "app/document/files/file_writer.h"
#include "app/document/json/sink.h"
#include "app/document/scene_file/scene_code.h"
#include "app/figure/canvas/drawing.h"
#include "app/figure/diagram/cell_grid.h"
#include "app/figure/diagram/shading.h"
#include "app/figure/files/figure_option.h"
#include "app/figure/files/figure_views.h"
#include "app/figure/files/patch_options.h"
#include "app/figure/page/figure_words.h"
#include "app/figure/tables/table_format.h"
#include "app/figure/views/pair_quantity.h"
#include "engine/base/text.h"

namespace attn {
namespace {

void write_table(const TableFormat& format, const std::shared_ptr<const Evaluation>& evaluation,
                 const FigureOptions& options, const TableHeads& heads, const Sink& sink) {
  if (!has_numbers(options.view)) {
    throw NoNumbers("expected a view with numbers of its own for " + std::string(format.ending) +
                    "; this one can be written as " + joined(figure_endings()));
  }
  if (find_figure_view(options.view)->traits.number_choices != 0) {
    check_options(evaluation->scene, options);
  }
  ViewState state = state_with_patches(options);
  if (options.head) state.head = *options.head;
  if (options.query) state.selection = Cell{*options.query, -1};
  const ViewTable table = view_table(evaluation, options.view, state, heads);
  format.write(table, sink);
}

namespace fs = std::filesystem;

constexpr std::string_view kName = "{name}", kView = "{view}", kFrame = "{frame}";

std::string pattern_of(const std::string& out, const std::string& ending, bool has_views,
                       bool are_films) {
  if (!is_export_folder(out)) return out;
  std::string pattern = out + (out.ends_with('/') ? "" : "/") + std::string(kName);
  if (has_views) pattern += "-" + std::string(kView);
  if (are_films && ending != kFilmEnding) pattern += "-" + std::string(kFrame);
  return pattern + (ending.empty() ? ".png" : ending);
}

/// The view's name first: a scene may be called "{view}".
std::string path_of(std::string pattern, const std::string& scene, const std::string& view) {
  replace_all(pattern, kView, view);
  replace_all(pattern, kName, scene_name(scene));
  return pattern;
}

/// First unknown {…} in `out`, not among `known` ("{name}"); empty if there is none. Braces in an
/// existing folder are part of its name.
std::optional<std::string> unknown_word(const std::string& out,
                                        std::span<const std::string_view> known) {
  const std::size_t name = out.rfind('/') + 1;
  std::error_code ignored;
  std::size_t from = fs::is_directory(out.substr(0, name), ignored) ? name : 0;
  while ((from = out.find('{', from)) != std::string::npos) {
    const std::size_t end = out.find_first_of("{}/", ++from);
    if (end == std::string::npos || out[end] != '}') continue;
    const std::string word = out.substr(from - 1, end + 2 - from);
    if (std::ranges::count(known, word) == 0) return word;
  }
  return std::nullopt;
}

void check_words(const std::string& out, const std::string& ending, bool are_films) {
  std::vector<std::string_view> known{kName, kView, kHeadWord, kLayerWord};
  const bool has_frames = are_films && ending_of(out) != kFilmEnding && ending != kFilmEnding;
  if (has_frames) known.push_back(kFrame);
  const auto unknown = unknown_word(out, known);
  if (!unknown) return;
  throw std::runtime_error(
      "unknown " + *unknown + "; known: " + joined(known) +
      (has_frames ? "" : "; and for the files of a film " + std::string(kFrame)));
}

std::string described(const ExportFile& file, bool with_view) {
  return file.scene + (with_view ? " (" + file.view + ")" : "");
}

/// Advice for two files with one name.
std::string advice(const ExportFile& a, const ExportFile& b) {
  if (a.scene == b.scene && a.view != b.view) return "; name a folder, or put {view} into the name";
  if (scene_name(a.scene) == scene_name(b.scene)) return "; export them to different folders";
  return "; name a folder, or put {name} into the name";
}

void check_different(const std::vector<ExportFile>& files) {
  std::map<std::string, const ExportFile*> taken;
  for (const ExportFile& file : files) {
    const std::string place = fs::path(file.path).lexically_normal().string();
    const auto [found, is_new] = taken.emplace(place, &file);
    if (is_new) continue;
    const bool are_views = found->second->view != file.view;
    throw std::runtime_error(described(*found->second, are_views) + " and " +
                             described(file, are_views) + " would both be written to " + file.path +
                             advice(*found->second, file));
  }
}

/// Placeholder of a frame's number in a file name.
struct FrameNumber {
  std::size_t begin, length;
  std::size_t digits;  ///< minimum number of digits; 0: as many as the last frame has, at least 3
};

/// First placeholder at or after `from`: {frame}, %d, or %01d to %09d.
std::optional<FrameNumber> find_frame_number(std::string_view name, std::size_t from = 0) {
  for (std::size_t at = from; at < name.size(); ++at) {
    const std::string_view rest = name.substr(at);
    if (rest.starts_with(kFrame)) return FrameNumber{at, kFrame.size(), 0};
    if (rest.starts_with("%d")) return FrameNumber{at, 2, 1};
    if (rest.starts_with("%0") && rest.size() > 3 && rest[2] >= '1' && rest[2] <= '9' &&
        rest[3] == 'd') {
      return FrameNumber{at, 4, static_cast<std::size_t>(rest[2] - '0')};
    }
  }
  return std::nullopt;
}

}  // namespace

bool is_meaningful(const Evaluation& evaluation, std::string_view view,
                   const ViewOptions& options) {
  const auto is_meaningful = find_figure_view(view)->traits.is_meaningful;
  return !is_meaningful || is_meaningful(evaluation, options);
}

bool needs_no_trace(const Scene& scene, const FigureOptions& options, std::string_view path) {
  const NumberSpan span = span_of_all(pair_quantity("weights"), scene);
  const RangeKind& range = range_kind(options.range.value_or(options.state.options.range), span);
  const FigureView* view = find_figure_view(options.view);
  if (options.look.tokens) return false;          // a part is cut out
  if (!options.look.notes.empty()) return false;  // placed to cover little
  const bool has_sinks =
      std::ranges::any_of(scene.heads, [](const Head& h) { return h.sink.has_value(); });
  if (has_sinks) return false;  // shares of sinks are next to it
  return view && view->traits.needs_no_trace && !is_table(path) && options.bare_cell == 0 &&
         span == NumberSpan::kShares && is_drawn_as_image(scene.query_count(), scene.key_count()) &&
         (range.is_unit() || range.ends == RangeEnds::kDecades || range.ends == RangeEnds::kRoots ||
          range.ends == RangeEnds::kSaid);
}

std::optional<Index> single_head(const Scene& scene, const FigureOptions& options) {
  const FigureView* view = find_figure_view(options.view);
  const bool shows_one = view && view->has(Choice::pairs) && !options.all_heads;
  if (!shows_one || scene.heads.size() == 1) return std::nullopt;
  const RangeKind& range =
      range_kind(options.range.value_or(options.state.options.range), span_of(*view, scene));
  if (range.ends == RangeEnds::kOfAll) return std::nullopt;
  return head_of(scene, options);
}

std::string write_export(const std::shared_ptr<const Evaluation>& evaluation,
                         const FigureOptions& options, const TableHeads& heads,
                         const std::string& path) {
  if (const TableFormat* format = find_table_format(ending_of(path))) {
    std::optional<FileWriter> file;  // none if there are no numbers
    write_table(*format, evaluation, options, heads, [&](std::string_view piece) {
      if (!file) file.emplace(path);
      file->append(piece);
    });
    if (!file) file.emplace(path);
    file->commit();
    return "";
  }
  return write_figure(evaluation, options, path);
}

std::string export_bytes(const std::shared_ptr<const Evaluation>& evaluation,
                         const FigureOptions& options, const TableHeads& heads,
                         std::string_view ending) {
  const TableFormat* format = find_table_format(ending);
  if (!format) {
    return figure_bytes([&](double scale) { return draw_figure(evaluation, options, scale); },
                        std::string(ending));
  }
  std::string bytes;
  write_table(*format, evaluation, options, heads, [&](std::string_view piece) { bytes += piece; });
  return bytes;
}

bool has_frame_number(const std::string& path) {
  return find_frame_number(path, path.rfind('/') + 1).has_value();
}

std::string frame_name(const std::string& pattern, int n, int count) {
  std::string name;
  std::size_t from = 0;
  while (const auto found = find_frame_number(pattern, from)) {
    const std::size_t digits = found->digits > 0
                                   ? found->digits
                                   : std::max<std::size_t>(3, std::to_string(count - 1).size());
    const std::string number = std::to_string(n);
    name += pattern.substr(from, found->begin - from);
    name += std::string(digits - std::min(digits, number.size()), '0') + number;
    from = found->begin + found->length;
  }
  return name + pattern.substr(from);
}

bool is_export_folder(const std::string& out) {
  const bool is_file = std::ranges::count(export_endings(), ending_of(out)) > 0;
  std::error_code ignored;
  return out.ends_with('/') || (!is_file && fs::is_directory(out, ignored));
}

std::string scene_name(std::string_view path) {
  if (path == "-") return "stdin";
  if (is_scene_code(path)) return "link";
  std::string_view name = path.substr(path.find_last_of('/') + 1);
  for (const std::string_view ending : {".json", ".attn", ".attn-net", ".attn-model"}) {
    if (name.ends_with(ending) && name.size() > ending.size()) name.remove_suffix(ending.size());
  }
  return std::string(name);
}

std::vector<ExportFile> export_files(std::span<const std::string> scenes,
                                     std::span<const std::string> views, const std::string& out,
                                     const std::string& ending, bool are_films) {
  check_words(out, ending, are_films);
  const std::string pattern = pattern_of(out, ending, views.size() > 1, are_films);
  std::vector<ExportFile> files;
  for (const std::string& scene : scenes) {
    for (const std::string& view : views) {
      files.push_back({scene, view, path_of(pattern, scene, view)});
    }
  }
  check_different(files);
  return files;
}

std::span<const std::string_view> export_endings() {
  static const std::vector<std::string_view> kEndings = [] {
    const auto figures = figure_endings();
    std::vector<std::string_view> endings(figures.begin(), figures.end());
    for (const TableFormat& format : kTableFormats) endings.push_back(format.ending);
    endings.push_back(kFilmEnding);
    return endings;
  }();
  return kEndings;
}

bool is_table(std::string_view path) { return find_table_format(ending_of(path)) != nullptr; }

}  // namespace attn
