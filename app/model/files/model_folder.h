#pragma once

#include <string>

namespace attn {

/// Folder of the model `model`: the folder itself, or that of its config.json, or where there is no
/// such path, the snapshot of a name such as openai-community/gpt2 or gpt2 in the local cache of
/// Hugging Face's library: in $HF_HUB_CACHE, else $HF_HOME/hub, else ~/.cache/huggingface/hub.
/// Fetches nothing. Throws ModelError.
std::string model_folder(const std::string& model);

}  // namespace attn
