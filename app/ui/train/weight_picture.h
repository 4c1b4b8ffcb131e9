#pragma once

#include "app/ui/toolkit/box.h"
#include "app/ui/toolkit/widgets.h"
#include "engine/base/matrix.h"

namespace attn::ui {

/// What the panels of this desk draw into.
inline ImDrawList* train_list() { return ImGui::GetWindowDrawList(); }

/// Pixels of a cell of a square of `size` in which as many cells as `count` fit: whole, but where
/// there are more than pixels.
float whole_cell(float size, Index count);

/// How weights are coloured: 0 … 1; or, where some are not shares of a whole, −most … most.
struct WeightColors {
  float most = 0;  ///< 0: of shares
  static WeightColors of(const Matrix& weights);
  ImU32 operator()(const Theme& theme, float weight) const;
};

/// Weights as a small picture with its upper left corner at `at`: cells of `cell` pixels
/// with `gap` between them. What rounds to paper is not drawn; of what shares a pixel the largest
/// is.
void weight_picture(Ui& ui, ImVec2 at, float cell, float gap, const Matrix& weights,
                    float alpha = 1);

/// Of a number between −`most` and `most`.
ImU32 signed_color(const Theme& theme, float number, float most);
/// Of words on such a ground.
ImU32 ink_on(ImU32 ground);

/// A word in `box`, smaller or shortened where it has to be: then a tooltip has it.
void word_in(Ui& ui, const Box& box, Face face, ImU32 color, std::string_view text, float align);
/// Whether all of it has room there. A number that is cut would be another one.
bool has_room_for(const Ui& ui, float width, std::string_view word);

/// heading() whose hint is left out where it does not fit.
void fitting_heading(Ui& ui, Pen& pen, std::string_view text, std::string_view hint);

/// A panel's ground, with rounded corners, and where what is on it goes.
Box train_panel(const Theme& theme, const Box& box);

}  // namespace attn::ui
