#include "app/gl/heatmap/scores_upload.h"

namespace attn::gl {

std::optional<ChangedCells> changed_scores(const Scene& from, const Scene& to, Index head) {
  if (!same_shapes(from, to)) return std::nullopt;
  const ChangedCells scores = PartChanges(from, to).of({Part::scores, head});
  return scores.all() ? std::nullopt : std::optional(scores);
}

void ScoresUpload::upload_lines(Heatmap& heatmap, const Matrix& scores, const ChangedCells& lines) {
  for (const Index row : lines.rows.some()) heatmap.set_row(scores, row);
  for (const Index column : lines.columns.some()) heatmap.set_column(scores, column);
}

}  // namespace attn::gl
