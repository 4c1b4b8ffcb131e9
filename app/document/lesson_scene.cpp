#include "app/document/lesson_scene.h"

#include <charconv>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>

#include "app/document/json_write.h"
#include "app/document/lesson_error.h"
#include "app/document/lesson_lines.h"
#include "app/document/scene_file.h"
#include "app/document/seeded.h"
#include "assets/assets.h"
#include "engine/check.h"
#include "engine/combine.h"
#include "engine/normalize.h"
#include "engine/position.h"
#include "engine/problem.h"
#include "engine/score.h"
#include "engine/text.h"

namespace attn {
namespace {

using Tree = nlohmann::ordered_json;

constexpr std::string_view kExample = "example";
constexpr std::string_view kRandom = "random(";
constexpr int kMostRandom = 4096;

Tree parse_json(std::string_view text, int line) {
  try {
    return Tree::parse(text);
  } catch (const Tree::exception& error) {
    const std::string_view why = error.what();
    throw LessonError("not JSON: " + std::string(why.substr(why.find("] ") + 2)), line);
  }
}

/// What a scene file leaves out where it is the default, so that it can be changed.
Tree with_kinds(Tree scene) {
  for (const auto& [key, kind] : {std::pair{"score", Scene{}.score.kind->id},
                                  std::pair{"normalizer", Scene{}.normalizer.kind->id},
                                  std::pair{"position", Scene{}.position.kind->id},
                                  std::pair{"combine", Scene{}.combine.kind->id}}) {
    if (!scene.contains(key)) scene[key] = {{"kind", std::string(kind)}};
  }
  return scene;
}

Tree json_of(const Scene& scene) { return with_kinds(Tree::parse(format_scene(scene))); }

Tree example(std::string_view name, int line) {
  const std::string path = "assets/examples/" + std::string(name) + ".attn.json";
  for (const Asset& one : assets()) {
    if (one.path == path) return with_kinds(Tree::parse(one.bytes));
  }
  throw LessonError("no example is called " + shown(name), line);
}

/// "random(4, 64, 7)": normal numbers.
Tree random_numbers(std::string_view text, int line) {
  const auto wrong = [&] {
    return LessonError("expected random(ROWS, COLUMNS, SEED), whole numbers with up to " +
                           std::to_string(kMostRandom) + " rows and columns, found " + shown(text),
                       line);
  };
  std::int64_t numbers[3] = {};
  std::string_view rest = text.substr(kRandom.size());
  for (int n = 0; n < 3; ++n) {
    const std::string_view part = trimmed(rest.substr(0, rest.find(n < 2 ? ',' : ')')));
    const char* end = part.data() + part.size();
    const auto read = std::from_chars(part.data(), end, numbers[n]);
    if (read.ec != std::errc() || read.ptr != end) throw wrong();
    const auto sign = rest.find(n < 2 ? ',' : ')');
    if (sign == std::string_view::npos) throw wrong();
    rest.remove_prefix(sign + 1);
  }
  const auto is_count = [](std::int64_t n) { return n >= 1 && n <= kMostRandom; };
  if (!is_count(numbers[0]) || !is_count(numbers[1]) || numbers[2] < 0 || !trimmed(rest).empty()) {
    throw wrong();
  }
  json::Writer out;
  out.begin_object();
  out.key("numbers");
  out.value(random_matrix(numbers[0], numbers[1], static_cast<std::uint64_t>(numbers[2])));
  out.end_object();
  return Tree::parse(std::move(out).take())["numbers"];
}

Tree value_of(std::string_view text, int line) {
  if (text.starts_with(kRandom)) return random_numbers(text, line);
  return parse_json(text, line);
}

void set(Tree& scene, std::string_view line_text, int line) {
  const auto sign = line_text.find('=');
  if (line_text.empty() || line_text[0] != '/' || sign == std::string_view::npos) {
    throw LessonError("expected /place = value, found " + shown(line_text), line);
  }
  const std::string pointer(trimmed(line_text.substr(0, sign)));
  const std::string_view value = trimmed(line_text.substr(sign + 1));
  try {
    const Tree::json_pointer place(pointer);
    if (value == "nothing") {
      if (!scene.contains(place)) throw LessonError("there is no " + pointer, line);
      Tree& parent = scene.at(place.parent_pointer());
      if (parent.is_array()) {
        parent.erase(static_cast<std::size_t>(std::stoul(place.back())));
      } else {
        parent.erase(place.back());
      }
      return;
    }
    scene[place] = value_of(value, line);
  } catch (const Tree::exception&) {
    throw LessonError("no such place in the scene: " + pointer, line);
  }
}

void set_lines(Tree& scene, std::string_view text, int line) {
  for_each_line(text, line, [&](std::string_view one, int number) { set(scene, one, number); });
}

/// What `text` makes of `before`, an object of the scene file or its view.
Tree changed(const Tree& before, std::string_view text, int line) {
  Tree after = before;
  if (trimmed(text).starts_with('{')) {
    const Tree patch = parse_json(text, line);
    if (patch.contains("format")) return patch;
    after.merge_patch(patch);
  } else {
    set_lines(after, text, line);
  }
  return after;
}

Tree scene_json(const SceneChange& change, const std::optional<Scene>& before) {
  const std::string_view text = trimmed(change.text);
  if (text.empty())
    throw LessonError("expected what the scene becomes, found nothing", change.line);
  if (text.starts_with(kExample)) {
    std::string_view first = text.substr(0, text.find('\n'));
    Tree scene = example(trimmed(first.substr(kExample.size())), change.line);
    set_lines(scene, text.substr(first.size()), change.line);
    return scene;
  }
  if (!before) {
    const bool is_whole = text.starts_with('{') && text.find("\"format\"") != text.npos;
    if (!is_whole) throw LessonError("expected a whole scene or example NAME", change.line);
    return parse_json(change.text, change.line);
  }
  Tree scene = json_of(*before);
  if (!change.is_view) return changed(scene, change.text, change.line);
  Tree& view = scene["view"];
  if (!view.is_object()) view = Tree::object();
  view = changed(view, change.text, change.line);
  return scene;
}

}  // namespace

Scene apply_change(const SceneChange& change, const std::optional<Scene>& before) {
  try {
    Scene scene = parse_scene(scene_json(change, before).dump());
    if (const auto problem = check(scene)) throw SceneError(*problem);
    return scene;
  } catch (const SceneError& error) {
    const Problem& problem = error.problem();
    throw LessonError((problem.place.empty() ? "" : problem.place + ": ") + problem.text,
                      change.line);
  }
}

}  // namespace attn
