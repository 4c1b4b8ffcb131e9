#pragma once

#include <span>
#include <string_view>

#include "app/figure/diagram/shading.h"
#include "app/figure/numbers/view_input.h"
#include "app/figure/tables/view_table.h"

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
  key = 256,
  dimension = 512,
  caption = 1024,  ///< it has one of its own
  pairs = 2048,    ///< it is of queries and keys alone, and can be shown in part, with notes
};

/// A view as it is drawn: in the window under a tab, in a file by `export`. A view is one row.
struct FigureView {
  std::string_view id;             ///< of `export --view`; of ViewKind::figures, or the inspector
  std::string_view other_id = "";  ///< by which it is found, too
  Diagram (*diagram)(const ViewInput& input);
  unsigned choices = 0;
  std::string_view colormap = "indigo";  ///< of what it is about, where none was chosen
  /// The numbers that it is made of; null where it has none of its own.
  ViewTable (*table)(const TableSource& source) = nullptr;
  std::string_view matrix = "";  ///< the name of the mark that stands alone where `bare` is wanted
  bool is_signed = false;        ///< numbers below 0 are among what `range` is of
  bool has_shift = false;        ///< it shows δ, which a film can sweep
  bool needs_no_trace = false;   ///< of a scene of many tokens it can be drawn from its inputs
  /// Whether it says anything of the scene; null where it always does.
  bool (*says_something)(const Evaluation& evaluation) = nullptr;

  bool has(Choice choice) const { return (choices & static_cast<unsigned>(choice)) != 0; }
};

/// What the numbers may be that `range` is of.
NumberSpan span_of(const FigureView& view, const Scene& scene);

/// All views, the inspector last.
std::span<const FigureView> figure_view_table();
/// The one with this id, or this other id; null where there is none.
const FigureView* find_figure_view(std::string_view id);

/// The numbers of `view`, with what is chosen in `state`. The layers stay as long as the table,
/// whatever becomes of `evaluation`. Throws NoNumbers.
ViewTable view_table(const std::shared_ptr<const Evaluation>& evaluation, std::string_view view,
                     const ViewState& state = {}, const TableHeads& heads = {});

/// Whether it is a view that has numbers of its own, for the right scene.
bool has_numbers(std::string_view view);

}  // namespace attn
