#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/figure/diagram/shading.h"
#include "app/figure/heatmap/figure_options.h"
#include "engine/attention/trace.h"
#include "engine/base/matrix.h"
#include "engine/color/colormap.h"

namespace attn {

/// What one heatmap says. Rows are queries, columns are keys. Its numbers are `values`, or where
/// they are too many to be kept, what `strongest` computes of them.
struct Heatmap {
  std::string title;                              ///< may be empty
  bool has_own_title = false;                     ///< it was asked for: no word of it is cut
  std::string subtitle;                           ///< the settings; may be empty
  const std::vector<std::string>& row_labels;     ///< M
  const std::vector<std::string>& column_labels;  ///< L
  const Matrix& values;                           ///< M x L, or nothing
  const Matrix& scores;                           ///< likewise, kMasked where a key is masked
  const Colormap& colormap;
  Shading shading;
  std::string quantity;                   ///< what a colour means: "weight"
  std::optional<Matrix> own_shades = {};  ///< M x L, where the shading has others than the values
  Numbers numbers = Numbers::automatic;
  bool legend = true;
  std::optional<Index> query = {};  ///< whose row is outlined
  bool has_masked = true;           ///< whether any of the scores is kMasked
  /// As strongest_weights() has it.
  std::function<Matrix(int rows, int columns)> strongest = {};
  BoolMatrix visible = {};  ///< where the scores aren't kept and some are masked

  Index row_count() const { return std::ssize(row_labels); }
  const Matrix& shades() const { return own_shades ? *own_shades : values; }
  /// In `colors`, which is the colour map on the ground that it is drawn on.
  Rgb color(const Colormap& colors, Index row, Index column) const {
    return color_of(colors, shading.range, shades()(row, column));
  }
  Index column_count() const { return std::ssize(column_labels); }
  bool is_masked(Index row, Index column) const { return scores(row, column) == kMasked; }
  bool sees_no_key(Index row) const {
    return visible.size() ? !visible.row(row).any() : scores.row(row).maxCoeff() == kMasked;
  }
};

}  // namespace attn
