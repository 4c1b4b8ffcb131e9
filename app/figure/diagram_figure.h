#pragma once

#include "app/figure/diagram.h"
#include "app/figure/drawing.h"

namespace attn {

/// Measures texts as figures set them.
class FigureRuler : public Ruler {
 public:
  double width(std::string_view text, Type type) const override;
  std::string shortened(std::string_view text, Type type, double width) const override;
};

/// `diagram` on paper, in the colours of the light theme.
Drawing drawing_of(Diagram diagram);

}  // namespace attn
