#include "app/document/shelf/lesson_progress.h"

#include <algorithm>

#include "app/document/files/files.h"
#include "app/document/files/utf8.h"
#include "app/document/json/json_object.h"

namespace attn {
namespace {

using Json = nlohmann::json;

std::size_t count_of(const Json& object, const char* key) {
  const Json& count = json::member_of(object, key);
  return count.is_number_unsigned() ? count.get<std::size_t>() : 0;
}

}  // namespace

AllProgress read_lesson_progress(const std::string& file) {
  AllProgress all;
  const Json object = json::object_of(read_own_file(file));
  for (const auto& [lesson, one] : object.items()) {
    if (one.is_object()) all[lesson] = {count_of(one, "done"), count_of(one, "of")};
  }
  return all;
}

void note_lesson_progress(const std::string& lesson, LessonProgress progress,
                          const std::string& file) {
  AllProgress all = read_lesson_progress(file);
  LessonProgress& known = all[valid_utf8(lesson)];
  if (known.of == progress.of) progress.steps = std::max(progress.steps, known.steps);
  known = progress;
  Json object = Json::object();
  for (const auto& [name, one] : all) object[name] = {{"done", one.steps}, {"of", one.of}};
  write_own_file(file, object.dump(2) + "\n");
}

}  // namespace attn
