#include <algorithm>
#include <cmath>
#include <string_view>

#include "app/document/files/utf8.h"
#include "app/document/numbers/numbers.h"
#include "app/figure/diagram/shading.h"
#include "app/figure/tables/table_format.h"
#include "engine/attention/trace.h"
#include "engine/base/text.h"

namespace attn {
namespace {

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
    decimals_ = std::clamp(kDigits - 1 - static_cast<int>(power), 0, power < 0 ? 5 : kDigits);
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

}  // namespace

void write_latex(const ViewTable& table, const Sink& sink) {
  std::string out = "% \\usepackage{booktabs}\n";
  for (const auto& layer : table.layers) {
    if (&layer != &table.layers[0]) out += "\n";
    append_layer(out, table, layer, sink);
  }
  sink(out);
}

}  // namespace attn
