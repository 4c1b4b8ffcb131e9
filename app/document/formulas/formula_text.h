#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

// Texts with formulas among their words: "the weight $\alpha_{ij}$ of a key". "$$…$$" is a formula
// on a line of its own, "\$" a dollar sign.

/// A part of such a text.
struct TextPiece {
  enum class Kind { words, formula, block };
  Kind kind = Kind::words;
  std::string text;  ///< words as they are shown, or TeX

  bool operator==(const TextPiece&) const = default;
};

/// The parts of `text` in their order. Throws FormulaError where a "$" begins no formula; the TeX
/// itself is not read.
std::vector<TextPiece> pieces_of(std::string_view text);

/// The same for a text that may have a "$" alone: such a text is all words.
std::vector<TextPiece> pieces_or_words(std::string_view text);

/// A dollar sign of `text`, or what stands between two of them.
struct Dollars {
  enum class Kind { formula, block, sign, alone };
  Kind kind;
  std::size_t begin, end;  ///< with the dollars, and with the backslash before one

  /// The TeX of a formula in the text that this is of.
  std::string_view tex(std::string_view text) const {
    const std::size_t marks = kind == Kind::block ? 2 : 1;
    return text.substr(begin + marks, end - begin - 2 * marks);
  }
};
/// All of them. A formula has ink next to its dollars, and ends in its paragraph.
std::vector<Dollars> dollars_of(std::string_view text);

/// In words alone, for where no formula can be set.
std::string plain_text(const std::vector<TextPiece>& pieces);
std::string plain_text(std::string_view text);

/// Words that may hold anything, as a text in which they stand as they are.
std::string as_words(std::string_view words);

}  // namespace attn
