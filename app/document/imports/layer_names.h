#pragma once

#include <optional>
#include <string>

#include "app/document/imports/attention_dump.h"

namespace attn {

/// Names of layers `from` to `to` in a dump: "0 … 11", "4" for one; for numbers with gaps "0, 1,
/// 3", and for many "0, 1 … 40".
std::string layer_names(const AttentionDump& dump, Index from, Index to);
/// Names of all its layers.
std::string layer_names(const AttentionDump& dump);

/// Index of the layer with this number in the file; empty if there is none.
std::optional<Index> layer_called(const AttentionDump& dump, Index name);

}  // namespace attn
