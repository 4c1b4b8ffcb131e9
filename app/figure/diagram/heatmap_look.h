#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/figure/diagram/diagram.h"
#include "app/figure/diagram/heatmap_layout.h"

namespace attn {

/// The tokens from `first` on, before `last`: rows and columns of a matrix of pairs.
struct TokenRange {
  Index first = 0, last = 0;
  bool operator==(const TokenRange&) const = default;
};

/// Words at a cell.
struct CellNote {
  Cell cell{};
  std::string words{};
  bool operator==(const CellNote&) const = default;
};

/// What somebody wants of a heatmap of pairs on paper. What is not said is as everywhere.
struct HeatmapLook {
  std::optional<TokenRange> tokens{};  ///< what is left out stays in what colours span and sums are
  std::vector<Index> heads{};          ///< of a panel of each: those; empty: all
  std::vector<CellNote> notes{};
  std::optional<std::string> queries{}, keys{};  ///< in place of "queries →" and "keys →"
  std::optional<std::string> legend{};           ///< in place of "weight"
  Index every = 1;                               ///< at least so far from one name to the next
};

/// Names of the rows and columns that are left.
struct LeftNames {
  std::vector<std::string> rows{}, columns{};
};

/// `heatmap`, whose matrix has its numbers, as `look` wants it; the names that are left are kept in
/// `names`, which must live as long.
void apply_look(LabelledMatrix& heatmap, const HeatmapLook& look, LeftNames& names);

/// Draws the notes over the cells of `matrix`, which is laid out and was not cut yet when they were
/// said: `look` is the one that was applied. None reaches out of `page`; what is longer than that
/// is shortened. They lie over all that is there already.
void add_notes(Diagram& diagram, const Ruler& ruler, const MatrixMark& matrix,
               const HeatmapLook& look, const Rect& page);

}  // namespace attn
