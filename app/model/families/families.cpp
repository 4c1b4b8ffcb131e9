#include <algorithm>
#include <string>

#include "app/document/json/json_read.h"
#include "app/document/scene_file/fields.h"
#include "app/model/families/family.h"
#include "app/model/files/about_file.h"
#include "engine/base/text.h"

namespace attn {
namespace {

using Settings = ModelSettings;

const ActivationKind* gelu() { return &activation_kind("gelu"); }
const ActivationKind* gelu_tanh() { return &activation_kind("gelu_tanh"); }
const ActivationKind* silu() { return &activation_kind("silu"); }

// ---- Layers ------------------------------------------------------------------------------------

bool every_layer(const Settings&, int) { return true; }

/// Setting of layer n in the config, else `otherwise`.
bool windowed_or(const Settings& settings, int n, bool otherwise) {
  return settings.windowed ? (*settings.windowed)[static_cast<std::size_t>(n)] : otherwise;
}
bool all_windowed(const Settings& settings, int n) { return windowed_or(settings, n, true); }
/// Black et al. 2021: global and local layers in turn.
bool every_second_windowed(const Settings& settings, int n) {
  return windowed_or(settings, n, n % 2 == 1);
}
/// Qwen2 2024: the last layers.
bool last_windowed(const Settings& settings, int n) {
  return settings.uses_window && windowed_or(settings, n, n >= settings.first_windowed);
}

/// SmolLM3 2025: every fourth layer has no positions.
bool most_have_rope(const Settings& settings, int n) {
  if (settings.has_rope.empty()) return (n + 1) % settings.no_rope_interval != 0;
  return settings.has_rope[static_cast<std::size_t>(n)] != 0;
}
bool windowed_without_rope(const Settings& settings, int n) {
  return settings.uses_window && windowed_or(settings, n, !most_have_rope(settings, n));
}

/// Gemma Team 2024, section 2: every other layer, from the first on.
bool even_windowed(const Settings& settings, int n) { return windowed_or(settings, n, n % 2 == 0); }
/// Gemma Team 2025, section 2: five windowed layers for one without.
bool most_windowed(const Settings& settings, int n) {
  return windowed_or(settings, n, (n + 1) % settings.window_pattern != 0);
}

// ---- Settings of configs without keys ----------------------------------------------------------

Settings gpt_defaults() {
  Settings made;
  made.activation = gelu_tanh();
  return made;
}
Settings gpt_neo_defaults() {
  Settings made = gpt_defaults();
  made.scales_scores = false;
  made.window = 256;
  return made;
}
Settings gpt_neox_defaults() {
  Settings made;
  made.is_tied = false;
  made.rope.part = 0.25F;
  return made;
}
Settings phi_defaults() {
  Settings made = gpt_defaults();
  made.is_tied = false;
  made.rope.part = 0.5F;
  return made;
}
Settings bert_defaults() {
  Settings made;
  made.epsilon = 1e-12F;
  return made;
}
Settings llama_defaults() {
  Settings made;
  made.is_tied = false;
  made.activation = silu();
  made.epsilon = 1e-6F;
  return made;
}
Settings mistral_defaults() {
  Settings made = llama_defaults();
  made.window = 4096;
  return made;
}
Settings smollm3_defaults() {
  Settings made = llama_defaults();
  made.is_tied = true;
  made.rope.base = 2e6F;
  return made;
}
Settings gemma2_defaults() {
  Settings made = llama_defaults();
  made.is_tied = true;
  made.activation = gelu_tanh();
  made.window = 4096;
  made.query_scalar = 256.0F;
  made.score_cap = 50.0F;
  made.logits_cap = 30.0F;
  return made;
}
Settings gemma3_defaults() {
  Settings made = gemma2_defaults();
  made.score_cap = {};
  made.logits_cap = {};
  made.rope.base = 1e6F;
  made.local_rope = RopeSettings{};
  return made;
}

const ActivationKind* settings_activation(const Settings& settings) { return settings.activation; }
const ActivationKind* exact_gelu(const Settings&) { return gelu(); }

// ---- Names of tensors --------------------------------------------------------------------------

constexpr TensorNames kGpt2Names{.prefix = "transformer.",
                                 .embedding = "wte",
                                 .positions = "wpe",
                                 .norm_out = "ln_f",
                                 .block = "h.",
                                 .attention_norm = "ln_1",
                                 .q = "attn.c_attn",
                                 .o = "attn.c_proj",
                                 .mlp_norm = "ln_2",
                                 .w_1 = "mlp.c_fc",
                                 .w_2 = "mlp.c_proj",
                                 .unembedding = "lm_head"};

constexpr TensorNames kGptNeoNames{.prefix = "transformer.",
                                   .embedding = "wte",
                                   .positions = "wpe",
                                   .norm_out = "ln_f",
                                   .block = "h.",
                                   .attention_norm = "ln_1",
                                   .q = "attn.attention.q_proj",
                                   .k = "attn.attention.k_proj",
                                   .v = "attn.attention.v_proj",
                                   .o = "attn.attention.out_proj",
                                   .mlp_norm = "ln_2",
                                   .w_1 = "mlp.c_fc",
                                   .w_2 = "mlp.c_proj",
                                   .unembedding = "lm_head"};

constexpr TensorNames kGptNeoxNames{.prefix = "gpt_neox.",
                                    .embedding = "embed_in",
                                    .norm_out = "final_layer_norm",
                                    .block = "layers.",
                                    .attention_norm = "input_layernorm",
                                    .q = "attention.query_key_value",
                                    .o = "attention.dense",
                                    .mlp_norm = "post_attention_layernorm",
                                    .w_1 = "mlp.dense_h_to_4h",
                                    .w_2 = "mlp.dense_4h_to_h",
                                    .unembedding = "embed_out"};

constexpr TensorNames kPhiNames{.prefix = "model.",
                                .embedding = "embed_tokens",
                                .norm_out = "final_layernorm",
                                .block = "layers.",
                                .attention_norm = "input_layernorm",
                                .q = "self_attn.q_proj",
                                .k = "self_attn.k_proj",
                                .v = "self_attn.v_proj",
                                .o = "self_attn.dense",
                                .w_1 = "mlp.fc1",
                                .w_2 = "mlp.fc2",
                                .unembedding = "lm_head",
                                .unembedding_bias = {"lm_head.bias"}};

constexpr TensorNames kBertNames{
    .prefix = "bert.",
    .embedding = "embeddings.word_embeddings",
    .positions = "embeddings.position_embeddings",
    .types = "embeddings.token_type_embeddings",
    .norm_in = "embeddings.LayerNorm",
    .block = "encoder.layer.",
    .attention_norm = "attention.output.LayerNorm",
    .q = "attention.self.query",
    .k = "attention.self.key",
    .v = "attention.self.value",
    .o = "attention.output.dense",
    .mlp_norm = "output.LayerNorm",
    .w_1 = "intermediate.dense",
    .w_2 = "output.dense",
    .unembedding = "cls.predictions.decoder",
    .unembedding_bias = {"cls.predictions.bias", "cls.predictions.decoder.bias"},
    .head = "cls.predictions.transform.dense",
    .head_norm = "cls.predictions.transform.LayerNorm"};

constexpr TensorNames roberta_names() {
  TensorNames names = kBertNames;
  names.prefix = "roberta.";
  names.unembedding = "lm_head.decoder";
  names.unembedding_bias = {"lm_head.bias", "lm_head.decoder.bias"};
  names.head = "lm_head.dense";
  names.head_norm = "lm_head.layer_norm";
  return names;
}

constexpr TensorNames kDistilbertNames{.prefix = "distilbert.",
                                       .embedding = "embeddings.word_embeddings",
                                       .positions = "embeddings.position_embeddings",
                                       .norm_in = "embeddings.LayerNorm",
                                       .block = "transformer.layer.",
                                       .attention_norm = "sa_layer_norm",
                                       .q = "attention.q_lin",
                                       .k = "attention.k_lin",
                                       .v = "attention.v_lin",
                                       .o = "attention.out_lin",
                                       .mlp_norm = "output_layer_norm",
                                       .w_1 = "ffn.lin1",
                                       .w_2 = "ffn.lin2",
                                       .unembedding = "vocab_projector",
                                       .unembedding_bias = {"vocab_projector.bias"},
                                       .head = "vocab_transform",
                                       .head_norm = "vocab_layer_norm"};

constexpr TensorNames kLlamaNames{.prefix = "model.",
                                  .embedding = "embed_tokens",
                                  .norm_out = "norm",
                                  .block = "layers.",
                                  .attention_norm = "input_layernorm",
                                  .q = "self_attn.q_proj",
                                  .k = "self_attn.k_proj",
                                  .v = "self_attn.v_proj",
                                  .o = "self_attn.o_proj",
                                  .mlp_norm = "post_attention_layernorm",
                                  .w_1 = "mlp.gate_proj",
                                  .w_3 = "mlp.up_proj",
                                  .w_2 = "mlp.down_proj",
                                  .unembedding = "lm_head"};

/// Llama's names with norms of queries and keys.
constexpr TensorNames qwen3_names() {
  TensorNames names = kLlamaNames;
  names.q_norm = "self_attn.q_norm";
  names.k_norm = "self_attn.k_norm";
  return names;
}

/// Llama's names with norms behind both parts.
constexpr TensorNames gemma_names(TensorNames names) {
  names.attention_norm_after = "post_attention_layernorm";
  names.mlp_norm = "pre_feedforward_layernorm";
  names.mlp_norm_after = "post_feedforward_layernorm";
  return names;
}

// ---- Rows --------------------------------------------------------------------------------------

/// Encoder with norms after its parts (Devlin et al. 2019).
ModelFamily bert_row(std::string_view model_type, const TensorNames& names) {
  return {.model_type = model_type,
          .defaults = bert_defaults,
          .keys = {standard_sizes(), bert_keys()},
          .names = names,
          .has_qkv_bias = true,
          .has_o_bias = true,
          .has_mlp_bias = true,
          .norm_place = NormPlace::kPost,
          .is_causal = false,
          .head_activation = settings_activation};
}

/// Liu et al. 2019.
ModelFamily roberta_row() {
  ModelFamily row = bert_row("roberta", roberta_names());
  row.keys = {standard_sizes(), bert_keys(), roberta_keys()};
  row.head_activation = exact_gelu;
  row.counts_from_padding = true;
  return row;
}

/// Sanh et al. 2019.
ModelFamily distilbert_row() {
  ModelFamily row = bert_row("distilbert", kDistilbertNames);
  row.keys = {distilbert_keys()};
  return row;
}

/// Radford et al. 2019.
ModelFamily gpt2_row() {
  return {.model_type = "gpt2",
          .defaults = gpt_defaults,
          .keys = {gpt2_sizes()},
          .names = kGpt2Names,
          .projections = Projections::kSideBySide,
          .is_conv1d = true,
          .has_qkv_bias = true,
          .has_o_bias = true,
          .has_mlp_bias = true};
}

/// Black et al. 2021.
ModelFamily gpt_neo_row() {
  return {.model_type = "gpt_neo",
          .defaults = gpt_neo_defaults,
          .keys = {gpt_neo_keys()},
          .names = kGptNeoNames,
          .has_o_bias = true,
          .has_mlp_bias = true,
          .is_windowed = every_second_windowed};
}

/// Black et al. 2022; Biderman et al. 2023.
ModelFamily gpt_neox_row() {
  return {.model_type = "gpt_neox",
          .defaults = gpt_neox_defaults,
          .keys = {standard_sizes(), gpt_neox_keys(), rope_keys()},
          .names = kGptNeoxNames,
          .projections = Projections::kHeadsByHead,
          .has_qkv_bias = true,
          .has_o_bias = true,
          .has_mlp_bias = true,
          .may_be_parallel = true,
          .has_rope = every_layer};
}

/// Li et al. 2023: one norm for both parts.
ModelFamily phi_row() {
  return {.model_type = "phi",
          .defaults = phi_defaults,
          .keys = {standard_sizes(), phi_keys(), rope_keys()},
          .names = kPhiNames,
          .has_qkv_bias = true,
          .has_o_bias = true,
          .has_mlp_bias = true,
          .may_be_parallel = true,
          .has_rope = every_layer};
}

/// Touvron et al. 2023.
ModelFamily llama_row() {
  return {.model_type = "llama",
          .defaults = llama_defaults,
          .keys = {standard_sizes(), llama_keys(), rope_keys()},
          .names = kLlamaNames,
          .norm = "rms",
          .has_rope = every_layer};
}

/// Jiang et al. 2023.
ModelFamily mistral_row() {
  ModelFamily row = llama_row();
  row.model_type = "mistral";
  row.defaults = mistral_defaults;
  row.keys = {standard_sizes(), llama_keys(), rope_keys(), window_keys()};
  row.is_windowed = all_windowed;
  return row;
}

/// Yang et al. 2024.
ModelFamily qwen2_row() {
  ModelFamily row = llama_row();
  row.model_type = "qwen2";
  row.keys = {standard_sizes(), llama_keys(), rope_keys(), window_keys(), qwen_keys()};
  row.has_qkv_bias = true;
  row.is_windowed = last_windowed;
  return row;
}

/// Yang et al. 2025.
ModelFamily qwen3_row() {
  ModelFamily row = qwen2_row();
  row.model_type = "qwen3";
  row.names = qwen3_names();
  row.has_qkv_bias = false;
  return row;
}

ModelFamily smollm3_row() {
  ModelFamily row = llama_row();
  row.model_type = "smollm3";
  row.defaults = smollm3_defaults;
  row.keys = {standard_sizes(), llama_keys(), rope_keys(), window_keys(), smollm3_keys()};
  row.is_windowed = windowed_without_rope;
  row.has_rope = most_have_rope;
  return row;
}

ModelFamily gemma2_row() {
  return {.model_type = "gemma2",
          .defaults = gemma2_defaults,
          .keys = {standard_sizes(), gemma_keys(), rope_keys(), window_keys()},
          .names = gemma_names(kLlamaNames),
          .norm = "rms",
          .adds_one = true,
          .norm_place = NormPlace::kBoth,
          .scales_embedding = true,
          .is_windowed = even_windowed,
          .has_rope = every_layer};
}

ModelFamily gemma3_row() {
  ModelFamily row = gemma2_row();
  row.model_type = "gemma3_text";
  row.defaults = gemma3_defaults;
  row.keys = {standard_sizes(), gemma_keys(), rope_keys(), window_keys(), gemma3_keys()};
  row.names = gemma_names(qwen3_names());
  row.is_windowed = most_windowed;
  return row;
}

}  // namespace

std::span<const ModelFamily> families() {
  static const ModelFamily kFamilies[] = {
      bert_row("bert", kBertNames),
      distilbert_row(),
      gemma2_row(),
      gemma3_row(),
      gpt2_row(),
      gpt_neo_row(),
      gpt_neox_row(),
      llama_row(),
      mistral_row(),
      phi_row(),
      qwen2_row(),
      qwen3_row(),
      roberta_row(),
      smollm3_row(),
  };
  return kFamilies;
}

const ModelFamily& family_of(const ModelConfig& config) {
  return about_model_file(config.path(), [&]() -> const ModelFamily& {
    const std::string expected = one_of(texts_of(families(), &ModelFamily::model_type));
    const json::Place top;
    const json::Place place = top / "model_type";
    const auto type = find_member(config.object(), "model_type");
    if (!type) json::fail(place, "missing key: expected " + expected);
    const std::string name = json::read_text(*type, place);
    const auto found = std::ranges::find(families(), name, &ModelFamily::model_type);
    if (found == families().end()) {
      json::fail(place, "\"" + shown(name) + "\" is not read: expected " + expected);
    }
    return *found;
  });
}

ModelSettings settings_of(const ModelFamily& family, const ModelConfig& config) {
  ModelSettings settings = family.defaults();
  read_settings(config, family.keys, settings);
  return settings;
}

}  // namespace attn
