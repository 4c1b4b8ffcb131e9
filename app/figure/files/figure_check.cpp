#include "app/figure/files/figure_check.h"

#include <algorithm>
#include <string>

#include "app/document/numbers/numbers.h"
#include "app/figure/diagram/shading.h"
#include "app/figure/page/figure_words.h"
#include "app/figure/page/picture_size.h"
#include "engine/attention/lookup.h"
#include "engine/attention/shapes.h"

namespace attn {
namespace {

std::string list(const auto& rows, auto is_listed) {
  std::string words;
  for (const auto& row : rows) {
    if (is_listed(row)) words += (words.empty() ? "" : ", ") + std::string(row.id);
  }
  return words;
}

[[noreturn]] void refuse(const std::string& option, const std::string& why) {
  throw OptionError(option + ": " + why);
}

void expect_choice(const FigureView& view, Choice choice, const char* option) {
  if (view.has(choice)) return;
  const auto has = [&](const FigureView& other) { return other.has(choice); };
  refuse(option, "means nothing in the view " + std::string(view.id) + "; expected one of " +
                     list(figure_view_table(), has));
}

void check_index(const char* option, const char* what, Index found, std::size_t count) {
  if (found >= 0 && found < static_cast<Index>(count)) return;
  refuse(option, "expected less than " + std::to_string(count) + " (" + what +
                     " of the scene), found " + std::to_string(found));
}

void check_range(const FigureView& view, const Scene& scene, const std::string& range) {
  if (parse_span(range) || parse_percentiles(range)) return;
  const auto is_known = [&](const RangeKind& kind) {
    return kind.is_for_all || span_of(view, scene) == NumberSpan::kShares;
  };
  const RangeKind* kind = find_row(range_kinds(), range);
  if (kind && is_known(*kind)) return;
  refuse("--range", "expected " + list(range_kinds(), is_known) +
                        ", LO:HI or LO%:HI% with LO below HI for the view " + std::string(view.id) +
                        ", found " + range);
}

void check_number(const char* option, double found, double low, double high) {
  if (found >= low && found <= high) return;
  refuse(option,
         "expected " + brief(low, 6) + " to " + brief(high, 6) + ", found " + brief(found, 6));
}

void check_size(const FigureOptions& options) {
  check_number("--scale", options.scale.value_or(1), kSmallestScale, kLargestScale);
  check_number("--font-size", options.font_size, kSmallestFont, kLargestFont);
  for (const auto& [option, found] :
       {std::pair("--width", options.width), std::pair("--height", options.height)}) {
    if (found) check_number(option, *found, kSmallestSide, kMostOnASide);
  }
  if (options.width && options.height) check_picture("--width", *options.width, *options.height);
}

void check_bare(const FigureView& view, const FigureOptions& options) {
  if (options.bare_cell == 0) return;
  expect_choice(view, Choice::bare, "--bare");
  check_number("--cell", options.bare_cell, 1, kLargestBareCell);
  const auto refuse_beside = [](bool given, const char* option) {
    if (given) refuse(option, "means nothing beside --bare, which is the matrix alone");
  };
  refuse_beside(options.all_heads, "--head all");
  refuse_beside(options.query.has_value(), "--query");
  refuse_beside(options.key.has_value(), "--key");
  refuse_beside(options.dimension.has_value(), "--dimension");
  refuse_beside(options.title.has_value(), "--title");
  refuse_beside(!options.caption.empty() || options.caption_of_settings, "--caption");
  refuse_beside(options.width.has_value(), "--width");
  refuse_beside(options.height.has_value(), "--height");
  refuse_beside(options.scale.has_value(), "--scale");
  refuse_beside(options.font_size != kFontSize, "--font-size");
  refuse_beside(std::string_view(options.font) != kWordFamily, "--font");
  refuse_beside(options.numbers == Numbers::on, "--numbers on");
  refuse_beside(options.mark.has_value(), "--marks");
  refuse_beside(!options.look.notes.empty(), "--note");
  refuse_beside(options.look.queries.has_value(), "--label-queries");
  refuse_beside(options.look.keys.has_value(), "--label-keys");
  refuse_beside(options.look.legend.has_value(), "--label-legend");
  refuse_beside(options.look.every != 1, "--ticks");
}

/// Heatmaps of several heads have no axis names.
void check_grid(const FigureOptions& options) {
  if (!options.all_heads && options.look.heads.empty()) return;
  const auto refuse_beside = [](bool given, const char* option) {
    if (given) refuse(option, "means nothing for several heads: choose one by --head");
  };
  refuse_beside(options.look.queries.has_value(), "--label-queries");
  refuse_beside(options.look.keys.has_value(), "--label-keys");
  refuse_beside(options.look.legend.has_value(), "--label-legend");
}

std::string words_of_cell(Cell cell) {
  return std::to_string(cell.query) + "," + std::to_string(cell.key);
}

/// Checks that the scene has the pair, and that it is within the shown tokens.
void check_cell(const char* option, Cell cell, const Scene& scene, const HeatmapLook& look) {
  const bool is_there = cell.query >= 0 && cell.query < scene.query_count() && cell.key >= 0 &&
                        cell.key < scene.key_count();
  if (!is_there) {
    refuse(option, "expected QUERY,KEY below " + std::to_string(scene.query_count()) + "," +
                       std::to_string(scene.key_count()) + ", found " + words_of_cell(cell));
  }
  if (!look.tokens) return;
  const auto is_shown = [&](Index n) { return n >= look.tokens->first && n < look.tokens->last; };
  if (is_shown(cell.query) && is_shown(cell.key)) return;
  refuse(option,
         "expected a pair of the tokens that --tokens leaves, found " + words_of_cell(cell));
}

void check_marks(const FigureView& view, const Scene& scene, const FigureOptions& options) {
  if (options.marks && !options.mark) return;
  expect_choice(view, Choice::query, "--marks");
  if (options.mark) check_cell("--marks", *options.mark, scene, options.look);
}

void check_look(const FigureView& view, const Scene& scene, const HeatmapLook& look) {
  const auto expect_pairs = [&](bool given, const char* option) {
    if (given) expect_choice(view, Choice::pairs, option);
  };
  expect_pairs(look.tokens.has_value(), "--tokens");
  expect_pairs(!look.notes.empty(), "--note");
  expect_pairs(look.queries.has_value(), "--label-queries");
  expect_pairs(look.keys.has_value(), "--label-keys");
  expect_pairs(look.legend.has_value(), "--label-legend");
  expect_pairs(look.every != 1, "--ticks");
  if (look.tokens) {
    const Index count = std::min(scene.query_count(), scene.key_count());
    if (look.tokens->first < 0 || look.tokens->first >= look.tokens->last ||
        look.tokens->last > count) {
      refuse("--tokens", "expected FROM:TO with 0 <= FROM < TO <= " + std::to_string(count) +
                             ", found " + std::to_string(look.tokens->first) + ":" +
                             std::to_string(look.tokens->last));
    }
  }
  for (const CellNote& note : look.notes) check_cell("--note", note.cell, scene, look);
  for (const Index head : look.heads) check_index("--heads", "heads", head, scene.heads.size());
}

}  // namespace

FigureOptions only_meant(const FigureView& view, FigureOptions options) {
  if (!view.has(Choice::head)) options.head.reset();
  if (!view.has(Choice::all_heads)) options.all_heads = false;
  if (!view.has(Choice::query)) options.query.reset();
  if (!view.has(Choice::key)) options.key.reset();
  if (!view.has(Choice::dimension)) options.dimension.reset();
  if (!view.has(Choice::colormap)) options.colormap = nullptr;
  if (!view.has(Choice::numbers)) options.numbers = Numbers::automatic;
  if (!view.has(Choice::legend)) options.legend = true;
  if (!view.has(Choice::range)) options.range.reset();
  if (!view.has(Choice::bare)) options.bare_cell = 0;
  if (!view.has(Choice::pairs)) options.look = {};
  if (!view.has(Choice::query)) options.mark.reset(), options.marks = true;
  return options;
}

const FigureView& check_options(const Scene& scene, const FigureOptions& options) {
  const FigureView* view = find_figure_view(options.view);
  if (!view) {
    refuse("--view", "expected one of " +
                         list(figure_view_table(), [](const auto&) { return true; }) + ", found " +
                         options.view);
  }
  if (options.head) {
    expect_choice(*view, Choice::head, "--head");
    check_index("--head", "heads", *options.head, scene.heads.size());
  }
  if (options.all_heads) {
    expect_choice(*view, Choice::all_heads, options.look.heads.empty() ? "--head all" : "--heads");
  }
  if (options.key) {
    expect_choice(*view, Choice::key, "--key");
    check_index("--key", "keys", *options.key, static_cast<std::size_t>(scene.key_count()));
  }
  if (options.dimension) {
    expect_choice(*view, Choice::dimension, "--dimension");
    const auto head = static_cast<std::size_t>(head_of(scene, options));
    check_index("--dimension", "dimensions of the head's output", *options.dimension,
                static_cast<std::size_t>(width_of_v(scene, head)));
  }
  if (options.query) {
    expect_choice(*view, Choice::query, "--query");
    check_index("--query", "queries", *options.query,
                static_cast<std::size_t>(scene.query_count()));
  }
  if (options.colormap) expect_choice(*view, Choice::colormap, "--colormap");
  if (options.numbers != Numbers::automatic) expect_choice(*view, Choice::numbers, "--numbers");
  if (!options.legend) expect_choice(*view, Choice::legend, "--legend");
  if (options.range) {
    expect_choice(*view, Choice::range, "--range");
    check_range(*view, scene, *options.range);
  }
  check_marks(*view, scene, options);
  check_grid(options);
  check_look(*view, scene, options.look);
  check_size(options);
  check_bare(*view, options);
  return *view;
}

}  // namespace attn
