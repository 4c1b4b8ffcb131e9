#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/document/view/patch_grid.h"
#include "engine/attention/scene.h"
#include "engine/attention/trace.h"

namespace attn {

/// A query's weights of one head as a map over the patches, and those of the other tokens.
struct PatchMap {
  std::shared_ptr<const Matrix> weights;  ///< rows x columns of the grid
  std::shared_ptr<const Matrix> mask;  ///< likewise, kMasked for patches that the query cannot see
  std::shared_ptr<const Matrix> others;  ///< tokens that are no patches x 1; null without any
  std::shared_ptr<const Matrix> others_mask;
  double patch_sum = 0, other_sum = 0;  ///< in double precision

  /// Returns whether the query cannot see one of the keys.
  bool has_masked() const;
};
PatchMap patch_map(const HeadTrace& head, const PatchGrid& grid, Index query);

/// "token 5 “tree”"; without a name of its own "token 5".
std::string numbered_name(const std::string& name, Index n);
/// Short names of the tokens that are no patches: "[CLS]"; without a name "token 0".
std::vector<std::string> other_names(const Scene& scene, const PatchGrid& grid);

/// "query 5 “tree”, patch row 0, column 2"
std::string patch_query_words(const Scene& scene, const PatchGrid& grid, Index query);
/// "patches 0.83", "3 other tokens 0.17"
std::vector<std::string> patch_sums(const PatchMap& map);

}  // namespace attn
