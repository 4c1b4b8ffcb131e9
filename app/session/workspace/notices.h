#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace attn {

/// Message of the window, and complaint of a control.
class Notices {
 public:
  /// Message to the user; stays on the screen until it is closed by a click.
  const std::string& message() const { return message_; }
  void tell(std::string message) { message_ = std::move(message); }
  void forget_message() { message_.clear(); }

  /// Shows an error of the control `field`, until the next edit.
  void complain(std::string_view field, std::string text) {
    field_ = field;
    complaint_ = std::move(text);
  }
  const std::string* complaint(std::string_view field) const {
    return !field_.empty() && field_ == field ? &complaint_ : nullptr;
  }
  void forget_complaint() { field_.clear(); }

 private:
  std::string message_, field_, complaint_;
};

}  // namespace attn
