#pragma once

#include <cstddef>
#include <vector>

#include "app/document/lessons/lesson.h"
#include "app/session/words/highlight.h"
#include "engine/attention/scene.h"

namespace attn {

/// A goal's solution as it is shown: one move for each of its lines, or of so many lines as make a
/// scene; in each what is to change is lit, then its numbers go from what they were to what they
/// become.
class LessonWay {
 public:
  /// From `before`, by `solution`, which leads to `reached`.
  LessonWay(const Scene& before, const SceneChange& solution, const Scene& reached);

  double seconds() const;
  /// The scene after so many of them.
  Scene at(double seconds) const;
  /// What is changed then.
  const std::vector<Source>& lights(double seconds) const;
  /// The last that was shown: another scene is somebody's own.
  Scene shown;

 private:
  struct Move {
    Scene from, to;
    std::vector<Source> lights;
  };
  std::size_t move_at(double seconds) const;

  std::vector<Move> moves_;
};

/// The scene on the way from one to another, at `share` 0…1 of it: numbers that both have are
/// between, all else is as it becomes.
Scene between(const Scene& from, const Scene& to, float share);

/// The numbers and controls by which one becomes the other.
std::vector<Source> lights_between(const Scene& from, const Scene& to);

}  // namespace attn
