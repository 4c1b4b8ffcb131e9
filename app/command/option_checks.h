#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

namespace attn {

// Validators of command line options: they return "" or an error message.

/// Refuses an empty text: it often comes from a shell variable that was not set.
CLI::Validator not_empty();

/// A whole number >= 0.
std::string check_whole(const std::string& text);

/// Accepts an integer from `low` to `high`. CLI11's own range check accepts texts that are not
/// numbers.
std::function<std::string(const std::string&)> whole_between(int low, int high);
std::function<std::string(const std::string&)> number_between(double low, double high);

}  // namespace attn
