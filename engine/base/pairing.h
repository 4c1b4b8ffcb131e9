#pragma once

namespace attn {

/// Term summed over the depth, for a number of the left and one of the right operand.
enum class Pairing { kProduct, kSquaredDifference, kTanhOfSum };

}  // namespace attn
