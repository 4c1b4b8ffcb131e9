#include "app/session/workspace/export_form.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "app/document/files/file_writer.h"
#include "app/document/files/output_guard.h"
#include "app/document/files/recent_files.h"
#include "app/document/files/user_folders.h"
#include "app/document/numbers/numbers.h"
#include "app/figure/files/export.h"
#include "app/figure/files/figure_option.h"
#include "app/figure/files/patch_options.h"
#include "app/figure/panels/panel_wish.h"
#include "engine/attention/lookup.h"
#include "engine/attention/score.h"
#include "engine/base/problem.h"

namespace attn {
namespace {

namespace fs = std::filesystem;

/// Sets the problem of a field, if no problem is set yet.
void fail_field(ExportRequest& request, std::string_view name, const std::string& expected,
                const std::string& found) {
  if (!request.problem.empty()) return;
  request.problem = std::string(name) + ": expected " + expected + ", found " +
                    (found.empty() ? "nothing" : found);
}

constexpr SweptKind kSweeps[] = {
    {"temperature", "Temperature", "0.05", "20"},
    {"width", "Kernel's width", "0.2", "5"},
    {"shift", "Shift", "0", "20"},
    {kSweptNumber, "A number", "-2", "2"},
};

void read_sweep(const ExportForm& form, ExportRequest& request) {
  const bool is_number = form.swept == kSweptNumber;
  if (is_number && !form.pointer.starts_with('/')) {
    fail_field(request, "Number", "a JSON pointer into the scene, such as /heads/0/w_q/0/0",
               form.pointer);
  }
  try {
    request.film.sweep = parse_sweep((is_number ? form.pointer : form.swept) + "=" + form.from +
                                     ":" + form.to + ":" + form.frames);
  } catch (const std::runtime_error& error) {
    if (request.problem.empty()) request.problem = label_of_view(form.swept) + ": " + error.what();
  }
  const auto fps = typed_number(form.fps);
  if (!fps || *fps < kSlowestFilm || *fps > kFastestFilm) {
    fail_field(request, "Frames a second",
               "a number from " + brief(kSlowestFilm) + " to " + brief(kFastestFilm), form.fps);
  }
  request.film.fps = fps.value_or(request.film.fps);
}

bool is_bare_form(const ExportForm& form) {
  return form.is_bare && !form.is_film() && find_figure_view(form.view)->has(Choice::bare);
}

/// Texts of the options that apply to the form's view and format, in the syntax of the command
/// line.
OptionWords meant_words(const ExportForm& form) {
  const FigureView& view = *find_figure_view(form.view);
  OptionWords words = form.words;
  if (form.word("range") == kTypedRange) words["range"] = form.range_from + ":" + form.range_to;
  if (!view.has(Choice::all_heads) && form.word("head") == "all" && !is_table(form.ending)) {
    words.erase("head");
  }
  const auto title = words.find("title");
  if (title != words.end() && title->second.find_first_not_of(' ') == std::string::npos) {
    title->second.clear();
  }
  std::erase_if(words, [&](const auto& given) {
    const FigureOption& row = figure_option(given.first);
    if (is_table(form.ending)) return row.id != "head";
    return !row.is_of(view) || (row.id == "cell" && !is_bare_form(form)) ||
           (is_bare_form(form) && row.beside_bare != BesideBare::kept);
  });
  return words;
}

std::string stem_of(const ExportForm& form) {
  std::string stem = fs::path(form.path).stem().string();
  const std::string last = "-" + form.view;
  if (stem.ends_with(last) && stem.size() > last.size()) stem.resize(stem.size() - last.size());
  return stem;
}

std::string folder_before(const ExportForm& form) {
  return form.path.substr(0, form.path.rfind('/') + 1);
}

std::string path_of_view(const ExportForm& form, std::string_view view) {
  return folder_before(form) + stem_of(form) + "-" + std::string(view) + form.ending;
}

/// File with the folders of exports; empty if the user has no folder for it.
std::string export_folders_file() {
  const std::string folder = state_folder();
  return folder.empty() ? "" : folder + "/export-folders";
}

}  // namespace

std::vector<SweptKind> sweeps_of(const Scene& scene, std::string_view view) {
  std::vector<SweptKind> kinds;
  for (const SweptKind& kind : kSweeps) {
    if (kind.id == "width" && !takes_of_head(*scene.score.kind, "width")) continue;
    if (kind.id == "shift" && !shows_shift(view)) continue;
    kinds.push_back(kind);
  }
  return kinds;
}

std::string ExportForm::word(std::string_view id) const {
  const auto given = words.find(id);
  return given == words.end() ? "" : given->second;
}

void ExportForm::set_word(std::string_view id, const std::string& text) {
  if (text.empty()) {
    words.erase(std::string(id));
  } else {
    words[std::string(id)] = text;
  }
}

std::map<std::string, std::string> panel_settings_of(const ExportForm& form) {
  std::map<std::string, std::string> settings;
  for (const auto& [id, words] : meant_words(form)) {
    const PanelSetting* setting = find_row(panel_settings(), id);
    const bool is_the_same = setting && (!setting->set || id == "title");
    if (is_the_same && !words.empty()) settings[id] = words;
  }
  return settings;
}

std::string in_dialogs_words(const std::string& problem) {
  const std::size_t colon = problem.find(':');
  if (!problem.starts_with("--") || colon == std::string::npos) return problem;
  return label_of_view(problem.substr(2, colon - 2)) + problem.substr(colon);
}

void do_in_dialogs_words(const std::function<void()>& work) {
  try {
    work();
  } catch (const SceneError& error) {
    throw std::runtime_error(error.problem().place + ": " + error.problem().text);
  } catch (const OptionError& error) {
    throw std::runtime_error(in_dialogs_words(error.what()));
  }
}

std::vector<std::string> paths_of(const ExportForm& form, bool all_views) {
  if (!all_views) return {form.path};
  std::vector<std::string> paths;
  for (const FigureView& view : figure_view_table()) paths.push_back(path_of_view(form, view.id));
  return paths;
}

std::string obstacle_at(const std::vector<std::string>& paths, const std::string& scene_path) {
  for (const std::string& path : paths) {
    const std::string name = fs::path(path).filename().string();
    std::error_code ignored;
    // Writing to a pipe would wait for its reader.
    if (fs::is_other(fs::status(path, ignored))) return name + ": not a regular file";
    try {
      check_output(path, export_endings(), std::span(&scene_path, 1));
      check_not_read(path);
    } catch (const WouldBeLost& error) {
      return name + ": " + error.what();
    }
  }
  return "";
}

ExportRequest request_of(const ExportForm& form, const ViewState& state) {
  ExportRequest request;
  FigureOptions& options = request.options;
  options.view = form.view;
  options.state = state;
  options.colormap = find_colormap(state.colormap);
  if (is_bare_form(form)) options.bare_cell = 1;
  OptionWords words = meant_words(form);
  // Errors of a typed range are reported by the view.
  if (form.word("range") == kTypedRange) options.range = words["range"], words.erase("range");
  try {
    read_options(options, words);
  } catch (const OptionError& error) {
    request.problem = in_dialogs_words(error.what());
  }
  options.own_caption = form.own_caption;
  if (form.is_film()) read_sweep(form, request);
  if (form.path.empty()) fail_field(request, "File", "a name", "");
  if (std::ranges::count(export_endings(), ending_of(form.path)) == 0) {
    fail_field(request, "File", "a name that ends in " + form.ending,
               fs::path(form.path).filename().string());
  }
  options = without_unused_options(*find_figure_view(form.view), options);
  return request;
}

void read_picture(FigureOptions& options, const ExportForm& form) {
  const bool has_picture =
      find_figure_view(options.view)->has(Choice::patches) && !is_table(form.ending);
  if (has_picture) read_picture_of(options, form.scene_folder);
}

std::string label_of_view(std::string_view id) {
  std::string label(id);
  std::ranges::replace(label, '-', ' ');
  if (!label.empty() && label[0] >= 'a' && label[0] <= 'z') {
    label[0] = static_cast<char>(label[0] - 'a' + 'A');
  }
  return label;
}

std::string first_export_folder(const std::string& scene_path) {
  std::error_code failed;
  for (const std::string& folder : recent_files(export_folders_file())) {
    if (fs::is_directory(folder, failed)) return folder;
  }
  if (!scene_path.empty()) return fs::path(absolute_path(scene_path)).parent_path().string();
  const fs::path here = fs::current_path(failed);
  return failed ? home_folder() : here.string();
}

void keep_export_folder(const std::string& folder) try {
  const std::string file = export_folders_file();
  if (!file.empty()) add_recent_file(folder, file);
} catch (const std::runtime_error&) {  // the next export uses the default
}

std::string file_stem_of(std::string_view title) {
  std::string name;
  for (const char c : title) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool is_plain = is_letter || (c >= '0' && c <= '9');
    if (is_plain) name += is_letter ? static_cast<char>(c | 0x20) : c;
    if (!is_plain && !name.empty() && name.back() != '-') name += '-';
  }
  name = name.substr(0, 60);
  while (name.ends_with('-')) name.pop_back();
  return name;
}

std::string first_path(const std::string& folder, const std::string& scene_path,
                       const std::string& title, const ExportForm& form) {
  std::string name = scene_path.empty() ? std::string() : scene_name(scene_path);
  if (name.empty()) name = file_stem_of(title);
  if (name.empty()) name = "attention";
  return (fs::path(folder) / (name + "-" + form.view + form.ending)).string();
}

std::string with_ending(const std::string& path, std::string_view ending) {
  const std::string now = ending_of(path);
  const bool is_known = std::ranges::count(export_endings(), now) > 0;
  return (is_known ? path.substr(0, path.size() - now.size()) : path) + std::string(ending);
}

void run_export(const std::shared_ptr<const Evaluation>& evaluation, const ExportForm& form,
                const ViewState& state, const Watch& watch) {
  ExportRequest request = request_of(form, state);
  if (!request.problem.empty()) throw std::runtime_error(request.problem);
  watch.step(0, 1);
  do_in_dialogs_words([&] {
    read_picture(request.options, form);
    if (form.is_film()) {
      write_film(evaluation->scene, request.options, request.film, form.path, watch);
    } else {
      write_export(evaluation, request.options, {request.options.head, request.options.all_heads},
                   form.path);
    }
  });
}

std::vector<std::string> run_export_of_all(const std::shared_ptr<const Evaluation>& evaluation,
                                           const ExportForm& form, const ViewState& state,
                                           const Watch& watch) {
  FileBatch files;
  std::vector<std::string> paths;
  const auto views = figure_view_table();
  int done = 0;
  for (const FigureView& view : views) {
    watch.step(done++, static_cast<int>(views.size()));
    if (!is_meaningful(*evaluation, view.id, state.options)) continue;
    ExportForm one = form;
    one.view = view.id;
    const std::string place = path_of_view(form, view.id);
    ExportRequest request = request_of(one, state);
    if (!request.problem.empty()) throw std::runtime_error(request.problem);
    read_picture(request.options, one);
    try {
      files.add(place,
                export_bytes(evaluation, request.options,
                             {request.options.head, request.options.all_heads}, ending_of(place)));
      paths.push_back(place);
    } catch (const NoNumbers&) {  // not all views have some
    }
  }
  watch.step(done, done);
  files.commit();
  return paths;
}

}  // namespace attn
