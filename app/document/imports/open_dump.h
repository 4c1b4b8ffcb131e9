#pragma once

#include <memory>
#include <string>

#include "app/document/imports/attention_dump.h"
#include "app/document/tensors/file_bytes.h"

namespace attn {

/// The attention in the file at `path`, "-" for standard input: one of tensors, or a page of
/// BertViz. Throws ImportError.
std::unique_ptr<AttentionDump> open_dump(const std::string& path, const DumpChoice& choice = {});
std::unique_ptr<AttentionDump> open_dump(FileBytes bytes, const DumpChoice& choice = {});

}  // namespace attn
