#include "app/command/option_checks.h"

#include "app/command/failure.h"
#include "app/figure/files/figure_option.h"
#include "engine/base/text.h"

namespace attn {
CLI::Validator not_empty() {
  return {[](const std::string& text) {
            return text.empty() ? "expected a name, found none" : std::string();
          },
          ""};
}

std::vector<int> ids_in_list(const std::string& list, const std::string& option, int vocabulary) {
  const auto numbers = whole_numbers(list, ',');
  if (!numbers || numbers->empty()) {
    throw Failure(Status::kWrong,
                  option + ": expected whole numbers, as in 5,3, found " + shown(list));
  }
  std::vector<int> ids;
  for (const std::ptrdiff_t number : *numbers) {
    if (number >= vocabulary) {
      throw Failure(Status::kWrong, option + ": " + std::to_string(number) +
                                        ": expected less than " + std::to_string(vocabulary) +
                                        " (V)");
    }
    ids.push_back(static_cast<int>(number));
  }
  return ids;
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
