#pragma once

#include <optional>
#include <string>

#include "app/document/imports/attention_dump.h"

namespace attn {

/// What a dump calls its layers `from` to `to`: "0 … 11", "4" of one; of layers whose numbers do
/// not follow one another "0, 1, 3", and of many "0, 1 … 40".
std::string layer_names(const AttentionDump& dump, Index from, Index to);
/// Those of all its layers.
std::string layer_names(const AttentionDump& dump);

/// The layer that has this number in the file, or none.
std::optional<Index> layer_called(const AttentionDump& dump, Index name);

}  // namespace attn
