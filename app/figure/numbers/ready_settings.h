#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/view/view_options.h"
#include "engine/attention/scene.h"

namespace attn {

/// Predefined setting that changes one thing.
struct ReadySetting {
  std::string id;
  std::string_view group;  ///< its group: "Masks"
  std::string label;       ///< its name: "without masks"
  std::function<void(Scene&)> edit;
};

/// All settings; kinds of masks, norms, positions and scalings come from the engine's tables.
const std::vector<ReadySetting>& ready_settings();

/// Settings that this scene can have and that differ from it.
std::vector<const ReadySetting*> settings_for(const Scene& scene);

/// Panel with the setting, which the scene can have.
ViewOptions::Compare::Panel panel_of(const Scene& scene, const ReadySetting& setting);

/// Panel with a snapshot of the scene, which stays when the scene changes. The view's size is
/// limited: `too_large` returns the parts of the file that do not fit; those follow the scene.
ViewOptions::Compare::Panel kept_panel(const Scene& scene, std::string name,
                                       std::vector<std::string>& too_large);

}  // namespace attn
