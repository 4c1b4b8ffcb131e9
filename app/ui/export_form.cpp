#include "app/ui/export_form.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <stdexcept>

#include "app/document/numbers.h"
#include "app/figure/export.h"
#include "app/figure/export_files.h"
#include "app/figure/figure_check.h"
#include "app/figure/stage.h"
#include "engine/problem.h"

namespace attn::ui {
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

void read_sweep(const ExportForm& form, ExportRequest& request, Fields& fields) {
  try {
    request.film.sweep =
        parse_sweep("temperature=" + form.from + ":" + form.to + ":" + form.frames);
  } catch (const std::runtime_error& error) {
    if (fields.problem.empty()) fields.problem = std::string("Temperature: ") + error.what();
  }
  const auto fps = fields.number("Frames a second", form.fps, kSlowestFilm, kFastestFilm);
  if (form.fps.empty()) fields.fail("Frames a second", "expected a number", "");
  request.film.fps = fps.value_or(request.film.fps);
}

}  // namespace

ExportRequest request_of(const ExportForm& form, const ViewState& state) {
  ExportRequest request;
  Fields fields;
  FigureOptions& options = request.options;
  options.view = form.view;
  options.head = form.head;
  options.all_heads = form.all_heads;
  options.colormap = find_colormap(form.colormap.empty() ? state.colormap : form.colormap);
  if (!form.range.empty()) options.range = form.range;
  options.numbers = form.numbers;
  options.legend = form.legend;
  if (!form.title.empty()) options.title = form.title;
  options.caption = form.caption;
  options.theme = std::ranges::find(figure_themes(), form.theme, &FigureThemeRow::id)->theme;
  options.scale = fields.number("Scale", form.scale, kSmallestScale, kLargestScale);
  options.width = fields.whole("Width", form.width, kSmallestSide, kMostPixels);
  options.height = fields.whole("Height", form.height, kSmallestSide, kMostPixels);
  options.state = state;
  if (form.is_film()) read_sweep(form, request, fields);
  if (form.path.empty()) fields.fail("File", "expected a name", "");
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
  try {
    if (form.is_film()) {
      write_film(evaluation->scene, request.options, request.film, form.path, watch);
    } else {
      write_export(evaluation, request.options, {request.options.head, request.options.all_heads},
                   form.path);
    }
  } catch (const SceneError& error) {
    throw std::runtime_error(error.problem().place + ": " + error.problem().text);
  }
}

std::vector<std::string> run_export_of_all(const std::shared_ptr<const Evaluation>& evaluation,
                                           const ExportForm& form, const ViewState& state,
                                           const Watch& watch) {
  const fs::path path(form.path);
  std::string stem = path.stem().string();
  const std::string last = "-" + form.view;
  if (stem.ends_with(last) && stem.size() > last.size()) stem.resize(stem.size() - last.size());
  const std::string folder = form.path.substr(0, form.path.rfind('/') + 1);
  const Stage stage(folder);
  std::vector<std::string> paths;
  const auto views = figure_view_table();
  int done = 0;
  for (const FigureView& view : views) {
    watch.step(done++, static_cast<int>(views.size()));
    if (!says_something(*evaluation, view.id)) continue;
    ExportForm one = form;
    one.view = view.id;
    const ExportRequest request = request_of(one, state);
    if (!request.problem.empty()) throw std::runtime_error(request.problem);
    const std::string place = folder + stem + "-" + one.view + form.ending;
    try {
      write_export(evaluation, request.options, {request.options.head, request.options.all_heads},
                   stage.place(place));
      paths.push_back(place);
    } catch (const NoNumbers&) {  // not all views have some
    }
  }
  watch.step(done, done);
  stage.publish(paths);
  return paths;
}

}  // namespace attn::ui
