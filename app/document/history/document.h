#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/history/memory_limit.h"
#include "app/document/history/scene_bytes.h"
#include "engine/attention/scene.h"
#include "engine/base/problem.h"
#include "engine/reference/check.h"

namespace attn {

/// The current Scene with its history: the only place that changes a Scene.
class Document {
 public:
  /// What a scene must satisfy to become the current one.
  using Check = std::function<std::optional<Problem>(const Scene&)>;

  /// Of `most_bytes` for its history; the oldest steps are let go of where it would take more.
  explicit Document(Scene scene, Check check = attn::check, double most_bytes = history_limit());

  const Scene& scene() const { return scene_; }

  /// Applies `change` to the scene as one step of the history called `label`. Edits that follow one
  /// another with the same `merge_key` are one step (a drag, a word being typed) until
  /// end_gesture(); an empty key never merges. What leads back to where its step began leaves no
  /// step. Where `change` throws SceneError, or the changed scene does not pass the check, it stays
  /// as it was, and the answer says what was wrong and where.
  std::optional<Problem> edit(std::string_view label, std::string_view merge_key,
                              const std::function<void(Scene&)>& change);

  /// What follows is a new step, whatever its merge key.
  void end_gesture() { merge_key_.clear(); }

  /// What the window shows is part of the file, but never a step of the history.
  void set_view(std::string view) { scene_.view = std::move(view); }

  bool can_undo() const { return position_ > 0; }
  bool can_redo() const { return position_ + 1 < steps_.size(); }
  void undo();
  void redo();

  struct Step {
    std::string label;
    Scene after;  ///< shares what it did not change with its neighbours
  };
  /// The whole history, oldest first, what was undone included. The first is the scene as it was
  /// opened, and has no label; or where steps were let go of the oldest that is still there.
  const std::vector<Step>& steps() const { return steps_; }
  /// How many steps, from the first on, are there no more.
  std::size_t let_go() const { return let_go_; }
  /// Only the present scene stays.
  void forget_history();
  /// What the history takes.
  double bytes() const { return bytes_.total(); }
  /// Which of steps() led to the present scene.
  std::size_t position() const { return position_; }
  /// Undoes or redoes as far as to the scene after step `position`, which must be one of steps().
  void go_to(std::size_t position);

  /// What undo() and redo() would take back and do again; empty where they can't.
  std::string undo_label() const { return can_undo() ? steps_[position_].label : ""; }
  std::string redo_label() const { return can_redo() ? steps_[position_ + 1].label : ""; }

  /// Whether the scene (its view aside) is another than at the last mark_saved().
  bool is_changed() const;
  /// The open scene is in no file as it is: it was recovered, say.
  void mark_unsaved() { saved_.reset(); }
  void mark_saved() { saved_ = scene_; }

 private:
  void drop_from(std::size_t step);
  void let_go_of_first();

  Check check_;
  double most_bytes_;
  Scene scene_;
  std::optional<Scene> saved_;
  std::vector<Step> steps_;
  SceneBytes bytes_;  // of steps_
  std::size_t position_ = 0, let_go_ = 0;
  std::string merge_key_;
};

}  // namespace attn
