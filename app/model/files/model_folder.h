#pragma once

#include <string>
#include <string_view>

namespace attn {

/// Folder of the model `model`: the folder itself, or that of its config.json, or where there is no
/// such path, the snapshot of a name such as openai-community/gpt2 or gpt2 in the local cache of
/// Hugging Face's library: in $HF_HUB_CACHE, else $HF_HOME/hub, else ~/.cache/huggingface/hub.
/// Fetches nothing. Throws ModelError.
std::string model_folder(const std::string& model);

/// Ending of the files of a model with its text and changes.
inline constexpr std::string_view kModelEnding = ".attn-model.json";

/// Short name of what such a text names: "gpt2" for gpt2, openai-community/gpt2, models/gpt2/,
/// gpt2/config.json, a snapshot of models--openai-community--gpt2, and gpt2.attn-model.json.
std::string model_name(const std::string& model);

}  // namespace attn
