#pragma once

#include <cstddef>
#include <vector>

#include "app/document/lessons/lesson.h"
#include "app/session/words/highlight.h"
#include "engine/attention/scene.h"

namespace attn {

/// Playback of a goal's solution: a move for each of its lines, or for as many lines as form a
/// valid scene; each move highlights the changes, then interpolates the numbers.
class LessonWay {
 public:
  /// Playback of `solution` from the scene `before` to the scene `reached`.
  LessonWay(const Scene& before, const SceneChange& solution, const Scene& reached);

  double seconds() const;
  /// Scene after this number of seconds.
  Scene at(double seconds) const;
  /// Sources highlighted at that time.
  const std::vector<Source>& lights(double seconds) const;
  /// Last shown scene; a different open scene was changed by the user.
  Scene shown;

 private:
  struct Move {
    Scene from, to;
    std::vector<Source> lights;
  };
  std::size_t move_at(double seconds) const;

  std::vector<Move> moves_;
};

/// Interpolates between two scenes at `share` 0…1: numbers in both are interpolated, everything
/// else is that of `to`.
Scene between(const Scene& from, const Scene& to, float share);

/// Numbers and controls that differ.
std::vector<Source> changed_sources(const Scene& from, const Scene& to);

}  // namespace attn
