#pragma once

#include <optional>
#include <string_view>

#include "app/gl/heatmap/heatmap.h"
#include "engine/attention/scene.h"
#include "engine/fast/changes.h"

namespace attn::gl {

/// The rows and columns of a head's scores that alone differ between two scenes. Nothing where all
/// may, as where more than a few tokens do.
std::optional<ChangedCells> changed_scores(const Scene& from, const Scene& to, Index head);

/// Uploads scores to a heatmap, of which, after a token was edited, its row and column alone.
class ScoresUpload {
 public:
  /// `scores` are those of `head` of `scene`, of a kind that `what` names: numbers of another kind
  /// are uploaded in full. `set` uploads them in full.
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
    std::size_t changes;  ///< of the heatmap, which others may upload to
  };
  std::optional<Last> last_;
};

}  // namespace attn::gl
