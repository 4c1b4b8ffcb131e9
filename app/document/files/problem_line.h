#pragma once

#include <cstddef>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>

namespace attn {

/// Maximum length of an error line, in bytes.
inline constexpr std::size_t kMaxProblemBytes = 3980;

/// `text` as one line (UTF-8, control characters escaped as in JSON) of at most `bytes`, cut
/// between characters.
std::string one_line(std::string_view text, std::size_t bytes);

/// Message of an error, also for lack of memory.
std::string error_message(const std::exception& error);

/// Result of work(), whose std::runtime_error is thrown on as an Error with the same words.
template <typename Error, typename Work>
auto as_error(const Work& work) try {
  return work();
} catch (const std::runtime_error& error) {
  throw Error(error.what());
}

/// "file: place: text", or "file: text" without a place: the common format of errors in files. A
/// file name too long for the line is cut, as place and text matter more.
std::string problem_line(std::string_view file, std::string_view place, std::string_view text);

}  // namespace attn
