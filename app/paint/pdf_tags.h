#pragma once

#include <string>
#include <string_view>

namespace attn {

/// Structure element of the page's figure (ISO 32000-1, 14.8.4.5), for cairo_tag_begin().
inline constexpr const char* kFigureTag = "Figure";

/// `pdf`, written by Cairo as PDF 1.4 with one figure, marked as tagged (ISO 32000-1, 14.7.1), and
/// with `words` (UTF-8) as the figure's alternate description (14.9.3), by an incremental update
/// (7.5.6). Unchanged if it has no such element.
std::string with_alternative(std::string pdf, std::string_view words);

}  // namespace attn
