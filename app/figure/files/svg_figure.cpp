#include "app/figure/files/svg_figure.h"

#include "app/figure/canvas/svg_canvas.h"

namespace attn {

std::string svg_figure(const Drawing& drawing) {
  const int width = drawing.pixel_width(), height = drawing.pixel_height();
  const Rect page{drawing.corner.x, drawing.corner.y, width / drawing.scale,
                  height / drawing.scale};
  SvgCanvas canvas(*drawing.theme, page, kPrintResolution * drawing.scale);
  drawing.draw(canvas);
  std::string file =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" "
      "xmlns:xlink=\"http://www.w3.org/1999/xlink\" version=\"1.1\" direction=\"ltr\" width=\"" +
      std::to_string(width) + "\" height=\"" + std::to_string(height) + "\" viewBox=\"" +
      svg_number(page.x) + " " + svg_number(page.y) + " " + svg_number(page.width) + " " +
      svg_number(page.height) + "\">\n";
  if (!drawing.title.empty()) file += "<title>" + xml_text(drawing.title) + "</title>\n";
  if (!drawing.description.empty()) file += "<desc>" + xml_text(drawing.description) + "</desc>\n";
  return file + canvas.elements() + "</svg>\n";
}

}  // namespace attn
