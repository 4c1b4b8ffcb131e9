#include "app/figure/numbers/ready_settings.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "app/document/edits/checked_edit.h"
#include "app/document/edits/kind_edits.h"
#include "app/document/edits/part_edits.h"
#include "app/document/scene_file/scene_changes.h"
#include "engine/attention/lookup.h"
#include "engine/attention/mask.h"
#include "engine/attention/norm.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/base/problem.h"

namespace attn {
namespace {

using Panel = ViewOptions::Compare::Panel;

/// Limit for each of four snapshots, within the 64 KiB of a view.
constexpr std::size_t kMostKept = 12 << 10;

/// Applies `edit` to each head.
template <typename Edit>
std::function<void(Scene&)> in_heads(const Edit& edit) {
  return [edit](Scene& scene) { std::ranges::for_each(scene.heads, edit); };
}

std::function<void(Scene&)> at_temperature(float temperature) {
  return [temperature](Scene& scene) {
    if (takes(*scene.normalizer.kind, "temperature")) scene.normalizer.temperature = temperature;
  };
}

/// Edit of windows, the only masks with first keys.
std::function<void(Scene&)> with_first_keys(int count) {
  return [count](Scene& scene) {
    for (Mask& mask : scene.masks) {
      if (takes(*mask.kind, "sinks") && (mask.sinks > 0) != (count > 0)) mask.sinks = count;
    }
  };
}

std::vector<ReadySetting> made_settings() {
  std::vector<ReadySetting> rows;
  std::string_view group = "Scores";
  const auto add = [&](std::string id, std::string label, std::function<void(Scene&)> edit) {
    rows.push_back({std::move(id), group, std::move(label), std::move(edit)});
  };
  add("sink", "with a sink of 0", in_heads([](Head& head) {
        if (!head.sink) head.sink = 0;
      }));
  add("no-sink", "without the sink", in_heads([](Head& head) { head.sink.reset(); }));
  add("cap", "capped at 5", [](Scene& scene) {
    if (!scene.score.cap) scene.score.cap = 5;
  });
  add("no-cap", "without the cap", [](Scene& scene) { scene.score.cap.reset(); });
  for (const NormKind& kind : norm_kinds()) {
    add("norm." + std::string(kind.id),
        kind.does_nothing ? "without the norm" : "norm: " + std::string(kind.label),
        [&kind](Scene& scene) { set_norm(scene, kind); });
  }
  add("no-bias", "without the bias", [](Scene& scene) { scene.bias.reset(); });
  add("no-subtract", "without subtraction", in_heads([](Head& head) { head.subtract.reset(); }));
  add("no-forgetting", "without forget gates", in_heads([](Head& head) {
        head.w_f.reset();
        head.b_f.reset();
      }));
  add("no-decay", "without decay", in_heads([](Head& head) { head.decay.reset(); }));
  group = "Masks";
  add("no-mask", "without masks", [](Scene& scene) { scene.masks.clear(); });
  for (const MaskKind& kind : mask_kinds()) {
    if (!kind.by_place) continue;  // the content of other masks is up to the user
    add("mask." + std::string(kind.id), "mask: " + std::string(kind.label), [&kind](Scene& scene) {
      if (std::ranges::count(scene.masks, &kind, &Mask::kind) == 0) add_mask(scene, kind);
    });
  }
  add("first-keys", "first key visible to all", with_first_keys(1));
  add("no-first-keys", "no first keys visible to all", with_first_keys(0));
  group = "Temperature";
  add("hard", "hard: temperature 0", at_temperature(0));
  add("uniform", "uniform: temperature ∞", at_temperature(std::numeric_limits<float>::infinity()));
  group = "Positions";
  for (const PositionKind& kind : position_kinds()) {
    if (takes(kind, "table")) continue;  // initially all 0 and without effect
    add("position." + std::string(kind.id),
        kind.does_nothing() ? "without positions" : "positions: " + std::string(kind.label),
        [&kind](Scene& scene) { set_position_kind(scene, kind); });
  }
  add("no-stretch", "RoPE without scaling", [](Scene& scene) { scene.position.scaling.reset(); });
  for (const RopeScalingKind& kind : rope_scaling_kinds()) {
    add("stretch." + std::string(kind.id), "stretch: " + std::string(kind.label),
        [&kind](Scene& scene) {
          if (!takes(*scene.position.kind, "scaling")) return;
          RopeScaling& scaling = scene.position.scaling.emplace(
              scene.position.scaling.value_or(RopeScaling{.kind = &kind, .factor = 2}));
          scaling.kind = &kind;
        });
  }
  return rows;
}

}  // namespace

const std::vector<ReadySetting>& ready_settings() {
  static const std::vector<ReadySetting> all = made_settings();
  return all;
}

std::vector<const ReadySetting*> settings_for(const Scene& scene) {
  std::vector<const ReadySetting*> offered;
  for (const ReadySetting& setting : ready_settings()) {
    Scene changed = scene;
    try {
      edit_checked(changed, setting.edit);
      if (!same_computation(scene, changed)) offered.push_back(&setting);
    } catch (const SceneError&) {  // the scene does not allow this setting
    }
  }
  return offered;
}

Panel panel_of(const Scene& scene, const ReadySetting& setting) {
  Scene changed = scene;
  edit_checked(changed, setting.edit);
  return {.score = "",
          .normalizer = "",
          .name = setting.label,
          .changes = changes_from(scene, changed)};
}

Panel kept_panel(const Scene& scene, std::string name, std::vector<std::string>& too_large) {
  Panel panel{.score = "", .normalizer = "", .name = std::move(name), .changes = changes_to(scene)};
  std::size_t bytes = 0;
  for (const auto& [pointer, text] : panel.changes) bytes += pointer.size() + text.size();
  while (bytes > kMostKept) {
    const auto largest = std::ranges::max_element(
        panel.changes, {}, [](const auto& one) { return one.second.size(); });
    bytes -= largest->first.size() + largest->second.size();
    too_large.push_back(largest->first.substr(1));
    panel.changes.erase(largest);
  }
  return panel;
}

}  // namespace attn
