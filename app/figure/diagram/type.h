#pragma once

namespace attn {

/// Kinds of text, which define their style; sizes are those of the window.
enum class Type {
  body,
  medium,
  strong,  ///< body, bold
  small,
  tiny,
  caption,
  title,
  number,
  small_number,
  label,  ///< token next to a single matrix
  cell,   ///< number in a single matrix
};

}  // namespace attn
