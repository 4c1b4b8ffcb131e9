#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/view/view_options.h"
#include "engine/attention/scene.h"

namespace attn {

/// A setting that comes ready-made: one thing that is otherwise.
struct ReadySetting {
  std::string id;
  std::string_view group;  ///< what it is about: "Masks"
  std::string label;       ///< what the setting is called: "without masks"
  std::function<void(Scene&)> edit;
};

/// All of them; kinds of masks, norms, positions and stretches are those of the engine's tables.
const std::vector<ReadySetting>& ready_settings();

/// Those that this scene can have, and that it is not computed as already.
std::vector<const ReadySetting*> settings_for(const Scene& scene);

/// The setting, which the scene can have, as a panel of its own.
ViewOptions::Compare::Panel panel_of(const Scene& scene, const ReadySetting& setting);

/// The scene as it is now, as a panel that stays so when the scene changes. The view has little
/// room: `too_large` gets the parts of the file that have none, which then are as in the scene.
ViewOptions::Compare::Panel kept_panel(const Scene& scene, std::string name,
                                       std::vector<std::string>& too_large);

}  // namespace attn
