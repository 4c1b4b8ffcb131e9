#pragma once

#include <string>
#include <vector>

#include "app/model/families/model_files.h"

namespace attn {

/// Files that write_converted() writes: the network's at `path`, and if it cannot refer to the
/// model's own files, one with their tensors beside it.
std::vector<std::string> converted_files(const ModelFiles& model, const std::string& path);

/// Writes `model` as a network of the tokens `ids` to `path`, *.attn-net.json. It refers to the
/// model's tensors where these are .safetensors in the folder of `path` or below it; else they are
/// written beside it. All files are written, or none. Returns the model's warnings. Throws
/// ModelError, and std::runtime_error if a file cannot be written.
std::vector<std::string> write_converted(const ModelFiles& model, const std::string& path,
                                         const std::vector<int>& ids);

}  // namespace attn
