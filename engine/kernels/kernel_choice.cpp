#include "engine/kernels/kernel_choice.h"

#include <vector>

namespace attn {

namespace kernels_plain {
extern const Kernels kernels;
}
#ifdef ATTN_KERNELS_OF_X86
namespace kernels_avx2 {
extern const Kernels kernels;
}
namespace kernels_avx512 {
extern const Kernels kernels;
}
#endif
#ifdef ATTN_KERNELS_OF_WASM
namespace kernels_wasm {
extern const Kernels kernels;
}
#endif
#ifdef ATTN_KERNELS_OF_RELAXED_WASM
namespace kernels_wasm_relaxed {
extern const Kernels kernels;
}
#endif

namespace {

std::vector<const Kernels*> find_supported() {
  std::vector<const Kernels*> found{&kernels_plain::kernels};
#ifdef ATTN_KERNELS_OF_X86
  __builtin_cpu_init();
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (avx2) found.push_back(&kernels_avx2::kernels);
  if (avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) {
    found.push_back(&kernels_avx512::kernels);
  }
#endif
  // A WebAssembly module loads only where all of its instructions are supported.
#ifdef ATTN_KERNELS_OF_WASM
  found.push_back(&kernels_wasm::kernels);
#endif
#ifdef ATTN_KERNELS_OF_RELAXED_WASM
  found.push_back(&kernels_wasm_relaxed::kernels);
#endif
  return found;
}

}  // namespace

std::span<const Kernels* const> supported_kernels() {
  static const std::vector<const Kernels*> supported = find_supported();
  return supported;
}

}  // namespace attn
