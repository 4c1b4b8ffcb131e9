#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/figure/number_table.h"

namespace attn {

// Numbers as files, in no locale's way. Every format but LaTeX restores each float32 exactly.

/// Comma-separated (RFC 4180, lines end in CR LF): the first row holds the columns' names, the
/// first cell of each other row its name. A stack has a cell with the layer's name before it. A
/// masked cell is empty. In names, control characters and those that turn the direction are escaped
/// as in JSON, and "'" stands before one that a spreadsheet would take for a formula (=, +, -, @).
std::string to_csv(const NumberTable& table);
/// The same between tabs, lines ending in LF.
std::string to_tsv(const NumberTable& table);
/// NumPy's format 1.0: float32, little endian, rows one after the other; a stack has three
/// dimensions, layers first. A masked score is -inf. There are no names in it.
std::string to_npy(const NumberTable& table);
/// An object with `view`, `rows`, `columns` and `values`; a stack's values are a list of matrices,
/// and `layers` their names. Masked is null.
std::string to_json(const NumberTable& table);
/// One tabular with booktabs' rules for each layer, to be \input. Numbers have as many decimals as
/// give the largest three digits; masked is "--".
std::string to_latex(const NumberTable& table);

struct TableFormat {
  std::string_view ending;  ///< with its dot
  /// Throws NoNumbers where the format can't hold the table.
  std::string (*encode)(const NumberTable& table);
};
std::span<const TableFormat> table_formats();

/// The format for that ending, in small letters; null where there is none.
const TableFormat* find_table_format(std::string_view ending);

}  // namespace attn
