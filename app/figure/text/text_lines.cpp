#include "app/figure/text/text_lines.h"

#include <algorithm>

#include "engine/base/text.h"

namespace attn {
namespace {

using Fits = std::function<bool(std::string_view)>;

bool is_words(const TextPiece& piece) { return piece.kind == TextPiece::Kind::words; }

std::string as_text(const TextPiece& piece) {
  return is_words(piece) ? as_words(piece.text) : "$" + piece.text + "$";
}

/// A text with the places where its lines may end: at spaces of its words, and at its end.
struct BreakableText {
  std::string text;
  std::vector<std::size_t> ends;

  void add(std::string_view words) {
    for (const char c : words) {
      if (c == ' ') ends.push_back(text.size());
      text += c;
    }
  }
};

/// The length in bytes of the start of `word`, at least one character, that `fits`.
std::size_t fitting_start(std::string_view word, const Fits& fits) {
  std::size_t length = 0;
  for (std::string_view rest = word; !rest.empty();) {
    take_character(rest);
    const std::size_t end = word.size() - rest.size();
    if (length > 0 && !fits(word.substr(0, end))) break;
    length = end;
  }
  return length;
}

/// Breaks `whole` into at most `most` lines, each with as many words as fit. A word that is wider
/// than a line stays whole, or is broken too where `breaks_words`.
std::vector<std::string> broken(const BreakableText& whole, const Fits& fits, std::size_t most,
                                bool breaks_words = false) {
  const std::string_view text = whole.text;
  std::vector<std::string> lines;
  std::size_t begin = 0, last = 0;  // start of the line, and its last possible end so far
  bool has_words = false;           // whether the line has a word, which can be empty
  const auto is_full = [&](std::size_t end) {
    return lines.size() + 1 < most && !fits(text.substr(begin, end - begin));
  };
  const auto end_line = [&](std::size_t end, std::size_t next) {
    lines.emplace_back(text.substr(begin, end - begin));
    begin = last = next;
    has_words = false;
  };
  const auto add_word = [&](std::size_t end) {
    if (has_words && is_full(end)) end_line(last, last + 1);
    while (breaks_words && end > begin && is_full(end)) {
      const std::size_t part = fitting_start(text.substr(begin, end - begin), fits);
      if (begin + part == end) break;
      end_line(begin + part, begin + part);
    }
    last = end;
    has_words = true;
  };
  for (const std::size_t end : whole.ends) add_word(end);
  add_word(text.size());
  lines.emplace_back(text.substr(begin));
  return lines;
}

}  // namespace

double piece_width(const LineRuler& ruler, const TextPiece& piece) {
  return is_words(piece) ? ruler.width(piece.text) : ruler.formula_width(piece.text);
}

double rich_width(const LineRuler& ruler, std::string_view text) {
  double width = 0;
  for (const TextPiece& piece : pieces_or_words(text)) width += piece_width(ruler, piece);
  return width;
}

std::string shortened_rich(const LineRuler& ruler, std::string_view text, double width) {
  if (rich_width(ruler, text) <= width) return std::string(text);
  const double dots = ruler.width("…");
  std::string fitting;
  for (const TextPiece& piece : pieces_or_words(text)) {
    const double wide = piece_width(ruler, piece);
    if (wide + dots > width) {
      if (dots > width) return "";
      // "…" is appended before shortening, as a piece that only fits without "…" must be shortened
      // too.
      return fitting + (is_words(piece) ? as_words(ruler.shortened(piece.text + "…", width)) : "…");
    }
    width -= wide;
    fitting += as_text(piece);
  }
  return fitting;
}

std::vector<std::string> lines_of(const LineRuler& ruler, std::string_view text, double width,
                                  std::size_t most) {
  BreakableText whole;
  whole.add(text);
  auto lines = broken(
      whole, [&](std::string_view line) { return ruler.width(line) <= width; }, most);
  close_isolates_of_lines(lines);
  for (std::string& line : lines) line = ruler.shortened(line, width);
  return lines;
}

std::vector<std::string> rich_lines_of(const LineRuler& ruler, std::string_view text, double width,
                                       std::size_t most) {
  BreakableText whole;
  for (const TextPiece& piece : pieces_or_words(text)) {
    if (is_words(piece)) {
      whole.add(as_words(piece.text));
    } else {
      whole.text += as_text(piece);
    }
  }
  auto lines = broken(
      whole, [&](std::string_view line) { return rich_width(ruler, line) <= width; }, most);
  close_isolates_of_lines(lines);
  for (std::string& line : lines) line = shortened_rich(ruler, line, width);
  return lines;
}

std::vector<std::string> paragraph_lines(std::string_view text, const Fits& fits) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    BreakableText part;
    part.add(text.substr(at, end - at));
    std::ranges::move(broken(part, fits, kAnyNumberOfLines, /*breaks_words=*/true),
                      std::back_inserter(lines));
    at = end + 1;
  }
  close_isolates_of_lines(lines);
  return lines;
}

}  // namespace attn
