#pragma once

#include <optional>
#include <string_view>

#include "app/gl/heatmap/heatmap.h"
#include "engine/attention/scene.h"
#include "engine/fast/changes.h"

namespace attn::gl {

/// The only rows and columns of a head's scores that differ between two scenes. Empty if all may
/// differ, as with more than a few changed tokens.
std::optional<ChangedCells> changed_scores(const Scene& from, const Scene& to, Index head);

/// Uploads scores to a heatmap; after an edit of a token only its row and column.
class ScoresUpload {
 public:
  /// `scores` belong to `head` of `scene` and to the kind `what`: another kind is uploaded in full.
  /// `set` uploads in full.
  template <typename Set>
  void upload(Heatmap& heatmap, const Matrix& scores, const Scene& scene, Index head,
              std::string_view what, const Set& set) {
    const bool is_same =
        last_ && last_->head == head && last_->what == what && last_->changes == heatmap.changes();
    const auto lines = is_same ? changed_scores(last_->scene, scene, head) : std::nullopt;
    lines ? upload_lines(heatmap, scores, *lines) : set();
    last_ = Last{scene, head, what, heatmap.changes()};
  }

 private:
  static void upload_lines(Heatmap& heatmap, const Matrix& scores, const ChangedCells& lines);

  struct Last {
    Scene scene;
    Index head;
    std::string_view what;
    std::size_t changes;  ///< of the heatmap, to which other code may also upload
  };
  std::optional<Last> last_;
};

}  // namespace attn::gl
