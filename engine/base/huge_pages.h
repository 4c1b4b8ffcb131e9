#pragma once

#include <cstddef>

namespace attn {

/// Asks the system to back new memory with huge pages, if supported: the first use is then several
/// times faster. Small blocks are ignored.
void use_huge_pages(void* memory, std::size_t bytes);

}  // namespace attn
