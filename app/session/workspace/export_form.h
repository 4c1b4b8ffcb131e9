#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/figure/files/figure_option.h"
#include "app/figure/files/film.h"
#include "app/figure/page/figure_options.h"
#include "engine/attention/evaluation.h"
#include "engine/attention/scene.h"

namespace attn {

/// State of the Export dialog, with numbers as typed.
struct ExportForm {
  std::string view = "weights";
  std::string ending = ".png";
  OptionWords words{};                           ///< given options that are not empty
  std::string range_from = "0", range_to = "1";  ///< used if the range is kTypedRange
  bool own_caption = true;                       ///< without a caption, use the view's own caption
  bool is_bare = false;                          ///< the cells alone
  std::string swept = "temperature";  ///< number that a film changes: an id of sweeps_of()
  std::string pointer{};              ///< used if `swept` is kSweptNumber
  std::string from = "0.05", to = "20", frames = "60", fps = "20";
  std::string path{};          ///< of the file
  std::string scene_folder{};  ///< of the scene's file, where its picture is; may be empty

  bool operator==(const ExportForm&) const = default;

  bool is_film() const { return ending == kFilmEnding; }
  /// Text given for an option; empty if none was given.
  std::string word(std::string_view id) const;
  void set_word(std::string_view id, const std::string& text);
};

/// Id of a range with typed ends.
inline constexpr std::string_view kTypedRange = "typed";

/// Id of a film that changes the number at a JSON pointer.
inline constexpr std::string_view kSweptNumber = "number";

/// Number that a film can change.
struct SweptKind {
  std::string_view id, label;
  std::string_view from, to;  ///< initial range
};
/// Numbers that affect `view` of `scene`, the temperature first.
std::vector<SweptKind> sweeps_of(const Scene& scene, std::string_view view);

/// Export options created from the form, or the reason why the form is invalid.
struct ExportRequest {
  FigureOptions options;
  Film film{};
  std::string problem{};
};
ExportRequest request_of(const ExportForm& form, const ViewState& state);

/// Reads the picture that the options of a figure of patches name: may take long. Throws
/// OptionError.
void read_picture(FigureOptions& options, const ExportForm& form);

/// Settings of the form for a panel in a figure with several views, in the syntax of `--panels`.
std::map<std::string, std::string> panel_settings_of(const ExportForm& form);

/// Error message with the dialog's field name instead of the option: "Query: …" for "--query: …".
std::string in_dialogs_words(const std::string& problem);

/// Calls `work`; rethrows SceneError and OptionError as std::runtime_error with the dialog's field
/// names.
void do_in_dialogs_words(const std::function<void()>& work);

/// Files that the export may write; with `all_views`, those of an export of all views.
std::vector<std::string> paths_of(const ExportForm& form, bool all_views);

/// Reason why one of `paths` cannot be written, checked by the existing files; empty if all can.
/// `scene_path`: file of the open scene. What FilesRead has noted, such as the matrices that scenes
/// refer to, is not replaced.
std::string obstacle_at(const std::vector<std::string>& paths, const std::string& scene_path);

/// "Head outputs" for "head-outputs".
std::string label_of_view(std::string_view id);

/// Default folder of the next export: that of the last export, or of the scene's file. `scene_path`
/// may be empty.
std::string first_export_folder(const std::string& scene_path);

/// Stores `folder` as the default for the next export.
void keep_export_folder(const std::string& folder);

/// File name of a title, without ending: "the-sleepy-child" for "The sleepy child"; empty if the
/// title has no letters and digits of ASCII.
std::string file_stem_of(std::string_view title);

/// Default path of an export: in `folder`, named after the scene's file or title.
std::string first_path(const std::string& folder, const std::string& scene_path,
                       const std::string& title, const ExportForm& form);

/// `path` with `ending` in place of its current ending, if this is an ending of exports.
std::string with_ending(const std::string& path, std::string_view ending);

/// Writes the export to the form's path. Throws std::runtime_error.
void run_export(const std::shared_ptr<const Evaluation>& evaluation, const ExportForm& form,
                const ViewState& state, const Watch& watch);

/// Writes every view that is meaningful for the scene to the folder of the form's path, with the
/// form's name and format. If one fails, none is written. Returns the paths. Throws
/// std::runtime_error.
std::vector<std::string> run_export_of_all(const std::shared_ptr<const Evaluation>& evaluation,
                                           const ExportForm& form, const ViewState& state,
                                           const Watch& watch);

}  // namespace attn
