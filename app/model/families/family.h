#pragma once

#include <array>
#include <span>
#include <string_view>

#include "app/model/families/config_keys.h"
#include "app/model/families/model_settings.h"
#include "app/model/files/model_config.h"
#include "engine/blocks/network.h"

namespace attn {

/// Names of a family's tensors; empty: it has none. Those of a block follow `block` and its number,
/// and those of linear layers and norms are without ".weight" and ".bias".
struct TensorNames {
  std::string_view prefix;  ///< before all names but those of the unembedding and the head
  std::string_view embedding;
  std::string_view positions = {};
  std::string_view types = {};
  std::string_view norm_in = {}, norm_out = {};

  std::string_view block = {};  ///< "h."
  std::string_view attention_norm = {};
  std::string_view q = {}, k = {}, v = {};  ///< `q` is all three where they are one tensor
  std::string_view o = {};
  std::string_view q_norm = {}, k_norm = {};
  std::string_view attention_norm_after = {};
  std::string_view mlp_norm = {};
  std::string_view w_1 = {}, w_3 = {}, w_2 = {};
  std::string_view mlp_norm_after = {};

  std::string_view unembedding = {};  ///< of untied models; of tied ones a copy is passed over
  std::array<std::string_view, 2> unembedding_bias = {};  ///< either
  std::string_view head = {}, head_norm = {};             ///< before the unembedding
};

/// Layout of queries, keys and values in a family's tensors.
enum class Projections {
  kApart,        ///< a tensor each
  kSideBySide,   ///< one tensor: q of all heads, k of all heads, v of all heads
  kHeadsByHead,  ///< one tensor: q, k and v of each head in turn
};

/// Family of models: a row of the table.
struct ModelFamily {
  std::string_view model_type;
  /// Settings of a config without keys.
  ModelSettings (*defaults)();
  std::array<std::span<const ConfigKey>, 5> keys;
  TensorNames names;

  Projections projections = Projections::kApart;
  bool is_conv1d = false;  ///< linear layers are [in, out], else [out, in]
  bool has_qkv_bias = false, has_o_bias = false, has_mlp_bias = false;
  std::string_view norm = "layer";  ///< of `layer`, with a shift; or of `rms`, without
  bool adds_one = false;            ///< gains are 1 + w
  NormPlace norm_place = NormPlace::kPre;
  bool is_causal = true;
  bool may_be_parallel = false;   ///< if the settings say so
  bool scales_embedding = false;  ///< by √D
  const ActivationKind* (*head_activation)(const ModelSettings& settings) = nullptr;
  /// Whether layer n sees a window only, if the settings have one. Null: none does.
  bool (*is_windowed)(const ModelSettings& settings, int n) = nullptr;
  /// Whether layer n has rotary positions. Null: none has.
  bool (*has_rope)(const ModelSettings& settings, int n) = nullptr;
  /// Positions begin at the padding token's id + 1, and padding in a text is not counted.
  bool counts_from_padding = false;
};

/// All families, in the order of their names.
std::span<const ModelFamily> families();

/// Family of a config, by its `model_type`. Throws ModelError.
const ModelFamily& family_of(const ModelConfig& config);

/// Settings of a config of this family. Throws ModelError.
ModelSettings settings_of(const ModelFamily& family, const ModelConfig& config);

}  // namespace attn
