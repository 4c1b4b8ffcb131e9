#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "app/document/tables/table_shape.h"
#include "engine/base/matrix.h"

namespace attn {

/// A longer text, in bytes, is not taken for a table.
inline constexpr std::size_t kMaxTableBytes = std::size_t{64} << 20;

/// The matrix that `text` holds, as people paste it:
/// - lines of cells between tabs (spreadsheets), ";", "," (CSV; cells may be quoted) or spaces; a
///   decimal comma is understood where "," is not what separates,
/// - a Python or NumPy literal or print-out: `[[1, 2], [3, 4]]`, `[[1. 2.]\n [3. 4.]]`,
///   `np.array([[1, 2]], dtype=np.float32)`, `w = tensor([1., 2.])`, where a flat list is a row,
///   or a column where `expected` is one,
/// - one number.
/// All of it or nothing: throws std::runtime_error in words (expected and found, rows and columns
/// counted from 1) where a cell is not a finite float32, rows are not equally long, the shape is
/// not the expected one, or there is too much of it. Time and memory are bounded by the text's
/// length.
Matrix parse_table(std::string_view text, const TableShape& expected = {});

// The reverse; each restores every float32, the sign of zero included.

/// Cells between tabs, a line for each row: what spreadsheets take.
std::string to_tsv(const Matrix& matrix);
/// Cells between commas.
std::string to_csv(const Matrix& matrix);
/// A list of lists of floats, as Python and NumPy read it.
std::string to_python(const Matrix& matrix);

}  // namespace attn
