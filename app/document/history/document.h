#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/files/memory_limit.h"
#include "app/document/history/scene_bytes.h"
#include "engine/attention/scene.h"
#include "engine/base/problem.h"
#include "engine/reference/check.h"

namespace attn {

/// The current Scene with its undo history: the only place that changes a Scene.
class Document {
 public:
  /// Condition for a scene to become current.
  using Check = std::function<std::optional<Problem>(const Scene&)>;

  /// `most_bytes`: memory limit of the history; the oldest steps are dropped beyond it.
  explicit Document(Scene scene, Check check = attn::check, double most_bytes = history_limit());

  const Scene& scene() const { return scene_; }

  /// Applies `change` to the scene as one undo step called `label`. Consecutive edits with the same
  /// `merge_key` are merged to one step (a drag, typing a word) until end_gesture(); an empty key
  /// never merges. A step that returns to its start is removed. If `change` throws SceneError, or
  /// the result fails the check, the scene stays unchanged, and the problem is returned.
  std::optional<Problem> edit(std::string_view label, std::string_view merge_key,
                              const std::function<void(Scene&)>& change);

  /// The next edit starts a new step, regardless of its merge key.
  void end_gesture() { merge_key_.clear(); }

  /// The view is part of the file, but not of the undo history.
  void set_view(std::string view) { scene_.view = std::move(view); }

  bool can_undo() const { return position_ > 0; }
  bool can_redo() const { return position_ + 1 < steps_.size(); }
  void undo();
  void redo();

  struct Step {
    std::string label;
    Scene after;  ///< shares unchanged data with its neighbours
  };
  /// The whole history, oldest first, including undone steps. The first entry is the opened scene,
  /// without a label; or the oldest that was not dropped.
  const std::vector<Step>& steps() const { return steps_; }
  /// Number of dropped steps at the beginning.
  std::size_t dropped_steps() const { return dropped_steps_; }
  /// Drops all but the current scene.
  void forget_history();
  /// Memory of the history, in bytes.
  double bytes() const { return bytes_.total(); }
  /// Index in steps() of the current scene.
  std::size_t position() const { return position_; }
  /// Undoes or redoes to the scene after step `position`. Precondition: it is an index of steps().
  void go_to(std::size_t position);

  /// Labels of the steps that undo() and redo() affect; empty if there are none.
  std::string undo_label() const { return can_undo() ? steps_[position_].label : ""; }
  std::string redo_label() const { return can_redo() ? steps_[position_ + 1].label : ""; }

  /// Returns whether the scene, ignoring its view, differs from that at the last mark_saved().
  bool is_changed() const;
  /// Marks the scene as not saved in any file, for example after a recovery.
  void mark_unsaved() { saved_.reset(); }
  void mark_saved() { saved_ = scene_; }

 private:
  void drop_from(std::size_t step);
  void drop_first_step();

  Check check_;
  double most_bytes_;
  Scene scene_;
  std::optional<Scene> saved_;
  std::vector<Step> steps_;
  SceneBytes bytes_;  // memory of steps_
  std::size_t position_ = 0, dropped_steps_ = 0;
  std::string merge_key_;
};

}  // namespace attn
