#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/theme/text_log.h"
#include "app/ui/toolkit/box.h"

namespace attn::ui {

/// Named controls of the last frame with their boxes, for tests that use the mouse. Empty and free
/// of cost unless enabled.
class UiMap {
 public:
  explicit UiMap(bool is_wanted = false) : is_wanted_(is_wanted) {}

  bool is_wanted() const { return is_wanted_; }
  void clear() {
    controls_.clear();
    drawn_.clear();
    texts_.clear();
    locked_.clear();
    cuts_ = 0;
  }
  /// Adds a control in the current window; omitted if scrolled out of view.
  void add(std::string_view name, ImVec2 min, ImVec2 max);

  /// Adds a control that lies over all windows.
  void add_over_all(std::string_view name, ImVec2 min, ImVec2 max);

  /// Marks controls added from now on as locked or not.
  void set_locked(bool is_locked) { is_locked_ = is_locked; }

  /// Sets the text of `name` for tests.
  void say(std::string_view name, std::string_view text) {
    texts_.insert_or_assign(std::string(name), std::string(text));
  }

  /// Records the full text of a shortened one as "cut.N", from 0.
  void say_cut(std::string_view whole) {
    if (is_wanted_) say("cut." + std::to_string(cuts_++), whole);
  }
  /// Records the texts drawn in this frame.
  void draw(const std::vector<DrawnText>& texts) { drawn_ = texts; }

  /// Map as JSON: {"controls": {"name": [x, y, width, height], …}, "locked": ["name", …], "texts":
  /// {"name": "words", …}, "drawn": [{"text": "words", "box": [x, y, width, height], "clip": […]},
  /// …]}, in pixels of the window.
  std::string json() const;

 private:
  bool is_wanted_, is_locked_ = false;
  std::size_t cuts_ = 0;
  std::map<std::string, Box, std::less<>> controls_;
  std::set<std::string, std::less<>> locked_;
  std::map<std::string, std::string, std::less<>> texts_;
  std::vector<DrawnText> drawn_;
};

}  // namespace attn::ui
