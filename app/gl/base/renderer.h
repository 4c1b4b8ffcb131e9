#pragma once

namespace attn::gl {

/// Whether the current context draws and computes by the processor, and by no graphics processor.
bool renders_by_software();

}  // namespace attn::gl
