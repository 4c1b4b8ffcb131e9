#pragma once

#include <string>
#include <vector>

#include "app/document/dumps/attention_dump.h"
#include "app/document/dumps/dump_vectors.h"

namespace attn {

/// Letters of the axes of queries, keys and values, as axis_meanings() has them: q stands for the
/// tokens of each, d for the width.
struct VectorAxes {
  std::string queries, keys, values;
  std::vector<DumpDoubt> doubts;
};

/// Facts that decide which axis is that of the tokens.
struct KnownSizes {
  Index queries = 0, keys = 0;  ///< their number; 0: unknown
  Index token_rows = 0;         ///< rows of tokens, one for each sequence of a batch
};

/// Guesses the axes: the width is the last, heads before tokens unless the sizes or
/// TransformerLens' names decide otherwise. Grouped heads have fewer keys than queries. Throws
/// ImportError if the arrays do not fit together.
VectorAxes guess_vector_axes(const VectorArrays& arrays, bool is_of_layer, const KnownSizes& known);

/// The axes as given by a user, for the queries; those of keys and values follow. Throws
/// ImportError.
VectorAxes given_vector_axes(const VectorArrays& arrays, const std::string& letters);

}  // namespace attn
