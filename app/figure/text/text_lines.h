#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/formulas/formula_text.h"

namespace attn {

// Texts in lines, for the window and for figures. "Rich" texts have formulas among their words
// (app/document/formulas/formula_text.h); plain words are inserted by as_words().

/// Measures texts of one style, in the unit of length of the place where they are drawn.
struct LineRuler {
  std::function<double(std::string_view words)> width;
  std::function<double(std::string_view tex)> formula_width;
  /// Shortens words with … to at most `width`.
  std::function<std::string(std::string_view words, double width)> shortened;
};

double piece_width(const LineRuler& ruler, const TextPiece& piece);
double rich_width(const LineRuler& ruler, std::string_view text);

/// Shortens a rich text with … to at most `width`; formulas stay whole or go as a whole.
std::string shortened_rich(const LineRuler& ruler, std::string_view text, double width);

inline constexpr std::size_t kAnyNumberOfLines = std::numeric_limits<std::size_t>::max();

/// Breaks a text of words at spaces into lines of at most `width`, at least one and at most `most`.
/// Shortens a word that is wider than a line, and the last line where there is more.
std::vector<std::string> lines_of(const LineRuler& ruler, std::string_view text, double width,
                                  std::size_t most = kAnyNumberOfLines);
/// Breaks a rich text into lines with the same rules; never within a formula.
std::vector<std::string> rich_lines_of(const LineRuler& ruler, std::string_view text, double width,
                                       std::size_t most = kAnyNumberOfLines);

/// Breaks a text of words at line ends, at spaces, and within words that are wider than a line;
/// `fits` says whether a line is narrow enough. Each line closes the isolates that it opens.
std::vector<std::string> paragraph_lines(std::string_view text,
                                         const std::function<bool(std::string_view)>& fits);

}  // namespace attn
