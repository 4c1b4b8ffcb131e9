#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "app/session/workspace/workspace.h"

namespace attn {

/// Interface of a view to the open scene for a frame: to read it, to change how it is shown, and to
/// propose edits. Views have no other access. LessonAccess and FileAccess allow more.
class Access {
 public:
  Access(Workspace& workspace)
      : look(workspace.look), notices(workspace.notices), workspace_(&workspace) {}

  const Workspace* operator->() const { return workspace_; }
  operator const Workspace&() const { return *workspace_; }

  /// As Workspace::edit: a refused edit becomes the complaint of the control `field`.
  void propose(std::string_view field, std::string_view label, std::string_view merge_key,
               const std::function<void(Scene&)>& change) const {
    workspace_->edit(field, label, merge_key, change);
  }
  /// The next edit starts another undo step, regardless of its merge key.
  void end_gesture() const { workspace_->end_gesture(); }
  /// Stores the shown result as A; on failure a message says why.
  void keep_as_a() const {
    std::string problem = look.snapshot.keep(workspace_->evaluated().shared());
    if (!problem.empty()) notices.tell(std::move(problem));
  }
  void mark_unsaved() const { workspace_->mark_unsaved(); }

  Look& look;
  Notices& notices;

 private:
  Workspace* workspace_;
};

}  // namespace attn
