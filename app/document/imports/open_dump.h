#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "app/document/imports/attention_dump.h"
#include "app/document/tensors/file_bytes.h"
#include "app/document/tensors/tensor_file.h"

namespace attn {

/// The attention in the file at `path`, "-" for standard input: one of tensors, or a page of
/// BertViz. Throws ImportError.
std::unique_ptr<AttentionDump> open_dump(const std::string& path, const DumpChoice& choice = {});
std::unique_ptr<AttentionDump> open_dump(FileBytes bytes, const DumpChoice& choice = {});

/// The `params` of a page that BertViz's head_view or model_view made: of its attentions (all, or
/// from sentence A to B; encoder, decoder and cross) the first, or the one that is chosen by name.
/// Nothing of `html` is kept. Throws ImportError.
std::unique_ptr<AttentionDump> open_page(std::string_view html, const DumpChoice& choice);

/// The attention among a file's arrays: one of 2 to 5 axes (queries × keys; heads before them;
/// layers before these; and a batch between layers and heads), or one for each layer, whose names
/// differ in a number (heads × queries × keys, with a batch before). Throws ImportError where it is
/// not clear which is meant.
std::unique_ptr<AttentionDump> open_tensors(TensorFile file, const DumpChoice& choice);

}  // namespace attn
