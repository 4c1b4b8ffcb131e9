#pragma once

#include <string>
#include <vector>

#include "app/figure/links/drawn_links.h"

namespace attn {

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
