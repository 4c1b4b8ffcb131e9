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

/// Request for a panel: "VIEW@SCENE:NAME=VALUE,NAME=VALUE", or "difference" of the two before it.
struct PanelWish {
  std::string words{};               ///< as written
  const FigureView* view = nullptr;  ///< null: a difference
  std::string scene{};
  std::optional<Index> layer{};  ///< of a network
  FigureOptions figure{};
  std::string title{}, score{}, normalizer{};
  std::optional<std::string> width{};  ///< of each head's score, as JSON
  SceneChanges changes{};              ///< by JSON pointers
  /// Object in the figure's own file, in place of `scene`, which is then its name.
  std::shared_ptr<const Computable> given{};
  std::string look{};  ///< a scene's `view`, in place of the scene's own; empty: that one
};

inline constexpr std::string_view kDifference = "difference";

/// Setting of a panel: a row.
struct PanelSetting {
  std::string_view id, value, about;
  bool is_of_look = false;  ///< affects drawing only: also for a difference
  /// Throws std::runtime_error for an invalid value.
  void (*set)(PanelWish& wish, const std::string& value);
};
/// All except numbers of the scene by JSON pointers.
std::span<const PanelSetting> panel_settings();

/// Applies the setting `name`, which may be a JSON pointer. Throws std::runtime_error.
void set_in_panel(PanelWish& wish, const std::string& name, const std::string& value);

/// Parses a request with the defaults `usual`. Throws OptionError, naming the panel.
PanelWish parse_panel(const std::string& words, const FigureOptions& usual);
/// Default request for a panel of `view`; null is a difference.
PanelWish usual_panel(const FigureView* view, const FigureOptions& usual);

/// Scene with the request's changes. Throws SceneError.
Scene wished_scene(const PanelWish& wish, Scene scene);
/// Description of the changes that describe_settings() does not cover.
std::string wished_words(const PanelWish& wish);

}  // namespace attn
