#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/figure/files/film.h"
#include "app/figure/page/figure_options.h"
#include "engine/attention/evaluation.h"
#include "engine/attention/scene.h"

namespace attn {

/// What was chosen in the Export dialog, numbers as they were typed.
struct ExportForm {
  std::string view = "weights";
  std::string ending = ".png";
  std::optional<Index> head{};  ///< none: the view's default
  bool all_heads = false;
  std::string colormap{};  ///< empty: the view's own
  std::string range{};     ///< empty: as in the window; a range's id, or kTypedRange
  std::string range_from = "0", range_to = "1";  ///< where range is kTypedRange
  Numbers numbers = Numbers::automatic;
  bool legend = true;
  std::string title{};  ///< empty: the scene's
  std::string caption{};
  bool own_caption = true;  ///< without a caption, use the view's own, if it has one
  std::string theme = "light";
  std::string scale{}, width{}, height{}, font_size{};  ///< empty: as it comes
  std::string query{}, key{};                           ///< empty: as in the window
  std::string dimension{};            ///< of the output; empty: that which the key moves most
  bool is_bare = false;               ///< the cells alone
  std::string cell{};                 ///< pixels of one's side, then; empty: 1
  std::string swept = "temperature";  ///< what a film changes: an id of sweeps_of
  std::string pointer{};              ///< where swept is kSweptNumber
  std::string from = "0.05", to = "20", frames = "60", fps = "20";
  std::string path{};  ///< of the file

  bool operator==(const ExportForm&) const = default;

  bool is_film() const { return ending == kFilmEnding; }
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
