#include "app/ui/heatmap/scores_upload.h"

#include "engine/fast/changes.h"

namespace attn::ui {

std::optional<ChangedLines> changed_lines(const Scene& from, const Scene& to, Index head) {
  const attn::Changes changes = changes_between(from, to);
  if (changes.shapes || !(from.bias == to.bias) || from.masks != to.masks) return std::nullopt;
  const HeadChanges& of_head = changes.heads[static_cast<std::size_t>(head)];
  if (of_head.q.all || of_head.k.all || of_head.scores) return std::nullopt;
  return ChangedLines{of_head.q.some, of_head.k.some};
}

void ScoresUpload::upload_lines(gl::Heatmap& heatmap, const Matrix& scores,
                                const ChangedLines& lines) {
  for (const Index row : lines.rows) heatmap.set_row(scores, row);
  for (const Index column : lines.columns) heatmap.set_column(scores, column);
}

}  // namespace attn::ui
