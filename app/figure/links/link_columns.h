#pragma once

#include <string>
#include <vector>

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

}  // namespace attn
