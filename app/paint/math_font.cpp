#include "app/figure/math/math_font.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include <hb-ot.h>
#include <hb.h>

#include "assets/assets.h"
#include "engine/base/clamped.h"

namespace attn {
namespace {

constexpr std::string_view kFile = "assets/fonts/STIXTwoMath-Regular.ttf";

/// Collects a glyph's outline from HarfBuzz, in font units, with y flipped.
struct GlyphPen {
  Outline outline{};
  double unit = 1;

  Point at(float x, float y) const {
    return {static_cast<double>(x) * unit, -static_cast<double>(y) * unit};
  }
  void add(OutlineStep::Kind kind, std::array<Point, 3> points) {
    outline.push_back({kind, points});
  }
};

GlyphPen& pen_of(void* data) { return *static_cast<GlyphPen*>(data); }

hb_draw_funcs_t* make_pen_functions() {
  using Kind = OutlineStep::Kind;
  hb_draw_funcs_t* const functions = hb_draw_funcs_create();
  hb_draw_funcs_set_move_to_func(
      functions,
      [](hb_draw_funcs_t*, void* data, hb_draw_state_t*, float x, float y, void*) {
        pen_of(data).add(Kind::move, {pen_of(data).at(x, y)});
      },
      nullptr, nullptr);
  hb_draw_funcs_set_line_to_func(
      functions,
      [](hb_draw_funcs_t*, void* data, hb_draw_state_t*, float x, float y, void*) {
        pen_of(data).add(Kind::line, {pen_of(data).at(x, y)});
      },
      nullptr, nullptr);
  hb_draw_funcs_set_cubic_to_func(
      functions,
      [](hb_draw_funcs_t*, void* data, hb_draw_state_t*, float x1, float y1, float x2, float y2,
         float x, float y, void*) {
        const GlyphPen& pen = pen_of(data);
        pen_of(data).add(Kind::curve, {pen.at(x1, y1), pen.at(x2, y2), pen.at(x, y)});
      },
      nullptr, nullptr);
  hb_draw_funcs_set_close_path_func(
      functions,
      [](hb_draw_funcs_t*, void* data, hb_draw_state_t*, void*) {
        pen_of(data).add(Kind::close, {});
      },
      nullptr, nullptr);
  hb_draw_funcs_make_immutable(functions);
  return functions;
}

void draw_glyph(hb_font_t* font, Glyph glyph, GlyphPen& pen) {
  struct DestroyFunctions {
    void operator()(hb_draw_funcs_t* functions) const { hb_draw_funcs_destroy(functions); }
  };
  static const std::unique_ptr<hb_draw_funcs_t, DestroyFunctions> kFunctions(make_pen_functions());
#if HB_VERSION_ATLEAST(7, 0, 0)
  hb_font_draw_glyph(font, glyph, kFunctions.get(), &pen);
#else
  hb_font_get_glyph_shape(font, glyph, kFunctions.get(), &pen);
#endif
}

}  // namespace

MathFont::MathFont() {
  const std::string_view bytes = asset(kFile);
  hb_blob_t* const blob = hb_blob_create(bytes.data(), static_cast<unsigned>(bytes.size()),
                                         HB_MEMORY_MODE_READONLY, nullptr, nullptr);
  face_ = hb_face_create(blob, 0);
  hb_blob_destroy(blob);
  font_ = hb_font_create(face_);  // the font's scale is in font units
}

MathFont::~MathFont() {
  hb_font_destroy(font_);
  hb_face_destroy(face_);
}

double MathFont::ems(std::int32_t length) const {
  return static_cast<double>(length) / hb_face_get_upem(face_);
}

Glyph MathFont::glyph(char32_t character) const {
  hb_codepoint_t found = 0;
  return hb_font_get_nominal_glyph(font_, character, &found) != 0 ? found : 0;
}

const GlyphMetrics& MathFont::metrics(Glyph glyph) const {
  const auto [at, is_new] = metrics_.try_emplace(glyph);
  if (!is_new) return at->second;
  hb_glyph_extents_t ink{};
  hb_font_get_glyph_extents(font_, glyph, &ink);
  at->second = {ems(hb_font_get_glyph_h_advance(font_, glyph)), ems(ink.y_bearing),
                -ems(ink.y_bearing + ink.height),
                ems(hb_ot_math_get_glyph_italics_correction(font_, glyph)),
                ems(hb_ot_math_get_glyph_top_accent_attachment(font_, glyph))};
  return at->second;
}

double MathFont::constant(MathConstant which) const {
  return ems(hb_ot_math_get_constant(font_, static_cast<hb_ot_math_constant_t>(which)));
}

TallGlyph MathFont::stretched(Glyph glyph, double least) const {
  std::array<hb_ot_math_glyph_variant_t, 16> variants;
  auto count = static_cast<unsigned>(variants.size());
  hb_ot_math_get_glyph_variants(font_, glyph, HB_DIRECTION_TTB, 0, &count, variants.data());
  Glyph best = glyph;
  for (unsigned n = 0; n < count; ++n) {
    best = variants[n].glyph;
    if (ems(variants[n].advance) >= least) break;
  }
  const GlyphMetrics& one = metrics(best);
  TallGlyph whole{{{best, 0}}, one.width, one.height, one.depth};
  if (one.height + one.depth >= least) return whole;

  std::array<hb_ot_math_glyph_part_t, 8> parts;
  auto part_count = static_cast<unsigned>(parts.size());
  hb_ot_math_get_glyph_assembly(font_, glyph, HB_DIRECTION_TTB, 0, &part_count, parts.data(),
                                nullptr);
  const std::span kinds(parts.data(), part_count);
  if (kinds.empty()) return whole;
  // Extenders are repeated as often as needed at the least overlap.
  const double overlap = ems(hb_ot_math_get_min_connector_overlap(font_, HB_DIRECTION_TTB));
  const auto is_extender = [](const hb_ot_math_glyph_part_t& part) {
    return (part.flags & HB_OT_MATH_GLYPH_PART_FLAG_EXTENDER) != 0;
  };
  double fixed = overlap, repeated = 0;
  for (const hb_ot_math_glyph_part_t& part : kinds) {
    (is_extender(part) ? repeated : fixed) += ems(part.full_advance) - overlap;
  }
  constexpr double kMostRepeats = 200;
  const double times =
      repeated > 0 ? clamped(std::ceil((least - fixed) / repeated), 0.0, kMostRepeats) : 0;
  TallGlyph tall;
  double bottom = 0;  // of the parts so far, upwards
  std::vector<double> bottoms;
  for (const hb_ot_math_glyph_part_t& part : kinds) {
    for (int n = 0; n < (is_extender(part) ? static_cast<int>(times) : 1); ++n) {
      const double start = bottoms.empty() ? 0 : bottom - overlap;
      bottoms.push_back(start);
      // A part's own baseline is arbitrary; its ink starts `depth` below it.
      tall.pieces.push_back({part.glyph, metrics(part.glyph).depth});
      tall.width = std::max(tall.width, metrics(part.glyph).width);
      bottom = start + ems(part.full_advance);
    }
  }
  for (std::size_t n = 0; n < bottoms.size(); ++n) {
    tall.pieces[n].below = -(bottoms[n] + tall.pieces[n].below);
  }
  tall.height = bottom;
  return tall;
}

Glyph MathFont::large_operator(Glyph glyph) const {
  const TallGlyph tall = stretched(glyph, constant(MathConstant::display_operator_min_height));
  return tall.pieces.size() == 1 ? tall.pieces[0].glyph : glyph;
}

const Outline& MathFont::outline(Glyph glyph) const {
  const auto [at, is_new] = outlines_.try_emplace(glyph);
  if (is_new) {
    GlyphPen pen{.unit = 1.0 / hb_face_get_upem(face_)};
    draw_glyph(font_, glyph, pen);
    at->second = std::move(pen.outline);
  }
  return at->second;
}

const MathFont& math_font() {
  thread_local const MathFont font;
  return font;
}

}  // namespace attn
