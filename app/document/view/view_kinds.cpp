#include "app/document/view/view_kinds.h"

#include <array>

#include "app/document/view/patch_grid.h"
#include "engine/attention/lookup.h"

namespace attn {
namespace {

constexpr std::string_view kTab = "tab.";
constexpr std::string_view kAll = "x q k v scores weights head_output output";

constexpr ViewGroup kViewGroups[] = {
    {"numbers", "Numbers"}, {"pictures", "Pictures"}, {"heads", "Heads"}, {"order", "Order"}};

constexpr std::string_view kScores[] = {"scores", "raw-scores"};
constexpr std::string_view kHeads[] = {"heads", "head-outputs"};
constexpr std::string_view kPlane[] = {"plane", "plane-keys", "plane-values"};
constexpr std::string_view kPositions[] = {"encoding", "frequencies", "similarity",
                                           "rotation", "binary",      "effect"};

constexpr auto kViewKinds = [] {
  auto rows = std::to_array<ViewKind>({
      {.part = "tab.scores",
       .label = "Scores",
       .group = "numbers",
       .shows = "scores",
       .figures = kScores,
       .sign = R"(s_{\query{i}\key{j}})",
       .of = R"(of query $\query{i}$ and key $\key{j}$)",
       .is_heatmap = true},
      {.part = "tab.weights",
       .label = "Weights",
       .group = "numbers",
       .shows = "weights",
       .sign = R"(\alpha_{\query{i}\key{j}})",
       .of = R"(from query $\query{i}$ to key $\key{j}$)",
       .is_heatmap = true,
       .is_by_rows = true},
      {.part = "tab.outputs",
       .label = "Outputs",
       .group = "numbers",
       .shows = "weights v head_output output",
       .sign = R"(\mathbf{o}_{\query{i}})",
       .of = R"(of query $\query{i}$)",
       .is_wide = true},
      {.part = "tab.steps", .label = "Steps", .group = "numbers", .shows = kAll},
      {.part = "tab.graph",
       .label = "Graph",
       .group = "pictures",
       .shows = "weights",
       .changes = "mask"},
      {.part = "tab.links", .label = "Links", .group = "pictures", .shows = "weights"},
      {.part = "tab.plane",
       .label = "Plane",
       .group = "pictures",
       .shows = kAll,  // a line of text gives the score and weight of the pair
       .changes = "embeddings.table queries",
       .figures = kPlane},
      {.part = "tab.curve",
       .label = "Curve",
       .group = "pictures",
       .shows = "weights head_output output",
       .changes = "embeddings.table inputs weights"},
      {.part = "tab.patches",
       .label = "Patches",
       .group = "pictures",
       .shows = "weights",
       .takes_picture = true,
       .suits = has_patches},
      {.part = "tab.heads",
       .label = "Heads",
       .group = "heads",
       .shows = "weights head_output",
       .figures = kHeads},
      {.part = "tab.compare",
       .label = "Compare",
       .group = "heads",
       .shows = "weights",
       .shows_elsewhere = "weights"},
      {.part = "tab.cost",
       .label = "Cost",
       .group = "heads",
       .hint = "a division counts as one multiplication; sums and functions do not count"},
      {.part = "tab.positions",
       .label = "Positions",
       .group = "order",
       .shows = "x scores weights",
       .figures = kPositions},
      {.part = "tab.symmetry",
       .label = "Symmetry",
       .group = "order",
       .shows = "weights output",
       .shows_elsewhere = "weights output",
       .hint = "the output for another order of the tokens, and the difference"},
  });
  for (ViewKind& row : rows) row.id = row.part.substr(kTab.size());
  return rows;
}();

}  // namespace

std::span<const ViewKind> view_kinds() { return kViewKinds; }

std::span<const ViewGroup> view_groups() { return kViewGroups; }

const ViewKind& view_kind(const ViewState& state) {
  const ViewKind* found = find_view_kind(state.tab);
  return found ? *found : row_of(view_kinds(), ViewState{}.tab);
}

const ViewKind* find_view_kind(std::string_view id) { return find_row(view_kinds(), id); }

std::string view_part(std::string_view id) { return std::string(kTab).append(id); }

std::string_view view_of_part(std::string_view part) {
  return part.starts_with(kTab) ? part.substr(kTab.size()) : std::string_view();
}

}  // namespace attn
