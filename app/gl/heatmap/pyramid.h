#pragma once

#include <vector>

#include "app/gl/heatmap/cell_texture.h"

namespace attn::gl {

/// The programs that make one level of a pyramid from another.
struct Reducers {
  /// Where rows are lines of the textures, and for all.
  Program straight{{"shaders/heatmap.vert"},
                   {"shaders/cells.glsl", "shaders/straight_cell.glsl", "shaders/reduce.frag",
                    "shaders/straight_block.glsl"}};
  Program wrapped{{"shaders/heatmap.vert"},
                  {"shaders/cells.glsl", "shaders/wrapped_cell.glsl", "shaders/reduce.frag",
                   "shaders/wrapped_block.glsl"}};
};

/// A matrix in steps of ever fewer, larger blocks, each the strongest of its cells, so that a view
/// of any size reads about as many numbers for each pixel. Blocks have 2^k rows or columns; where
/// a view is `stretch` octaves wider in cells for each pixel than it is high, the blocks are too.
/// All levels together hold no more numbers than the matrix.
class Pyramid {
 public:
  struct Level {
    CellTexture cells;
    int rows_each = 1, columns_each = 1;  ///< of the matrix in one block; fewer at the last ones
  };

  /// What the levels are made for.
  struct LevelStyle {
    bool diverging = false;  ///< the strongest is farthest from 0, else the largest
    int stretch = 0;
    bool operator==(const LevelStyle&) const = default;
  };

  /// Forgets the levels' numbers, as the matrix changed, but keeps their storage.
  void invalidate() {
    valid_ = false;
    touched_.clear();
  }
  /// The same of one row, or one column, of the matrix alone.
  void touch_row(int row) { touched_.push_back({row, -1}); }
  void touch_column(int column) { touched_.push_back({-1, column}); }

  /// The level with the largest blocks that are at most half a pixel wide and high, where `columns`
  /// and `rows` of the matrix lie in one pixel; nothing where that is the matrix itself. With
  /// `keeps_rows`, of those whose blocks are of one row. Makes all
  /// levels with `reduce` where they are not there yet, for which a
  /// vertex array must be bound. Changes the texture that is bound; throws as CellTexture::resize.
  const Level* level_for(const CellTexture& matrix, double columns, double rows, bool diverging,
                         bool keeps_rows, const Reducers& reduce);

 private:
  void shape_levels(const CellTexture& matrix, int stretch);
  /// A row or a column, where the other is -1.
  struct TouchedLine {
    int row = -1, column = -1;
  };
  void fill_levels(const CellTexture& matrix, const Reducers& reduce);
  void draw_level(const Level& level) const;

  std::vector<Level> levels_;
  LevelStyle key_;
  int rows_ = 0, columns_ = 0;  ///< of the matrix that the levels are shaped for
  bool valid_ = false;
  std::vector<TouchedLine> touched_;  ///< since they were valid
};

}  // namespace attn::gl
