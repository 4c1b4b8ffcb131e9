#include "app/command/option_checks.h"

#include "app/figure/files/figure_option.h"
#include "engine/base/text.h"

namespace attn {
CLI::Validator not_empty() {
  return {[](const std::string& text) {
            return text.empty() ? "expected a name, found none" : std::string();
          },
          ""};
}

std::string check_whole(const std::string& text) {
  const auto number = parsed<int>(text);
  return number && *number >= 0 ? "" : "expected a whole number >= 0, found " + text;
}

OptionCheck whole_between(int low, int high) {
  return [=](const std::string& text) {
    const auto number = parsed<int>(text);
    if (number && *number >= low && *number <= high) return std::string();
    return "expected a whole number from " + std::to_string(low) + " to " + std::to_string(high) +
           ", found " + text;
  };
}

OptionCheck number_between(double low, double high) {
  return [=](const std::string& text) {
    double number = 0;
    const bool is_number = CLI::detail::lexical_cast(text, number);
    if (is_number && number >= low && number <= high) return std::string();
    return "expected a number from " + CLI::detail::to_string(low) + " to " +
           CLI::detail::to_string(high) + ", found " + text;
  };
}

}  // namespace attn
