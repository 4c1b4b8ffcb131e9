#pragma once

#include <string>

#include "app/document/lessons/lesson_check.h"

namespace attn {

/// The lesson's notes for the speaker as a page of HTML, to be read on paper or a second screen:
/// for each step what is asked and to be done, how, and the notes. Nothing in it is loaded from
/// elsewhere.
std::string speaker_notes(const SoundLesson& lesson);

}  // namespace attn
