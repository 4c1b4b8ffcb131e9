#pragma once

#include <memory>

#include "app/document/dumps/attention_dump.h"
#include "app/document/tensors/tensor_file.h"

namespace attn {

/// Attention computed from a file's queries and keys (query_arrays()). `saved`: weights in the same
/// file, to which the computed ones are compared: the score and the mask are chosen that agree;
/// null without any. Throws ImportError.
std::unique_ptr<AttentionDump> open_vectors(std::shared_ptr<const TensorFile> file,
                                            const DumpChoice& choice,
                                            std::unique_ptr<AttentionDump> saved);

}  // namespace attn
