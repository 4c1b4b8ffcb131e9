#pragma once

namespace attn {

/// Font families of figures, and of texts in papers; all are built into the program.
inline constexpr const char* kWordFamily = "Inter";
inline constexpr const char* kNumberFamily = "JetBrains Mono";
inline constexpr const char* kTimesFamily = "TeX Gyre Termes";

}  // namespace attn
