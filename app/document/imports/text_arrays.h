#pragma once

#include <string>
#include <string_view>

#include "app/document/tensors/tensor_file.h"

namespace attn {

/// Arrays in a JSON text: each list of numbers, of any number of axes, called by the keys and the
/// numbers that lead to it, "attentions.0"; and each object with its axes ("dims", "shape") and its
/// numbers in one list ("data"), as transformers.js writes tensors. null, NaN and -Infinity are
/// NaN. Lists of texts called "tokens", "query_tokens" or "queries" are arrays of texts. Throws
/// ImportError.
TensorFile arrays_in_json(std::string_view text);

/// The matrix in a table of numbers between commas, semicolons or tabs, or one for each number in a
/// first column "head". The first line may name the keys, and the first column the queries. An
/// empty cell is NaN. Throws ImportError, which names the line.
TensorFile arrays_in_table(std::string_view text);

/// `json` with null in place of NaN and of infinities, which Python writes, outside of texts.
std::string without_nan(std::string_view json);

}  // namespace attn
