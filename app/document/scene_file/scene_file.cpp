#include "app/document/scene_file/scene_file.h"

#include <stdexcept>
#include <utility>

#include "app/document/files/files.h"
#include "app/document/json/json_write.h"
#include "app/document/scene_file/scene_code.h"
#include "app/document/scene_file/scene_fields.h"
#include "engine/reference/check.h"

namespace attn {

json::Tree parse_whole(std::string_view json) {
  if (json.size() > static_cast<std::size_t>(kMaxSceneBytes)) {
    throw SceneError({"", "expected at most " + std::to_string(kMaxSceneBytes >> 20) + " MiB"});
  }
  return json::parse(json, {"view", kMaxViewBytes});
}

Scene scene_of(const json::Tree& tree, MatrixFiles files) {
  return scene_of(json::Value(tree, 0), files);
}

Scene scene_of(const json::Value& object, MatrixFiles& files) {
  Scene scene = read_fields(object, files);
  if (const auto problem = check(scene)) throw SceneError(*problem);
  return scene;
}

Scene parse_scene(std::string_view json) {
  return within_memory([&] { return scene_of(parse_whole(json)); });
}

std::string read_whole(const std::string& path) try {
  if (is_scene_code(path)) return file_in_code(path);
  return read_file(path, kMaxSceneBytes);
} catch (const std::runtime_error& error) {
  throw SceneError({"", error.what()});
}

Scene read_scene(const std::string& path, KnownFile* known) {
  ReadFiles read = state_now({{path, {}}});
  const std::string json = read_whole(path);
  if (known != nullptr) known->stamp = stamp_of(path, json);
  Scene scene =
      within_memory([&] { return scene_of(parse_whole(json), MatrixFiles(path, &read)); });
  if (known != nullptr) known->read = std::move(read);
  return scene;
}

std::string format_scene(const Scene& scene) {
  json::Writer out;
  write_fields(scene, out);
  return std::move(out).take();
}

FileStamp write_scene(const Scene& scene, const std::string& path) {
  const std::string json = format_scene(scene);
  write_file(path, json, FileKind::scene);
  return stamp_of(path, json);
}

}  // namespace attn
