#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/figure/diagram/diagram.h"
#include "app/figure/diagram/heatmap_layout.h"

namespace attn {

/// Tokens from `first` up to, not including, `last`: rows and columns of a matrix of pairs.
struct TokenRange {
  Index first = 0, last = 0;
  bool operator==(const TokenRange&) const = default;
};

/// Note at a cell.
struct CellNote {
  Cell cell{};
  std::string words{};
  bool operator==(const CellNote&) const = default;
};

/// Options of a heatmap of pairs on paper; unset ones have the defaults.
struct HeatmapLook {
  std::optional<TokenRange> tokens{};  ///< omitted tokens still count in colour ranges and sums
  std::vector<Index> heads{};          ///< heads in a view with one panel per head; empty: all
  std::vector<CellNote> notes{};
  std::optional<std::string> queries{}, keys{};  ///< in place of "queries →" and "keys →"
  std::optional<std::string> legend{};           ///< in place of "weight"
  std::optional<Index> every{};  ///< distance between names, required; empty: as many as fit
  int columns = 0;               ///< of a grid of heatmaps; 0: as many as fit
  // How a figure is made to fit.
  bool thins_names = false;   ///< names may be left out
  bool legend_below = false;  ///< legends of a grid are below it
};

/// Names of the remaining rows and columns.
struct LeftNames {
  std::vector<std::string> rows{}, columns{};
};

/// Applies `look` to `heatmap`, whose matrix has its numbers; the remaining names are stored in
/// `names`, which must outlive it.
void apply_look(LabelledMatrix& heatmap, const HeatmapLook& look, LeftNames& names);

/// Draws the notes over the cells of `matrix`, which is laid out; their cells refer to the matrix
/// before `look` was applied. They stay within `page`, longer ones are shortened, and they cover
/// earlier marks.
void add_notes(Diagram& diagram, const Ruler& ruler, const MatrixMark& matrix,
               const HeatmapLook& look, const Rect& page);

}  // namespace attn
