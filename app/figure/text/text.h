#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <cairo.h>
#include <pango/pango.h>

#include "app/figure/text/fonts.h"
#include "engine/color/colormap.h"

namespace attn {

struct TextStyle {
  const char* family = kWordFamily;  ///< the usual one stands for that of the FontScope
  double size = 14;                  ///< units for each em
  PangoWeight weight = PANGO_WEIGHT_NORMAL;
  bool tabular = false;  ///< digits of one width
};

/// The height of capitals and of digits: what a line of text is centred by.
double cap_height(const TextStyle& style);

/// Where the anchor of a text lies along its line.
enum class Align { left, center, right };

/// Where a text is cut that is too long.
/// So many lines that nothing is left out.
inline constexpr int kAllLines = 1'000'000;

enum class Cut { middle, end };

/// What is to be seen of a text, from where its first line begins on the baseline; y downwards.
struct TextInk {
  double left = 0, top = 0, width = 0, height = 0;
};

/// A line of a text, from where its first begins on the baseline.
struct TextLine {
  std::string text;
  double x = 0, baseline = 0, width = 0;
  bool is_leftwards = false;  ///< its words follow one another from right to left
};

/// A text that is set and ready to be measured and drawn, in any script and in either direction.
/// Lengths are units of the figure. To be used in the thread that made it.
class Text {
 public:
  Text(std::string_view utf8, const TextStyle& style);

  double width() const;
  double height() const;
  /// From the upper edge to the first line's baseline.
  double ascent() const;
  TextInk ink() const;
  /// What is set, in UTF-8.
  std::string text() const;
  /// The same line by line, each with … where it was cut.
  std::vector<TextLine> lines() const;
  const TextStyle& style() const { return style_; }

  /// Puts … for letters in the middle or at the end, never a part of a letter, where the line is
  /// longer than `width`.
  void shorten(double width, Cut cut = Cut::middle);
  /// Breaks into at most `lines` lines of `width`, and leaves out what is beyond, which … says.
  void wrap(double width, int lines);

  /// Draws in the colour that is set, beginning on the first line's baseline at (x, y).
  void show(cairo_t* cr, double x, double y) const;
  /// Draws with the anchor, on the first line's baseline, at (x, y), turned by `angle` (radians,
  /// clockwise) about it.
  void draw(cairo_t* cr, double x, double y, Align align, Rgb color, double angle = 0) const;

 private:
  struct Unref {
    void operator()(PangoLayout* layout) const { g_object_unref(layout); }
  };
  /// What a text that is drawn again and again looks like in pixels, where it begins at a part of
  /// one.
  struct LetterMask {
    double scale_x = 0, scale_y = 0, part_x = 0, part_y = 0;
    std::shared_ptr<cairo_surface_t> pixels;  ///< null: nothing is to be seen
    int left = 0, top = 0;                    ///< of where it begins
  };
  void set(std::string_view utf8);
  PangoRectangle extents() const;
  bool has_outlines() const;
  void fill(cairo_t* cr, double x, double y) const;
  const LetterMask& mask(const cairo_matrix_t& to_pixels, double part_x, double part_y) const;
  bool show_mask(cairo_t* cr, double x, double y) const;

  std::unique_ptr<PangoLayout, Unref> layout_;
  TextStyle style_;
  // Of what is set now: numbers in cells are few, and each is drawn often.
  mutable std::optional<bool> has_outlines_;
  mutable std::vector<LetterMask> masks_;
  mutable bool is_shown_ = false;
};

}  // namespace attn
