#include "app/figure/text/text.h"

#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include <pango/pangocairo.h>
#include <pango/pangofc-font.h>

#include "app/figure/text/figure_font.h"
#include "app/paint/cairo_text.h"
#include "app/paint/fonts.h"
#include "engine/base/text.h"

namespace attn {

/// Pango's layout, with a cache for the current text: cells repeat few different numbers.
struct Text::Layout {
  /// Cached pixels of a repeatedly drawn text, for a subpixel position.
  struct LetterMask {
    double scale_x = 0, scale_y = 0, part_x = 0, part_y = 0;
    CairoSurface pixels{};  ///< null: nothing visible
    int left = 0, top = 0;  ///< offset from the start
  };
  std::unique_ptr<PangoLayout, UnrefObject> pango{};
  std::optional<bool> has_outlines{};
  std::vector<LetterMask> masks{};
  bool is_shown = false;

  operator PangoLayout*() const { return pango.get(); }
};

void Text::DestroyLayout::operator()(Layout* layout) const { delete layout; }

namespace {

using Context = std::unique_ptr<PangoContext, UnrefObject>;
// Independent of the machine's settings: no hinting, no subpixels, fixed language.
Context make_context(PangoFontMap* fonts) {
  PangoContext* context = pango_font_map_create_context(fonts);
  cairo_font_options_t* options = cairo_font_options_create();
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  pango_cairo_context_set_font_options(context, options);
  cairo_font_options_destroy(options);
  pango_context_set_round_glyph_positions(context, FALSE);
  pango_context_set_language(context, pango_language_from_string("en"));
  return Context(context);
}

/// `family`, or its replacement in this thread.
const char* family_of(const char* family) {
  return family == std::string_view(kWordFamily) ? word_family() : family;
}

PangoFontMap* fonts_for(std::string_view family, std::string_view utf8) {
  if (family != kNumberFamily && family != kWordFamily) return paper_fonts();
  return have_shipped_fonts(family, utf8) ? shipped_fonts(family) : figure_fonts();
}

PangoContext* context_for(std::string_view family, std::string_view utf8) {
  PangoFontMap* const fonts = fonts_for(family, utf8);
  thread_local std::map<PangoFontMap*, Context> contexts;
  Context& context = contexts[fonts];
  if (!context) context = make_context(fonts);
  return context.get();
}

int to_pango(double length) { return static_cast<int>(std::lround(length * PANGO_SCALE)); }
double from_pango(int length) { return static_cast<double>(length) / PANGO_SCALE; }

PangoRectangle extents(PangoLayout* layout) {
  PangoRectangle logical;
  pango_layout_get_extents(layout, nullptr, &logical);
  return logical;
}

// Byte offsets of the grapheme clusters.
std::vector<std::size_t> letters(PangoLayout* layout) {
  const char* const text = pango_layout_get_text(layout);
  int count = 0;
  const PangoLogAttr* const places = pango_layout_get_log_attrs_readonly(layout, &count);
  std::vector<std::size_t> starts;
  const char* at = text;
  for (int i = 0; i + 1 < count; ++i, at = g_utf8_next_char(at)) {
    if (places[i].is_cursor_position) starts.push_back(static_cast<std::size_t>(at - text));
  }
  return starts;
}

/// An isolate across lines is closed and reopened on each: lines are written separately.
void close_isolates(std::vector<TextLine>& lines) {
  std::vector<std::string> words;
  words.reserve(lines.size());
  for (const TextLine& line : lines) words.push_back(line.text);
  close_isolates_of_lines(words);
  for (std::size_t n = 0; n < lines.size(); ++n) lines[n].text = words[n];
}

bool has_outlines(PangoFont* font) {
  if (!PANGO_IS_FC_FONT(font)) return false;  // there may be none
  const FcPattern* const of = pango_fc_font_get_pattern(PANGO_FC_FONT(font));
  FcBool is_outline = FcTrue, is_coloured = FcFalse;
  FcPatternGetBool(of, FC_OUTLINE, 0, &is_outline);
  FcPatternGetBool(of, FC_COLOR, 0, &is_coloured);
  return is_outline && !is_coloured;
}

bool has_outlines(PangoLayout* layout) {
  PangoLayoutIter* const at = pango_layout_get_iter(layout);
  bool all = true;
  do {
    const PangoLayoutRun* const run = pango_layout_iter_get_run_readonly(at);
    all &= run == nullptr || has_outlines(run->item->analysis.font);
  } while (all && pango_layout_iter_next_run(at));
  pango_layout_iter_free(at);
  return all;
}

bool is_of_pixels(cairo_t* cr) {
  return cairo_surface_get_type(cairo_get_group_target(cr)) == CAIRO_SURFACE_TYPE_IMAGE;
}

/// Number of subpixel positions of masks: half of a step is invisible.
constexpr double kPartsOfPixel = 64;
/// With more positions a text is filled as outlines instead.
constexpr std::size_t kMostMasks = 64;

}  // namespace

double cap_height(const TextStyle& style) {
  constexpr double kShipped = 0.727;  // of Inter and JetBrains Mono
  const char* const family = family_of(style.family);
  if (family == std::string_view(kWordFamily) || family == std::string_view(kNumberFamily)) {
    return kShipped * style.size;
  }
  thread_local std::map<std::string, double, std::less<>> shares;
  const auto known = shares.find(std::string_view(family));
  if (known != shares.end()) return known->second * style.size;
  constexpr double kMeasured = 100;
  const double share = -Text("H", {.family = family, .size = kMeasured}).ink().top / kMeasured;
  return shares.emplace(family, share).first->second * style.size;
}

Text::Text(std::string_view utf8, const TextStyle& style) : layout_(new Layout), style_(style) {
  style_.family = family_of(style.family);
  layout_->pango.reset(pango_layout_new(context_for(style_.family, utf8)));
  PangoFontDescription* font = pango_font_description_new();
  pango_font_description_set_family_static(font, style_.family);
  pango_font_description_set_weight(font, static_cast<PangoWeight>(style.weight));
  pango_font_description_set_absolute_size(font, style.size * PANGO_SCALE);
  pango_layout_set_font_description(*layout_, font);
  pango_font_description_free(font);
  if (style.tabular) {
    PangoAttrList* attributes = pango_attr_list_new();
    pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum"));
    pango_layout_set_attributes(*layout_, attributes);
    pango_attr_list_unref(attributes);
  }
  pango_layout_set_single_paragraph_mode(*layout_, TRUE);
  set(utf8);
}

void Text::set(std::string_view utf8) {
  layout_->has_outlines.reset();
  layout_->masks.clear();
  // Pango takes the line's direction from the first letter, even an isolated one. Our own text
  // determines it; if the whole line is external text, that text does.
  constexpr std::string_view kOpen = "\u2068";
  const bool is_ours = inside_isolate(utf8).find(kOpen) != std::string_view::npos;
  pango_layout_set_auto_dir(*layout_, is_ours ? FALSE : TRUE);
  pango_layout_set_text(*layout_, utf8.data(), static_cast<int>(utf8.size()));
}

double Text::width() const { return from_pango(extents(*layout_).width); }
double Text::height() const { return from_pango(extents(*layout_).height); }
double Text::ascent() const { return from_pango(pango_layout_get_baseline(*layout_)); }

TextInk Text::ink() const {
  PangoRectangle seen, logical;
  pango_layout_get_extents(*layout_, &seen, &logical);
  return {from_pango(seen.x - logical.x), from_pango(seen.y) - ascent(), from_pango(seen.width),
          from_pango(seen.height)};
}

std::string Text::text() const { return pango_layout_get_text(*layout_); }

std::vector<std::size_t> Text::letter_starts() const { return letters(*layout_); }

double Text::caret_x(std::size_t byte) const {
  PangoRectangle at;
  const std::size_t end = text().size();
  pango_layout_get_cursor_pos(*layout_, static_cast<int>(std::min(byte, end)), &at, nullptr);
  return from_pango(at.x - extents(*layout_).x);
}

std::size_t Text::byte_at(double x) const {
  int byte = 0, letters_after = 0;
  pango_layout_xy_to_index(*layout_, to_pango(x) + extents(*layout_).x, 0, &byte, &letters_after);
  const std::string whole = text();
  auto at = static_cast<std::size_t>(byte);
  for (; letters_after > 0 && at < whole.size(); --letters_after) {
    do ++at;
    while (at < whole.size() && (static_cast<unsigned char>(whole[at]) & 0xc0U) == 0x80U);
  }
  return at;
}

std::vector<std::pair<double, double>> Text::letter_spans(std::size_t first,
                                                          std::size_t last) const {
  int* ends = nullptr;
  int count = 0;
  pango_layout_line_get_x_ranges(pango_layout_get_line_readonly(*layout_, 0),
                                 static_cast<int>(first), static_cast<int>(last), &ends, &count);
  std::vector<std::pair<double, double>> spans;
  spans.reserve(static_cast<std::size_t>(count));
  const int left = extents(*layout_).x;
  for (int n = 0; n < count; ++n) {
    spans.emplace_back(from_pango(ends[2 * n] - left), from_pango(ends[2 * n + 1] - left));
  }
  g_free(ends);
  return spans;
}

// Pango's own ellipsis pads the width with space.
void Text::shorten(double width) {
  if (this->width() <= width) return;
  const std::string whole = pango_layout_get_text(*layout_);
  const std::vector<std::size_t> starts = letters(*layout_);
  const auto set_start = [&](std::size_t letters) {
    set(with_isolates_closed(whole.substr(0, starts[letters]) + "…"));
  };
  std::size_t fitting = 0;
  std::size_t too_many = starts.size();
  while (fitting + 1 < too_many) {
    const std::size_t kept = fitting + (too_many - fitting) / 2;
    set_start(kept);
    (this->width() <= width ? fitting : too_many) = kept;
  }
  set_start(fitting);
}

void Text::wrap(double width, int lines) {
  layout_->masks.clear();
  pango_layout_set_wrap(*layout_, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_ellipsize(*layout_, PANGO_ELLIPSIZE_END);
  pango_layout_set_width(*layout_, to_pango(width));
  pango_layout_set_height(*layout_, -lines);
}

std::vector<TextLine> Text::lines() const {
  std::vector<TextLine> lines;
  PangoLayoutIter* at = pango_layout_get_iter(*layout_);
  const std::string whole = text();
  const double first = ascent(), left = from_pango(extents(*layout_).x);
  const bool is_cut = pango_layout_is_ellipsized(*layout_);
  do {
    const PangoLayoutLine* line = pango_layout_iter_get_line_readonly(at);
    PangoRectangle logical;
    pango_layout_iter_get_line_extents(at, nullptr, &logical);
    const auto start = static_cast<std::size_t>(line->start_index);
    std::string words = whole.substr(start, static_cast<std::size_t>(line->length));
    // The space at a line break is hidden. The last line contains the rest: if it does not fit, its
    // end is hidden too.
    const bool has_end = pango_layout_iter_at_last_line(at) && !is_cut;
    while (!has_end && words.ends_with(' ')) words.pop_back();
    lines.push_back({std::move(words), from_pango(logical.x) - left,
                     from_pango(pango_layout_iter_get_baseline(at)) - first,
                     from_pango(logical.width), line->resolved_dir == PANGO_DIRECTION_RTL});
  } while (pango_layout_iter_next_line(at));
  pango_layout_iter_free(at);
  close_isolates(lines);
  if (is_cut) {
    TextLine& last = lines.back();
    Text cut(last.text, style_);
    cut.shorten(from_pango(pango_layout_get_width(*layout_)));
    last.text = cut.text();
    last.width = cut.width();
  }
  return lines;
}

namespace {

/// Returns whether no letter is an image.
bool has_outlines(const Text& text) {
  Text::Layout& layout = text.layout();
  if (!layout.has_outlines) layout.has_outlines = has_outlines(layout.pango.get());
  return *layout.has_outlines;
}

void move_to_start(cairo_t* cr, const Text& text, double x, double y) {
  cairo_move_to(cr, x - from_pango(extents(text.layout()).x), y - text.ascent());
}

void fill(cairo_t* cr, const Text& text, double x, double y) {
  move_to_start(cr, text, x, y);
  pango_cairo_layout_path(cr, text.layout());
  cairo_fill(cr);
}

const Text::Layout::LetterMask& mask(const Text& text, const cairo_matrix_t& to_pixels,
                                     double part_x, double part_y) {
  auto& masks = text.layout().masks;
  for (const auto& one : masks) {
    if (one.scale_x == to_pixels.xx && one.scale_y == to_pixels.yy && one.part_x == part_x &&
        one.part_y == part_y) {
      return one;
    }
  }
  Text::Layout::LetterMask made{to_pixels.xx, to_pixels.yy, part_x, part_y};
  const TextInk seen = text.ink();
  // Half a pixel more for antialiasing.
  const auto low = [](double at) { return static_cast<int>(std::floor(at)) - 1; };
  const auto high = [](double at) { return static_cast<int>(std::ceil(at)) + 1; };
  made.left = low(seen.left * to_pixels.xx + part_x);
  made.top = low(seen.top * to_pixels.yy + part_y);
  const int width = high((seen.left + seen.width) * to_pixels.xx + part_x) - made.left;
  const int height = high((seen.top + seen.height) * to_pixels.yy + part_y) - made.top;
  if (seen.width > 0 && seen.height > 0) {
    made.pixels.reset(cairo_image_surface_create(CAIRO_FORMAT_A8, width, height));
    const Cairo cr(cairo_create(made.pixels.get()));
    cairo_translate(cr.get(), part_x - made.left, part_y - made.top);
    cairo_scale(cr.get(), to_pixels.xx, to_pixels.yy);
    fill(cr.get(), text, 0, 0);
  }
  masks.push_back(std::move(made));
  return masks.back();
}

/// Draws by a cached mask. Returns false if it is rotated, or at too many subpixel positions.
bool show_mask(cairo_t* cr, const Text& text, double x, double y) {
  cairo_matrix_t to_pixels;
  cairo_get_matrix(cr, &to_pixels);
  const std::size_t masks = text.layout().masks.size();
  if (to_pixels.xy != 0 || to_pixels.yx != 0 || masks >= kMostMasks) return false;
  cairo_user_to_device(cr, &x, &y);
  x = std::round(x * kPartsOfPixel) / kPartsOfPixel;
  y = std::round(y * kPartsOfPixel) / kPartsOfPixel;
  const auto& letters = mask(text, to_pixels, x - std::floor(x), y - std::floor(y));
  if (!letters.pixels) return true;
  cairo_save(cr);
  cairo_identity_matrix(cr);
  cairo_mask_surface(cr, letters.pixels.get(), std::floor(x) + letters.left,
                     std::floor(y) + letters.top);
  cairo_restore(cr);
  return true;
}

}  // namespace

void show_text(cairo_t* cr, const Text& text, double x, double y) {
  // Cairo snaps letters to whole pixels of an image, since 1.18 to quarters; outlines are exact in
  // any version.
  if (!is_of_pixels(cr) || !has_outlines(text)) {
    move_to_start(cr, text, x, y);
    pango_cairo_show_layout(cr, text.layout());
    return;
  }
  // Filling is slow: a text drawn for the second time gets a mask.
  if (std::exchange(text.layout().is_shown, true) && show_mask(cr, text, x, y)) return;
  fill(cr, text, x, y);
}

}  // namespace attn
