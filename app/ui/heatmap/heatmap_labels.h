#pragma once

#include <string>
#include <vector>

#include "app/ui/toolkit/widgets.h"
#include "engine/attention/scene.h"

namespace attn::ui {

struct HeatmapPlot;

/// The widest of `labels`, but no more than `most`; not all of very many are looked at.
float label_width(const Theme& theme, const std::vector<std::string>& labels, float most);

/// Those of the rows from `first` to before `last`, left of `area`. Row 0 starts at `start`, each
/// is `pitch` high, and they may begin at `left`.
void draw_row_labels(Ui& ui, const Box& area, const HeatmapPlot& plot, Index first, Index last,
                     float start, float pitch, float left);

/// Those of the columns, above `area`; turned, they read upwards.
void draw_column_labels(Ui& ui, const Box& area, const HeatmapPlot& plot, Index first, Index last,
                        float start, float pitch, bool turned);

}  // namespace attn::ui
