#include "app/model/families/rope_keys.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "app/document/json/json_read.h"
#include "app/document/scene_file/fields.h"
#include "engine/attention/position.h"
#include "engine/base/text.h"

namespace attn {
namespace {

using json::Place;
using json::Value;

constexpr std::string_view kFullLayers = "full_attention", kWindowedLayers = "sliding_attention";

float read_part(const Value& value, const Place& place) {
  return json::read_between(value, place, 0, 1);
}

/// Number of a kind of scaling.
struct ScalingKey {
  std::string_view key;
  float RopeScaling::*member;
};
constexpr ScalingKey kScalingKeys[] = {
    {"factor", &RopeScaling::factor},
    {"low_freq_factor", &RopeScaling::low},
    {"high_freq_factor", &RopeScaling::high},
    {"original_max_position_embeddings", &RopeScaling::original},
};

/// Scaling by its name in configs; the kind is empty where angles stay as they are.
struct NamedScaling {
  std::string_view name, kind;
  std::size_t key_count = 0;  ///< the first of kScalingKeys, which it needs
};
constexpr NamedScaling kNamedScalings[] = {
    {"default", ""}, {"linear", "linear", 1}, {"llama3", "llama3", 4}};

const NamedScaling& named_scaling(const Value& object, const Place& place) {
  for (const std::string_view key : {"rope_type", "type"}) {
    const auto name = find_member(object, key);
    if (!name) continue;
    for (const NamedScaling& scaling : kNamedScalings) {
      if (says(*name, scaling.name)) return scaling;
    }
    fail_word(place / key, "default, linear or llama3", *name);
  }
  return kNamedScalings[0];
}

/// Reads an object of one type of layers.
void read_rope(RopeSettings& rope, const Value& object, const Place& place) {
  json::require_object(object, place, "an object");
  const NamedScaling& named = named_scaling(object, place);
  rope.scaling.reset();
  if (!named.kind.empty()) rope.scaling.emplace().kind = &rope_scaling_kind(named.kind);
  for (const ScalingKey& one : std::span(kScalingKeys).first(named.key_count)) {
    const Value number = require_member(object, place, one.key, "a number > 0");
    *rope.scaling.*one.member = json::read_positive(number, place / one.key);
  }
  if (rope.scaling && rope.scaling->high <= rope.scaling->low) {
    json::fail(place / "high_freq_factor", "expected a number > low_freq_factor");
  }
  Value key = object.first();
  for (std::size_t n = 0; n < object.size(); ++n, key = key.next().next()) {
    const std::string_view name = key.text();
    const Value value = key.next();
    const bool is_known =
        name == "rope_type" || name == "type" ||
        std::ranges::find(kScalingKeys, name, &ScalingKey::key) != std::end(kScalingKeys);
    if (is_known || value.kind() == json::Kind::kNull) continue;
    if (name == "rope_theta") {
      rope.base = json::read_positive(value, place / name);
    } else if (name == "partial_rotary_factor") {
      rope.part = read_part(value, place / name);
    } else {
      json::fail(place / name, "is not read with \"" + std::string(named.name) + "\"");
    }
  }
}

}  // namespace

void fail_word(const Place& place, const std::string& expected, const Value& found) {
  if (found.kind() != json::Kind::kText) json::fail_type(place, expected, found);
  json::fail(place, "expected " + expected + ", found \"" + shown(found.text()) + "\"");
}

void read_rope_scaling(ModelSettings& settings, const Value& value, const Place& place) {
  read_rope(settings.rope, value, place);
}

void read_rope_parameters(ModelSettings& settings, const Value& value, const Place& place) {
  json::require_object(value, place, "an object");
  const auto full = find_member(value, kFullLayers), windowed = find_member(value, kWindowedLayers);
  if (!full && !windowed) return read_rope(settings.rope, value, place);
  require_keys(value, place, [](std::string_view key) {
    return key == kFullLayers || key == kWindowedLayers
               ? ""
               : "expected full_attention or sliding_attention";
  });
  if (full) read_rope(settings.rope, *full, place / kFullLayers);
  if (windowed) {
    if (!settings.local_rope) settings.local_rope = RopeSettings{};
    read_rope(*settings.local_rope, *windowed, place / kWindowedLayers);
  }
}

}  // namespace attn
