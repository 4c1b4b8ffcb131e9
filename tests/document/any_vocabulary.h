#pragma once

#include "app/document/lessons/lesson_check.h"

namespace attn::test {

/// Vocabulary of a window that has every name used in lessons.
inline LessonVocabulary any_vocabulary() {
  const auto any = [](std::string_view) { return true; };
  return {.is_control = any, .is_part = any, .changes = [](std::string_view, std::string_view) {
            return true;
          }};
}

}  // namespace attn::test
