#include "app/document/shelf/example_shelf.h"

#include <algorithm>
#include <span>
#include <string>

#include "app/document/edits/new_scene.h"
#include "app/document/edits/tokens.h"
#include "app/document/scene_file/scene_file.h"
#include "assets/assets.h"
#include "engine/base/text.h"

namespace attn {
namespace {

/// The scene's tokens as a title; of cross-attention those of the queries.
std::string sentence_of(const Scene& scene) {
  constexpr std::size_t kMostCharacters = 60;
  const std::vector<std::string>& tokens = scene.query_tokens();
  const auto end = tokens.begin() + std::min<std::ptrdiff_t>(std::ssize(tokens), kMostCharacters);
  return shown(joined(std::span(tokens.begin(), end), {}, " "), kMostCharacters);
}

bool is_built_in(const std::string& title) {
  static const std::string of_new_scenes = new_scene().title;
  return title == of_new_scenes || std::ranges::find(example_shelf().scenes, title,
                                                     &Scene::title) != example_shelf().scenes.end();
}

}  // namespace

const ExampleShelf& example_shelf() {
  static const ExampleShelf all = [] {
    constexpr std::string_view kFolder = "assets/examples/";
    ExampleShelf found;
    std::vector<std::string_view> names;
    for (const Asset& one : assets()) {
      if (!one.path.starts_with(kFolder)) continue;
      found.scenes.push_back(parse_scene(one.bytes));
      names.push_back(one.path.substr(kFolder.size()));
    }
    found.groups = by_subject(example_subjects(), names);
    return found;
  }();
  return all;
}

std::string title_after_edit(const Scene& before, const Scene& after, const Scene& opened) {
  const std::string sentence = sentence_of(after), last = sentence_of(before);
  if (after.title != before.title || sentence == last) return after.title;
  if (before.title != last && !is_built_in(before.title)) return after.title;
  return sentence == sentence_of(opened) ? opened.title : sentence;
}

}  // namespace attn
