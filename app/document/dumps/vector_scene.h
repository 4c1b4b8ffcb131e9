#pragma once

#include "app/document/dumps/attention_dump.h"
#include "engine/attention/scene.h"

namespace attn {

/// Sizes of the vectors of a layer's heads; groups of heads share keys and values.
struct DumpVectorSizes {
  Index heads = 1, groups = 1, queries = 0, keys = 0;
  Index width = 0, value_width = 0;
};

/// Puts vectors into a scene with tokens: embeddings are the keys of all groups of heads side by
/// side (L x their widths), the queries' embeddings the queries of all heads, values the values;
/// each head's matrices pick its columns, and heads of a group share keys and values. Without
/// values these are 0, and there is no combined output.
void put_vectors(Scene& scene, const DumpVectors& vectors);

/// Numbers of such a scene, with those of the matrices that pick columns.
double numbers_in_vectors(const DumpVectorSizes& sizes);

/// First column that a matrix of put_vectors() picks.
Index first_picked(const Matrix& picking);

}  // namespace attn
