#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/document/formulas/formula_text.h"
#include "app/document/lessons/lesson.h"
#include "app/session/lessons/lesson_course.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Style of a text: normal, or a task.
enum class TextTone { kPlain, kStrong };

/// Draws `blocks` downwards from `pen`, at its width, with the numbers of `facts` filled in.
/// Hovering a term, also in formulas, highlights its part of the window, and the reverse; a tooltip
/// tells if that part is not visible. Terms are named `name.term[n]`, formulas `name.formula[n]`.
void lesson_text(Ui& ui, LessonAccess access, Pen& pen, std::string_view name,
                 const std::vector<TextBlock>& blocks, const Facts& facts,
                 TextTone tone = TextTone::kPlain);
/// Height of the text drawn by lesson_text().
float lesson_text_height(const Theme& theme, const std::vector<TextBlock>& blocks, float width,
                         const Facts& facts);

/// Word before a paragraph, with its own colour; may be empty.
struct LeadWord {
  std::string text{};
  ImU32 color = 0;
};

/// Draws a paragraph with its expressions filled in: see fill() of lesson_text.h.
void lesson_words(Ui& ui, Pen& pen, Face face, ImU32 color, const std::vector<TextPiece>& pieces,
                  const LeadWord& lead = {});

/// Height of the paragraph drawn by lesson_words().
float lesson_words_height(const Theme& theme, Face face, const std::vector<TextPiece>& pieces,
                          float width);

}  // namespace attn::ui
