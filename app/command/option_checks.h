#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

namespace attn {

// Validators of command line options: they return "" or an error message.

using OptionCheck = std::function<std::string(const std::string&)>;

/// Refuses an empty text: it often comes from a shell variable that was not set.
CLI::Validator not_empty();

/// A whole number >= 0.
std::string check_whole(const std::string& text);

/// Accepts an integer from `low` to `high`. CLI11's own range check accepts texts that are not
/// numbers.
OptionCheck whole_between(int low, int high);
OptionCheck number_between(double low, double high);

/// Adds the option `name`, a text that is not empty, or several. Its value is called `type` in the
/// help.
template <typename Text>
CLI::Option* add_text(CLI::App& command, const std::string& name, Text& to, const std::string& help,
                      const std::string& type = "") {
  CLI::Option* option = command.add_option(name, to, help)->check(not_empty());
  return type.empty() ? option : option->type_name(type);
}

/// Adds the option `name`, a number that passes `check`.
template <typename Number>
CLI::Option* add_number(CLI::App& command, const std::string& name, Number& to,
                        const std::string& help, const OptionCheck& check,
                        const std::string& type = "N") {
  return command.add_option(name, to, help)->type_name(type)->check(check);
}

}  // namespace attn
