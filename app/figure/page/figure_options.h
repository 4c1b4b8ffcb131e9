#pragma once

#include <optional>
#include <stdexcept>
#include <string>

#include "app/document/view/view_state.h"
#include "app/figure/diagram/heatmap_look.h"
#include "app/figure/text/families.h"
#include "app/figure/text/figure_theme.h"
#include "engine/base/matrix.h"
#include "engine/color/colormap.h"

namespace attn {

/// Whether cells hold their numbers.
enum class Numbers {
  automatic,  ///< where they fit at a size that can be read, unless the state has none
  on,         ///< a figure that has no room for them is refused
  off,
};

/// The em of a figure's labels, in units.
inline constexpr double kFontSize = 14;

// What options may be.
inline constexpr double kSmallestScale = 0.25, kLargestScale = 8;
inline constexpr double kSmallestFont = 4, kLargestFont = 72;
inline constexpr int kSmallestSide = 32;  ///< of a figure, in pixels
inline constexpr int kLargestBareCell = 1024;

/// What a figure shows and how: the options of `export`. What is not said is the view's own.
struct FigureOptions {
  std::string view = "weights";
  std::optional<Index> head{};
  bool all_heads = false;            ///< a panel for each head, where the view shows one
  std::optional<Index> query{};      ///< whose row is marked or told of
  std::optional<Index> key{};        ///< likewise, beside the query
  std::optional<Index> dimension{};  ///< of the output that is told of; none: what moves most
  HeatmapLook look{};                ///< of a heatmap of pairs
  bool marks = true;                 ///< what is looked at is marked
  std::optional<Cell> mark{};        ///< that, in place of what the scene's view keeps
  const Colormap* colormap = nullptr;
  std::optional<std::string> range{};  ///< one of range_kinds(), or "LO:HI"
  /// Pixels for each unit (1/96 inch) of the layout, 0.25 to 8; none: 2 in a PNG file, 1 where
  /// shapes stay shapes.
  std::optional<double> scale{};
  Numbers numbers = Numbers::automatic;
  bool legend = true;
  std::optional<std::string> title{};    ///< above the figure; an empty one: no words there at all
  std::string caption{};                 ///< below it
  bool has_letters = true;               ///< of parts, "(a)"; a panel has one as a whole
  bool own_caption = true;               ///< without such words, the view's own, where it has one
  bool caption_of_settings = false;      ///< below it stands what was set, in place of that
  std::optional<int> width{}, height{};  ///< of the figure, in pixels
  /// The same on paper or a screen, in inches: pixels then follow, type keeps its size, and none of
  /// it is smaller than 0.82 of a label.
  std::optional<double> width_inches{}, height_inches{};
  double dots_per_inch = 300;  ///< of a PNG file whose size is in inches
  bool is_for_paper() const { return width_inches || height_inches; }
  const FigureTheme* theme = &kLightFigure;
  const char* font = kWordFamily;  ///< the family of words, of find_font_family()
  double font_size = kFontSize;  ///< of labels, in units; what else is written keeps its proportion
  int bare_cell = 0;  ///< pixels of a cell's side where the matrix alone is wanted; 0: all of it
  ViewState state{};  ///< what is chosen in the views beside that
};

/// An option has a value that it can't have, for this scene: "--head: expected 0 to 3, found 7".
class OptionError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace attn
