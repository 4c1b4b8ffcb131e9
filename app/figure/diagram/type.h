#pragma once

namespace attn {

/// What a text is, which says how it is set; the sizes are those of the window.
enum class Type {
  body,
  medium,
  strong,  ///< of body, bold
  small,
  tiny,
  caption,
  title,
  number,
  small_number,
  label,  ///< a token beside a matrix that is looked at alone
  cell,   ///< a number in it
};

}  // namespace attn
