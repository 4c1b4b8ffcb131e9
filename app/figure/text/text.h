#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cairo.h>
#include <pango/pango.h>

#include "app/figure/text/fonts.h"

namespace attn {

struct DestroyCairo {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* cr) const { cairo_destroy(cr); }
};
using CairoSurface = std::unique_ptr<cairo_surface_t, DestroyCairo>;
using Cairo = std::unique_ptr<cairo_t, DestroyCairo>;

struct TextStyle {
  const char* family = kWordFamily;  ///< the default is replaced by the family of the FontScope
  double size = 14;                  ///< units per em
  PangoWeight weight = PANGO_WEIGHT_NORMAL;
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
/// units of the figure. Use it only in the thread that created it.
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

  /// Draws in the current colour, starting on the first line's baseline at (x, y).
  void show(cairo_t* cr, double x, double y) const;

 private:
  /// Cached pixels of a repeatedly drawn text, for a subpixel position.
  struct LetterMask {
    double scale_x = 0, scale_y = 0, part_x = 0, part_y = 0;
    CairoSurface pixels;    ///< null: nothing visible
    int left = 0, top = 0;  ///< offset from the start
  };
  void set(std::string_view utf8);
  PangoRectangle extents() const;
  bool has_outlines() const;
  void fill(cairo_t* cr, double x, double y) const;
  const LetterMask& mask(const cairo_matrix_t& to_pixels, double part_x, double part_y) const;
  bool show_mask(cairo_t* cr, double x, double y) const;

  std::unique_ptr<PangoLayout, UnrefObject> layout_;
  TextStyle style_;
  // Cache for the current text: cells repeat few different numbers.
  mutable std::optional<bool> has_outlines_;
  mutable std::vector<LetterMask> masks_;
  mutable bool is_shown_ = false;
};

}  // namespace attn
