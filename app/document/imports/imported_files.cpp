#include "app/document/imports/imported_files.h"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string_view>

#include "app/document/files/file_writer.h"
#include "app/document/scene_file/scene_file.h"
#include "app/document/tensors/tensor_headers.h"
#include "engine/reference/check.h"

namespace attn {
namespace {

constexpr std::string_view kSceneEnding = ".attn.json", kScoresEnding = ".scores.npy";

double count_of(const ImportedLayer& layer) {
  return static_cast<double>(layer.heads.size()) * static_cast<double>(layer.shape.queries) *
         static_cast<double>(layer.shape.keys);
}

void write_scores(const AttentionDump& dump, const ImportedLayer& layer, FileWriter& out) {
  out.append(npy_header(std::to_string(layer.heads.size()) + ", " +
                        std::to_string(layer.shape.queries) + ", " +
                        std::to_string(layer.shape.keys)));
  for (std::size_t h = 0; h < layer.heads.size(); ++h) {
    const Matrix scores = scores_of(dump, layer, h);
    const auto bytes = static_cast<std::size_t>(scores.size()) * sizeof(float);
    out.append({reinterpret_cast<const char*>(scores.data()), bytes});
  }
}

std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

/// Returns whether the scene at `path` has scores in the file called `file`.
bool has_scores_in(const std::string& path, const std::string& file) {
  // Not read_file(): this is the output, not an input.
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  std::ifstream scene(path, std::ios::binary);
  try {
    const auto json = nlohmann::json::parse(scene);
    for (const auto& head : json.at("heads")) {
      if (head.at("scores").at("file") == file) return true;
    }
  } catch (const std::exception&) {  // no such scene
  }
  return false;
}

/// Checks that everything except the numbers is valid in a scene.
void require_texts(Scene scene, const DumpLayer& shape) {
  scene.heads.resize(1);
  scene.heads.front().scores = Matrix(Matrix::Zero(shape.queries, shape.keys));
  if (const auto problem = check(scene)) throw SceneError(*problem);
}

/// `scene` with the scores of each head in `file`.
std::string scene_beside(const Scene& scene, const std::string& file) {
  auto json = nlohmann::ordered_json::parse(format_scene(scene));
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    json["heads"][h]["scores"] = {{"file", file}, {"index", h}};
  }
  return json.dump(2) + "\n";
}

}  // namespace

std::vector<std::string> imported_paths(const ImportedLayer& layer, const std::string& path) {
  std::vector<std::string> paths{path};
  if (count_of(layer) <= kMostScoresInScene) return paths;
  std::string stem = path;
  if (stem.ends_with(kSceneEnding)) stem.resize(stem.size() - kSceneEnding.size());
  paths.push_back(stem + std::string(kScoresEnding));
  return paths;
}

void check_scores_replaceable(const std::vector<std::string>& paths) {
  std::error_code ignored;
  if (paths.size() < 2 || !std::filesystem::exists(paths[1], ignored)) return;
  if (has_scores_in(paths[0], file_name(paths[1]))) return;
  throw WouldBeLost("these are not the scores of the scene " + file_name(paths[0]) +
                    ", and would be lost; choose another name");
}

void write_imported(const AttentionDump& dump, const ImportedLayer& layer,
                    const ImportWishes& wishes, const std::string& path) {
  const std::vector<std::string> paths = imported_paths(layer, path);
  if (paths.size() == 1) {
    const Scene scene = imported_scene(dump, layer, wishes);
    if (const auto problem = check(scene)) throw SceneError(*problem);
    write_scene(scene, path);
    return;
  }
  const Scene scene = scene_without_scores(dump, layer, wishes);
  require_texts(scene, layer.shape);
  const std::string file = file_name(paths[1]);
  FileBatch files;
  write_scores(dump, layer, files.begin(paths[1], FileKind::output, Durable::yes));
  files.begin(path, FileKind::scene, Durable::yes).append(scene_beside(scene, file));
  files.commit();
}

}  // namespace attn
