#include "app/ui/theme/palette.h"

#include <algorithm>
#include <cstdint>

#include "engine/base/clamped.h"
#include "engine/color/colormap.h"

namespace attn::ui {
namespace {

constexpr ImU32 rgb(std::uint32_t hex) {
  return IM_COL32((hex >> 16) & 255, (hex >> 8) & 255, hex & 255, 255);
}

/// Palette of the light or the dark theme.
Palette plain_palette(bool is_dark) {
  const auto one_of = [is_dark](std::uint32_t light, std::uint32_t dark) {
    return rgb(is_dark ? dark : light);
  };
  return {
      .window = one_of(0xeef0f5, 0x14161d),
      .panel = is_dark ? IM_COL32(kDarkGround.r, kDarkGround.g, kDarkGround.b, 255) : rgb(0xffffff),
      .hairline = one_of(0xdcdfe8, 0x2e3240),
      .text = one_of(0x2b2e3f, 0xe6e8f0),
      .secondary = one_of(0x5f647b, 0xa2a7ba),
      .faint = one_of(0x8a8fa3, 0x777c90),
      .query = one_of(0x3b4bd8, 0x8c99ff),
      .key = one_of(0xd1492f, 0xff8a70),
      .value = one_of(0x0b7d6b, 0x4fd1b5),
      .good = one_of(0x1d7a44, 0x5fcf8f),
      .good_back = one_of(0xe6f5eb, 0x1d3329),
      .warning = one_of(0xb07b10, 0xe5b454),
      .zero = one_of(0x6a6f86, 0xa2a7ba),
      .field = one_of(0xf6f7fb, 0x242836),
      .hover = one_of(0xeceffb, 0x2b3042),
      .lit = one_of(0xffe9a3, 0x5a4a12),
      .lit_line = one_of(0xd9a400, 0xd9a400),
      .lit_key = one_of(0xa8321a, 0xff8a70),
      .on_accent = one_of(0xffffff, 0x14161d),
  };
}

}  // namespace

Palette palette_of(Appearance appearance) {
  Palette palette = plain_palette(appearance.dark);
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
  const float t = clamped(share, 0.F, 1.F);
  return ImGui::ColorConvertFloat4ToU32(
      {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.z + (b.z - a.z) * t, a.w + (b.w - a.w) * t});
}

}  // namespace attn::ui
