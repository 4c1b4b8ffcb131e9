#include "app/export_command.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <new>
#include <system_error>

#include <unistd.h>

#include "app/document/files/interrupt.h"
#include "app/document/files/output_guard.h"
#include "app/document/view/view_settings.h"
#include "app/figure/files/export_files.h"
#include "app/figure/files/figure_check.h"
#include "app/progress_line.h"
#include "app/scene_work.h"

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
    throw Failure(Status::kWrong, "--out: expected --sweep, which says what changes in a .gif");
  }
  if (options.film && !is_gif && !has_frame_number(path)) {
    throw Failure(
        Status::kWrong,
        "--out: expected a .gif, a folder or {frame} in the name for --sweep, found " + path);
  }
}

/// A table is numbers alone.
void check_table(const ExportOptions& options, const std::string& path) {
  if (!is_table(path) || options.looks.empty()) return;
  throw Failure(Status::kWrong, options.looks.front() + ": means nothing in a table (" +
                                    ending_of(path) + "), only in a figure");
}

std::vector<ExportFile> planned(const ExportOptions& options) {
  try {
    auto files = export_files(options.scenes, views_of(options), options.out, options.ending,
                              options.film.has_value());
    check_out(options, files.front().path);
    check_table(options, files.front().path);
    for (const ExportFile& file : files) {
      about_output(file.path, [&] { check_output(file.path, export_endings(), options.scenes); });
    }
    return files;
  } catch (const Failure&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw Failure(Status::kWrong, std::string("--out: ") + error.what());
  }
}

/// Why there is no such folder ("" is the present one), where there is none.
std::error_code folder_error(const std::string& folder) {
  const bool is_there = ::access((folder + ".").c_str(), F_OK) == 0;
  return is_there ? std::error_code() : std::error_code(errno, std::generic_category());
}

/// Whether `out` itself says that folders are wanted; a name that has one too many is a mistake.
bool wants_folders(const std::string& out) {
  return out.ends_with('/') || out.substr(0, out.rfind('/') + 1).find('{') != std::string::npos;
}

void check_heads(const ExportOptions& options, std::size_t count) {
  const Index head = options.heads.only.value_or(0);
  if (head < static_cast<Index>(count)) return;
  throw Failure(Status::kWrong, "--head: expected less than " + std::to_string(count) +
                                    " (heads of the scene), found " + std::to_string(head));
}

/// The export of one scene after the other, on which no failure has an influence.
class Exporter {
 public:
  explicit Exporter(const ExportOptions& options) : options_(options) {}

  Status status() const { return status_; }
  /// `files` are those of one scene.
  void add(std::span<const ExportFile> files) {
    std::shared_ptr<const Evaluation> evaluation;
    tried([&] { evaluation = evaluated(files); });
    for (const ExportFile& file : files) {
      if (evaluation) tried([&] { write(evaluation, file); });
      settle_output(file.path);
    }
  }

 private:
  template <typename Work>
  void tried(Work work) {
    try {
      work();
    } catch (const Failure& failure) {
      failed(failure);
    } catch (const std::bad_alloc&) {
      failed(Failure(Status::kCouldNot, "out of memory"));
    }
  }

  void failed(const Failure& failure) {
    std::cerr << failure.what() << std::endl;
    status_ = std::max(status_, failure.status());
    interrupt::will_end_as(static_cast<int>(status_));
  }

  /// With as much of a trace as the files need.
  std::shared_ptr<const Evaluation> evaluated(std::span<const ExportFile> files) const {
    const std::string& file = files.front().scene;
    Evaluation evaluation{scene_in(file), {}};
    const Scene& scene = evaluation.scene;
    check_heads(options_, scene.heads.size());
    evaluation.trace.heads.resize(scene.heads.size());
    const bool needs_trace = std::ranges::any_of(
        files, [&](const ExportFile& one) { return this->needs_trace(scene, one); });
    if (needs_trace) evaluation.trace = result_of(file, scene);
    return std::make_shared<const Evaluation>(std::move(evaluation));
  }

  /// A film evaluates its own scenes.
  bool needs_trace(const Scene& scene, const ExportFile& file) const {
    if (options_.film) return options_.view == kAllViews;
    return !needs_no_trace(scene, figure_of(scene, file), file.path);
  }

  FigureOptions figure_of(const Scene& scene, const ExportFile& file) const {
    FigureOptions figure = options_.figure;
    figure.view = file.view;
    figure.head = options_.heads.only;
    figure.all_heads = options_.heads.all;
    std::string view = scene.view;
    for (const std::string& set : options_.sets) view = with_view_setting(view, set);
    figure.state = parse_view(view);
    if (options_.view != kAllViews) return figure;
    return only_meant(*find_figure_view(file.view), figure);
  }

  /// Makes it where it is wanted. What is wrong with one is told once.
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

  void write(const std::shared_ptr<const Evaluation>& evaluation, const ExportFile& file) {
    const bool is_one_of_all = options_.view == kAllViews;
    const FigureOptions figure = figure_of(evaluation->scene, file);
    if (is_one_of_all && !says_something(*evaluation, file.view)) return;
    if (!has_folder(file.path)) return;
    about_output(file.path, [&] {
      try {
        write_one(evaluation, figure, file);
      } catch (const OptionError& error) {
        throw Failure(Status::kWrong, error.what());
      } catch (const NoNumbers& error) {
        if (is_one_of_all) return;
        throw Failure(Status::kWrong, file.scene, "--view " + file.view + ": " + error.what());
      }
    });
  }

  void write_one(const std::shared_ptr<const Evaluation>& evaluation, const FigureOptions& figure,
                 const ExportFile& file) const {
    if (!options_.film) {
      about_scene(file.scene, [&] { write_export(evaluation, figure, options_.heads, file.path); });
      return;
    }
    ProgressLine line(file.path);
    const Watch watch{[&line](int done, int total) { line.show(done, total); }};
    about_scene(file.scene,
                [&] { write_film(evaluation->scene, figure, *options_.film, file.path, watch); });
  }

  const ExportOptions& options_;
  std::map<std::string, bool> folders_{};  ///< whether files can be made there
  Status status_ = Status::kDone;
};

}  // namespace

Status export_scenes(const ExportOptions& options) {
  const std::vector<ExportFile> files = planned(options);
  const std::size_t views = files.size() / options.scenes.size();
  std::vector<std::string> paths;
  paths.reserve(files.size());
  for (const ExportFile& file : files) paths.push_back(file.path);
  interrupt::expect_outputs(std::move(paths));
  Exporter exporter(options);
  for (std::size_t n = 0; n < files.size(); n += views) {
    exporter.add(std::span(files).subspan(n, views));
  }
  return exporter.status();
}

}  // namespace attn
