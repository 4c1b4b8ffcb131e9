#include "app/document/document.h"

#include <utility>

namespace attn {

Document::Document(Scene scene, Check check)
    : check_(std::move(check)), scene_(std::move(scene)), saved_(scene_) {
  steps_.push_back({"", scene_});
}

std::optional<Problem> Document::edit(std::string_view label, std::string_view merge_key,
                                      const std::function<void(Scene&)>& change) {
  Scene changed = scene_;
  change(changed);
  if (changed == scene_) return std::nullopt;
  if (auto problem = check_(changed)) return problem;

  const bool merges = !merge_key.empty() && merge_key == merge_key_;
  if (!merges) {
    steps_.resize(position_ + 1);
    steps_.push_back({std::string(label), {}});
    ++position_;
  }
  steps_[position_].after = changed;
  scene_ = std::move(changed);
  merge_key_ = merge_key;
  return std::nullopt;
}

void Document::undo() {
  if (can_undo()) show(position_ - 1);
}

void Document::redo() {
  if (can_redo()) show(position_ + 1);
}

bool Document::is_changed() const {
  Scene saved = saved_;
  saved.view = scene_.view;
  return !(saved == scene_);
}

void Document::show(std::size_t position) {
  end_gesture();
  position_ = position;
  std::string view = std::move(scene_.view);
  scene_ = steps_[position_].after;
  scene_.view = std::move(view);
}

}  // namespace attn
