#pragma once

#include "app/ui/toolkit/box.h"
#include "app/ui/toolkit/widgets.h"
#include "engine/base/matrix.h"

namespace attn::ui {

/// Draw list of this desk's panels.
/// Cell size in pixels for `count` cells in a square of `size`: whole, unless there are more cells
/// than pixels.
float whole_cell(float size, Index count);

/// Colour scale of weights: 0 … 1, or −most … most if some are negative or not normalised.
struct WeightColors {
  float most = 0;  ///< 0: weights are shares
  static WeightColors of(const Matrix& weights);
  ImU32 operator()(const Theme& theme, float weight) const;
};

/// Draws weights as cells of `cell` pixels with `gap` between them, upper left corner at `at`.
/// Cells in the background's colour are skipped; cells that share a pixel show the largest.
void weight_picture(Ui& ui, ImVec2 at, float cell, float gap, const Matrix& weights,
                    float alpha = 1);

/// Colour of a number in −`most` … `most`.
ImU32 signed_color(const Theme& theme, float number, float most);
/// Readable text colour on the background `ground`.
ImU32 ink_on(ImU32 ground);

/// Draws a word in `box`, scaled down or shortened if needed, then with a tooltip.
void word_in(Ui& ui, const Box& box, Face face, ImU32 color, std::string_view text, float align);
/// Whether the whole word fits. Numbers must not be shortened.
bool has_room_for(const Ui& ui, float width, std::string_view word);

/// heading() without its hint if that does not fit.
void fitting_heading(Ui& ui, Pen& pen, std::string_view text, std::string_view hint);

}  // namespace attn::ui
