#pragma once

#include <memory>
#include <string_view>

#include "app/document/imports/attention_dump.h"

namespace attn {

/// The `params` of a page that BertViz's head_view or model_view made: of its attentions (all, or
/// from sentence A to B; encoder, decoder and cross) the first, or the one that is chosen by name.
/// Nothing of `html` is kept. Throws ImportError.
std::unique_ptr<AttentionDump> open_page(std::string_view html, const DumpChoice& choice);

}  // namespace attn
