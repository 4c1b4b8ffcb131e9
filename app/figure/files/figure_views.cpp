#include "app/figure/files/figure_views.h"

#include <vector>

#include "engine/attention/lookup.h"

namespace attn {
namespace {

constexpr unsigned operator|(Choice a, Choice b) {
  return static_cast<unsigned>(a) | static_cast<unsigned>(b);
}
constexpr unsigned operator|(unsigned a, Choice b) { return a | static_cast<unsigned>(b); }

using enum Choice;

constexpr unsigned kPairs = head | all_heads | query | colormap | range | numbers | legend | bare;

/// What can be chosen in the views, and their one matrix.
struct Row {
  std::string_view id;
  unsigned choices;
  std::string_view matrix = "";
};
constexpr Row kDiagrams[] = {
    {"weights", kPairs, "weights"},
    {"scores", kPairs, "scores"},
    {"raw-scores", kPairs, "raw-scores"},
    {"outputs", head | query | colormap | numbers | legend},
    {"heads", head | query | colormap | range | legend},
    {"head-outputs", head | query | colormap | range | numbers | legend},
    {"steps", head | query | colormap | numbers | legend},
    {"encoding", head | query | colormap | numbers | legend | bare, "positions.P"},
    {"frequencies", static_cast<unsigned>(colormap)},
    {"similarity", query | colormap | numbers | legend | bare, "positions.similarity"},
    {"rotation", colormap | legend},
    {"binary", colormap | legend},
    {"effect", head | query | colormap | numbers},
    {"plane", head | query},
    {"plane-keys", head | query},
    {"plane-values", head | query},
    {"graph", head | query | colormap | numbers | bare, "graph.cells"},
    {"curve", head | query | colormap | legend},
    {"symmetry", colormap | numbers | legend},
    {"compare", head | query | colormap | range | numbers | legend},
};

std::vector<FigureView> all_views() {
  std::vector<FigureView> views;
  for (const Row& row : kDiagrams) {
    views.push_back({row.id, row.choices, row.matrix, &row_of(diagram_kinds(), row.id)});
  }
  return views;
}

}  // namespace

std::span<const FigureView> figure_view_table() {
  static const std::vector<FigureView> kViews = all_views();
  return kViews;
}

const FigureView* find_figure_view(std::string_view id) {
  return find_row(figure_view_table(), id == "output" ? "outputs" : id);
}

}  // namespace attn
