#pragma once

#include <string>
#include <vector>

#include "app/figure/links/drawn_links.h"

namespace attn {

/// Where tokens, links and squares stand, from the upper left corner on. Tokens follow one another
/// down two columns, or across two lines.
struct LinkPlaces {
  double width = 0, height = 0;
  bool are_lines = false;
  Type type = Type::body;                 ///< of the names
  bool is_upwards = false;                ///< lines whose names are turned
  bool has_all_names = true;              ///< else those that say most
  double pitch = 0;                       ///< from one token to the next
  double heading = 0;                     ///< the height of one of the two lines above columns
  double longest = 0;                     ///< of names
  double query_start = 0, key_start = 0;  ///< where the first tokens begin, along columns or lines
  double query_at = 0, key_at = 0;        ///< where links end, across
  double squares = 0;                     ///< where those of the first head begin, across
  double square = 0, square_pitch = 0;    ///< the side of one, and from one head to the next
  double offset = 0;                      ///< of the links of one head from those of the next
  std::vector<Index> slots{};             ///< the heads that have squares
};

/// For a room so wide and so high; 0: as much as it takes. `has_letter`: with a letter before it.
LinkPlaces link_places(const ViewInput& input, const DrawnLinks& drawn, double width, double height,
                       bool has_letter);

/// The tokens in two columns, queries left and keys right, or in two lines, keys above queries, the
/// links between them, and beside each key a square for each head, as dark as the weight of the
/// shown query; `letter` before it, if any.
/// Targets: "links.head[h]" (its square in the heading, where heads can be chosen there),
/// "links.query[i]", "links.key[j]", and as lines "links.link[h][j]", those of the shown query.
void add_link_columns(Diagram& diagram, const ViewInput& input, const DrawnLinks& drawn,
                      const LinkPlaces& places, Point at, const std::string& letter);

/// Whether heads are chosen by the squares in the heading; else there are too many for that.
bool are_chosen_above(const ViewInput& input);

}  // namespace attn
