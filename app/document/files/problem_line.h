#pragma once

#include <cstddef>
#include <exception>
#include <string>
#include <string_view>

namespace attn {

/// The longest line about a problem, in bytes.
inline constexpr std::size_t kMaxProblemBytes = 3980;

/// `text` as one line of words (UTF-8, control characters escaped as in JSON) of at most `bytes`,
/// cut between characters.
std::string one_line(std::string_view text, std::size_t bytes);

/// What went wrong, in words: also where memory ran out, which exceptions name in a programmer's.
std::string in_words(const std::exception& error);

/// "file: place: text", or "file: text" without a place: what is wrong with a file, in the same
/// words wherever it is told. The place and the words are what helps: a file's name that is too
/// long for the line is cut.
std::string problem_line(std::string_view file, std::string_view place, std::string_view text);

}  // namespace attn
