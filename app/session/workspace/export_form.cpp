#include "app/session/workspace/export_form.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <limits>
#include <stdexcept>

#include "app/document/files/file_writer.h"
#include "app/document/files/output_guard.h"
#include "app/document/numbers/numbers.h"
#include "app/figure/files/export.h"
#include "app/figure/files/export_files.h"
#include "app/figure/files/figure_check.h"
#include "engine/attention/lookup.h"
#include "engine/attention/score.h"
#include "engine/base/problem.h"

namespace attn {
namespace {

namespace fs = std::filesystem;

/// Reads fields; the first that is wrong is what is told.
class Fields {
 public:
  std::string problem{};

  std::optional<double> number(std::string_view name, const std::string& text, double low,
                               double high) {
    if (text.empty()) return std::nullopt;
    const auto value = parse_number(text);
    if (value && static_cast<double>(*value) >= low && static_cast<double>(*value) <= high) {
      return static_cast<double>(*value);
    }
    fail(name, "expected a number from " + brief(low) + " to " + brief(high, 6), text);
    return std::nullopt;
  }

  std::optional<int> whole(std::string_view name, const std::string& text, int low, int high) {
    if (text.empty()) return std::nullopt;
    int value = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool is_whole = end.ec == std::errc{} && end.ptr == text.data() + text.size();
    if (is_whole && value >= low && value <= high) return value;
    fail(name,
         "expected a whole number from " + std::to_string(low) + " to " + std::to_string(high),
         text);
    return std::nullopt;
  }

  void fail(std::string_view name, const std::string& words, const std::string& found) {
    if (!problem.empty()) return;
    problem = std::string(name) + ": " + words + ", found " + (found.empty() ? "nothing" : found);
  }
};

constexpr int kMostPixels = 32767;

constexpr SweptKind kSweeps[] = {
    {"temperature", "Temperature", "0.05", "20"},
    {"width", "Kernel's width", "0.2", "5"},
    {"shift", "Shift", "0", "20"},
    {kSweptNumber, "A number", "-2", "2"},
};

void read_sweep(const ExportForm& form, ExportRequest& request, Fields& fields) {
  const bool is_number = form.swept == kSweptNumber;
  if (is_number && !form.pointer.starts_with('/')) {
    fields.fail("Number", "expected a JSON pointer into the scene, such as /heads/0/w_q/0/0",
                form.pointer);
  }
  try {
    request.film.sweep = parse_sweep((is_number ? form.pointer : form.swept) + "=" + form.from +
                                     ":" + form.to + ":" + form.frames);
  } catch (const std::runtime_error& error) {
    if (fields.problem.empty()) fields.problem = label_of_view(form.swept) + ": " + error.what();
  }
  const auto fps = fields.number("Frames a second", form.fps, kSlowestFilm, kFastestFilm);
  if (form.fps.empty()) fields.fail("Frames a second", "expected a number", "");
  request.film.fps = fps.value_or(request.film.fps);
}

/// What means nothing beside the cells alone.
void leave_out_frame(FigureOptions& options) {
  options.all_heads = false;
  options.query.reset();
  options.key.reset();
  options.dimension.reset();
  options.title.reset();
  options.caption.clear();
  options.scale.reset();
  options.width.reset();
  options.height.reset();
  options.font_size = kFontSize;
  options.numbers = Numbers::automatic;
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

std::map<std::string, std::string> panel_settings_of(const ExportForm& form) {
  const FigureView& view = *find_figure_view(form.view);
  std::map<std::string, std::string> settings;
  const auto say = [&](Choice choice, const char* name, const std::string& words) {
    if (view.has(choice) && !words.empty()) settings[name] = words;
  };
  say(Choice::head, "head", form.head ? std::to_string(*form.head) : "");
  say(Choice::all_heads, "head", form.all_heads ? "all" : "");
  say(Choice::colormap, "colormap", form.colormap);
  say(Choice::range, "range",
      form.range == kTypedRange ? form.range_from + ":" + form.range_to : form.range);
  say(Choice::query, "query", form.query);
  say(Choice::key, "key", form.key);
  say(Choice::dimension, "dimension", form.dimension);
  if (!form.title.empty()) settings["title"] = form.title;
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
    } catch (const WouldBeLost& error) {
      return name + ": " + error.what();
    }
  }
  return "";
}

ExportRequest request_of(const ExportForm& form, const ViewState& state) {
  ExportRequest request;
  Fields fields;
  FigureOptions& options = request.options;
  options.view = form.view;
  options.head = form.head;
  options.all_heads = form.all_heads;
  options.colormap = find_colormap(form.colormap.empty() ? state.colormap : form.colormap);
  if (!form.range.empty()) options.range = form.range;
  if (form.range == kTypedRange) options.range = form.range_from + ":" + form.range_to;
  options.numbers = form.numbers;
  options.legend = form.legend;
  if (!form.title.empty()) options.title = form.title;
  options.caption = form.caption;
  options.own_caption = form.own_caption;
  options.theme = std::ranges::find(figure_themes(), form.theme, &FigureThemeRow::id)->theme;
  options.scale = fields.number("Scale", form.scale, kSmallestScale, kLargestScale);
  options.width = fields.whole("Width", form.width, kSmallestSide, kMostPixels);
  options.height = fields.whole("Height", form.height, kSmallestSide, kMostPixels);
  options.font_size =
      fields.number("Font", form.font_size, kSmallestFont, kLargestFont).value_or(kFontSize);
  options.query = fields.whole("Query", form.query, 0, std::numeric_limits<int>::max());
  options.key = fields.whole("Key", form.key, 0, std::numeric_limits<int>::max());
  options.dimension = fields.whole("Dimension", form.dimension, 0, std::numeric_limits<int>::max());
  options.state = state;
  if (form.is_bare && !form.is_film() && find_figure_view(form.view)->has(Choice::bare)) {
    leave_out_frame(options);
    options.bare_cell = fields.whole("Cell", form.cell, 1, kLargestBareCell).value_or(1);
  }
  if (form.is_film()) read_sweep(form, request, fields);
  if (form.path.empty()) fields.fail("File", "expected a name", "");
  if (std::ranges::count(export_endings(), ending_of(form.path)) == 0) {
    fields.fail("File", "expected a name that ends in " + form.ending,
                fs::path(form.path).filename().string());
  }
  options = only_meant(*find_figure_view(form.view), options);
  request.problem = fields.problem;
  return request;
}

std::string label_of_view(std::string_view id) {
  std::string label(id);
  std::ranges::replace(label, '-', ' ');
  if (!label.empty() && label[0] >= 'a' && label[0] <= 'z') {
    label[0] = static_cast<char>(label[0] - 'a' + 'A');
  }
  return label;
}

std::string first_path(const std::string& folder, const std::string& scene_path,
                       const std::string& title, const ExportForm& form) {
  std::string name = scene_path.empty() ? std::string() : scene_name(scene_path);
  if (name.empty()) {
    for (const char c : title) {
      const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      const bool is_plain = is_letter || (c >= '0' && c <= '9');
      if (is_plain) name += is_letter ? static_cast<char>(c | 0x20) : c;
      if (!is_plain && !name.empty() && name.back() != '-') name += '-';
    }
    name = name.substr(0, 60);
    while (name.ends_with('-')) name.pop_back();
  }
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
  const ExportRequest request = request_of(form, state);
  if (!request.problem.empty()) throw std::runtime_error(request.problem);
  watch.step(0, 1);
  do_in_dialogs_words([&] {
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
    if (!says_something(*evaluation, view.id)) continue;
    ExportForm one = form;
    one.view = view.id;
    const std::string place = path_of_view(form, view.id);
    const ExportRequest request = request_of(one, state);
    if (!request.problem.empty()) throw std::runtime_error(request.problem);
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
