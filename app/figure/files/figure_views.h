#pragma once

#include <span>
#include <string_view>

#include "app/figure/views/diagram_kinds.h"

namespace attn {

/// What can be chosen in some views only.
enum class Choice : unsigned {
  head = 1,
  all_heads = 2,
  query = 4,
  colormap = 8,
  range = 16,
  numbers = 32,
  legend = 64,
  bare = 128,  ///< it has one matrix that can stand alone
};

/// A view that can be drawn.
struct FigureView {
  std::string_view id;
  unsigned choices = 0;
  std::string_view matrix = "";  ///< the name of the mark that stands alone where `bare` is wanted
  const DiagramKind* diagram = nullptr;

  bool has(Choice choice) const { return (choices & static_cast<unsigned>(choice)) != 0; }
};

/// All views, in the order of the window's tabs.
std::span<const FigureView> figure_view_table();
/// The one with this id, or by another name of it ("output"); null where there is none.
const FigureView* find_figure_view(std::string_view id);

}  // namespace attn
