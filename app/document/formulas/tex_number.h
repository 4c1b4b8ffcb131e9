#pragma once

#include <string>
#include <string_view>

namespace attn {

/// A number that is written out, "−0.5", "1.2e-07", "inf", in TeX: "1.2 \cdot 10^{-7}", "\infty".
std::string tex_number(std::string_view written);

}  // namespace attn
