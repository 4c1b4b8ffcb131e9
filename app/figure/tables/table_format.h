#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include "app/document/json/sink.h"
#include "app/figure/tables/view_table.h"

namespace attn {

// Numbers as files, independent of the locale. All formats except LaTeX restore each float32
// exactly. Written piecewise: the text can take several times the memory of the numbers.

/// Comma-separated values (RFC 4180, lines end in CR LF): the first row has the columns' names, the
/// first cell of other rows their name. A stack has a cell with the layer's name before it. Masked
/// cells are empty. In names, control characters and direction controls are escaped as in JSON, and
/// "'" precedes one that a spreadsheet would take for a formula (=, +, -, @).
void write_csv(const ViewTable& table, const Sink& sink);
/// Tab-separated values, with the same rules, and lines ending in LF.
void write_tsv(const ViewTable& table, const Sink& sink);
/// NumPy's format 1.0: float32, little-endian, row-major; a stack has three dimensions, layers
/// first. Masked scores are -inf. Without names.
void write_npy(const ViewTable& table, const Sink& sink);
/// Object with `view`, `rows`, `columns` and `values`; a stack has a list of matrices, and `layers`
/// with their names. Masked numbers are null.
void write_json(const ViewTable& table, const Sink& sink);
/// One tabular with booktabs rules for each layer, for \input. Numbers have as many decimals as the
/// largest one needs for three digits; masked numbers are "--".
void write_latex(const ViewTable& table, const Sink& sink);

struct TableFormat {
  std::string_view ending;  ///< with its dot
  /// Throws NoNumbers if the format cannot represent the table.
  void (*write)(const ViewTable& table, const Sink& sink);
};
inline constexpr TableFormat kTableFormats[] = {
    {".csv", write_csv},   {".tsv", write_tsv},   {".npy", write_npy},
    {".json", write_json}, {".tex", write_latex},
};

/// The whole text, for a small table.
template <typename Write>
std::string text_of(const ViewTable& table, const Write& write) {
  std::string text;
  write(table, [&text](std::string_view piece) { text += piece; });
  return text;
}
inline std::string to_csv(const ViewTable& table) { return text_of(table, write_csv); }
inline std::string to_tsv(const ViewTable& table) { return text_of(table, write_tsv); }
inline std::string to_npy(const ViewTable& table) { return text_of(table, write_npy); }

/// Format for that ending, in lower case; null if unknown.
inline const TableFormat* find_table_format(std::string_view ending) {
  const auto found = std::ranges::find(kTableFormats, ending, &TableFormat::ending);
  return found == std::end(kTableFormats) ? nullptr : &*found;
}

}  // namespace attn
