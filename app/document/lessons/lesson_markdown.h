#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/document/lessons/lesson.h"

namespace attn {

/// A piece of a Markdown text: a heading, a block of text, a fenced block, a table or a picture.
struct MarkdownPart {
  int heading = 0;    ///< 1 for #, 2 for ##; deeper ones are text; 0: none
  std::string fence;  ///< info string after ```; empty: no fence, then `block` is the text
  std::string code;   ///< content of a fence
  TextBlock block;
  std::vector<std::vector<TextBlock>> rows;  ///< cells of a table; the first row is the head
  std::string picture;                       ///< file of a picture; `block` is its description
  int line = 0;                              ///< first line; of a fence, of its content

  /// Text without styles, with formulas as written.
  std::string plain() const;
};

/// Use of a Markdown text. Lessons have terms that highlight parts of the window. The guide has
/// tables, pictures and links to other files, and all its fenced blocks are text.
enum class MarkdownUse { kLesson, kGuide };

/// Parses `text` (UTF-8, CommonMark) to parts in order. Throws LessonError for elements that this
/// use does not support.
std::vector<MarkdownPart> parse_markdown(std::string_view text,
                                         MarkdownUse use = MarkdownUse::kLesson);

/// Parses the text of a block called `what`, which starts at line `line` and may not contain
/// blocks. Throws LessonError.
std::vector<TextBlock> parse_words(std::string_view what, std::string_view text, int line);

}  // namespace attn
