#include "app/command/export_command.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <new>
#include <span>
#include <system_error>
#include <variant>

#include "app/command/progress_line.h"
#include "app/command/scene_work.h"
#include "app/document/files/file_path.h"
#include "app/document/files/memory_limit.h"
#include "app/document/files/output_guard.h"
#include "app/document/scene_file/scene_code.h"
#include "app/document/view/view_state.h"
#include "app/figure/files/export.h"
#include "app/figure/files/figure_option.h"
#include "app/figure/files/figure_views.h"
#include "app/figure/files/patch_options.h"
#include "app/paint/missing_scripts.h"
#include "app/platform/interrupt.h"
#include "engine/attention/shapes.h"
#include "engine/base/text.h"

namespace attn {
namespace {

std::vector<std::string> views_of(const ExportOptions& options) {
  if (options.view != kAllViews) return {options.view};
  const auto views = figure_views();
  return {views.begin(), views.end()};
}

void check_out(const ExportOptions& options, const std::string& path) {
  const bool is_gif = ending_of(path) == kFilmEnding;
  if (!options.film && is_gif) {
    throw Failure(Status::kWrong, "--out: expected --sweep for a .gif: the number that changes");
  }
  if (options.film && !is_gif && !has_frame_number(path)) {
    throw Failure(
        Status::kWrong,
        "--out: expected a .gif, a folder or {frame} in the name for --sweep, found " + path);
  }
}

/// Returns whether the option, "--query", chooses the numbers of one of the views.
bool chooses_numbers(const ExportOptions& options, const std::string& name) {
  const auto rows = figure_options();
  const auto row = std::ranges::find(rows, name.substr(2), &FigureOption::id);
  return row != rows.end() && std::ranges::any_of(views_of(options), [&](const auto& view) {
           return row->is_of_numbers(*find_figure_view(view));
         });
}

/// Refuses options for the look of a figure: a table contains only numbers.
void check_table(const ExportOptions& options, const std::string& path) {
  if (!is_table(path)) return;
  for (const std::string& look : options.looks) {
    if (chooses_numbers(options, look)) continue;
    throw Failure(Status::kWrong,
                  look + ": has no effect in a table (" + ending_of(path) + "), only in a figure");
  }
}

/// Reads the picture of a figure of patches. If the scene's own is missing, a line says so, and the
/// figure is drawn without it.
void read_picture(FigureOptions& figure, const std::string& scene) {
  if (!find_figure_view(figure.view)->has(Choice::patches)) return;
  read_picture_of(figure, is_scene_code(scene) ? "" : folder_of(scene));
  if (figure.back.problem.empty()) return;
  std::cerr << "attentoscope: "
            << problem_line(scene, "", "drawn without its picture: " + figure.back.problem)
            << std::endl;
}

bool is_to_output(const ExportOptions& options) { return options.out == kStandardOutput; }

/// The single file written to standard output, with a path such as "-.png".
std::vector<ExportFile> planned_output(const ExportOptions& options) {
  const auto refuse = [](const std::string& words) {
    throw Failure(Status::kWrong, "--out -: " + words);
  };
  if (options.ending.empty()) refuse("expected --format, the format of the output");
  if (options.scenes.size() > 1 || options.view == kAllViews) {
    refuse("expected one scene and one view");
  }
  if (options.film) refuse("expected no --sweep, which makes a film");
  const std::string path = std::string(kStandardOutput) + options.ending;
  check_out(options, path);
  check_table(options, path);
  return {{options.scenes.front(), options.view, path}};
}

/// Returns whether the file name contains the placeholder `word`, for one file per head or layer.
bool has_word(const ExportOptions& options, std::string_view word) {
  return options.out.find(word) != std::string::npos;
}

void check_plan(const ExportOptions& options, std::span<const ExportFile> files) {
  for (const ExportFile& file : files) {
    about_output(file.path, [&] { check_output(file.path, export_endings(), options.scenes); });
  }
}

std::vector<ExportFile> planned(const ExportOptions& options) {
  if (is_to_output(options)) return planned_output(options);
  try {
    auto files = export_files(options.scenes, views_of(options), options.out, options.ending,
                              options.film.has_value());
    check_out(options, files.front().path);
    check_table(options, files.front().path);
    check_plan(options, files);
    if (has_word(options, kHeadWord) && (options.heads.only || options.heads.all)) {
      throw Failure(Status::kWrong,
                    "--head: has no effect with {head} in --out, which writes "
                    "a file for each head; choose heads by --heads");
    }
    return files;
  } catch (const Failure&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw Failure(Status::kWrong, std::string("--out: ") + error.what());
  }
}

/// Error of a folder that cannot be accessed ("": the current folder).
std::error_code folder_error(const std::string& folder) {
  std::error_code error;
  [[maybe_unused]] const auto status = std::filesystem::status(folder + ".", error);
  return error;
}

/// Returns whether missing folders are to be created: if `out` ends in "/", or its folder contains
/// a placeholder. Otherwise a missing folder is an error.
bool wants_folders(const std::string& out) {
  return out.ends_with('/') || out.substr(0, out.rfind('/') + 1).find('{') != std::string::npos;
}

void check_heads(const ExportOptions& options, std::size_t count) {
  const Index head = options.heads.only.value_or(0);
  if (head < static_cast<Index>(count)) return;
  throw Failure(Status::kWrong, "--head: expected less than " + std::to_string(count) +
                                    " (heads of the scene), found " + std::to_string(head));
}

/// `scene` with head `head` as the last, after the head whose keys it has; heads are not combined.
Scene scene_of_head(const Scene& scene, std::size_t head) {
  Scene alone = scene;
  alone.combine = {};
  alone.heads = {scene.heads[head]};
  if (const auto keys = keys_head(scene, head); keys != head) {
    alone.heads.insert(alone.heads.begin(), scene.heads[keys]);
    alone.heads.back().keys_of = 0;
  }
  return alone;
}

/// Exports one scene after another; a failure does not affect the others.
class Exporter {
 public:
  Exporter(const ExportOptions& options, const LayerScenes* layers)
      : options_(options), layers_(layers) {}

  Status status() const { return status_; }
  /// Exports one scene to its `files`.
  void add(std::span<const ExportFile> files) {
    if (layers_ == nullptr) {
      tried([&] { add_parts(parts_of(files), files); });
    } else {
      // One after another: all together may be large.
      for (const Index layer : layers_->layers) {
        tried([&] { add_parts({part_of_model(layer, files)}, files); });
      }
    }
    for (const ExportFile& file : files) settle_output(file.path);
  }

 private:
  template <typename Work>
  void tried(Work work) {
    try {
      work();
    } catch (const Failure& failure) {
      failed(failure);
    } catch (const std::bad_alloc&) {
      failed(Failure(Status::kCouldNot, out_of_memory_words()));
    }
  }

  void failed(const Failure& failure) {
    std::cerr << failure.what() << std::endl;
    status_ = std::max(status_, failure.status());
    interrupt::set_exit_status(static_cast<int>(status_));
  }

  /// Attention shown in one file: of a single layer or head, if the file name has a placeholder.
  struct OfMany {
    std::shared_ptr<const Evaluation> evaluation{};
    std::optional<Index> layer{}, head{};

    bool is_of_many() const { return layer || head; }
  };

  void add_parts(const std::vector<OfMany>& parts, std::span<const ExportFile> files) {
    for (const OfMany& part : parts) {
      for (const ExportFile& file : files) {
        tried([&] {
          for (const OfMany& one : heads_of(part, file)) {
            tried([&] { write(one, one.is_of_many() ? named(one, file) : file); });
          }
        });
      }
    }
  }

  OfMany part_of_model(Index layer, std::span<const ExportFile> files) const {
    const std::string& file = files.front().scene;
    OfMany part{evaluated(about_scene(file, [&] { return layers_->scene(layer); }), files), {}, {}};
    if (has_word(options_, kLayerWord)) part.layer = layer;
    return part;
  }

  std::vector<OfMany> parts_of(std::span<const ExportFile> files) const {
    if (!has_word(options_, kLayerWord)) {
      return {{evaluated(scene_in(files.front().scene), files), {}, {}}};
    }
    const std::string& file = files.front().scene;
    const Computable read = computable_in(file);
    const auto* network = std::get_if<Network>(&read);
    if (!network) {
      throw Failure(Status::kWrong, file, "--out: {layer}: expected a network, found a scene");
    }
    const NetworkTrace trace = result_of(file, *network);
    std::vector<OfMany> parts;
    for (Index layer = 0; layer < std::ssize(network->blocks); ++layer) {
      const auto attention = attention_of(*network, trace, layer);
      if (attention) parts.push_back({attention, layer, std::nullopt});
    }
    if (parts.empty()) {
      throw Failure(Status::kWrong, file, "--out: {layer}: no layer has attention");
    }
    for (const OfMany& part : parts) check_heads(options_, part.evaluation->scene.heads.size());
    return parts;
  }

  /// One part per head if the file name has a placeholder for heads, otherwise the part itself.
  std::vector<OfMany> heads_of(const OfMany& part, const ExportFile& file) const {
    if (!has_word(options_, kHeadWord)) return {part};
    if (!find_figure_view(file.view)->has(Choice::head)) {
      if (options_.view == kAllViews) return {};
      throw Failure(Status::kWrong,
                    "--out: {head}: the view " + file.view + " does not show a single head");
    }
    std::vector<Index> heads = options_.figure.look.heads;
    const auto count = std::ssize(part.evaluation->scene.heads);
    for (Index head = 0; options_.figure.look.heads.empty() && head < count; ++head) {
      heads.push_back(head);
    }
    std::vector<OfMany> parts;
    parts.reserve(heads.size());
    for (const Index head : heads) parts.push_back({part.evaluation, part.layer, head});
    return parts;
  }

  /// File of the part's layer and head. Throws Failure if it may not be written.
  ExportFile named(const OfMany& part, const ExportFile& file) const {
    std::string out = options_.out;
    if (part.layer) replace_all(out, kLayerWord, std::to_string(*part.layer));
    if (part.head) replace_all(out, kHeadWord, std::to_string(*part.head));
    const std::vector<ExportFile> found =
        export_files(std::span(&file.scene, 1), std::span(&file.view, 1), out, options_.ending,
                     options_.film.has_value());
    check_plan(options_, found);
    return found.front();
  }

  /// Evaluates the scene of the files; computes the trace only if a file needs it.
  std::shared_ptr<const Evaluation> evaluated(Scene read, std::span<const ExportFile> files) const {
    const std::string& file = files.front().scene;
    Evaluation evaluation{std::move(read), {}};
    const Scene& scene = evaluation.scene;
    check_heads(options_, scene.heads.size());
    evaluation.trace.heads.resize(scene.heads.size());
    const bool needs_trace = std::ranges::any_of(
        files, [&](const ExportFile& one) { return this->needs_trace(scene, one); });
    if (needs_trace && !evaluates_one(file, evaluation, files)) {
      evaluation.trace = result_of(file, scene);
    }
    return std::make_shared<const Evaluation>(std::move(evaluation));
  }

  /// If all files show the same single head, evaluates that one alone and returns true.
  bool evaluates_one(const std::string& file, Evaluation& evaluation,
                     std::span<const ExportFile> files) const {
    std::optional<Index> one;
    for (const ExportFile& each : files) {
      const FigureOptions figure = figure_of(evaluation.scene, each);
      const auto head = single_head(evaluation.scene, figure);
      if (options_.film || has_word(options_, kHeadWord) || is_table(each.path) || !head ||
          (one && one != head)) {
        return false;
      }
      one = head;
    }
    if (!one) return false;
    const auto number = static_cast<std::size_t>(*one);
    Trace trace = result_of(file, scene_of_head(evaluation.scene, number));
    evaluation.trace.heads[number] = std::move(trace.heads.back());
    return true;
  }

  /// Returns whether a file needs the trace of the scene; a film evaluates its own scenes.
  bool needs_trace(const Scene& scene, const ExportFile& file) const {
    if (options_.film) return options_.view == kAllViews;
    return !needs_no_trace(scene, figure_of(scene, file), file.path);
  }

  FigureOptions figure_of(const Scene& scene, const ExportFile& file,
                          std::optional<Index> head = {}) const {
    FigureOptions figure = options_.figure;
    figure.view = file.view;
    figure.head = head ? head : options_.heads.only;
    if (has_word(options_, kHeadWord)) figure.look.heads.clear();
    figure.all_heads = options_.heads.all || !figure.look.heads.empty();
    std::string view = scene.view;
    for (const std::string& set : options_.sets) view = with_view_setting(view, set);
    figure.state = parse_view(view);
    if (options_.view != kAllViews) return figure;
    return without_unused_options(*find_figure_view(file.view), figure);
  }

  /// Returns whether the folder of `path` exists; creates it if `out` asks for folders. Each error
  /// is reported once.
  bool has_folder(const std::string& path) {
    const std::string folder = path.substr(0, path.rfind('/') + 1);
    if (const auto known = folders_.find(folder); known != folders_.end()) return known->second;
    std::error_code error = folder_error(folder);
    if (error == std::errc::no_such_file_or_directory && wants_folders(options_.out)) {
      std::filesystem::create_directories(folder, error);
    }
    if (error) failed(Failure(Status::kCouldNot, path, error.message()));
    return folders_[folder] = !error;
  }

  void write(const OfMany& part, const ExportFile& file) {
    const bool is_one_of_all = options_.view == kAllViews;
    const auto& evaluation = part.evaluation;
    FigureOptions figure = figure_of(evaluation->scene, file, part.head);
    TableHeads heads = options_.heads;
    if (part.head) heads = {.only = part.head};
    const ViewOptions shown = state_with_patches(figure).options;
    if (is_one_of_all && !is_meaningful(*evaluation, file.view, shown)) return;
    if (!is_to_output(options_) && !has_folder(file.path)) return;
    if (!is_table(file.path)) tell_missing_fonts(evaluation->scene);
    about_output(file.path, [&] {
      try {
        if (!is_table(file.path)) read_picture(figure, file.scene);
        write_one(evaluation, figure, heads, file);
      } catch (const OptionError& error) {
        throw Failure(Status::kWrong, error.what());
      } catch (const NoNumbers& error) {
        if (is_one_of_all) return;
        throw Failure(Status::kWrong, file.scene, "--view " + file.view + ": " + error.what());
      }
    });
  }

  void write_one(const std::shared_ptr<const Evaluation>& evaluation, const FigureOptions& figure,
                 const TableHeads& heads, const ExportFile& file) const {
    if (is_to_output(options_)) {
      return print_bytes(about_scene(file.scene, [&] {
        return export_bytes(evaluation, figure, heads, ending_of(file.path));
      }));
    }
    if (!options_.film) {
      about_scene(file.scene, [&] {
        tell_remark(file.path, write_export(evaluation, figure, heads, file.path));
      });
      return;
    }
    ProgressLine line(file.path);
    const Watch watch{[&line](int done, int total) { line.show(done, total); }};
    about_scene(file.scene,
                [&] { write_film(evaluation->scene, figure, *options_.film, file.path, watch); });
  }

  const ExportOptions& options_;
  const LayerScenes* layers_;              ///< null: the scenes of files
  std::map<std::string, bool> folders_{};  ///< whether files can be made there
  Status status_ = Status::kDone;
};

}  // namespace

void tell_missing_fonts(const Scene& scene) {
  static MissingScripts scripts;
  std::vector<std::string> texts{scene.title};
  texts.insert(texts.end(), scene.tokens.begin(), scene.tokens.end());
  const auto& queries = scene.query_tokens();
  texts.insert(texts.end(), queries.begin(), queries.end());
  if (const std::string words = scripts.words_for(texts); !words.empty()) {
    std::cerr << "attentoscope: " << words << std::endl;
  }
}

Status export_scenes(const ExportOptions& options, const LayerScenes* layers) {
  if (find_figure_view(options.view) == nullptr && options.view != kAllViews) {
    throw Failure(Status::kWrong,
                  "--view " + options.view + ": expected a trained model, with --text or --ids");
  }
  const std::vector<ExportFile> files = planned(options);
  const std::size_t views = files.size() / options.scenes.size();
  std::vector<std::string> paths;
  paths.reserve(files.size());
  for (const ExportFile& file : files) {
    if (!is_to_output(options)) paths.push_back(file.path);
  }
  expect_outputs(std::move(paths));
  Exporter exporter(options, layers);
  for (std::size_t n = 0; n < files.size(); n += views) {
    exporter.add(std::span(files).subspan(n, views));
  }
  return exporter.status();
}

}  // namespace attn
