#pragma once

#include <span>
#include <string>
#include <string_view>

namespace attn {

// The ending of a file's name determines its format.

inline constexpr std::string_view kFilmEnding = ".gif";

/// All endings (with dot) for export: of figures, of tables, and of films.
std::span<const std::string_view> export_endings();

/// Ending of a file's name, with dot, in lower case; "" if there is none.
std::string ending_of(std::string_view path);

/// Returns whether a file of that name contains numbers instead of a figure.
bool is_table(std::string_view path);

}  // namespace attn
