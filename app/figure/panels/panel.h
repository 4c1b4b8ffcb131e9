#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "app/figure/files/figure_views.h"
#include "app/figure/page/figure_options.h"
#include "engine/attention/evaluation.h"

namespace attn {

/// Panel of a figure.
struct FigurePanel {
  const FigureView* view = nullptr;  ///< null: difference B − A of the two previous panels
  std::shared_ptr<const Evaluation> evaluation{};  ///< for a difference: evaluation of B
  FigureOptions options{};                         ///< options of the view
  std::string name{};     ///< name of the scene's file, for scenes without a title
  std::string title{};    ///< text above the panel; empty: generated from the differences
  std::string changed{};  ///< changes of the scene that are not described by the settings
  bool is_of_layers = false;

  bool is_difference() const { return !view; }
};

inline constexpr std::size_t kMostPanels = 100;

/// "(a)"
std::string panel_letter(std::size_t n);

}  // namespace attn
