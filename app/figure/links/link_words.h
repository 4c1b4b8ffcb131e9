#pragma once

#include <string>
#include <vector>

#include "app/figure/links/drawn_links.h"

namespace attn {

/// What is drawn, and what part of the weights that is: "links of weight ≥ 0.05: 91 % of the
/// mass", or "of the query's mass", "of the mass of these queries", where some of `query_count`
/// have no place. The percents are rounded down.
std::string link_words(const DrawnLinks& drawn, const ViewOptions::TokenLinks& options,
                       Index query_count);

/// Whether links are (a) and heatmaps (b): in a figure of their own.
inline bool has_link_letters(const ViewInput& input) { return input.letters && !input.choices; }

/// A part of a caption.
struct CaptionPart {
  std::string text;
  bool is_strong = false;
};

/// The figure's own caption, of what it shows: the heads, the links as (a), and where they are
/// there the heatmaps as (b); a very long name of the query is cut.
std::vector<CaptionPart> links_caption(const ViewInput& input, const DrawnLinks& drawn,
                                       bool has_heatmaps);

/// How many lines a caption takes in that width, and the caption from `at` on.
double links_caption_height(const Ruler& ruler, const std::vector<CaptionPart>& parts,
                            double width);
void add_links_caption(Diagram& diagram, const Ruler& ruler, const std::vector<CaptionPart>& parts,
                       Point at, double width);

}  // namespace attn
