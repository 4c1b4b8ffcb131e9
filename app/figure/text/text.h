#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/figure/text/families.h"

namespace attn {

/// Weights of the shipped fonts, as in CSS.
inline constexpr int kNormalWeight = 400, kMediumWeight = 500, kSemiboldWeight = 600;

struct TextStyle {
  const char* family = kWordFamily;  ///< the default is replaced by the family of the FontScope
  double size = 14;                  ///< units per em
  int weight = kNormalWeight;
  bool tabular = false;  ///< digits of equal width
};

/// Height of capitals and digits, by which lines are centred.
double cap_height(const TextStyle& style);

/// Position of a text's anchor along its line.
enum class Align { left, center, right };

/// Number of lines without a limit.
inline constexpr int kAllLines = 1'000'000;

/// Bounding box of the ink, from the start of the first line on its baseline; y downwards.
struct TextInk {
  double left = 0, top = 0, width = 0, height = 0;
};

/// Line of a text, from the start of the first one on its baseline.
struct TextLine {
  std::string text;
  double x = 0, baseline = 0, width = 0;
  bool is_leftwards = false;  ///< right-to-left text
};

/// Laid out text, ready for measuring and drawing, in any script and direction. Lengths are in
/// units of the figure. Use it only in the thread that created it. Defined in app/paint.
class Text {
 public:
  Text(std::string_view utf8, const TextStyle& style);

  double width() const;
  double height() const;
  /// From the upper edge to the first line's baseline.
  double ascent() const;
  TextInk ink() const;
  /// The text, in UTF-8.
  std::string text() const;
  /// The text line by line, with … at cuts.
  std::vector<TextLine> lines() const;
  const TextStyle& style() const { return style_; }

  // Places in a text of one line, in units from its left end.
  /// First bytes of all letters, as readers count them.
  std::vector<std::size_t> letter_starts() const;
  /// Place of a caret before the letter that starts at this byte.
  double caret_x(std::size_t byte) const;
  /// Byte of the caret next to `x`.
  std::size_t byte_at(double x) const;
  std::vector<std::pair<double, double>> letter_spans(std::size_t first, std::size_t last) const;

  /// Replaces letters at the end by …, never parts of a letter, if the line is longer than `width`.
  void shorten(double width);
  /// Breaks into at most `lines` lines of `width`, and drops the rest, with ….
  void wrap(double width, int lines);

  /// Layout that only app/paint knows, which draws it.
  struct Layout;
  Layout& layout() const { return *layout_; }

 private:
  struct DestroyLayout {
    void operator()(Layout* layout) const;
  };
  void set(std::string_view utf8);

  std::unique_ptr<Layout, DestroyLayout> layout_;
  TextStyle style_;
};

}  // namespace attn
