#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/document/lessons/lesson_markdown.h"

namespace attn {

/// A page of the guide (assets/guide), which is built into the program.
struct GuidePage {
  std::string_view file;  ///< file name; other pages link to it
  std::string title;
  std::vector<MarkdownPart> parts;
};

/// All pages, in reading order; they are parsed once.
const std::vector<GuidePage>& guide_pages();

}  // namespace attn
