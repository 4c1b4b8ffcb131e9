#pragma once

#include <span>
#include <string_view>

#include "app/figure/diagram/shading.h"
#include "app/figure/numbers/view_input.h"
#include "app/figure/tables/view_table.h"

namespace attn {

/// Options that only some views have.
enum class Choice : unsigned {
  head = 1,
  all_heads = 2,
  query = 4,
  colormap = 8,
  range = 16,
  numbers = 32,
  legend = 64,
  bare = 128,  ///< has one matrix that can be exported alone
  key = 256,
  dimension = 512,
  caption = 1024,      ///< has its own caption
  pairs = 2048,        ///< shows only queries and keys, and supports parts and notes
  either_sign = 4096,  ///< its colours, and a `range`, are for numbers of either sign
  patches = 8192,      ///< keys are patches of an image
};

/// Properties that few views have.
struct FigureTraits {
  std::string_view other_id = "";  ///< alternative id
  std::string_view matrix = "";    ///< name of the mark for `bare`
  bool has_shift = false;          ///< shows δ, which a film can sweep
  bool needs_no_trace = false;     ///< can be drawn from the inputs for a scene of many tokens
  /// Returns whether the view is meaningful for the scene; null: always.
  bool (*is_meaningful)(const Evaluation& evaluation, const ViewOptions& options) = nullptr;
  std::string_view usual_range = "fixed";  ///< unless another is chosen
  unsigned number_choices = 0;             ///< its choices that choose its numbers
};

/// View as a figure: in the window under a tab, in a file by `export`. A row of the table.
struct FigureView {
  std::string_view id;  ///< for `export --view`; one of ViewKind::figures, or the inspector
  Diagram (*diagram)(const ViewInput& input);
  unsigned choices;
  /// Table of the view's numbers; null if it has none.
  ViewTable (*table)(const TableSource& source) = nullptr;
  FigureTraits traits{};

  std::string_view colormap() const { return has(Choice::either_sign) ? "red-blue" : "indigo"; }
  bool has(Choice choice) const { return (choices & static_cast<unsigned>(choice)) != 0; }
  bool chooses_by(Choice choice) const {
    return (traits.number_choices & static_cast<unsigned>(choice)) != 0;
  }
  /// The chosen range, else the usual one.
  std::string_view range(const ViewOptions& options) const {
    return options.range.empty() ? traits.usual_range : std::string_view(options.range);
  }
};

/// Span of the numbers that `range` applies to.
NumberSpan span_of(const FigureView& view, const Scene& scene);

/// All views, the inspector last.
std::span<const FigureView> figure_view_table();
/// View with this id, or alternative id; null if unknown.
const FigureView* find_figure_view(std::string_view id);

/// Numbers of `view`, with the options in `state`. The layers live as long as the table,
/// independent of `evaluation`. Throws NoNumbers.
ViewTable view_table(const std::shared_ptr<const Evaluation>& evaluation, std::string_view view,
                     const ViewState& state = {}, const TableHeads& heads = {});

/// Returns whether the view has numbers, for suitable scenes.
bool has_numbers(std::string_view view);

}  // namespace attn
