#include "app/figure/svg_figure.h"

#include <cmath>

#include "app/figure/svg_canvas.h"

namespace attn {

std::string svg_figure(const Drawing& drawing, double) {
  SvgCanvas canvas(*drawing.theme, drawing.width, drawing.height);
  drawing.draw(canvas);
  const std::string width = std::to_string(std::lround(std::ceil(drawing.width)));
  const std::string height = std::to_string(std::lround(std::ceil(drawing.height)));
  std::string file =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" "
      "xmlns:xlink=\"http://www.w3.org/1999/xlink\" version=\"1.1\" width=\"" +
      width + "\" height=\"" + height + "\" viewBox=\"0 0 " + width + " " + height + "\">\n";
  if (!drawing.title.empty()) file += "<title>" + xml_text(drawing.title) + "</title>\n";
  if (!drawing.description.empty()) file += "<desc>" + xml_text(drawing.description) + "</desc>\n";
  return file + canvas.elements() + "</svg>\n";
}

}  // namespace attn
