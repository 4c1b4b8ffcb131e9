#pragma once

#include <span>
#include <string_view>

#include "app/figure/text/paint.h"

namespace attn {

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
