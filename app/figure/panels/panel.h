#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "app/figure/files/figure_views.h"
#include "app/figure/page/figure_options.h"
#include "engine/attention/evaluation.h"

namespace attn {

/// One panel of a figure.
struct FigurePanel {
  const FigureView* view = nullptr;  ///< null: the difference of the two before it, B − A
  std::shared_ptr<const Evaluation> evaluation{};  ///< of a difference: that of B
  FigureOptions options{};                         ///< what is chosen in the view
  std::string name{};     ///< of the scene's file, for scenes without a title of their own
  std::string title{};    ///< above it; empty: what tells it from the others
  std::string changed{};  ///< what was set in the scene, where its settings don't tell it
  bool is_of_layers = false;

  bool is_difference() const { return !view; }
};

inline constexpr std::size_t kMostPanels = 100;

/// "(a)"
std::string panel_letter(std::size_t n);

}  // namespace attn
