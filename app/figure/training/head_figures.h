#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/dumps/attention_dump.h"
#include "app/document/imports/dump_scene.h"
#include "app/document/imports/head_measures.h"
#include "app/figure/files/figure_option.h"
#include "app/figure/page/figure_options.h"
#include "app/figure/training/training_diagrams.h"

namespace attn {

/// Request for figures of all heads of a dump, and of their measures.
struct HeadsWish {
  std::vector<Index> layers{};  ///< of the dump
  ImportWishes import{};        ///< with the chosen heads, and hidden keys
  std::string joined{};         ///< how the heads were joined, "mean"; empty: not joined
  std::string measure{};        ///< id; empty: entropy in a grid, all in a chart
  bool has_bars = false;        ///< in a chart, in place of heatmaps
  FigureOptions looks{};
};

/// Options of these figures, ids of figure_option().
std::span<const std::string_view> heads_figure_options();

/// Looks by `words`, ids and texts of such options: as wide as a column by default. Throws
/// OptionError.
FigureOptions heads_figure_looks(OptionWords words);

/// Measured heads of a dump, which must outlive it.
class MeasuredHeads {
 public:
  /// Reads and measures the heads; their pictures are as fine as a grid shows if `has_grid`. Throws
  /// ImportError.
  MeasuredHeads(const AttentionDump& dump, HeadsWish wish, bool has_grid);

  /// "24 heads of 2 layers", "mean of the heads of 2 layers"; also how the weights were computed,
  /// if the file does not contain weights, and which keys are hidden.
  std::string words() const;
  /// Table with one line per head, CSV; undefined measures are empty.
  std::string table() const;
  /// Writes all heads as a figure, or their measures. Throws as write_figure() does.
  void write_grid(const std::string& path) const;
  void write_chart(const std::string& path) const;

 private:
  /// Head with its measures.
  struct MeasuredHead {
    Index layer = 0, head = 0;
    HeadSummary summary{};
  };

  Index heads_across() const;
  Overview overview_by(const HeadMeasure& measure) const;
  HeadChart chart() const;

  const AttentionDump& dump_;
  HeadsWish wish_;
  std::vector<MeasuredHead> heads_;  ///< ordered by layer
};

}  // namespace attn
