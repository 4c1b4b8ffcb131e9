#include "engine/base/huge_pages.h"

#include <cstdint>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace attn {

void use_huge_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef __linux__
  constexpr std::size_t kWorthIt = 1 << 18;
  if (bytes < kWorthIt) return;
  constexpr std::uintptr_t kPage = 1 << 21;
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  // Blocks are adjacent: a page shared by two is huge if both ask for it.
  const std::uintptr_t first = begin / kPage * kPage;
  const std::uintptr_t end = (begin + bytes + kPage - 1) / kPage * kPage;
  // Only a hint: if the system refuses, pages stay small.
  madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
#endif
}

}  // namespace attn
