#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "app/figure/text/paint.h"
#include "engine/color/colormap.h"

namespace attn {

// Light theme, for figures on paper and slides.
inline constexpr Rgb kPaper{0xff, 0xff, 0xff};
inline constexpr Rgb kInk{0x2b, 0x2e, 0x3f};

/// White or dark, whichever has more contrast with `background` (WCAG 2.1, relative luminance).
Rgb text_color_on(Rgb background);

/// Maximum number of heads with distinguishable colours.
inline constexpr std::size_t kHeadColors = 8;

/// Colour of the n-th shown head, on either background: all pairs are at least 0.10 apart in OKLab,
/// in normal, deutan, protan and tritan vision (Machado et al. 2009, severity 1), as a test
/// verifies.
Rgb head_color(std::size_t n, Ground ground);

/// Colours of a figure.
struct FigureTheme {
  Rgb panel, field, hairline, faint, secondary, text, query, key, value, good, warning;
  Rgb hatch_paper, hatch_line;
  Ground ground = Ground::light;  ///< actual or intended; colour maps start from it
  bool has_ground = true;         ///< draw the background

  Rgb color(const Paint& paint) const;
};

/// For paper and light slides.
extern const FigureTheme kLightFigure;
/// For dark slides.
extern const FigureTheme kDarkFigure;
/// Without a background: for light and for dark slides.
extern const FigureTheme kTransparentFigure;
extern const FigureTheme kTransparentDarkFigure;

/// Theme with its name.
struct FigureThemeRow {
  std::string_view id, label;
  const FigureTheme* theme;
};
/// light, dark, transparent, transparent-dark.
std::span<const FigureThemeRow> figure_themes();
/// The theme of this id; kLightFigure for another one.
const FigureTheme& figure_theme(std::string_view id);

}  // namespace attn
