#include "app/figure/numbers/explanation.h"

#include <algorithm>
#include <sstream>

#include "engine/base/isolate.h"

namespace attn {

std::vector<std::string> wrapped(const Ruler& ruler, const std::string& text, Type type,
                                 double width) {
  std::vector<std::string> lines;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const std::string longer = lines.empty() ? word : lines.back() + " " + word;
    if (!lines.empty() && ruler.width(longer, type) <= width) {
      lines.back() = longer;
    } else {
      lines.push_back(word);
    }
  }
  close_isolates_of_lines(lines);
  return lines;
}

Diagram explanation(const ViewInput& input, const std::string& why, const std::string& purpose) {
  Diagram diagram{input.width, input.height > 0 ? input.height : 240};
  double y = std::max(16.0, diagram.height * 0.3);
  const auto paragraph = [&](const std::string& text, Type type, Ink ink) {
    for (const std::string& line : wrapped(input.ruler, text, type, diagram.width)) {
      diagram.add(TextMark{{diagram.width / 2, y}, line, type, {ink}, 0.5});
      y += line_height(type) + 4;
    }
  };
  paragraph(why, Type::medium, Ink::text);
  y += 6;
  paragraph(purpose, Type::small, Ink::secondary);
  return diagram;
}

}  // namespace attn
