#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "app/document/dumps/attention_dump.h"
#include "app/document/files/problem_line.h"
#include "app/document/files/utf8.h"
#include "app/document/imports/text_arrays.h"
#include "app/document/tensors/array_builder.h"
#include "engine/base/text.h"

namespace attn {
namespace {

using TableFields = std::vector<std::string>;

/// A line of the table that is not blank.
struct TableLine {
  TableFields fields;
  std::size_t number = 0;  ///< in the file, from 1
};

/// Takes a field, which may be quoted (RFC 4180), up to a separator or the end of the line.
std::string take_field(std::string_view& text, char separator) {
  std::string field;
  const std::string_view rest = trimmed(text.substr(0, text.find(separator)), " ");
  if (!rest.starts_with('"')) {
    const std::size_t end =
        std::min(text.find_first_of(std::string("\n") + separator), text.size());
    field = trimmed(text.substr(0, end), " \r");
    text.remove_prefix(end);
    return field;
  }
  text.remove_prefix(text.find('"') + 1);
  for (;;) {
    const std::size_t quote = std::min(text.find('"'), text.size());
    field += text.substr(0, quote);
    text.remove_prefix(std::min(quote + 1, text.size()));
    if (!text.starts_with('"')) break;
    field += '"';  // two quotes are one
    text.remove_prefix(1);
  }
  text.remove_prefix(std::min(text.find_first_of(std::string("\n") + separator), text.size()));
  return field;
}

/// The character that separates fields: of a tab, a semicolon and a comma the first one that the
/// first line has.
char separator_of(std::string_view text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  for (const char separator : {'\t', ';', ','}) {
    if (line.find(separator) != line.npos) return separator;
  }
  return ',';
}

std::vector<TableLine> lines_of_table(std::string_view text) {
  const char separator = separator_of(text);
  std::vector<TableLine> lines;
  std::size_t number = 1;
  while (!text.empty()) {
    TableLine line{{}, number};
    const std::size_t before = text.size();
    const std::string_view all = text;
    for (;;) {
      line.fields.push_back(take_field(text, separator));
      if (!text.starts_with(separator)) break;
      text.remove_prefix(1);
    }
    if (text.starts_with('\n')) text.remove_prefix(1);
    number +=
        static_cast<std::size_t>(std::ranges::count(all.substr(0, before - text.size()), '\n'));
    const bool is_blank = line.fields.size() == 1 && line.fields.front().empty();
    if (!is_blank) lines.push_back(std::move(line));
  }
  return lines;
}

/// A number, or NaN for an empty field; empty for other texts.
std::optional<double> number_in(std::string_view field) {
  if (field.empty() || field == "nan" || field == "NaN" || field == "NA" || field == "null") {
    return std::numeric_limits<double>::quiet_NaN();
  }
  if (field.starts_with('+')) field.remove_prefix(1);
  if (field == "-inf" || field == "-Infinity") return -std::numeric_limits<double>::infinity();
  return parsed<double>(field);
}

bool is_name(std::string_view field) { return !number_in(field); }

/// Roles of the first line and the first columns of a table.
struct TableColumns {
  bool has_header = false, has_heads = false, has_names = false;
  std::size_t first() const { return std::size_t{has_heads} + std::size_t{has_names}; }
};

TableColumns columns_of(std::span<const TableLine> lines) {
  const TableFields& first = lines.front().fields;
  TableColumns columns;
  // A corner that is empty or a word stands above names.
  columns.has_header =
      lines.size() > 1 && (first.front().empty() || std::ranges::any_of(first, is_name));
  columns.has_heads = columns.has_header && first.front() == "head";
  const std::size_t names = columns.has_heads ? 1 : 0;
  const auto rows = lines.subspan(columns.has_header ? 1 : 0);
  const bool is_corner =
      columns.has_header && names < first.size() &&
      (first[names].empty() || first[names] == "query" || first[names] == "token");
  columns.has_names = is_corner || std::ranges::any_of(rows, [&](const TableLine& line) {
                        return names < line.fields.size() && is_name(line.fields[names]);
                      });
  return columns;
}

[[noreturn]] void fail_in(const TableLine& line, const std::string& text) {
  throw ImportError("line " + std::to_string(line.number) + ": " + text);
}

}  // namespace

TensorFile arrays_in_table(std::string_view bytes) {
  const std::string text = valid_utf8(bytes.substr(bytes.starts_with("\xef\xbb\xbf") ? 3 : 0));
  const std::vector<TableLine> lines = lines_of_table(text);
  if (lines.empty()) throw ImportError("expected a table of numbers, found no line");
  const TableColumns columns = columns_of(lines);
  const auto rows = std::span(lines).subspan(columns.has_header ? 1 : 0);
  const std::size_t fields = rows.front().fields.size(), first = columns.first();
  if (fields <= first)
    fail_in(rows.front(), "expected numbers, found " + shown(rows.front().fields.front()));
  std::vector<double> numbers;
  std::vector<std::string> queries;
  std::vector<Index> rows_of_heads;
  std::string head;
  for (const TableLine& line : rows) {
    if (line.fields.size() != fields) {
      fail_in(line, "expected " + std::to_string(fields) + " fields, as in line " +
                        std::to_string(rows.front().number) + ", found " +
                        std::to_string(line.fields.size()));
    }
    if (rows_of_heads.empty() || (columns.has_heads && line.fields.front() != head)) {
      rows_of_heads.push_back(0);
      head = line.fields.front();
    }
    ++rows_of_heads.back();
    if (columns.has_names) queries.push_back(line.fields[first - 1]);
    for (std::size_t n = first; n < fields; ++n) {
      const auto number = number_in(line.fields[n]);
      if (!number) fail_in(line, "expected a number, found " + shown(line.fields[n]));
      numbers.push_back(*number);
    }
  }
  const Index count = rows_of_heads.front(), heads = std::ssize(rows_of_heads);
  if (std::ranges::any_of(rows_of_heads, [&](Index one) { return one != count; })) {
    throw ImportError("expected as many lines for each head, found " + std::to_string(count) +
                      " and others");
  }
  const auto keys = static_cast<Index>(fields - first);
  ArrayBuilder arrays;
  arrays.add_numbers("", columns.has_heads ? Axes{heads, count, keys} : Axes{count, keys}, numbers);
  if (columns.has_header) {
    const TableFields& names = lines.front().fields;
    const std::size_t skipped =
        names.size() == fields ? first : names.size() - static_cast<std::size_t>(keys);
    if (names.size() != fields && names.size() != static_cast<std::size_t>(keys)) {
      fail_in(lines.front(), "expected a name for each of " + std::to_string(keys) +
                                 " keys, found " + std::to_string(names.size()));
    }
    arrays.add_texts("tokens", {keys}, std::span(names).subspan(skipped));
  }
  if (columns.has_names) {
    arrays.add_texts("query_tokens", {count},
                     std::span(queries).first(static_cast<std::size_t>(count)));
  }
  return as_error<ImportError>([&] { return std::move(arrays).file(); });
}

}  // namespace attn
