#pragma once

#include <cstdint>
#include <string>

#include "app/model/families/model_files.h"

namespace attn {

/// A model in words and numbers: `model` of a run's result. The weights' numbers are not read.
struct ModelDescription {
  std::string path;    ///< its folder
  std::string family;  ///< model_type
  int layers = 0, heads = 0, key_heads = 0, width = 0;
  int vocabulary = 0;            ///< V
  std::uint64_t parameters = 0;  ///< numbers of all tensors that it uses
  std::string dtype;             ///< type of the embedding in the file
  std::string fingerprint;       ///< 16 hexadecimal digits
};

/// Describes `model`. Throws ModelError if a tensor is missing or has a wrong shape.
ModelDescription describe_model(const ModelFiles& model);

/// Hash (FNV-1a, 64 bits; Fowler, Noll & Vo 1991) of the bytes of config.json, and of each tensor,
/// in the order of their names: name, type, shape, and the first and last 4 KiB of its numbers in
/// the file. Files and parts may be named otherwise.
std::string fingerprint_of(const ModelFiles& model);

}  // namespace attn
