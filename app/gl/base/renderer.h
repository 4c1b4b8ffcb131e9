#pragma once

namespace attn::gl {

/// Returns whether the current context renders on the CPU.
bool renders_by_software();

}  // namespace attn::gl
