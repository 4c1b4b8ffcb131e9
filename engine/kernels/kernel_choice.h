#pragma once

#include <span>

#include "engine/kernels/kernels.h"

namespace attn {

/// The kernels that this CPU can run, the fastest last; never empty.
std::span<const Kernels* const> supported_kernels();

inline const Kernels& fastest_kernels() { return *supported_kernels().back(); }

}  // namespace attn
