#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/command/model_export.h"
#include "app/figure/page/figure_options.h"
#include "app/figure/tables/view_table.h"
#include "app/figure/training/training_figures.h"

namespace attn {

/// View of a whole run, as a figure or a table.
struct ModelView {
  std::string_view id;
  TrainingWords (*words)(ModelExport& of);
  void (*write_figure)(ModelExport& of, const TrainingWords& words, const FigureOptions& looks,
                       const std::string& path);
  ViewTable (*table)(ModelExport& of);
  bool is_of_pair = false;  ///< takes --head, --query and --key
};

std::span<const ModelView> model_views();
/// Null: there is none with this id.
const ModelView* find_model_view(std::string_view id);

}  // namespace attn
