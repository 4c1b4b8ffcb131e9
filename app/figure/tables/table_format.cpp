#include "app/figure/tables/table_format.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "app/document/files/utf8.h"
#include "app/document/json/json_write.h"
#include "app/document/numbers/numbers.h"
#include "app/document/tensors/tensor_headers.h"
#include "app/figure/diagram/shading.h"
#include "engine/attention/trace.h"
#include "engine/base/clamped.h"
#include "engine/base/text.h"

namespace attn {
namespace {

struct Dialect {
  char separator;
  std::string_view line_end;
};

/// `name` as text for a spreadsheet: with "'" before anything that looks like a formula, or like an
/// escaped one, so that removing one "'" restores it.
std::string no_formula(const std::string& name) {
  const std::size_t first = std::min(name.find_first_not_of('\''), name.size());
  const std::string_view start = std::string_view(name).substr(first);
  const bool is_formula =
      std::ranges::any_of(std::array<std::string_view, 9>{"=", "+", "-", "@", "\uff1d", "\uff0b",
                                                          "\uff0d", "\uff20", "\u2212"},
                          [&](std::string_view sign) { return start.starts_with(sign); });
  return is_formula ? "'" + name : name;
}

/// Text of a table being written.
class DelimitedLines {
 public:
  DelimitedLines(const Dialect& dialect, const Sink& sink) : dialect_(dialect), sink_(sink) {}

  /// Writes a name: quoted if necessary, or if a reader would drop spaces.
  void text(std::string_view text) {
    separate();
    const std::string cell = no_formula(escaped(valid_utf8(text)));
    const char special[] = {dialect_.separator, '"'};
    const bool is_plain = cell.find_first_of({special, std::size(special)}) == std::string::npos &&
                          !cell.starts_with(' ') && !cell.ends_with(' ');
    if (is_plain) {
      out_ += cell;
      return;
    }
    out_ += '"';
    for (const char c : cell) {
      if (c == '"') out_ += '"';
      out_ += c;
    }
    out_ += '"';
  }

  void number(float value) {
    separate();
    if (value != kMasked) append_shortest(out_, value);
    pour_full(out_, sink_);
  }

  void end_line() {
    out_ += dialect_.line_end;
    is_first_ = true;
  }

  void end() { sink_(out_); }

 private:
  void separate() {
    if (!is_first_) out_ += dialect_.separator;
    is_first_ = false;
  }

  const Dialect& dialect_;
  const Sink& sink_;
  std::string out_;
  bool is_first_ = true;
};

void write_delimited(const ViewTable& table, const Dialect& dialect, const Sink& sink) {
  if (!table.is_even()) {
    throw NoNumbers("the heads are not equally wide, and a table has one width: choose a head");
  }
  DelimitedLines lines(dialect, sink);
  if (table.is_stack()) lines.text(table.stack);
  lines.text(table.row_kind);
  for (const std::string& column : table.columns) lines.text(column);
  lines.end_line();
  for (const auto& [name, values] : table.layers) {
    for (Index i = 0; i < values->rows(); ++i) {
      if (table.is_stack()) lines.text(name);
      lines.text(table.rows[static_cast<std::size_t>(i)]);
      for (Index j = 0; j < values->cols(); ++j) lines.number((*values)(i, j));
      lines.end_line();
    }
  }
  lines.end();
}

constexpr int kDigits = 3;

struct LatexEscape {
  char character;
  std::string_view words;
};
constexpr LatexEscape kEscapes[] = {
    {'\\', "\\textbackslash{}"},
    {'~', "\\textasciitilde{}"},
    {'^', "\\textasciicircum{}"},
    {'<', "\\textless{}"},
    {'>', "\\textgreater{}"},
    {'|', "\\textbar{}"},
    {'&', "\\&"},
    {'%', "\\%"},
    {'$', "\\$"},
    {'#', "\\#"},
    {'_', "\\_"},
    {'{', "\\{"},
    {'}', "\\}"},
    // After the end of a row these would start its optional arguments.
    {'[', "{[}"},
    {'*', "{*}"},
};

/// Name in LaTeX; direction controls are visible, as in other tables.
std::string latex_name(std::string_view text) {
  std::string line = valid_utf8(text), out;
  std::ranges::replace_if(
      line, [](unsigned char c) { return c < 0x20 || c == 0x7f; }, ' ');
  for (const char c : escaped(line)) {
    const auto escape = std::ranges::find(kEscapes, c, &LatexEscape::character);
    escape != std::end(kEscapes) ? out += escape->words : out += c;
  }
  return out;
}

/// Common style of all numbers of a table: equal decimals if possible.
class NumberStyle {
 public:
  explicit NumberStyle(const Matrix& values) {
    const double largest = largest_distance(values);
    const double power = largest > 0 ? std::floor(std::log10(largest)) : 0;
    is_fixed_ = power >= -3 && power < 6;
    // Numbers up to 1 are usually weights: 0.880 and 1.000.
    decimals_ = clamped(kDigits - 1 - static_cast<int>(power), 0, power < 0 ? 5 : kDigits);
    if (largest <= 1 && power >= -1) decimals_ = kDigits;
  }

  std::string of(float value) const {
    if (value == kMasked) return "--";
    std::string text = is_fixed_ ? fixed(static_cast<double>(value), decimals_)
                                 : brief(static_cast<double>(value), kDigits);
    const std::size_t e = text.find('e');
    if (e == std::string::npos) return text.starts_with('-') ? "$" + text + "$" : text;
    const int exponent = std::stoi(text.substr(e + 1));
    return "$" + text.substr(0, e) + " \\times 10^{" + std::to_string(exponent) + "}$";
  }

 private:
  bool is_fixed_ = true;
  int decimals_ = kDigits;
};

/// Text not passed to `sink` yet stays in `out`.
void append_layer(std::string& out, const ViewTable& table, const ViewTable::Layer& layer,
                  const Sink& sink) {
  const Matrix& values = *layer.values;
  const NumberStyle style(values);
  if (table.is_stack()) out += "% " + table.stack + " " + latex_name(layer.name) + "\n";
  out += "\\begin{tabular}{l*{" + std::to_string(values.cols()) + "}{r}}\n\\toprule\n";
  out += latex_name(table.row_kind);
  for (Index j = 0; j < values.cols(); ++j) {
    out += " & " + latex_name(table.columns[static_cast<std::size_t>(j)]);
  }
  out += " \\\\\n\\midrule\n";
  for (Index i = 0; i < values.rows(); ++i) {
    out += latex_name(table.rows[static_cast<std::size_t>(i)]);
    for (Index j = 0; j < values.cols(); ++j) {
      out += " & " + style.of(values(i, j));
      pour_full(out, sink);
    }
    out += " \\\\\n";
  }
  out += "\\bottomrule\n\\end{tabular}\n";
}

void write_numbers(const Matrix& values, const Sink& sink) {
  const auto count = static_cast<std::size_t>(values.size());
  if constexpr (std::endian::native == std::endian::little) {
    sink({reinterpret_cast<const char*>(values.data()), count * sizeof(float)});
    return;
  }
  std::string held;
  for (std::size_t n = 0; n < count; ++n) {
    const auto bits = std::bit_cast<std::uint32_t>(values.data()[n]);
    for (int shift = 0; shift < 32; shift += 8) held += static_cast<char>(bits >> shift & 0xff);
    pour_full(held, sink);
  }
  sink(held);
}

}  // namespace

void write_csv(const ViewTable& table, const Sink& sink) {
  write_delimited(table, {',', "\r\n"}, sink);
}
void write_tsv(const ViewTable& table, const Sink& sink) {
  write_delimited(table, {'\t', "\n"}, sink);
}

void write_json(const ViewTable& table, const Sink& sink) {
  json::Writer out(sink);
  out.begin_object();
  out.member("format", "attentoscope/table");
  out.member("version", 1);
  out.member("view", table.view);
  if (table.is_stack()) {
    const auto name = [](const auto& layer) { return layer.name; };
    out.member("layers", texts_of<std::string>(table.layers, name));
  }
  out.member("rows", table.rows);
  out.member("columns", table.columns);
  out.key("values");
  if (table.is_stack()) {
    out.begin_list();
    for (const auto& layer : table.layers) {
      out.item();
      out.value_or_null(*layer.values);
    }
    out.end_list();
  } else {
    out.value_or_null(*table.layers[0].values);
  }
  out.end_object();
  std::move(out).take();
}

void write_latex(const ViewTable& table, const Sink& sink) {
  std::string out = "% \\usepackage{booktabs}\n";
  for (const auto& layer : table.layers) {
    if (&layer != &table.layers[0]) out += "\n";
    append_layer(out, table, layer, sink);
  }
  sink(out);
}

void write_npy(const ViewTable& table, const Sink& sink) {
  if (!table.is_even()) {
    throw NoNumbers("the heads are not equally wide, and an array has one width: choose a head");
  }
  const Matrix& first = *table.layers[0].values;
  std::string shape = std::to_string(first.rows()) + ", " + std::to_string(first.cols());
  if (table.is_stack()) shape = std::to_string(table.layers.size()) + ", " + shape;
  sink(npy_header(shape));
  for (const auto& layer : table.layers) write_numbers(*layer.values, sink);
}

}  // namespace attn
