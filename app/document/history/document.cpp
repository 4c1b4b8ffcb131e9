#include "app/document/history/document.h"

#include <new>
#include <utility>

#include "app/document/files/problem_line.h"

namespace attn {
namespace {

bool is_same_but_for_view(const Scene& a, Scene b) {
  b.view = a.view;
  return a == b;
}

}  // namespace

Document::Document(Scene scene, Check check, double most_bytes)
    : check_(std::move(check)), most_bytes_(most_bytes), scene_(std::move(scene)), saved_(scene_) {
  steps_.push_back({"", scene_});
  bytes_.add(scene_);
}

void Document::drop_from(std::size_t step) {
  for (std::size_t n = step; n < steps_.size(); ++n) bytes_.remove(steps_[n].after);
  steps_.resize(step);
}

void Document::drop_first_step() {
  bytes_.remove(steps_.front().after);
  steps_.erase(steps_.begin());
  --position_;
  ++dropped_steps_;
}

void Document::forget_history() {
  drop_from(position_ + 1);
  while (position_ > 0) drop_first_step();
  end_gesture();
}

std::optional<Problem> Document::edit(std::string_view label, std::string_view merge_key,
                                      const std::function<void(Scene&)>& change) try {
  Scene changed = scene_;
  try {
    change(changed);
  } catch (const SceneError& error) {
    return error.problem();
  }
  if (changed == scene_) return std::nullopt;
  if (auto problem = check_(changed)) return problem;

  const bool merges = !merge_key.empty() && merge_key == merge_key_;
  const std::size_t kept = merges ? position_ : position_ + 1;
  if (steps_.capacity() <= kept) steps_.reserve(2 * kept + 1);
  const bool is_back = merges && is_same_but_for_view(changed, steps_[kept - 1].after);
  Step step{merges ? steps_[position_].label : std::string(label), changed};
  std::string next_key(is_back ? "" : merge_key);
  if (!is_back) bytes_.add(step.after);
  // Nothing throws from here on.
  drop_from(kept);
  if (!is_back) steps_.push_back(std::move(step));
  position_ = steps_.size() - 1;
  // The last step always stays undoable.
  while (bytes_.total() > most_bytes_ && position_ > 1) drop_first_step();
  scene_ = std::move(changed);
  merge_key_ = std::move(next_key);
  return std::nullopt;
} catch (const std::bad_alloc& error) {
  return Problem{"", error_message(error)};
}

void Document::undo() {
  if (can_undo()) go_to(position_ - 1);
}

void Document::redo() {
  if (can_redo()) go_to(position_ + 1);
}

bool Document::is_changed() const { return !saved_ || !is_same_but_for_view(scene_, *saved_); }

void Document::go_to(std::size_t position) {
  end_gesture();
  position_ = position;
  std::string view = std::move(scene_.view);
  scene_ = steps_[position_].after;
  scene_.view = std::move(view);
}

}  // namespace attn
