#pragma once

#include <string_view>
#include <vector>

#include "app/document/shelf/lesson_shelf.h"
#include "engine/attention/scene.h"

namespace attn {

/// Built-in scenes, grouped by subject.
struct ExampleShelf {
  std::vector<Scene> scenes;
  std::vector<SubjectGroup> groups;
};

/// Reads the examples at the first call.
const ExampleShelf& example_shelf();

/// Title after an edit of `before` to `after`: new and built-in scenes are called by their sentence
/// as soon as it differs from that of `opened`, and so is every scene whose title was its sentence.
/// Others keep their title, or have that of the edit.
std::string title_after_edit(const Scene& before, const Scene& after, const Scene& opened);

}  // namespace attn
