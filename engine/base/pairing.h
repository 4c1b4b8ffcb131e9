#pragma once

namespace attn {

/// What is summed along the depth, of a number of the left and one of the right operand.
enum class Pairing { kProduct, kSquaredDifference, kTanhOfSum };

}  // namespace attn
