#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/document/lessons/lesson.h"
#include "app/session/workspace/workspace.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Draws `blocks` from `pen` down, as wide as it is, with the numbers of `facts` filled in. Terms
/// light what they speak of while the mouse is on them, and are lit while it is on that; they are
/// named `name.term[n]`.
void lesson_text(Ui& ui, Workspace& workspace, Pen& pen, std::string_view name,
                 const std::vector<TextBlock>& blocks, const Facts& facts);

/// One paragraph of plain words, with its {expressions} filled in.
void lesson_words(Ui& ui, Pen& pen, Face face, ImU32 color, std::string_view words,
                  const Facts& facts);

/// How high that is.
float lesson_words_height(const Theme& theme, Face face, std::string_view filled, float width);

}  // namespace attn::ui
