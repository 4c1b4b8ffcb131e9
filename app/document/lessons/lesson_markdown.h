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
  std::vector<std::vector<TextBlock>> rows;  ///< of a table: its cells; the first row is its head
  std::string picture;                       ///< of a picture: its file; `block` says what it shows
  int line = 0;                              ///< first line; of a fence its first line of content

  /// Text without styles, with formulas as written.
  std::string plain() const;
};

/// Lessons have terms that light what they speak of. The guide has tables, pictures and links to
/// other files, and all its fenced blocks are text.
enum class MarkdownUse { kLesson, kGuide };

/// The parts of `text` (UTF-8, CommonMark) in their order. Throws LessonError where there is
/// something that its use does not have.
std::vector<MarkdownPart> parse_markdown(std::string_view text,
                                         MarkdownUse use = MarkdownUse::kLesson);

/// Parses the text of a block called `what`, which starts at line `line` and may not contain
/// blocks. Throws LessonError.
std::vector<TextBlock> parse_words(std::string_view what, std::string_view text, int line);

}  // namespace attn
