#pragma once

#include <string>

namespace attn {

/// Folder of `model`: a folder or its config.json. Throws ModelError.
std::string model_folder(const std::string& model);

}  // namespace attn
