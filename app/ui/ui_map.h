#pragma once

#include <map>
#include <string>
#include <string_view>

#include "app/ui/imgui.h"

namespace attn::ui {

/// The named controls that the last frame drew, and where: what a test points its mouse at. Stays
/// empty, which costs no frame anything, unless someone wants it.
class UiMap {
 public:
  explicit UiMap(bool is_wanted = false) : is_wanted_(is_wanted) {}

  bool is_wanted() const { return is_wanted_; }
  void clear() {
    controls_.clear();
    texts_.clear();
  }
  /// To be called in the window that draws the control: what is scrolled away is not named.
  void add(std::string_view name, ImVec2 min, ImVec2 max);

  /// What `name` says, where a test reads it.
  void say(std::string_view name, std::string_view text) {
    texts_.insert_or_assign(std::string(name), std::string(text));
  }

  /// {"controls": {"name": [x, y, width, height], …}, "texts": {"name": "words", …}}, in pixels of
  /// the window.
  std::string json() const;

 private:
  struct Rect {
    float x, y, width, height;
  };
  bool is_wanted_;
  std::map<std::string, Rect, std::less<>> controls_;
  std::map<std::string, std::string, std::less<>> texts_;
};

}  // namespace attn::ui
