#include "app/ui/theme/shaped_text.h"

#include <algorithm>

#include "app/gl/base/texture_upload.h"

namespace attn::ui {
namespace {

constexpr std::size_t kMostShapedLines = 512;  // unused lines in the cache
constexpr std::size_t kMostBytes = 4096;       // limit of a text: more does not fit on any screen

std::string_view start_of(std::string_view text) {
  if (text.size() <= kMostBytes) return text;
  std::size_t end = kMostBytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) --end;
  return text.substr(0, end);
}

}  // namespace

ShapedText::ShapedLine& ShapedText::line(Face face, std::string_view text) {
  auto& lines = lines_[static_cast<std::size_t>(face)];
  auto found = lines.find(text);
  if (found == lines.end()) {
    found = lines.emplace(std::string(text), ShapedLine{}).first;
    found->second.width = static_cast<float>(line_width(start_of(text), fonts_.style(face)));
  }
  found->second.used = frame_;
  return found->second;
}

float ShapedText::width(Face face, std::string_view text) { return line(face, text).width; }

void ShapedText::draw(Face face, ImVec2 at, ImU32 color, std::string_view text) {
  ShapedLine& one = line(face, text);
  if (!one.is_drawn) {
    TextBitmap bitmap = line_bitmap(start_of(text), fonts_.style(face));
    if (bitmap.width > 0) one.ink = gl::upload_texture(bitmap.width, bitmap.height, bitmap.ink);
    if (!bitmap.colors.empty())
      one.colors = gl::upload_texture(bitmap.width, bitmap.height, bitmap.colors);
    one.place = {bitmap.width, bitmap.height, bitmap.left, bitmap.top, {}, {}};
    one.is_drawn = true;
  }
  const ImVec2 min(at.x + static_cast<float>(one.place.left),
                   at.y + fonts_.baseline(face) + static_cast<float>(one.place.top));
  const ImVec2 max(min.x + static_cast<float>(one.place.width),
                   min.y + static_cast<float>(one.place.height));
  const auto image = [&](const gl::TextureObject& texture, ImU32 tint) {
    if (texture.id() == 0) return;
    imgui::list()->AddImage(imgui::texture(texture.id()), min, max, {0, 0}, {1, 1}, tint);
  };
  image(one.ink, color);
  image(one.colors, color | IM_COL32(255, 255, 255, 0));
}

std::string ShapedText::shortened(Face face, std::string_view text, float width) {
  ShapedLine& one = line(face, text);
  if (one.width <= width) return std::string(text);
  if (one.room != width) {
    one.room = width;
    one.cut = shortened_line(start_of(text), fonts_.style(face), width);
  }
  return one.cut;
}

void ShapedText::frame_begins() {
  std::size_t count = 0;
  for (const auto& lines : lines_) count += lines.size();
  if (count > kMostShapedLines) {
    ++freed_;
    for (auto& lines : lines_) {
      std::erase_if(lines, [this](const auto& entry) { return entry.second.used != frame_; });
    }
  }
  ++frame_;
}

}  // namespace attn::ui
