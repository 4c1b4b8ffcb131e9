#pragma once

#include <span>
#include <string_view>

#include "app/document/json/json.h"
#include "app/model/families/model_settings.h"
#include "app/model/files/model_config.h"

namespace attn {

/// Key of a config, and how its value is read: throws SceneError at its place. `null` is not read,
/// unless the key takes it.
struct ConfigKey {
  std::string_view key;
  void (*read)(ModelSettings& settings, const json::Value& value,
               const json::Place& place) = nullptr;
  bool is_required = false;
  bool takes_null = false;
};

// Groups of keys, which several families have.

std::span<const ConfigKey> standard_sizes();  ///< hidden_size …
std::span<const ConfigKey> gpt2_sizes();      ///< n_embd …
std::span<const ConfigKey> gpt_neo_keys();
std::span<const ConfigKey> gpt_neox_keys();
std::span<const ConfigKey> phi_keys();
std::span<const ConfigKey> bert_keys();
std::span<const ConfigKey> roberta_keys();
std::span<const ConfigKey> distilbert_keys();
std::span<const ConfigKey> llama_keys();   ///< RMS norm, silu, grouped queries
std::span<const ConfigKey> gemma_keys();   ///< likewise, with caps
std::span<const ConfigKey> rope_keys();    ///< of versions 4 and 5 of the library
std::span<const ConfigKey> window_keys();  ///< sliding_window, layer_types
std::span<const ConfigKey> qwen_keys();
std::span<const ConfigKey> smollm3_keys();
std::span<const ConfigKey> gemma3_keys();

/// Reads the values of `config` by the groups `keys` into `settings`. A key that is in none of
/// them, and not only of training, is an error unless it is off: null, false or empty. Throws
/// ModelError.
void read_settings(const ModelConfig& config, std::span<const std::span<const ConfigKey>> keys,
                   ModelSettings& settings);

}  // namespace attn
