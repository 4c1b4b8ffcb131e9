#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "app/document/dumps/attention_dump.h"
#include "app/document/dumps/dump_families.h"
#include "engine/blocks/network.h"

namespace attn {

/// Returns whether a file that begins so is a network of this program.
bool is_network(std::string_view begin);

/// Network in the text of the file at `path`, which its matrices' files are beside. Throws
/// ImportError.
Network network_in(const std::string& text, const std::string& path);

/// Attention of all blocks of `network`, which is evaluated by the plain reference: a layer for
/// each block that has attention, with its weights. Throws ImportError.
std::unique_ptr<AttentionDump> dump_of(const Network& network);

/// Likewise, described only.
DumpContents contents_of_network(const Network& network);

}  // namespace attn
