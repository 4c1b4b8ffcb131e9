#include "app/figure/numbers/explanation.h"

#include <algorithm>

#include "app/figure/diagram/diagram_text.h"

namespace attn {

Diagram explanation(const ViewInput& input, const std::string& why, const std::string& purpose) {
  Diagram diagram{input.width, input.height > 0 ? input.height : 240};
  diagram.missing = why;
  double y = std::max(16.0, diagram.height * 0.3);
  const auto paragraph = [&](const std::string& text, Type type, Ink ink) {
    for (const std::string& line : lines_of(input.ruler, text, type, diagram.width)) {
      diagram.add_text({diagram.width / 2, y}, line, type, {ink}, 0.5);
      y += line_height(type) + 4;
    }
  };
  paragraph(why, Type::medium, Ink::text);
  y += 6;
  paragraph(purpose, Type::small, Ink::secondary);
  return diagram;
}

}  // namespace attn
