#pragma once

#include <string>
#include <string_view>

namespace attn {

/// Formula as a line of plain text, for menus, errors and terminals: "sᵢⱼ = qᵢ · kⱼ / √dₖ". Without
/// a Unicode form it is written out: "W_Q", "K^T", "base^(2j/D)". Invalid formulas are unchanged.
std::string plain_formula(std::string_view tex);

/// Converts a formatted number, "−0.5", "1.2e-07", "inf", to TeX: "1.2 \cdot 10^{-7}", "\infty".
std::string tex_number(std::string_view written);

}  // namespace attn
