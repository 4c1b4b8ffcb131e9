#pragma once

#include <span>

#include "engine/kernels/kernels.h"

namespace attn {

/// Kernels supported by this CPU, the fastest last; never empty.
std::span<const Kernels* const> supported_kernels();

inline const Kernels& fastest_kernels() { return *supported_kernels().back(); }

}  // namespace attn
