#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/ui/theme/imgui.h"

namespace attn::ui {

/// Bounds of a drawn line of text or formula.
struct DrawnText {
  std::string text;
  ImVec2 min, max;            ///< bounds of the whole text
  ImVec2 clip_min, clip_max;  ///< clip rectangle
};

/// Record of the texts drawn in a frame, for layout tests. No cost while disabled.
class TextLog {
 public:
  void turn_on() { is_on_ = true; }
  void begin_frame() { texts_.clear(); }

  /// Records a text that is drawn from `min` to `max`.
  void add(std::string_view text, ImVec2 min, ImVec2 max) {
    if (!is_on_ || text.empty()) return;
    const ImDrawList& list = *imgui::list();
    texts_.push_back({std::string(text), min, max, list.GetClipRectMin(), list.GetClipRectMax()});
  }
  std::size_t size() const { return texts_.size(); }
  /// Transforms the corners of all records from `first` on by `turn`, within the present clip.
  template <typename Turn>
  void turn_from(std::size_t first, const Turn& turn);

  const std::vector<DrawnText>& texts() const { return texts_; }

 private:
  bool is_on_ = false;
  std::vector<DrawnText> texts_;
};

template <typename Turn>
void TextLog::turn_from(std::size_t first, const Turn& turn) {
  for (std::size_t n = first; n < texts_.size(); ++n) {
    DrawnText& one = texts_[n];
    const ImVec2 corners[] = {turn(one.min), turn(ImVec2(one.max.x, one.min.y)), turn(one.max),
                              turn(ImVec2(one.min.x, one.max.y))};
    one.min = one.max = corners[0];
    for (const ImVec2& corner : corners) {
      one.min = {corner.x < one.min.x ? corner.x : one.min.x,
                 corner.y < one.min.y ? corner.y : one.min.y};
      one.max = {corner.x > one.max.x ? corner.x : one.max.x,
                 corner.y > one.max.y ? corner.y : one.max.y};
    }
    one.clip_min = imgui::list()->GetClipRectMin();
    one.clip_max = imgui::list()->GetClipRectMax();
  }
}

}  // namespace attn::ui
