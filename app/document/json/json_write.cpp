#include "app/document/json/json_write.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "app/document/numbers/numbers.h"

namespace attn::json {

template <typename Count, typename Each>
void Writer::in_line(Count count, const Each& each) {
  out_ += '[';
  for (Count n = 0; n < count; ++n) {
    if (n > 0) out_ += ',';
    each(n);
    pour();
  }
  out_ += ']';
}

template <typename Count, typename Each>
void Writer::on_lines(Count count, const Each& each) {
  begin_list();
  for (Count n = 0; n < count; ++n) {
    item();
    each(n);
  }
  end_list();
}

std::string Writer::take() && {
  out_ += '\n';
  if (sink_) sink_(std::exchange(out_, {}));
  return std::move(out_);
}

void Writer::begin(char bracket) {
  out_ += bracket;
  ++depth_;
  is_first_ = true;
}

void Writer::end(char bracket) {
  --depth_;
  if (!is_first_) {
    out_ += '\n';
    out_.append(depth_, ' ');
  }
  out_ += bracket;
  is_first_ = false;
}

void Writer::new_line() {
  if (!is_first_) out_ += ',';
  is_first_ = false;
  pour();
  out_ += '\n';
  out_.append(depth_, ' ');
}

void Writer::key(std::string_view key) {
  new_line();
  value(key);
  out_ += ": ";
}

void Writer::value(std::string_view text) {
  // Invalid UTF-8 is written as a replacement character.
  out_ += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void Writer::value(float number) {
  append_shortest(out_, number);
  // "-0" would be read as an integer, without sign.
  if (number == 0 && std::signbit(number)) out_ += ".0";
}

bool Writer::is_replaced(const void* address) {
  const std::string instead = instead_ ? instead_(address) : "";
  out_ += instead;
  return !instead.empty();
}

void Writer::value(const RowVector& row) {
  if (is_replaced(&row)) return;
  in_line(row.cols(), [&](Index j) { value(row(j)); });
}

void Writer::value(const Matrix& matrix) {
  if (is_replaced(&matrix)) return;
  on_lines(matrix.rows(),
           [&](Index i) { in_line(matrix.cols(), [&](Index j) { value(matrix(i, j)); }); });
}

void Writer::value_or_null(const Matrix& matrix) {
  on_lines(matrix.rows(), [&](Index i) {
    in_line(matrix.cols(), [&](Index j) {
      if (std::isfinite(matrix(i, j))) {
        value(matrix(i, j));
      } else {
        null();
      }
    });
  });
}

void Writer::value(const BoolMatrix& matrix) {
  on_lines(matrix.rows(),
           [&](Index i) { in_line(matrix.cols(), [&](Index j) { value(matrix(i, j)); }); });
}

void Writer::value(const std::vector<bool>& bools) {
  in_line(bools.size(), [&](std::size_t n) { value(static_cast<bool>(bools[n])); });
}

void Writer::value(const std::vector<int>& numbers) {
  in_line(numbers.size(), [&](std::size_t n) { value(numbers[n]); });
}

void Writer::value(const std::vector<std::string>& texts) {
  in_line(texts.size(), [&](std::size_t n) { value(texts[n]); });
}

void Writer::value(const std::vector<std::pair<int, int>>& edges) {
  in_line(edges.size(), [&](std::size_t n) {
    in_line(2, [&](int side) { value(side == 0 ? edges[n].first : edges[n].second); });
  });
}

}  // namespace attn::json
