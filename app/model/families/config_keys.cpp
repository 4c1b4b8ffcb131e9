#include "app/model/families/config_keys.h"

#include <algorithm>
#include <string>
#include <type_traits>
#include <vector>

#include "app/document/json/json_read.h"
#include "app/document/scene_file/fields.h"
#include "app/model/families/rope_keys.h"
#include "app/model/files/about_file.h"
#include "engine/base/text.h"

namespace attn {
namespace {

using json::Place;
using json::Value;

/// Bounds of sizes, so that products of them are numbers, and a short config cannot ask for much.
constexpr int kMostLayers = 4096, kMostHeads = 4096, kMostWidth = 1 << 24;

/// Keys that change no numbers: of training, of generation, of the library itself.
constexpr std::string_view kIgnoredKeys[] = {"_attn_implementation",
                                             "_attn_implementation_autoset",
                                             "_flash_attn_2_enabled",
                                             "_name_or_path",
                                             "_num_labels",
                                             "architectures",
                                             "attention_dropout",
                                             "attention_probs_dropout_prob",
                                             "attn_implementation",
                                             "attn_pdrop",
                                             "auto_map",
                                             "bad_words_ids",
                                             "begin_suppress_tokens",
                                             "bos_token_id",
                                             "cache_implementation",
                                             "chunk_size_feed_forward",
                                             "classifier_dropout",
                                             "classifier_dropout_prob",
                                             "cls_token_id",
                                             "decoder_start_token_id",
                                             "directionality",
                                             "diversity_penalty",
                                             "do_sample",
                                             "dropout",
                                             "dtype",
                                             "early_stopping",
                                             "embd_pdrop",
                                             "embed_dropout",
                                             "embedding_dropout",
                                             "encoder_no_repeat_ngram_size",
                                             "eos_token_id",
                                             "exponential_decay_length_penalty",
                                             "finetuning_task",
                                             "forced_bos_token_id",
                                             "forced_eos_token_id",
                                             "gradient_checkpointing",
                                             "hidden_dropout",
                                             "hidden_dropout_prob",
                                             "id2label",
                                             "initializer_factor",
                                             "initializer_range",
                                             "is_decoder",
                                             "is_llama_config",
                                             "label2id",
                                             "length_penalty",
                                             "mask_token_id",
                                             "max_length",
                                             "max_sequence_length",
                                             "min_length",
                                             "model_max_length",
                                             "model_type",
                                             "n_ctx",
                                             "no_repeat_ngram_size",
                                             "num_beam_groups",
                                             "num_beams",
                                             "num_labels",
                                             "num_logits_to_keep",
                                             "num_return_sequences",
                                             "output_attentions",
                                             "output_hidden_states",
                                             "output_past",
                                             "output_scores",
                                             "pad_token_id",
                                             "pooler_fc_size",
                                             "pooler_num_attention_heads",
                                             "pooler_num_fc_layers",
                                             "pooler_size_per_head",
                                             "pooler_type",
                                             "prefix",
                                             "pretraining_tp",
                                             "problem_type",
                                             "qa_dropout",
                                             "remove_invalid_values",
                                             "reorder_and_upcast_attn",
                                             "repetition_penalty",
                                             "resid_dropout",
                                             "resid_pdrop",
                                             "return_dict",
                                             "return_dict_in_generate",
                                             "sep_token_id",
                                             "seq_classif_dropout",
                                             "seq_length",
                                             "sinusoidal_pos_embds",
                                             "summary_activation",
                                             "summary_first_dropout",
                                             "summary_proj_to_labels",
                                             "summary_type",
                                             "summary_use_proj",
                                             "suppress_tokens",
                                             "task_specific_params",
                                             "temperature",
                                             "tf_legacy_loss",
                                             "tokenizer_class",
                                             "top_k",
                                             "top_p",
                                             "torch_dtype",
                                             "torchscript",
                                             "transformers.js_config",
                                             "transformers_version",
                                             "typical_p",
                                             "unk_token_id",
                                             "unsloth_fixed",
                                             "unsloth_version",
                                             "use_bfloat16",
                                             "use_cache"};

template <typename T>
struct OptionalOf {
  using Type = T;
};
template <typename T>
struct OptionalOf<std::optional<T>> {
  using Type = T;
};

/// Whole number from `least` to `most`.
int read_bounded(const Value& value, const Place& place, int least, int most) {
  const int number = json::read_whole(value, place, least);
  if (number > most) {
    json::fail(place,
               "expected at most " + std::to_string(most) + ", found " + std::to_string(number));
  }
  return number;
}

int read_size(const Value& value, const Place& place) {
  return read_bounded(value, place, 1, kMostWidth);
}
int read_count(const Value& value, const Place& place) {
  return read_bounded(value, place, 0, kMostWidth);
}
int read_heads(const Value& value, const Place& place) {
  return read_bounded(value, place, 1, kMostHeads);
}
int read_layers(const Value& value, const Place& place) {
  return read_bounded(value, place, 0, kMostLayers);
}

float read_model_epsilon(const Value& value, const Place& place) {
  return json::read_not_negative(value, place, "a number >= 0");
}

/// Activation by its name in configs.
struct NamedActivation {
  std::string_view name, kind;
};
constexpr NamedActivation kNamedActivations[] = {{"relu", "relu"},
                                                 {"gelu", "gelu"},
                                                 {"gelu_new", "gelu_tanh"},
                                                 {"gelu_pytorch_tanh", "gelu_tanh"},
                                                 {"silu", "silu"}};

const ActivationKind* read_activation(const Value& value, const Place& place) {
  for (const NamedActivation& one : kNamedActivations) {
    if (says(value, one.name)) return &activation_kind(one.kind);
  }
  fail_word(place, one_of(texts_of(kNamedActivations, &NamedActivation::name)), value);
}

/// Key of a setting; null, where it is taken, is none.
template <auto member, auto read>
constexpr ConfigKey setting(std::string_view key, bool is_required = false) {
  using Type = std::remove_reference_t<decltype(std::declval<ModelSettings>().*member)>;
  constexpr bool kIsOptional = !std::is_same_v<typename OptionalOf<Type>::Type, Type>;
  return {key,
          [](ModelSettings& settings, const Value& value, const Place& place) {
            if constexpr (kIsOptional) {
              if (value.kind() == json::Kind::kNull) {
                settings.*member = {};
                return;
              }
            }
            settings.*member = read(value, place);
          },
          is_required, kIsOptional};
}

/// Switch that has to be as it is in the family.
template <bool expected>
constexpr ConfigKey always(std::string_view key) {
  return {key, [](ModelSettings&, const Value& value, const Place& place) {
            if (value.kind() == json::Kind::kBool && value.boolean() == expected) return;
            json::fail_type(place, expected ? "true" : "false", value);
          }};
}

/// Key whose value has no effect here.
constexpr ConfigKey unused(std::string_view key) {
  return {key, [](ModelSettings&, const Value&, const Place&) {}};
}

template <auto member, auto read>
constexpr ConfigKey rope_setting(std::string_view key) {
  return {key, [](ModelSettings& settings, const Value& value, const Place& place) {
            settings.rope.*member = read(value, place);
          }};
}

float read_rotated_part(const Value& value, const Place& place) {
  return json::read_between(value, place, 0, 1);
}

void read_local_base(ModelSettings& settings, const Value& value, const Place& place) {
  if (!settings.local_rope) settings.local_rope = RopeSettings{};
  settings.local_rope->base = json::read_positive(value, place);
}

std::vector<bool> read_layer_types(const Value& value, const Place& place) {
  json::require_list(value, place, "a list of types of layers");
  std::vector<bool> windowed;
  json::for_each_item(value, place, [&](std::size_t, const Value& item, const Place& at) {
    const bool is_windowed = says(item, "sliding_attention");
    if (!is_windowed && !says(item, "full_attention")) {
      fail_word(at, "full_attention or sliding_attention", item);
    }
    windowed.push_back(is_windowed);
  });
  return windowed;
}

/// Reads "global" and "local" of one period of layers.
void append_period(const Value& value, const Place& place, std::vector<bool>& windowed) {
  json::require_list(value, place, "a list of global and local");
  json::for_each_item(value, place, [&](std::size_t, const Value& item, const Place& at) {
    const bool is_local = says(item, "local");
    if (!is_local && !says(item, "global")) fail_word(at, "global or local", item);
    windowed.push_back(is_local);
  });
}

/// GPT-Neo's [[["global", "local"], 6]]: periods, and how often each one is repeated.
void read_attention_types(ModelSettings& settings, const Value& value, const Place& place) {
  json::require_list(value, place, "a list of periods of layers");
  std::vector<bool> windowed;
  json::for_each_item(value, place, [&](std::size_t, const Value& item, const Place& at) {
    json::require_list(item, at, "a period of layers, and their count");
    if (item.size() != 2) json::fail_type(at, "a period of layers, and their count", item);
    std::vector<bool> period;
    append_period(item.first(), at / std::size_t{0}, period);
    const int count = read_layers(item.first().next(), at / std::size_t{1});
    for (int n = 0; n < count && windowed.size() <= kMostLayers; ++n) {
      windowed.insert(windowed.end(), period.begin(), period.end());
    }
  });
  settings.windowed = std::move(windowed);
  settings.windowed_key = "attention_types";
}

/// List of layers, one by one; `attention_types` counts if both are there.
void read_attention_layers(ModelSettings& settings, const Value& value, const Place& place) {
  std::vector<bool> windowed;
  append_period(value, place, windowed);
  if (settings.windowed) return;
  settings.windowed = std::move(windowed);
  settings.windowed_key = "attention_layers";
}

void read_position_type(ModelSettings&, const Value& value, const Place& place) {
  if (!says(value, "absolute")) fail_word(place, "absolute", value);
}

using Settings = ModelSettings;

constexpr ConfigKey kStandardSizes[] = {
    setting<&Settings::width, read_size>("hidden_size", true),
    setting<&Settings::layers, read_layers>("num_hidden_layers", true),
    setting<&Settings::heads, read_heads>("num_attention_heads", true),
    setting<&Settings::inner, read_size>("intermediate_size"),
    setting<&Settings::vocabulary, read_size>("vocab_size", true),
    setting<&Settings::positions, read_size>("max_position_embeddings"),
    setting<&Settings::is_tied, json::read_bool>("tie_word_embeddings"),
};
constexpr ConfigKey kGpt2Sizes[] = {
    setting<&Settings::width, read_size>("n_embd", true),
    setting<&Settings::layers, read_layers>("n_layer", true),
    setting<&Settings::heads, read_heads>("n_head", true),
    setting<&Settings::inner, read_size>("n_inner"),
    setting<&Settings::vocabulary, read_size>("vocab_size", true),
    setting<&Settings::positions, read_size>("n_positions", true),
    setting<&Settings::is_tied, json::read_bool>("tie_word_embeddings"),
    setting<&Settings::activation, read_activation>("activation_function"),
    setting<&Settings::epsilon, read_model_epsilon>("layer_norm_epsilon"),
    setting<&Settings::scales_scores, json::read_bool>("scale_attn_weights"),
    always<false>("scale_attn_by_inverse_layer_idx"),
    always<false>("add_cross_attention"),
};
constexpr ConfigKey kGptNeoKeys[] = {
    setting<&Settings::width, read_size>("hidden_size", true),
    setting<&Settings::layers, read_layers>("num_layers", true),
    setting<&Settings::heads, read_heads>("num_heads", true),
    setting<&Settings::inner, read_size>("intermediate_size"),
    setting<&Settings::vocabulary, read_size>("vocab_size", true),
    setting<&Settings::positions, read_size>("max_position_embeddings", true),
    setting<&Settings::is_tied, json::read_bool>("tie_word_embeddings"),
    setting<&Settings::activation, read_activation>("activation_function"),
    setting<&Settings::epsilon, read_model_epsilon>("layer_norm_epsilon"),
    setting<&Settings::window, read_size>("window_size"),
    {"attention_types", read_attention_types},
    {"attention_layers", read_attention_layers},
};
constexpr ConfigKey kGptNeoxKeys[] = {
    setting<&Settings::activation, read_activation>("hidden_act"),
    setting<&Settings::epsilon, read_model_epsilon>("layer_norm_eps"),
    rope_setting<&RopeSettings::part, read_rotated_part>("rotary_pct"),
    rope_setting<&RopeSettings::base, json::read_positive>("rotary_emb_base"),
    setting<&Settings::is_parallel, json::read_bool>("use_parallel_residual"),
    always<true>("attention_bias"),
};
constexpr ConfigKey kPhiKeys[] = {
    setting<&Settings::activation, read_activation>("hidden_act"),
    setting<&Settings::epsilon, read_model_epsilon>("layer_norm_eps"),
    setting<&Settings::key_heads, read_heads>("num_key_value_heads"),
    setting<&Settings::head_width, read_size>("head_dim"),
    always<false>("qk_layernorm"),
};
constexpr ConfigKey kBertKeys[] = {
    setting<&Settings::activation, read_activation>("hidden_act"),
    setting<&Settings::epsilon, read_model_epsilon>("layer_norm_eps"),
    setting<&Settings::positions, read_size>("max_position_embeddings", true),
    setting<&Settings::types, read_size>("type_vocab_size"),
    setting<&Settings::is_decoder, json::read_bool>("is_decoder"),
    always<false>("add_cross_attention"),
    {"position_embedding_type", read_position_type},
};
constexpr ConfigKey kRobertaKeys[] = {
    setting<&Settings::padding, read_count>("pad_token_id"),
};
constexpr ConfigKey kDistilbertKeys[] = {
    setting<&Settings::width, read_size>("dim", true),
    setting<&Settings::layers, read_layers>("n_layers", true),
    setting<&Settings::heads, read_heads>("n_heads", true),
    setting<&Settings::inner, read_size>("hidden_dim"),
    setting<&Settings::vocabulary, read_size>("vocab_size", true),
    setting<&Settings::positions, read_size>("max_position_embeddings", true),
    setting<&Settings::is_tied, json::read_bool>("tie_word_embeddings"),
    unused("tie_weights_"),
    setting<&Settings::activation, read_activation>("activation"),
};
constexpr ConfigKey kLlamaKeys[] = {
    setting<&Settings::key_heads, read_heads>("num_key_value_heads"),
    setting<&Settings::head_width, read_size>("head_dim"),
    setting<&Settings::activation, read_activation>("hidden_act"),
    setting<&Settings::epsilon, read_model_epsilon>("rms_norm_eps"),
    always<false>("attention_bias"),
    always<false>("mlp_bias"),
    always<false>("rope_interleaved"),
};
constexpr ConfigKey kGemmaKeys[] = {
    setting<&Settings::key_heads, read_heads>("num_key_value_heads"),
    setting<&Settings::head_width, read_size>("head_dim"),
    setting<&Settings::activation, read_activation>("hidden_activation"),
    unused("hidden_act"),  // of Gemma 1
    setting<&Settings::epsilon, read_model_epsilon>("rms_norm_eps"),
    setting<&Settings::query_scalar, json::read_positive>("query_pre_attn_scalar"),
    setting<&Settings::logits_cap, json::read_positive>("final_logit_softcapping"),
    always<false>("attention_bias"),
    always<false>("use_bidirectional_attention"),
    setting<&Settings::score_cap, json::read_positive>("attn_logit_softcapping"),
};
constexpr ConfigKey kRopeKeys[] = {
    rope_setting<&RopeSettings::base, json::read_positive>("rope_theta"),
    rope_setting<&RopeSettings::part, read_rotated_part>("partial_rotary_factor"),
    {"rope_scaling", read_rope_scaling},
    {"rope_parameters", read_rope_parameters},
};
constexpr ConfigKey kWindowKeys[] = {
    setting<&Settings::window, read_size>("sliding_window"),
    setting<&Settings::windowed, read_layer_types>("layer_types"),
};
constexpr ConfigKey kQwenKeys[] = {
    setting<&Settings::uses_window, json::read_bool>("use_sliding_window"),
    setting<&Settings::first_windowed, read_count>("max_window_layers"),
};
constexpr ConfigKey kSmollm3Keys[] = {
    setting<&Settings::uses_window, json::read_bool>("use_sliding_window"),
    setting<&Settings::first_windowed, read_count>("max_window_layers"),
    setting<&Settings::has_rope, json::read_ids>("no_rope_layers"),
    setting<&Settings::no_rope_interval, read_size>("no_rope_layer_interval"),
};
constexpr ConfigKey kGemma3Keys[] = {
    {"rope_local_base_freq", read_local_base},
    setting<&Settings::window_pattern, read_size>("sliding_window_pattern"),
    setting<&Settings::window_pattern, read_size>("_sliding_window_pattern"),
};

/// Whether a value says that what its key stands for is off.
bool is_off(const Value& value) {
  const json::Kind kind = value.kind();
  return kind == json::Kind::kNull || (kind == json::Kind::kBool && !value.boolean()) ||
         ((kind == json::Kind::kList || kind == json::Kind::kObject) && value.size() == 0);
}

void read_group(std::span<const ConfigKey> group, const Value& object, ModelSettings& settings) {
  const Place top;
  for (const ConfigKey& key : group) {
    const auto value = find_member(object, key.key);
    if (!value && key.is_required) require_member(object, top, key.key, "a whole number >= 1");
    if (!value) continue;
    const bool is_absent = value->kind() == json::Kind::kNull && !key.takes_null;
    if (!is_absent || key.is_required) key.read(settings, *value, top / key.key);
  }
}

/// Checks sizes that depend on each other, and sets those that follow from others.
void settle(ModelSettings& settings) {
  const auto fail = [](std::string_view key, const std::string& text) {
    json::fail(Place() / key, text);
  };
  if (settings.key_heads == 0) settings.key_heads = settings.heads;
  if (settings.heads % settings.key_heads != 0) {
    fail("num_key_value_heads", "expected a divisor of the " + std::to_string(settings.heads) +
                                    " heads, found " + std::to_string(settings.key_heads));
  }
  if (settings.head_width == 0) {
    if (settings.width % settings.heads != 0) {
      fail("head_dim", "expected a width of heads, as " + std::to_string(settings.width) +
                           " is not a multiple of " + std::to_string(settings.heads) + " heads");
    }
    settings.head_width = settings.width / settings.heads;
  }
  if (settings.inner == 0) settings.inner = 4 * settings.width;
  const auto layers = static_cast<std::size_t>(settings.layers);
  const auto check_layers = [&](std::string_view key, std::size_t found) {
    if (found == layers) return;
    fail(key, "expected " + counted(layers, "layer") + ", found " + std::to_string(found));
  };
  if (settings.windowed) check_layers(settings.windowed_key, settings.windowed->size());
  if (!settings.has_rope.empty()) check_layers("no_rope_layers", settings.has_rope.size());
}

}  // namespace

std::span<const ConfigKey> standard_sizes() { return kStandardSizes; }
std::span<const ConfigKey> gpt2_sizes() { return kGpt2Sizes; }
std::span<const ConfigKey> gpt_neo_keys() { return kGptNeoKeys; }
std::span<const ConfigKey> gpt_neox_keys() { return kGptNeoxKeys; }
std::span<const ConfigKey> phi_keys() { return kPhiKeys; }
std::span<const ConfigKey> bert_keys() { return kBertKeys; }
std::span<const ConfigKey> roberta_keys() { return kRobertaKeys; }
std::span<const ConfigKey> distilbert_keys() { return kDistilbertKeys; }
std::span<const ConfigKey> llama_keys() { return kLlamaKeys; }
std::span<const ConfigKey> gemma_keys() { return kGemmaKeys; }
std::span<const ConfigKey> rope_keys() { return kRopeKeys; }
std::span<const ConfigKey> window_keys() { return kWindowKeys; }
std::span<const ConfigKey> qwen_keys() { return kQwenKeys; }
std::span<const ConfigKey> smollm3_keys() { return kSmollm3Keys; }
std::span<const ConfigKey> gemma3_keys() { return kGemma3Keys; }

void read_settings(const ModelConfig& config, std::span<const std::span<const ConfigKey>> keys,
                   ModelSettings& settings) {
  about_model_file(config.path(), [&] {
    for (const auto& group : keys) read_group(group, config.object(), settings);
    require_keys(config.object(), Place(), [&](std::string_view key) -> std::string {
      const bool is_known = std::ranges::any_of(keys, [&](const auto& group) {
        return std::ranges::find(group, key, &ConfigKey::key) != group.end();
      });
      const bool is_ignored = std::ranges::count(kIgnoredKeys, key) > 0;
      if (is_known || is_ignored || is_off(*find_member(config.object(), key))) return "";
      return "is not read, and may change the numbers";
    });
    settle(settings);
  });
}

}  // namespace attn
