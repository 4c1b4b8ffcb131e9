#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/document/scene_file/network_file.h"
#include "app/document/scene_file/scene_changes.h"
#include "app/figure/files/figure_views.h"
#include "app/figure/page/figure_options.h"
#include "engine/attention/scene.h"

namespace attn {

/// Request for one panel: "VIEW@SCENE:NAME=VALUE,NAME=VALUE", or "difference" of the two previous
/// panels.
struct PanelWish {
  std::string words{};               ///< original text of the request
  const FigureView* view = nullptr;  ///< null: a difference
  std::string scene{};
  /// Start of `scene` where a figure's file refers to it: the file's folder, which it must not
  /// leave.
  std::optional<std::string> folder{};
  std::optional<Index> layer{};  ///< of a network
  FigureOptions figure{};
  std::string title{}, score{}, normalizer{};
  std::optional<std::string> width{};  ///< width of each head's score, as JSON text
  SceneChanges changes{};              ///< by JSON pointers
  /// Scene or network stored in the figure's file, used instead of the file `scene`, which is then
  /// only its name.
  std::shared_ptr<const Computable> given{};
  std::string look{};  ///< `view` that replaces the scene's own; empty: the scene's own
};

inline constexpr std::string_view kDifference = "difference";

/// Setting of a panel: a row of the table.
struct PanelSetting {
  std::string_view id, value, about;
  bool is_of_look = false;  ///< changes only the drawing; also allowed for a difference
  /// Applies the value; throws std::runtime_error if it is invalid. Null: an option of the figure.
  void (*set)(PanelWish& wish, const std::string& value) = nullptr;
};
/// All but numbers of the scene by their JSON pointers.
std::span<const PanelSetting> panel_settings();

/// Sets the setting `name`, or the number at a JSON pointer. Throws std::runtime_error if this is
/// invalid.
void set_in_panel(PanelWish& wish, const std::string& name, const std::string& value);

/// Parses a request, with defaults from `usual`. Throws OptionError, which names the panel.
PanelWish parse_panel(const std::string& words, const FigureOptions& usual);
/// Request without settings for a panel of `view`; null: a difference.
PanelWish usual_panel(const FigureView* view, const FigureOptions& usual);

/// Applies the settings of the request to `scene`. Throws SceneError.
Scene wished_scene(const PanelWish& wish, Scene scene);
/// Description of the changes that describe_settings() does not include.
std::string wished_words(const PanelWish& wish);

}  // namespace attn
