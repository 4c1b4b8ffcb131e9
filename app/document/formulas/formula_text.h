#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

// Texts with formulas: "the weight $\alpha_{ij}$ of a key". "$$…$$" is a formula on its own line,
// "\$" a dollar sign.

/// Part of such a text.
struct TextPiece {
  enum class Kind { words, formula, block };
  Kind kind = Kind::words;
  std::string text;  ///< displayed text, or TeX

  bool operator==(const TextPiece&) const = default;
};

/// Parts of `text` in order. Throws FormulaError if a "$" does not start a formula; the TeX is not
/// parsed.
std::vector<TextPiece> pieces_of(std::string_view text);

/// Parts of a text that may have a single "$": such a text has no formulas.
std::vector<TextPiece> pieces_or_words(std::string_view text);

/// Dollar sign of `text`, or a formula between two of them.
struct Dollars {
  enum class Kind { formula, block, sign, alone };
  Kind kind;
  std::size_t begin, end;  ///< including the dollars, and a backslash before one

  /// TeX of the formula in `text`.
  std::string_view tex(std::string_view text) const {
    const std::size_t marks = kind == Kind::block ? 2 : 1;
    return text.substr(begin + marks, end - begin - 2 * marks);
  }
};
/// All dollar signs and formulas of `text`. A formula has no white space next to its dollars, and
/// ends in its paragraph.
std::vector<Dollars> dollars_of(std::string_view text);
/// Position of the first "|" outside formulas.
std::size_t bar_of(std::string_view text);

/// Plain text, for places without formulas.
std::string plain_text(const std::vector<TextPiece>& pieces);
std::string plain_text(std::string_view text);

/// Escapes arbitrary words, so that they contain no formulas.
std::string as_words(std::string_view words);

}  // namespace attn
