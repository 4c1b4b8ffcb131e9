#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/document/json/sink.h"
#include "engine/base/matrix.h"

namespace attn::json {

/// Writes JSON that people can read: a member of an object or a row of a matrix on each line.
/// Numbers are as short as restores each float32, the sign of zero included; they must be finite.
class Writer {
 public:
  /// With a `sink` the text goes there piece by piece, and little of it is held at any time.
  explicit Writer(Sink sink = {}) : sink_(std::move(sink)) {}

  /// Ends the line, and hands over the text that did not go to a sink.
  std::string take() &&;

  void begin_object() { begin('{'); }
  void end_object() { end('}'); }
  /// A list of objects or of matrices, each on lines of its own.
  void begin_list() { begin('['); }
  void end_list() { end(']'); }
  void key(std::string_view key);
  /// Starts an item of a list.
  void item() { new_line(); }

  void null() { out_ += "null"; }
  void value(std::string_view text);
  void value(const std::string& text) { value(std::string_view(text)); }
  void value(const char* text) { value(std::string_view(text)); }
  void value(bool boolean) { out_ += boolean ? "true" : "false"; }
  void value(int number) { out_ += std::to_string(number); }
  void value(float number);
  void value(const RowVector& row);
  void value(const Matrix& matrix);
  /// Non-finite numbers, which stand where a key is masked, as null.
  void value_or_null(const Matrix& matrix);
  void value(const BoolMatrix& matrix);
  void value(const std::vector<bool>& bools);
  void value(const std::vector<int>& numbers);
  void value(const std::vector<std::string>& texts);
  void value(const std::vector<std::pair<int, int>>& edges);
  /// JSON as it stands.
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

  Sink sink_;
  std::string out_;
  std::size_t depth_ = 0;
  bool is_first_ = true;
};

}  // namespace attn::json
