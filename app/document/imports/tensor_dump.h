#pragma once

#include <memory>

#include "app/document/imports/attention_dump.h"
#include "app/document/tensors/tensor_file.h"

namespace attn {

/// The attention among a file's arrays: one of 2 to 5 axes (queries × keys; heads before them;
/// layers before these; and a batch between layers and heads), or one for each layer, whose names
/// differ in a number (heads × queries × keys, with a batch before). Throws ImportError where it is
/// not clear which is meant.
std::unique_ptr<AttentionDump> open_tensors(TensorFile file, const DumpChoice& choice);

}  // namespace attn
