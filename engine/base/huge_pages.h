#pragma once

#include <cstddef>

namespace attn {

/// Asks the system to back new memory with large pages, where it has them: its first use is then
/// several times faster. Small blocks are left as they are.
void use_huge_pages(void* memory, std::size_t bytes);

}  // namespace attn
