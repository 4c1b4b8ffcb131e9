#include "app/figure/files/figure_option.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <utility>

#include "app/document/numbers/numbers.h"
#include "app/figure/diagram/shading.h"
#include "app/figure/files/patch_options.h"
#include "app/figure/page/figure_page.h"
#include "app/figure/page/figure_words.h"
#include "app/figure/text/figure_font.h"
#include "engine/attention/lookup.h"
#include "engine/attention/shapes.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr int kMostTokens = 1'000'000;  // typed numbers of patches

constexpr std::string_view kAsInWindow = "as in the window", kAsItComes = "automatic";

[[noreturn]] void refuse_option(std::string_view id, const std::string& why) {
  throw OptionError("--" + std::string(id) + ": " + why);
}

constexpr auto kEachRow = [](const auto&) { return true; };

/// Joined ids of the listed rows: "weights, scores".
template <typename Rows, typename IsListed = decltype(kEachRow)>
std::string listed_ids(const Rows& rows, const IsListed& is_listed = kEachRow) {
  return joined(rows, [&](const auto& row) { return is_listed(row) ? row.id : ""; });
}

template <typename Value>
bool are_equal(const Value& a, const Value& b) {
  return a == b;
}
/// Compares the texts, as equal literals of different source files can have different addresses.
bool are_equal(const char* a, const char* b) { return std::string_view(a) == b; }

/// Members of FigureOptions that an option sets.
template <auto... members>
bool is_given(const FigureOptions& options) {
  static const FigureOptions usual;
  return (!are_equal(std::invoke(members, options), std::invoke(members, usual)) || ...);
}
template <auto... members>
void forget(FigureOptions& options) {
  static const FigureOptions usual;
  ((std::invoke(members, options) = std::invoke(members, usual)), ...);
}
template <auto member>
constexpr auto kOfLook = [](auto& options) -> auto& {
  return options.look.*member;
};

template <auto member>
std::string read_text(FigureOptions& options, const std::string& words) {
  std::invoke(member, options) = words;
  return "";
}

template <auto member, int low = 0, int high = std::numeric_limits<int>::max()>
std::string read_whole(FigureOptions& options, const std::string& words) {
  const auto number = parsed<int>(words);
  if (number && *number >= low && *number <= high) {
    std::invoke(member, options) = *number;
    return "";
  }
  if (high == std::numeric_limits<int>::max()) return "a whole number >= " + std::to_string(low);
  return "a whole number from " + std::to_string(low) + " to " + std::to_string(high);
}

/// Pixels or inches.
template <auto pixels, auto inches>
std::string read_side(FigureOptions& options, const std::string& words) {
  options.*inches = inches_in(words);
  options.*pixels = {};
  if (options.*inches) return "";
  const auto expected =
      read_whole<pixels, kSmallestSide, static_cast<int>(kMostOnASide)>(options, words);
  return expected.empty() ? "" : expected + ", or a length in in, cm, mm or pt";
}

std::string number_from(double low, double high) {
  return "a number from " + brief(low, 6) + " to " + brief(high, 6);
}

bool is_from(std::optional<double> number, double low, double high) {
  return number && *number >= low && *number <= high;
}

std::optional<Cell> cell_in(std::string_view text) {
  const auto numbers = whole_numbers(text, ',');
  if (!numbers || numbers->size() != 2) return std::nullopt;
  return Cell{(*numbers)[0], (*numbers)[1]};
}

std::optional<CellNote> note_in(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals + 1 == text.size()) return std::nullopt;
  const auto cell = cell_in(text.substr(0, equals));
  if (!cell) return std::nullopt;
  return CellNote{*cell, std::string(text.substr(equals + 1))};
}

std::string read_head(FigureOptions& options, const std::string& words) {
  options.all_heads = words == "all";
  options.head.reset();
  return options.all_heads ? "" : read_whole<&FigureOptions::head>(options, words);
}

std::string read_colormap(FigureOptions& options, const std::string& words) {
  const Colormap* map = find_colormap(words);
  if (!map) return "one of " + listed_ids(colormaps());
  options.colormap = map;
  return "";
}

std::string read_range(FigureOptions& options, const std::string& words) {
  if (!find_row(range_kinds(), words) && !parse_span(words) && !parse_percentiles(words)) {
    return "one of " + listed_ids(range_kinds()) + ", or LO:HI or LO%:HI% with LO below HI";
  }
  options.range = words;
  return "";
}

std::string read_center(FigureOptions& options, const std::string& words) {
  const auto number = parsed<float>(words);
  if (!number || !std::isfinite(*number)) return "a number";
  options.center = *number;
  return "";
}

std::string read_patches(FigureOptions& options, const std::string& words) {
  const auto sides = whole_numbers(words, 'x');
  const auto is_side = [](Index side) { return side >= 1 && side <= kMostTokens; };
  if (!sides || sides->size() != 2 || !std::ranges::all_of(*sides, is_side)) {
    return "ROWSxCOLUMNS, as 14x14";
  }
  options.patches = {(*sides)[0], (*sides)[1]};
  return "";
}

constexpr std::string_view kLargestNumbers = "top:";

/// "top:3": numbers in the three largest cells of each row.
std::string read_numbers(FigureOptions& options, const std::string& words) {
  options.numbers_of_largest.reset();
  if (words.starts_with(kLargestNumbers)) {
    const auto most = parsed<Index>(words.substr(kLargestNumbers.size()));
    if (!most || *most < 1) return "top:N with a whole number from 1";
    options.numbers = Numbers::on;
    options.numbers_of_largest = *most;
    return "";
  }
  if (words != "auto" && words != "on" && words != "off") return "one of auto, on, off, top:N";
  options.numbers = words == "on"    ? Numbers::on
                    : words == "off" ? Numbers::off
                                     : Numbers::automatic;
  return "";
}

std::string read_gaps(FigureOptions& options, const std::string& words) {
  options.gaps = words == "on";
  return options.gaps || words == "off" ? "" : "on or off";
}

std::string read_dots(FigureOptions& options, const std::string& words) {
  const auto dots = typed_number(words);
  if (!is_from(dots, kFewestDots, kMostDots)) return number_from(kFewestDots, kMostDots);
  options.wished_dots = dots;
  return "";
}

std::string read_legend(FigureOptions& options, const std::string& words) {
  options.legend = words == "on";
  return options.legend || words == "off" ? "" : "on or off";
}

std::string read_tokens(FigureOptions& options, const std::string& words) {
  const auto ends = whole_numbers(words, ':');
  if (!ends || ends->size() != 2 || (*ends)[0] >= (*ends)[1]) return "FROM:TO with FROM below TO";
  options.look.tokens = {(*ends)[0], (*ends)[1]};
  return "";
}

std::string read_heads(FigureOptions& options, const std::string& words) {
  const auto heads = whole_numbers(words, ',');
  if (!heads) return "numbers of heads as 0,5,7";
  options.look.heads = *heads;
  options.all_heads = true;
  return "";
}

std::string read_marks(FigureOptions& options, const std::string& words) {
  options.marks = words != "off";
  options.mark = cell_in(words);
  return options.mark || !options.marks ? "" : "off or QUERY,KEY";
}

/// Reads several notes; a ";" only starts a new note if a pair and "=" follow.
std::string read_notes(FigureOptions& options, const std::string& words) {
  options.look.notes.clear();
  for (std::size_t at = 0; at <= words.size();) {
    const std::size_t end = std::min(words.find(';', at), words.size());
    const std::size_t begin = std::min(words.find_first_not_of(' ', at), end);
    if (auto note = note_in(std::string_view(words).substr(begin, end - begin))) {
      options.look.notes.push_back(*std::move(note));
    } else if (options.look.notes.empty()) {
      return "QUERY,KEY=TEXT";
    } else {
      options.look.notes.back().words += words.substr(at - 1, end - at + 1);
    }
    at = end + 1;
  }
  return "";
}

std::string read_caption(FigureOptions& options, const std::string& words) {
  options.caption_of_settings = words == "auto";
  options.caption = options.caption_of_settings ? "" : words;
  options.own_caption = false;
  return "";
}

std::string read_scale(FigureOptions& options, const std::string& words) {
  const auto scale = typed_number(words);
  if (!is_from(scale, kSmallestScale, kLargestScale)) {
    return number_from(kSmallestScale, kLargestScale);
  }
  options.scale = scale;
  return "";
}

std::string read_theme(FigureOptions& options, const std::string& words) {
  const FigureThemeRow* row = find_row(figure_themes(), words);
  if (!row) return "one of " + listed_ids(figure_themes());
  options.theme = row->theme;
  return "";
}

std::string read_font(FigureOptions& options, const std::string& words) {
  options.font = find_font_family(words);
  return "";
}

std::string read_font_size(FigureOptions& options, const std::string& words) {
  const auto inches = inches_in(words);
  const auto size = inches ? std::optional(*inches * 96) : typed_number(words);
  if (!is_from(size, kSmallestFont, kLargestFont)) return number_from(kSmallestFont, kLargestFont);
  options.font_size = *size;
  options.least_font_size.reset();
  return "";
}

std::string read_paper(FigureOptions& options, const std::string& words) {
  const PaperFormat* format = find_row(paper_formats(), words);
  if (!format) return "one of " + listed_ids(paper_formats());
  options = on_paper(*format, std::move(options));
  return "";
}

template <auto rows, auto label>
std::vector<OptionValue> values_of() {
  std::vector<OptionValue> values;
  for (const auto& row : rows()) {
    values.push_back({std::string(row.id), std::string(row.*label)});
  }
  return values;
}

std::vector<OptionValue> map_values() {
  auto values = values_of<colormaps, &Colormap::label>();
  std::ranges::move(values_of<reversed_colormaps, &Colormap::label>(), std::back_inserter(values));
  return values;
}

std::vector<OptionValue> numbers_values() {
  return {{"on", "On"}, {"off", "Off"}, {"auto", "Auto"}};
}
std::vector<OptionValue> legend_values() { return {{"on", "On"}, {"off", "Off"}}; }

void expect_less(std::string_view id, const char* what, Index found, Index count) {
  if (found >= 0 && found < count) return;
  refuse_option(id, "expected less than " + std::to_string(count) + " (" + what +
                        " of the scene), found " + std::to_string(found));
}

void expect_from(std::string_view id, double found, double low, double high) {
  if (is_from(found, low, high)) return;
  refuse_option(
      id, "expected " + brief(low, 6) + " to " + brief(high, 6) + ", found " + brief(found, 6));
}

std::string words_of_cell(Cell cell) {
  return std::to_string(cell.query) + "," + std::to_string(cell.key);
}

/// Checks that the pair exists in the scene, and in the figure if only some tokens are shown.
void check_cell(std::string_view id, Cell cell, const Scene& scene, const HeatmapLook& look) {
  const bool is_there = cell.query >= 0 && cell.query < scene.query_count() && cell.key >= 0 &&
                        cell.key < scene.key_count();
  if (!is_there) {
    refuse_option(id, "expected QUERY,KEY below " + std::to_string(scene.query_count()) + "," +
                          std::to_string(scene.key_count()) + ", found " + words_of_cell(cell));
  }
  if (!look.tokens) return;
  const auto is_shown = [&](Index n) { return n >= look.tokens->first && n < look.tokens->last; };
  if (is_shown(cell.query) && is_shown(cell.key)) return;
  refuse_option(id,
                "expected a pair of the tokens that --tokens leaves, found " + words_of_cell(cell));
}

void check_range(const FigureView& view, const Scene& scene, const std::string& range) {
  if (parse_span(range) || parse_percentiles(range)) return;
  const auto is_known = [&](const RangeKind& kind) {
    return kind.is_for_all || span_of(view, scene) == NumberSpan::kShares;
  };
  const RangeKind* kind = find_row(range_kinds(), range);
  if (kind && is_known(*kind)) return;
  refuse_option("range", "expected " + listed_ids(range_kinds(), is_known) +
                             ", LO:HI or LO%:HI% with LO below HI for the view " +
                             std::string(view.id) + ", found " + range);
}

void check_center(const FigureOptions& options) {
  const auto range = parse_span(options.range.value_or(""));
  if (!range) refuse_option("center", "expected --range LO:HI with it");
  if (range->low < *options.center && *options.center < range->high) return;
  refuse_option("center", "expected a number within the range " + *options.range + ", found " +
                              brief(*options.center, 6));
}

void check_tokens(const Scene& scene, TokenRange range) {
  const Index count = std::min(scene.query_count(), scene.key_count());
  if (range.first >= 0 && range.first < range.last && range.last <= count) return;
  refuse_option("tokens", "expected FROM:TO with 0 <= FROM < TO <= " + std::to_string(count) +
                              ", found " + std::to_string(range.first) + ":" +
                              std::to_string(range.last));
}

void check_columns(const FigureOptions& options) {
  if (options.look.columns == 0 || options.all_heads) return;
  refuse_option("columns", "has no effect for one head; expected --head all or --heads N,N");
}

/// Checks that heads, queries, keys and dimensions in the options exist in the scene.
void check_in_scene(const FigureView& view, const Scene& scene, const FigureOptions& options) {
  const HeatmapLook& look = options.look;
  const Index heads = std::ssize(scene.heads);
  if (options.head) expect_less("head", "heads", *options.head, heads);
  if (options.key) expect_less("key", "keys", *options.key, scene.key_count());
  if (options.query) expect_less("query", "queries", *options.query, scene.query_count());
  if (options.dimension) {
    const auto head = static_cast<std::size_t>(head_of(scene, options));
    expect_less("dimension", "dimensions of the head's output", *options.dimension,
                static_cast<Index>(width_of_v(scene, head)));
  }
  if (options.range) check_range(view, scene, *options.range);
  if (options.center) check_center(options);
  if (view.has(Choice::patches)) check_patches(scene, options);
  if (options.mark) check_cell("marks", *options.mark, scene, look);
  check_columns(options);
  if (look.tokens) check_tokens(scene, *look.tokens);
  for (const CellNote& note : look.notes) check_cell("note", note.cell, scene, look);
  for (const Index head : look.heads) expect_less("heads", "heads", head, heads);
  expect_from("scale", options.scale.value_or(1), kSmallestScale, kLargestScale);
  expect_from("font-size", options.font_size, kSmallestFont, kLargestFont);
  if (options.width) expect_from("width", *options.width, kSmallestSide, kMostOnASide);
  if (options.height) expect_from("height", *options.height, kSmallestSide, kMostOnASide);
  if (options.width && options.height) check_picture("--width", *options.width, *options.height);
  if (options.bare_cell != 0) expect_from("cell", options.bare_cell, 1, kLargestBareCell);
}

/// Row of the table, whose option sets `members`.
template <auto... members>
constexpr FigureOption option(std::string_view id, std::string_view value, std::string_view about,
                              const OptionControl& control, decltype(FigureOption::read) read,
                              std::optional<Choice> choice = {},
                              decltype(FigureOption::values) values = nullptr,
                              BesideBare beside_bare = BesideBare::refused) {
  return {id,
          value,
          about,
          control,
          read,
          choice,
          values,
          beside_bare,
          is_given<members...>,
          forget<members...>};
}

constexpr FigureOption kOptions[] = {
    option<&FigureOptions::head>(
        "head", "N|all",
        "Head, from 0; by default the one selected in the scene; all for a panel of "
        "each, or a table of all. Without --head, a table of outputs has the combined output, and "
        "tables of heads and head-outputs have all heads",
        {}, read_head, Choice::head, nullptr, BesideBare::kept),
    option<&FigureOptions::query>(
        "query", "N", "Marked query, from 0; the view inspector explains its attention",
        {"Query", kAsInWindow}, read_whole<&FigureOptions::query>, Choice::query),
    option<&FigureOptions::key>(
        "key", "N",
        "Key that the view inspector explains; by default that of the query's largest weight",
        {"Key", kAsInWindow}, read_whole<&FigureOptions::key>, Choice::key),
    option<&FigureOptions::dimension>("dimension", "N",
                                      "Dimension of the output that the view inspector explains, "
                                      "from 0; by default the one that the key changes most",
                                      {"Dimension", "moved most"},
                                      read_whole<&FigureOptions::dimension>, Choice::dimension),
    option<&FigureOptions::colormap>("colormap", "", "The colour map; with _r reversed",
                                     {"Colours", "As in the window"}, read_colormap,
                                     Choice::colormap, map_values, BesideBare::kept),
    option<&FigureOptions::range>("range", "RANGE",
                                  "Colour range: fixed, shared (all heads), own (this head), row "
                                  "(of each row), log, sqrt (square roots), LO:HI, or LO%:HI% "
                                  "(percentiles of the numbers)",
                                  {"Range", "As in the window"}, read_range, Choice::range,
                                  values_of<range_kinds, &RangeKind::in_list>, BesideBare::kept),
    option<&FigureOptions::center>("center", "NUMBER",
                                   "Number in the middle of a diverging colour map, with --range "
                                   "LO:HI; by default 0, if it is "
                                   "in the range",
                                   {"Centre", "0", true}, read_center, Choice::range, nullptr,
                                   BesideBare::kept),
    option<&FigureOptions::numbers, &FigureOptions::numbers_of_largest>(
        "numbers", "auto|on|off|top:N",
        "Whether cells show their numbers; auto: if they fit; top:3: the three largest of each row",
        {"Numbers", "auto"}, read_numbers, Choice::numbers, numbers_values),
    option<&FigureOptions::gaps>("gaps", "", "Whether there are gaps between cells; on by default",
                                 {"Gaps", "on", true}, read_gaps, Choice::colormap, legend_values,
                                 BesideBare::hidden),
    option<&FigureOptions::legend>("legend", "", "Whether there is a legend; on by default",
                                   {"Legend", "on"}, read_legend, Choice::legend, legend_values,
                                   BesideBare::hidden),
    option<kOfLook<&HeatmapLook::tokens>>(
        "tokens", "FROM:TO",
        "Only rows and columns of the tokens FROM to TO − 1; weights are not renormalised",
        {"Tokens", "all, or FROM:TO", true}, read_tokens, Choice::pairs, nullptr, BesideBare::kept),
    option<&FigureOptions::all_heads, kOfLook<&HeatmapLook::heads>>(
        "heads", "N,N", "A panel of each of these heads", {"Heads", "one, or N,N", true},
        read_heads, Choice::all_heads),
    option<kOfLook<&HeatmapLook::columns>>(
        "columns", "N", "Number of panels side by side; by default as many as fit, at most four",
        {"Columns", "as many as fit", true},
        read_whole<kOfLook<&HeatmapLook::columns>, 1, kMostColumns>, Choice::all_heads),
    option<&FigureOptions::marks, &FigureOptions::mark>(
        "marks", "off|QUERY,KEY", "Marked pair, or off for none",
        {"Marked pair", "as in the window, off, or QUERY,KEY", true}, read_marks, Choice::query),
    option<kOfLook<&HeatmapLook::notes>>(
        "note", "QUERY,KEY=TEXT", "Text at a cell; may be given more than once",
        {"Notes", "none, or QUERY,KEY=TEXT; …", true}, read_notes, Choice::pairs),
    option<kOfLook<&HeatmapLook::queries>>(
        "label-queries", "TEXT", "Text beside the rows, in place of queries",
        {"Axes", "queries", true, "label-keys"}, read_text<kOfLook<&HeatmapLook::queries>>,
        Choice::pairs),
    option<kOfLook<&HeatmapLook::keys>>("label-keys", "TEXT",
                                        "Text above the columns, in place of keys", {"", "keys"},
                                        read_text<kOfLook<&HeatmapLook::keys>>, Choice::pairs),
    option<kOfLook<&HeatmapLook::legend>>(
        "label-legend", "TEXT", "Text above the legend, in place of its quantity",
        {"Over legend", kAsItComes, true}, read_text<kOfLook<&HeatmapLook::legend>>, Choice::pairs),
    option<kOfLook<&HeatmapLook::every>>(
        "ticks", "N", "Every N-th token has its name, 1 for all; by default as many as fit",
        {"Names every", "as many as fit", true},
        read_whole<kOfLook<&HeatmapLook::every>, 1, 1'000'000>, Choice::pairs),
    option<&FigureOptions::patches>(
        "patches", "ROWSxCOLUMNS",
        "Patches of the image among the keys, row by row; by default a square that their number "
        "allows",
        {"Patches, skip", kAsInWindow, false, "skip"}, read_patches, Choice::patches, nullptr,
        BesideBare::kept),
    option<&FigureOptions::skip>("skip", "N",
                                 "Number of tokens before the patches: class token, registers; by "
                                 "default all keys that are no patches",
                                 {"", kAsInWindow},
                                 read_whole<&FigureOptions::skip, 0, kMostTokens>, Choice::patches,
                                 nullptr, BesideBare::kept),
    option<&FigureOptions::picture>(
        "picture", "FILE",
        "PNG file of the image, drawn behind the patches and stretched over them; \"\" for none",
        {"Picture", kAsInWindow}, read_text<&FigureOptions::picture>, Choice::patches, nullptr,
        BesideBare::kept),
    option<&FigureOptions::title>("title", "TEXT", "Text above the figure; \"\" for none",
                                  {"Title", "none"}, read_text<&FigureOptions::title>),
    option<&FigureOptions::caption, &FigureOptions::caption_of_settings>(
        "caption", "TEXT",
        "Text below the figure; auto lists the settings, \"\" also removes the view's own",
        {"Caption", "none"}, read_caption),
    option<&FigureOptions::width, &FigureOptions::width_inches>(
        "width", "LENGTH",
        "Exact width: pixels, or 3.3in, 8cm, 80mm, 240pt, which keep the size of type; by "
        "default as wide as needed",
        {"Size", kAsItComes, false, "height", "×"},
        read_side<&FigureOptions::width, &FigureOptions::width_inches>),
    option<&FigureOptions::height, &FigureOptions::height_inches>(
        "height", "LENGTH", "Exact height, in the same units", {"", kAsItComes},
        read_side<&FigureOptions::height, &FigureOptions::height_inches>),
    option<&FigureOptions::scale>("scale", "NUMBER",
                                  "Pixels for each unit (1/96 inch) of the layout, 0.25 to 8; by "
                                  "default 2 in PNG, 1 in SVG and PDF",
                                  {"Scale, font", "2", false, "font-size"}, read_scale),
    option<&FigureOptions::wished_dots>(
        "dpi", "NUMBER",
        "Dots per inch of a PNG, and of images in PDF and SVG, 24 to 768; by default as --scale or "
        "--for says",
        {"Dots an inch", "by the format", true}, read_dots, std::nullopt, nullptr,
        BesideBare::refused),
    option<&FigureOptions::theme>(
        "theme", "", "Colours of everything except the data; light by default", {"Theme", "light"},
        read_theme, std::nullopt, values_of<figure_themes, &FigureThemeRow::label>,
        BesideBare::kept),
    option<&FigureOptions::font>("font", "FAMILY", "Font of the text: ", {"Font", "inter", true},
                                 read_font),
    option<&FigureOptions::font_size>("font-size", "NUMBER",
                                      "Size of labels, in units or as 8.5pt; 14 units by default",
                                      {"", "14"}, read_font_size),
    option<&FigureOptions::dots_per_inch, &FigureOptions::least_font_size>(
        "for", "", "Format that sets the width and the size of type:",
        {"For", "no paper: automatic size"}, read_paper, std::nullopt,
        values_of<paper_formats, &PaperFormat::label>, BesideBare::hidden),
    option<&FigureOptions::bare_cell>(
        "cell", "N", "Pixels of a cell's side with --bare; 1 by default", {"Cell, pixels", "1"},
        read_whole<&FigureOptions::bare_cell, 1, kLargestBareCell>, Choice::bare, nullptr,
        BesideBare::kept),
};

/// Name of the option in error messages.
std::string name_in_message(const FigureOption& row, const FigureOptions& options) {
  if (row.id == "heads" && options.look.heads.empty()) return "head all";
  if (row.id == "numbers" && options.bare_cell > 0) return "numbers on";
  return row.id == "cell" ? "bare" : std::string(row.id);
}

}  // namespace

std::span<const FigureOption> figure_options() { return kOptions; }

const FigureOption& figure_option(std::string_view id) { return row_of(figure_options(), id); }

std::string FigureOption::help() const {
  std::string words(about);
  if (read == read_font) {
    for (const FigureFont& font : figure_fonts_known()) {
      const bool is_usual = font.family == std::string_view(kWordFamily);
      words += std::string(font.id) + (is_usual ? ", " : " (" + std::string(font.family) + "), ");
    }
    words += "or a family that is installed, by its name; inter by default";
  }
  for (std::size_t n = 0; read == read_paper && n < paper_formats().size(); ++n) {
    const PaperFormat& format = paper_formats()[n];
    words += (n == 0 ? " " : "; ") + std::string(format.id) + ", " + std::string(format.label) +
             ", " + brief(format.width, 4) + " in";
    if (format.height) words += " x " + brief(*format.height, 3) + " in";
    words += ", " + brief(format.type, 3) + " pt";
  }
  return words;
}

std::string problem_of_option(const FigureOption& row, FigureOptions& options,
                              const std::string& words) try {
  const std::string expected = row.read(options, words);
  return expected.empty() ? "" : "expected " + expected + ", found " + shown(words);
} catch (const std::runtime_error& error) {
  return error.what();
}

void read_options(FigureOptions& options, const OptionWords& words) {
  const auto read = [&](const FigureOption& row) {
    const auto given = words.find(row.id);
    if (given == words.end()) return;
    const std::string problem = problem_of_option(row, options, given->second);
    if (!problem.empty()) refuse_option(row.id, problem);
  };
  read(figure_option("for"));
  for (const FigureOption& row : figure_options()) {
    if (row.id != "for") read(row);
  }
  if (options.wished_dots && options.scale) {
    refuse_option("dpi", "has no effect with --scale; expected one of them");
  }
}

FigureOptions without_unused_options(const FigureView& view, FigureOptions options) {
  for (const FigureOption& row : figure_options()) {
    if (!row.is_of(view)) row.forget(options);
  }
  return options;
}

const FigureView& check_options(const Scene& scene, const FigureOptions& options) {
  const FigureView* view = find_figure_view(options.view);
  if (!view) {
    refuse_option("view",
                  "expected one of " + listed_ids(figure_view_table()) + ", found " + options.view);
  }
  for (const FigureOption& row : figure_options()) {
    if (row.is_of(*view) || !row.is_given(options)) continue;
    const auto has = [&](const FigureView& other) { return row.is_of(other); };
    refuse_option(name_in_message(row, options), "has no effect in the view " +
                                                     std::string(view->id) + "; expected one of " +
                                                     listed_ids(figure_view_table(), has));
  }
  check_in_scene(*view, scene, options);
  for (const FigureOption& row : figure_options()) {
    if (options.bare_cell == 0 || row.beside_bare != BesideBare::refused) continue;
    if (row.is_of_numbers(*view)) continue;
    const bool is_off = (row.id == "numbers" && options.numbers == Numbers::off) ||
                        (row.id == "marks" && !options.mark);
    if (is_off || !row.is_given(options)) continue;
    refuse_option(name_in_message(row, options),
                  "has no effect with --bare, which is the matrix alone");
  }
  return *view;
}

}  // namespace attn
