#include "app/document/document.h"

#include <utility>

namespace attn {
namespace {

bool is_same_but_for_view(const Scene& a, Scene b) {
  b.view = a.view;
  return a == b;
}

}  // namespace

Document::Document(Scene scene, Check check)
    : check_(std::move(check)), scene_(std::move(scene)), saved_(scene_) {
  steps_.push_back({"", scene_});
}

std::optional<Problem> Document::edit(std::string_view label, std::string_view merge_key,
                                      const std::function<void(Scene&)>& change) {
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
  const bool is_back = merges && is_same_but_for_view(changed, steps_[kept - 1].after);
  Step step{merges ? steps_[position_].label : std::string(label), changed};
  steps_.resize(kept);
  if (!is_back) steps_.push_back(std::move(step));
  position_ = steps_.size() - 1;
  scene_ = std::move(changed);
  merge_key_ = is_back ? "" : merge_key;
  return std::nullopt;
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
