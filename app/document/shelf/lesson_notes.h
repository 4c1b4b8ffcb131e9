#pragma once

#include <string>

#include "app/document/lessons/lesson_check.h"

namespace attn {

/// Notes for the speaker as an HTML page for paper or a second screen: questions, tasks, solutions
/// and notes of each step. Loads no external resources.
std::string speaker_notes(const SoundLesson& lesson);

}  // namespace attn
