#pragma once

#include <array>
#include <optional>
#include <stdexcept>
#include <string>

#include "app/document/view/view_state.h"
#include "app/figure/canvas/picture_file.h"
#include "app/figure/diagram/heatmap_look.h"
#include "app/figure/text/families.h"
#include "app/figure/text/figure_theme.h"
#include "engine/base/matrix.h"
#include "engine/color/colormap.h"

namespace attn {

/// Numbers in cells.
enum class Numbers {
  automatic,  ///< if they fit at a legible size, unless the state hides them
  on,         ///< required: the figure is refused if they do not fit
  off,
};

/// Size of an em of a figure's labels, in units.
inline constexpr double kFontSize = 14;

// Limits of options.
inline constexpr double kSmallestScale = 0.25, kLargestScale = 8;
inline constexpr double kSmallestFont = 4, kLargestFont = 72;
inline constexpr double kFewestDots = 24, kMostDots = 768;  ///< per inch
inline constexpr int kSmallestSide = 32;                    ///< of a figure, in pixels
inline constexpr int kLargestBareCell = 1024;
inline constexpr int kMostColumns = 100;  ///< of panels

/// Content and style of a figure: the options of `export`. Unset ones have the view's defaults.
struct FigureOptions {
  std::string view = "weights";
  std::optional<Index> head{};
  bool all_heads = false;            ///< a panel for each head, if the view shows one
  std::optional<Index> query{};      ///< query whose row is marked or described
  std::optional<Index> key{};        ///< key that is marked or described
  std::optional<Index> dimension{};  ///< described dimension of the output; none: the one that
                                     ///< moves most
  HeatmapLook look{};                ///< of a heatmap of pairs
  bool marks = true;                 ///< mark the selection
  std::optional<Cell> mark{};        ///< selection, in place of the scene's view
  const Colormap* colormap = nullptr;
  std::optional<std::string> range{};  ///< one of range_kinds(), or "LO:HI"
  std::optional<float> center{};       ///< in the middle of a diverging map over a range "LO:HI"
  /// Pixels per unit (1/96 inch) of the layout, 0.25 to 8; default: 2 for PNG, 1 for vector
  /// formats.
  std::optional<double> scale{};
  Numbers numbers = Numbers::automatic;
  std::optional<Index> numbers_of_largest{};  ///< of so many of a row's cells, the largest
  bool gaps = true;                           ///< between cells
  bool legend = true;
  std::optional<std::string> title{};    ///< above the figure; empty: no heading
  std::string caption{};                 ///< text below the figure
  bool has_letters = true;               ///< letters of parts, "(a)"; a panel has one as a whole
  bool own_caption = true;               ///< if `caption` is empty, use the view's own caption
  bool caption_of_settings = false;      ///< describe the settings in the caption instead
  std::optional<int> width{}, height{};  ///< size of the figure, in pixels
  /// Size on paper or screen, in inches: determines the pixels; type keeps its size, with at least
  /// 0.82 of a label's.
  std::optional<double> width_inches{}, height_inches{};
  double dots_per_inch = 300;           ///< of a PNG file with a size in inches
  std::optional<double> wished_dots{};  ///< in place of it, and of images in vector formats
  bool is_for_paper() const { return width_inches || height_inches; }
  const FigureTheme* theme = &kLightFigure;
  const char* font = kWordFamily;           ///< family of words, from find_font_family()
  double font_size = kFontSize;             ///< of labels, in units; other texts in proportion
  std::optional<double> least_font_size{};  ///< where they need more room; empty: font_size
  std::optional<std::array<Index, 2>> patches{};  ///< rows and columns of patches
  std::optional<Index> skip{};                    ///< number of tokens before the patches
  std::optional<std::string> picture{};           ///< file behind them; empty: none
  BackPicture back{};                             ///< that picture, or the one of the state, read
  int bare_cell = 0;  ///< side of a cell in pixels for the bare matrix; 0: the whole figure
  ViewState state{};  ///< other options of views
};

/// Thrown for an option value that is invalid for this scene: "--head: expected 0 to 3, found 7".
class OptionError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace attn
