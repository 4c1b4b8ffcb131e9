#pragma once

#include <string>
#include <vector>

#include "app/figure/diagram/shading.h"
#include "app/figure/links/drawn_links.h"

namespace attn {

/// Layout of tokens, links and squares, from the upper left corner. Tokens are in two columns, or
/// in two lines.
struct LinkPlaces {
  double width = 0, height = 0;
  bool are_lines = false;
  Type type = Type::body;                 ///< type of the names
  bool is_upwards = false;                ///< lines with rotated names
  bool has_all_names = true;              ///< false: only the most important names
  double pitch = 0;                       ///< distance between tokens
  double heading = 0;                     ///< height of one of the two heading lines above columns
  double longest = 0;                     ///< longest name
  double query_start = 0, key_start = 0;  ///< positions of the first tokens, along columns or lines
  double query_at = 0, key_at = 0;        ///< ends of the links, across
  double squares = 0;                     ///< start of the squares of the first head, across
  double square = 0, square_pitch = 0;    ///< side length, and distance between heads
  double offset = 0;                      ///< offset between the links of two heads
  std::vector<Index> slots{};             ///< heads with squares
};

/// Layout for this width and height; 0: free height. `has_letter`: with space for a letter.
LinkPlaces link_places(const ViewInput& input, const DrawnLinks& drawn, double width, double height,
                       bool has_letter);

/// Draws the tokens in two columns (queries left, keys right) or two lines (keys above queries),
/// the links between them, and next to each key a square for each head, darkness by the weight of
/// the shown query; `letter` before it, if any. Targets: "links.head[h]" (its square in the
/// heading, if heads can be chosen there), "links.query[i]", "links.key[j]", and as lines
/// "links.link[h][j]" for the shown query.
void add_link_columns(Diagram& diagram, const ViewInput& input, const DrawnLinks& drawn,
                      const LinkPlaces& places, Point at, const std::string& letter);

/// Layout of small heatmaps of the shown heads' weights on one scale: only the outer ones have
/// labels, to the left and below.
struct LinkHeatmaps {
  double width = 0, height = 0;
  int columns = 1, rows = 1;
  double cell = 0;                           ///< side length of a cell
  double row_labels = 0, column_labels = 0;  ///< space for labels
  std::vector<Shading> shadings{};           ///< one for each shown head
  Shading legend{};                          ///< null kind: no legend
};

/// Largest layout for this width and height.
LinkHeatmaps link_heatmaps(const ViewInput& input, const DrawnLinks& drawn, double width,
                           double height);

/// Returns whether they are large enough to read; with `has_labels`, also whether all rows have
/// labels.
bool are_readable(const LinkHeatmaps& heatmaps, const ViewInput& input, bool has_labels);

/// Draws the heatmaps at `at`, with `letter` before them, if any; the row of the shown query is
/// outlined. Matrices: "links.cells[h]".
void add_link_heatmaps(Diagram& diagram, const ViewInput& input, const DrawnLinks& drawn,
                       const LinkHeatmaps& heatmaps, Point at, const std::string& letter);

/// Describes the drawn links and their share of the weights: "links of weight ≥ 0.05: 91 % of the
/// mass", or "of the query's mass", or "of the mass of these queries" if some of `query_count` are
/// not shown. Percentages are rounded down.
std::string link_words(const DrawnLinks& drawn, const ViewOptions::TokenLinks& options,
                       Index query_count);

/// Returns whether links are labelled (a) and heatmaps (b): in an exported figure.
inline bool has_link_letters(const ViewInput& input) { return input.letters && !input.choices; }

/// Part of a caption.
struct CaptionPart {
  std::string text;
  bool is_strong = false;
};

/// Caption of the exported figure: the heads, the links as (a), and the heatmaps, if shown, as (b);
/// a very long name of the query is shortened.
std::vector<CaptionPart> links_caption(const ViewInput& input, const DrawnLinks& drawn,
                                       bool has_heatmaps);

/// Number of lines of a caption at that width, and the caption drawn at `at`.
double links_caption_height(const Ruler& ruler, const std::vector<CaptionPart>& parts,
                            double width);
void add_links_caption(Diagram& diagram, const Ruler& ruler, const std::vector<CaptionPart>& parts,
                       Point at, double width);

}  // namespace attn
