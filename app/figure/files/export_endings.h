#pragma once

#include <span>
#include <string>
#include <string_view>

namespace attn {

// What a file is written as follows from how its name ends.

inline constexpr std::string_view kFilmEnding = ".gif";

/// All endings (with their dot) that can be exported: those of figures, then those of tables, then
/// that of films.
std::span<const std::string_view> export_endings();

/// The ending of a file's name, with its dot and in small letters; "" where it has none.
std::string ending_of(std::string_view path);

/// Whether a file of that name holds numbers, and no figure.
bool is_table(std::string_view path);

}  // namespace attn
