#pragma once

#include <vector>

#include "app/gl/heatmap/cell_texture.h"

namespace attn::gl {

/// Programs that compute one level of a pyramid from another.
struct Reducers {
  /// For textures with one row per line, and for all.
  Program straight{{"shaders/heatmap.vert"},
                   {"shaders/cells.glsl", "shaders/straight_cell.glsl", "shaders/reduce.frag",
                    "shaders/straight_block.glsl"}};
  Program wrapped{{"shaders/heatmap.vert"},
                  {"shaders/cells.glsl", "shaders/wrapped_cell.glsl", "shaders/reduce.frag",
                   "shaders/wrapped_block.glsl"}};
};

/// Pyramid of a matrix: levels of ever larger blocks, each with the strongest of its cells, so that
/// a view of any size reads about the same number of texels per pixel. Blocks have 2^k rows or
/// columns; if a view has `stretch` octaves more cells per pixel across than down, so have the
/// blocks. All levels together hold at most as many numbers as the matrix.
class Pyramid {
 public:
  struct Level {
    CellTexture cells;
    int rows_each = 1, columns_each = 1;  ///< cells per block; fewer in the last blocks
  };

  /// Parameters of the levels.
  struct LevelStyle {
    bool diverging = false;  ///< strongest: farthest from 0, else the largest
    int stretch = 0;
    bool operator==(const LevelStyle&) const = default;
  };

  /// Invalidates the numbers of the levels after a change of the matrix, but keeps their storage.
  void invalidate() {
    valid_ = false;
    touched_.clear();
  }
  /// Invalidates one row, or one column, of the matrix.
  void touch_row(int row) { touched_.push_back({row, -1}); }
  void touch_column(int column) { touched_.push_back({-1, column}); }

  /// Level with the largest blocks of at most half a pixel in both directions, where `columns` and
  /// `rows` of the matrix cover one pixel; empty if that is the matrix itself. With `keeps_rows`,
  /// only blocks of one row. Computes all missing levels with `reduce`, for which a vertex array
  /// must be bound. Changes the bound texture; throws as CellTexture::resize.
  const Level* level_for(const CellTexture& matrix, double columns, double rows, bool diverging,
                         bool keeps_rows, const Reducers& reduce);

 private:
  void shape_levels(const CellTexture& matrix, int stretch);
  /// A row or a column; the other is -1.
  struct TouchedLine {
    int row = -1, column = -1;
  };
  void fill_levels(const CellTexture& matrix, const Reducers& reduce);
  void draw_level(const Level& level) const;

  std::vector<Level> levels_;
  LevelStyle key_;
  int rows_ = 0, columns_ = 0;  ///< shape of the matrix that the levels belong to
  bool valid_ = false;
  std::vector<TouchedLine> touched_;  ///< lines changed since the levels were valid
};

}  // namespace attn::gl
