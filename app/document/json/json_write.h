#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/document/json/sink.h"
#include "engine/base/matrix.h"

namespace attn::json {

/// Writes readable JSON: one member of an object or row of a matrix per line. Numbers are the
/// shortest that restore each float32, including the sign of zero; they must be finite.
class Writer {
 public:
  /// With a `sink` the text is passed on piecewise, and only a small part is in memory.
  explicit Writer(Sink sink = {}) : sink_(std::move(sink)) {}

  /// JSON in place of a matrix or row, by its address, such as a reference to another file; empty:
  /// its numbers.
  using Instead = std::function<std::string(const void* numbers)>;
  void replace_numbers(Instead instead) { instead_ = std::move(instead); }
  bool replaces_numbers() const { return instead_ != nullptr; }

  /// Ends the line, and returns the text not passed to a sink.
  std::string take() &&;

  void begin_object() { begin('{'); }
  void end_object() { end('}'); }
  /// List of objects or matrices, each on separate lines.
  void begin_list() { begin('['); }
  void end_list() { end(']'); }
  void key(std::string_view key);
  template <typename Value>
  void member(std::string_view name, const Value& content) {
    key(name);
    value(content);
  }
  /// Starts an item of a list.
  void item() { new_line(); }
  /// Writes a list: each(item) writes one of `items`.
  template <typename Items, typename Each>
  void list(const Items& items, const Each& each) {
    begin_list();
    for (const auto& one : items) {
      item();
      each(one);
    }
    end_list();
  }

  void null() { out_ += "null"; }
  void value(std::string_view text);
  void value(const std::string& text) { value(std::string_view(text)); }
  void value(const char* text) { value(std::string_view(text)); }
  void value(bool boolean) { out_ += boolean ? "true" : "false"; }
  void value(int number) { out_ += std::to_string(number); }
  void value(float number);
  void value(const RowVector& row);
  void value(const Matrix& matrix);
  /// Writes non-finite numbers, of masked keys, as null.
  void value_or_null(const Matrix& matrix);
  void value(const BoolMatrix& matrix);
  void value(const std::vector<bool>& bools);
  void value(const std::vector<int>& numbers);
  void value(const std::vector<std::string>& texts);
  void value(const std::vector<std::pair<int, int>>& edges);
  /// Writes JSON text directly.
  void raw(std::string_view json) { out_ += json; }

 private:
  template <typename Count, typename Each>
  void in_line(Count count, const Each& each);
  template <typename Count, typename Each>
  void on_lines(Count count, const Each& each);
  void begin(char bracket);
  void end(char bracket);
  void new_line();
  void pour() { pour_full(out_, sink_); }
  /// Writes what replaces the numbers at `address`, if anything does.
  bool is_replaced(const void* address);

  Sink sink_;
  Instead instead_;
  std::string out_;
  std::size_t depth_ = 0;
  bool is_first_ = true;
};

}  // namespace attn::json
