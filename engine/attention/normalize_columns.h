#pragma once

#include "engine/attention/scene.h"
#include "engine/base/matrix.h"
#include "engine/base/product.h"

namespace attn {

/// Normalises each key's column of `scores` (M x L, kMasked for hidden keys) over the queries that
/// see it, whatever the normalizer's axis, before rows are divided by their sums: M x L. In double
/// precision, as a row may consist of numbers below float32's range.
WideMatrix normalize_columns(const Normalizer& normalizer, const Matrix& scores);

}  // namespace attn
