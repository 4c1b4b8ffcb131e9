#pragma once

namespace attn {

/// The families that figures are set in, and that words of a paper can be set in; all are built
/// into the program.
inline constexpr const char* kWordFamily = "Inter";
inline constexpr const char* kNumberFamily = "JetBrains Mono";
inline constexpr const char* kTimesFamily = "TeX Gyre Termes";

}  // namespace attn
