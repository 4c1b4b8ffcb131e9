#pragma once

#include <span>
#include <string_view>

#include "app/figure/text/paint.h"

namespace attn {

/// The colours that a figure is drawn in.
struct FigureTheme {
  Rgb panel, field, hairline, faint, secondary, text, query, key, value, good, warning;
  Rgb hatch_paper, hatch_line;
  Ground ground = Ground::light;  ///< what it is on, or is to be laid on: colour maps run from it
  bool has_ground = true;         ///< else nothing is behind the figure

  Rgb color(const Paint& paint) const;
};

/// For paper and bright slides.
extern const FigureTheme kLightFigure;
/// For dark slides.
extern const FigureTheme kDarkFigure;
/// These on no ground at all: for bright and for dark slides.
extern const FigureTheme kTransparentFigure;
extern const FigureTheme kTransparentDarkFigure;

/// A theme by its name.
struct FigureThemeRow {
  std::string_view id, label;
  const FigureTheme* theme;
};
/// light, dark, transparent, transparent-dark.
std::span<const FigureThemeRow> figure_themes();
/// The theme of this id; kLightFigure for another one.
const FigureTheme& figure_theme(std::string_view id);

}  // namespace attn
