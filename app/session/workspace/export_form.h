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

/// What was chosen in the Export dialog, numbers as they were typed.
struct ExportForm {
  std::string view = "weights";
  std::string ending = ".png";
  OptionWords words{};                           ///< those that were given, not empty
  std::string range_from = "0", range_to = "1";  ///< where the range is kTypedRange
  bool own_caption = true;            ///< without such words, the view's own, where it has one
  bool is_bare = false;               ///< the cells alone
  std::string swept = "temperature";  ///< what a film changes: an id of sweeps_of
  std::string pointer{};              ///< where swept is kSweptNumber
  std::string from = "0.05", to = "20", frames = "60", fps = "20";
  std::string path{};  ///< of the file

  bool operator==(const ExportForm&) const = default;

  bool is_film() const { return ending == kFilmEnding; }
  /// The words given for an option; empty where there are none.
  std::string word(std::string_view id) const;
  void set_word(std::string_view id, const std::string& text);
};

/// A range in numbers, that are typed.
inline constexpr std::string_view kTypedRange = "typed";

/// The number of the scene that a JSON pointer names.
inline constexpr std::string_view kSweptNumber = "number";

/// What a film can change.
struct SweptKind {
  std::string_view id, label;
  std::string_view from, to;  ///< where it goes at first
};
/// Those that change something in `view` of `scene`, the temperature first.
std::vector<SweptKind> sweeps_of(const Scene& scene, std::string_view view);

/// What an export needs, made of the form: or why it can't be, in words.
struct ExportRequest {
  FigureOptions options;
  Film film{};
  std::string problem{};
};
ExportRequest request_of(const ExportForm& form, const ViewState& state);

/// What of it a panel of a figure of several views says, in the words of `--panels`.
std::map<std::string, std::string> panel_settings_of(const ExportForm& form);

/// What is wrong as the dialog says it, whose fields are no options: "Query: …" for "--query: …".
std::string in_dialogs_words(const std::string& problem);

/// Calls `work`, which may throw SceneError and OptionError; throws these as std::runtime_error, as
/// the dialog says them.
void do_in_dialogs_words(const std::function<void()>& work);

/// All files that the form asks for: with `all_views`, those that an export of all may write.
std::vector<std::string> paths_of(const ExportForm& form, bool all_views);

/// What can be said against the first of `paths` that is not to be written, by what is there now;
/// empty where nothing. `scene_path` is that of the open scene.
std::string obstacle_at(const std::vector<std::string>& paths, const std::string& scene_path);

/// "Head outputs" for "head-outputs".
std::string label_of_view(std::string_view id);

/// Default folder of the next export: that of the last one, or that of the scene's file, which may
/// have no path.
std::string first_export_folder(const std::string& scene_path);

/// Stores `folder` for the next one.
void keep_export_folder(const std::string& folder);

/// What the file is called at first: in `folder`, after the scene's file or its title.
std::string first_path(const std::string& folder, const std::string& scene_path,
                       const std::string& title, const ExportForm& form);

/// `path` with `ending` in place of the one that it has, where that is an ending of exports.
std::string with_ending(const std::string& path, std::string_view ending);

/// Writes what the form asks for to its path. Throws in words.
void run_export(const std::shared_ptr<const Evaluation>& evaluation, const ExportForm& form,
                const ViewState& state, const Watch& watch);

/// Writes every view that says something about the scene into the folder of the form's path, with
/// its name and format, all or none; answers their paths. Throws in words.
std::vector<std::string> run_export_of_all(const std::shared_ptr<const Evaluation>& evaluation,
                                           const ExportForm& form, const ViewState& state,
                                           const Watch& watch);

}  // namespace attn
