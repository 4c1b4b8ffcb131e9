#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/attention/scene.h"
#include "engine/blocks/network.h"

namespace attn {

/// Rotary positions of a model's layers.
struct RopeSettings {
  float base = 10000;
  float part = 1;  ///< rotated part of a head's width
  std::optional<RopeScaling> scaling = {};
  bool operator==(const RopeSettings&) const = default;
};

/// Settings in a model's config, whatever their keys are called there; the initial values are those
/// of keys that are absent.
struct ModelSettings {
  int width = 0;       ///< D
  int layers = 0;      ///< B
  int heads = 0;       ///< H
  int key_heads = 0;   ///< heads with keys of their own; 0: H
  int head_width = 0;  ///< dk; 0: D / H
  int inner = 0;       ///< F of the mlp; 0: 4 · D
  int vocabulary = 0;  ///< V
  int positions = 0;   ///< rows of the table of learned positions
  int types = 2;       ///< types of tokens
  int padding = 1;     ///< id of the padding token
  float epsilon = 1e-5F;
  const ActivationKind* activation = &activation_kind("gelu");
  bool is_tied = true;
  bool is_parallel = true;
  bool is_decoder = false;
  bool scales_scores = true;          ///< by 1/√dk
  std::optional<float> query_scalar;  ///< scores are divided by its root in place of dk's
  std::optional<float> score_cap, logits_cap;

  RopeSettings rope;                       ///< of layers without a window
  std::optional<RopeSettings> local_rope;  ///< of those with one, if it differs
  std::vector<int> has_rope;               ///< for each layer; empty: by the interval
  int no_rope_interval = 4;

  std::optional<int> window;  ///< keys that a windowed layer sees, its own included
  bool uses_window = false;   ///< switch of Qwen and SmolLM3
  int first_windowed = 28;    ///< Qwen: the layers from here on
  int window_pattern = 6;     ///< Gemma 3: every so many layers one without a window
  std::optional<std::vector<bool>> windowed = {};  ///< for each layer, if the config says so
  std::string_view windowed_key = "layer_types";   ///< key that says so
};

}  // namespace attn
