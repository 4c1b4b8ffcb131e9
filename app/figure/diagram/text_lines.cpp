#include "app/figure/diagram/text_lines.h"

#include <algorithm>

#include "engine/base/isolate.h"

namespace attn {

std::vector<std::string> lines_of(const Ruler& ruler, std::string_view text, Type type,
                                  double width, std::size_t most) {
  std::vector<std::string> lines(1);
  while (!text.empty()) {
    if (lines.size() == most) {
      lines.back() += text;
      break;
    }
    const std::size_t end = std::min(text.find(' ', 1), text.size());
    const std::string longer = lines.back() + std::string(text.substr(0, end));
    if (lines.back().empty() || ruler.width(longer, type) <= width) {
      lines.back() = longer;
      text.remove_prefix(end);
    } else {
      lines.emplace_back();
      text.remove_prefix(text.starts_with(' ') ? 1 : 0);
    }
  }
  close_isolates_of_lines(lines);
  for (std::string& line : lines) line = ruler.shortened(line, type, width);
  return lines;
}

}  // namespace attn
