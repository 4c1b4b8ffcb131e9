#pragma once

#include <functional>

#include "app/session/files/files.h"
#include "app/session/lessons/lesson_course.h"
#include "app/session/workspace/workspace.h"

namespace attn {

/// Content of the window. The window controls all of it; its panels get an Access to their part.
struct Session {
  /// Opens `scene`. Throws SceneError if it cannot be evaluated. `file` is empty for an example.
  /// `wake`, `evaluate` and `chosen`, which may be null, as in Workspace.
  Session(Scene scene, const KnownFile& file, const std::function<void()>& wake = {},
          BackgroundEvaluation::Evaluate evaluate = fastest_evaluation(),
          Backends* chosen = nullptr);
  /// Likewise, evaluated by `chosen`.
  Session(Scene scene, const KnownFile& file, const std::function<void()>& wake, Backends& chosen);

  /// Collects results from the background. Call it at the start of each frame.
  void catch_up();
  bool can_catch_up() const;

  Backends* const backends;  ///< null: there is one only
  Workspace workspace;
  LessonCourse course;
  Files files;
};

}  // namespace attn
