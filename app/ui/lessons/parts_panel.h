#pragma once

#include "app/session/lessons/lesson_course.h"
#include "app/ui/toolkit/overlay.h"

namespace attn::ui {

/// Panel that chooses which parts and views of the window a class sees. Applies to all scenes
/// opened in the window, and is saved in their `view`.
class PartsPanel {
 public:
  void toggle() { list_.toggle(); }
  bool is_open() const { return list_.is_open(); }

  void take_keys(Keyboard& keys, LessonAccess access);
  void draw(Ui& ui, LessonAccess access, const Box& room);

 private:
  ListPanel list_{"parts", "What my class sees"};
};

}  // namespace attn::ui
