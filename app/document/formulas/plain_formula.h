#pragma once

#include <string>
#include <string_view>

namespace attn {

/// A formula as one line of plain text, for menus, errors and terminals: "sᵢⱼ = qᵢ · kⱼ / √dₖ".
/// What has no such form is written out: "W_Q", "K^T", "base^(2j/D)". One that can't be read stays
/// as it is.
std::string plain_formula(std::string_view tex);

/// A number that is written out, "−0.5", "1.2e-07", "inf", in TeX: "1.2 \cdot 10^{-7}", "\infty".
std::string tex_number(std::string_view written);

}  // namespace attn
