#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/figure/figure_options.h"
#include "app/figure/shading.h"
#include "engine/colormap.h"
#include "engine/matrix.h"
#include "engine/trace.h"

namespace attn {

/// What one heatmap says. Rows are queries, columns are keys.
struct Heatmap {
  std::string title;                              ///< may be empty
  std::string subtitle;                           ///< the settings; may be empty
  const std::vector<std::string>& row_labels;     ///< M
  const std::vector<std::string>& column_labels;  ///< L
  const Matrix& values;                           ///< M x L
  const Matrix& scores;                           ///< M x L, kMasked where a key is masked
  const Colormap& colormap;
  Shading shading;
  std::string quantity;                   ///< what a colour means: "weight"
  std::optional<Matrix> own_shades = {};  ///< M x L, where the shading has others than the values
  Numbers numbers = Numbers::automatic;
  bool legend = true;
  std::optional<Index> query = {};  ///< whose row is outlined
  bool has_masked = true;           ///< whether any of the scores is kMasked

  Index row_count() const { return values.rows(); }
  const Matrix& shades() const { return own_shades ? *own_shades : values; }
  Rgb color(Index row, Index column) const {
    return color_of(colormap, shading.range, shades()(row, column));
  }
  Index column_count() const { return values.cols(); }
  bool is_masked(Index row, Index column) const { return scores(row, column) == kMasked; }
  bool sees_no_key(Index row) const { return scores.row(row).maxCoeff() == kMasked; }
};

}  // namespace attn
