#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

namespace attn {

// Validators of command line options: they return "" or an error message.

/// Takes what isn't empty: an empty name is a variable that was not set.
CLI::Validator not_empty();

/// A whole number >= 0.
std::string check_whole(const std::string& text);

/// CLI11's own range takes what is not a number.
std::function<std::string(const std::string&)> whole_between(int low, int high);
std::function<std::string(const std::string&)> number_between(double low, double high);

}  // namespace attn
