#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/matrix.h"

namespace attn {

/// Maximum size of a table's text, in bytes.
inline constexpr std::size_t kMaxTableBytes = std::size_t{64} << 20;

/// Maximum number of cells in a table.
inline constexpr Index kMaxTableNumbers = 1 << 22;

/// Required shape of a table; unset sizes are free.
struct TableShape {
  std::optional<Index> rows;
  std::optional<Index> cols;
};

/// Parses a pasted matrix:
/// - lines of cells separated by tabs (spreadsheets), ";", "," (CSV; cells may be quoted) or
/// spaces;
///   decimal commas are accepted unless "," is the separator,
/// - a Python or NumPy literal or printed array: `[[1, 2], [3, 4]]`, `[[1. 2.]
///  [3. 4.]]`,
///   `np.array([[1, 2]], dtype=np.float32)`, `w = tensor([1., 2.])`, where a flat list is a row,
///   or a column if `expected` is one,
/// - one number.
/// Throws std::runtime_error (expected and found, rows and columns counted from 1) if a cell is not
/// a finite float32, rows differ in length, the shape is not the expected one, or the text is too
/// long. Time and memory are linear in the text's length.
Matrix parse_table(std::string_view text, const TableShape& expected = {});

// Formats a matrix; each format preserves every float32, including the sign of zero.

/// Cells separated by tabs, one line per row: for spreadsheets.
std::string to_tsv(const Matrix& matrix);
/// Cells separated by commas.
std::string to_csv(const Matrix& matrix);
/// List of lists of floats, for Python and NumPy.
std::string to_python(const Matrix& matrix);

}  // namespace attn
