#pragma once

#include "engine/attention/scene.h"
#include "engine/base/matrix.h"
#include "engine/base/product.h"

namespace attn {

/// Each key's column of `scores` (M x L, kMasked where a key is not seen) over the queries that see
/// it, whatever the normalizer is over, before rows are divided by their sums: M x L. Wide, as what
/// is too little for float32 may be all of a row.
WideMatrix normalize_columns(const Normalizer& normalizer, const Matrix& scores);

}  // namespace attn
