#pragma once

#include <vector>

#include "app/ui/numbers/number_interaction.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Layout of a table, in pixels from its top left corner.
struct TableLayout {
  float label_width = 0, cell_width = 0, cell_height = 0, gap = 0, header_height = 0;
  float handle = 0;  ///< width of the column handle, with the gap before it
  struct BlockRoom {
    float x, width;  ///< without its handle
    bool has_handle;
  };
  std::vector<BlockRoom> blocks{};
  float width = 0, height = 0;

  float column_x(std::size_t block, Index column) const {
    return blocks[block].x + static_cast<float>(column) * (cell_width + gap);
  }
  float block_end(std::size_t n) const {
    return blocks[n].x + blocks[n].width + (blocks[n].has_handle ? handle : 0);
  }
  float row_y(Index row) const {
    return header_height + static_cast<float>(row) * (cell_height + gap);
  }
};

/// Layout of `table` in a width of `room` pixels.
TableLayout lay_out(const Ui& ui, const NumberTable& table, float room);

/// Draws `table` at the pen, at most `max_height` tall with scrolling, and handles mouse and keys:
/// drag to change (Shift fine, Ctrl coarse), double-click or type to set, arrows to move.
NumberEdits number_table(Ui& ui, Pen& pen, const NumberTable& table, const TableLayout& layout,
                         float max_height);

}  // namespace attn::ui
