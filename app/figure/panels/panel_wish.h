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

/// What one panel is asked to be: "VIEW@SCENE:NAME=VALUE,NAME=VALUE", or "difference" of the two
/// before it.
struct PanelWish {
  std::string words{};               ///< as they were said
  const FigureView* view = nullptr;  ///< null: a difference
  std::string scene{};
  std::optional<Index> layer{};  ///< of a network
  FigureOptions figure{};
  std::string title{}, score{}, normalizer{};
  std::optional<std::string> width{};  ///< of each head's score, as a JSON text
  SceneChanges changes{};              ///< by JSON pointers
  /// What stands in the figure's own file, in place of `scene`: that then is what it is called.
  std::shared_ptr<const Computable> given{};
  std::string look{};  ///< a scene's `view`, in place of the scene's own; empty: that
};

inline constexpr std::string_view kDifference = "difference";

/// One thing that can be set for a panel: a row.
struct PanelSetting {
  std::string_view id, value, about;
  bool is_of_look = false;  ///< it is drawn otherwise, not computed: a difference has it too
  /// Throws std::runtime_error in words where it can't be that; null: an option of the figure.
  void (*set)(PanelWish& wish, const std::string& value) = nullptr;
};
/// All but numbers of the scene by their JSON pointers.
std::span<const PanelSetting> panel_settings();

/// Sets what `name` says, which may be a JSON pointer. Throws std::runtime_error in words.
void set_in_panel(PanelWish& wish, const std::string& name, const std::string& value);

/// The wish that begins as `usual` says. Throws OptionError, which names the panel.
PanelWish parse_panel(const std::string& words, const FigureOptions& usual);
/// The same of a panel of `view`, where null is a difference, of which nothing was said yet.
PanelWish usual_panel(const FigureView* view, const FigureOptions& usual);

/// The scene as the wish has it. Throws SceneError.
Scene wished_scene(const PanelWish& wish, Scene scene);
/// What of that describe_settings() does not tell.
std::string wished_words(const PanelWish& wish);

}  // namespace attn
