#include "app/ui/theme/palette.h"

#include <algorithm>
#include <cstdint>

#include "engine/color/colormap.h"

namespace attn::ui {
namespace {

constexpr ImU32 rgb(std::uint32_t hex) {
  return IM_COL32((hex >> 16) & 255, (hex >> 8) & 255, hex & 255, 255);
}

constexpr Palette kLight = {
    .window = rgb(0xeef0f5),
    .panel = rgb(0xffffff),
    .hairline = rgb(0xdcdfe8),
    .text = rgb(0x2b2e3f),
    .secondary = rgb(0x5f647b),
    .faint = rgb(0x8a8fa3),
    .query = rgb(0x3b4bd8),
    .key = rgb(0xd1492f),
    .value = rgb(0x0b7d6b),
    .good = rgb(0x1d7a44),
    .good_back = rgb(0xe6f5eb),
    .warning = rgb(0xb07b10),
    .zero = rgb(0x6a6f86),
    .field = rgb(0xf6f7fb),
    .hover = rgb(0xeceffb),
    .lit = rgb(0xffe9a3),
    .lit_line = rgb(0xd9a400),
    .lit_key = rgb(0xa8321a),
    .on_accent = rgb(0xffffff),
};

constexpr Palette kDark = {
    .window = rgb(0x14161d),
    .panel = IM_COL32(kDarkGround.r, kDarkGround.g, kDarkGround.b, 255),
    .hairline = rgb(0x2e3240),
    .text = rgb(0xe6e8f0),
    .secondary = rgb(0xa2a7ba),
    .faint = rgb(0x777c90),
    .query = rgb(0x8c99ff),
    .key = rgb(0xff8a70),
    .value = rgb(0x4fd1b5),
    .good = rgb(0x5fcf8f),
    .good_back = rgb(0x1d3329),
    .warning = rgb(0xe5b454),
    .zero = rgb(0xa2a7ba),
    .field = rgb(0x242836),
    .hover = rgb(0x2b3042),
    .lit = rgb(0x5a4a12),
    .lit_line = rgb(0xd9a400),
    .lit_key = rgb(0xff8a70),
    .on_accent = rgb(0x14161d),
};

}  // namespace

Palette palette_of(Appearance appearance) {
  Palette palette = appearance.dark ? kDark : kLight;
  if (!appearance.presenting) return palette;
  // A projector in a lit room loses about half of the contrast.
  palette.text = appearance.dark ? rgb(0xffffff) : rgb(0x0c0d14);
  palette.faint = mix(palette.secondary, palette.text, 0.4F);
  if (appearance.dark) {
    palette.zero = mix(palette.zero, palette.text, 0.4F);
    palette.secondary = mix(palette.secondary, palette.text, 0.6F);
    palette.hairline = mix(palette.hairline, palette.text, 0.3F);
    return palette;
  }
  palette.secondary = rgb(0x3d4152);
  palette.zero = rgb(0x4c5165);
  palette.query = rgb(0x2f3fcb);
  palette.key = rgb(0xc63a1f);
  palette.value = rgb(0x006b5a);
  palette.hairline = rgb(0xc9cddb);
  return palette;
}

Palette dimmed(const Palette& palette, float alpha) {
  Palette dim = palette;
  for (ImU32* color : {&dim.hairline, &dim.text, &dim.secondary, &dim.faint, &dim.query, &dim.key,
                       &dim.value, &dim.good, &dim.warning, &dim.zero}) {
    *color = with_alpha(*color, alpha);
  }
  return dim;
}

ImU32 with_alpha(ImU32 color, float alpha) {
  ImVec4 channels = ImGui::ColorConvertU32ToFloat4(color);
  channels.w *= alpha;
  return ImGui::ColorConvertFloat4ToU32(channels);
}

ImU32 mix(ImU32 from, ImU32 to, float share) {
  const ImVec4 a = ImGui::ColorConvertU32ToFloat4(from);
  const ImVec4 b = ImGui::ColorConvertU32ToFloat4(to);
  const float t = std::clamp(share, 0.F, 1.F);
  return ImGui::ColorConvertFloat4ToU32(
      {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.z + (b.z - a.z) * t, a.w + (b.w - a.w) * t});
}

}  // namespace attn::ui
