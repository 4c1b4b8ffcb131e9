#include "app/document/imports/imported_files.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "app/document/dumps/vector_scene.h"
#include "app/document/files/file_writer.h"
#include "app/document/scene_file/scene_file.h"
#include "app/document/tensors/tensor_headers.h"
#include "engine/reference/check.h"

namespace attn {
namespace {

constexpr std::string_view kSceneEnding = ".attn.json", kScoresEnding = ".scores.npy",
                           kVectorsEnding = ".vectors.safetensors";

double count_of(const ImportedLayer& layer) {
  if (layer.computed) return layer.computed->numbers;
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

/// Returns whether the scene at `path` has scores or vectors in the file called `file`.
bool has_numbers_in(const std::string& path, const std::string& file) {
  // Not read_file(): this is the output, not an input.
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  std::ifstream scene(path, std::ios::binary);
  try {
    const auto json = nlohmann::json::parse(scene);
    const auto& embeddings = json.value("embeddings", nlohmann::json());
    if (embeddings.is_object() && embeddings.at("file") == file) return true;
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

/// Tensors of float32 in a .safetensors file, which is written from its beginning.
class VectorsWriter {
 public:
  explicit VectorsWriter(FileWriter& out) : out_(out) {}

  void add(std::string_view name, const Matrix& matrix) {
    const auto bytes = static_cast<std::uint64_t>(matrix.size()) * sizeof(float);
    header_[std::string(name)] = {{"dtype", "F32"},
                                  {"shape", {matrix.rows(), matrix.cols()}},
                                  {"data_offsets", {end_, end_ + bytes}}};
    end_ += bytes;
    matrices_.push_back(&matrix);
  }
  void write() {
    std::string header = header_.dump();
    header.append(7 - (header.size() + 7) % 8, ' ');  // aligns the numbers
    std::string length;
    for (int shift = 0; shift < 64; shift += 8) {
      length += static_cast<char>(header.size() >> shift & 0xff);
    }
    out_.append(length);
    out_.append(header);
    for (const Matrix* matrix : matrices_) {
      out_.append({reinterpret_cast<const char*>(matrix->data()),
                   static_cast<std::size_t>(matrix->size()) * sizeof(float)});
    }
  }

 private:
  FileWriter& out_;
  nlohmann::ordered_json header_;
  std::vector<const Matrix*> matrices_;
  std::uint64_t end_ = 0;
};

/// Reference to a tensor of the vectors' file.
nlohmann::ordered_json tensor_in(const std::string& file, std::string_view name) {
  return {{"file", file}, {"tensor", name}};
}

/// Writes the vectors of `scene`, and the identity of which heads pick columns; returns the scene
/// that refers to them.
std::string write_vectors(Scene scene, FileWriter& out, const std::string& file) {
  Index widest = 0;
  nlohmann::ordered_json picks = nlohmann::ordered_json::array();
  for (Head& head : scene.heads) {
    auto& of_head = picks.emplace_back(nlohmann::ordered_json::object());
    for (auto& [key, matrix] :
         {std::pair{"w_q", &head.w_q}, {"w_k", &head.w_k}, {"w_v", &head.w_v}}) {
      if (!*matrix) continue;
      const Index from = first_picked(***matrix), count = (**matrix)->cols();
      of_head[key] = tensor_in(file, "identity");
      of_head[key]["rows"] = {0, (**matrix)->rows()};
      of_head[key]["columns"] = {from, from + count};
      widest = std::max(widest, (**matrix)->rows());
      *matrix = Cow<Matrix>(Matrix(Matrix::Zero(1, 1)));
    }
  }
  const Matrix identity = Matrix::Identity(widest, widest);
  const Cow<Matrix> none(Matrix(Matrix::Zero(1, 1)));
  const Cow<Matrix> keys = std::exchange(scene.embeddings, none),
                    queries = std::exchange(scene.queries->embeddings, none),
                    values = *std::exchange(scene.values, none);
  VectorsWriter writer(out);
  writer.add("keys", *keys);
  writer.add("queries", *queries);
  writer.add("values", *values);
  if (widest > 0) writer.add("identity", identity);
  writer.write();
  auto json = nlohmann::ordered_json::parse(format_scene(scene));
  json["embeddings"] = tensor_in(file, "keys");
  json["queries"]["embeddings"] = tensor_in(file, "queries");
  json["values"] = tensor_in(file, "values");
  for (std::size_t h = 0; h < picks.size(); ++h) json["heads"][h].update(picks[h]);
  return json.dump(2) + "\n";
}

}  // namespace

bool is_named_as_dump(std::string_view path) {
  constexpr std::string_view kEndings[] = {".npy",  ".npz", ".safetensors", ".pt", ".pth",
                                           ".html", ".htm", ".csv",         ".tsv"};
  return std::ranges::any_of(kEndings,
                             [&](std::string_view ending) { return path.ends_with(ending); });
}

std::vector<std::string> imported_paths(const ImportedLayer& layer, const std::string& path) {
  std::vector<std::string> paths{path};
  if (count_of(layer) <= kMostScoresInScene) return paths;
  std::string stem = path;
  if (stem.ends_with(kSceneEnding)) stem.resize(stem.size() - kSceneEnding.size());
  paths.push_back(stem + std::string(layer.computed ? kVectorsEnding : kScoresEnding));
  return paths;
}

void check_scores_replaceable(const std::vector<std::string>& paths) {
  std::error_code ignored;
  if (paths.size() < 2 || !std::filesystem::exists(paths[1], ignored)) return;
  if (has_numbers_in(paths[0], file_name(paths[1]))) return;
  throw WouldBeLost("these are not the numbers of the scene " + file_name(paths[0]) +
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
  const std::string file = file_name(paths[1]);
  FileBatch files;
  if (layer.computed) {
    const Scene scene = imported_scene(dump, layer, wishes);
    if (const auto problem = check(scene)) throw SceneError(*problem);
    const std::string text =
        write_vectors(scene, files.begin(paths[1], FileKind::output, Durable::yes), file);
    files.begin(path, FileKind::scene, Durable::yes).append(text);
    files.commit();
    return;
  }
  const Scene scene = scene_without_scores(dump, layer, wishes);
  require_texts(scene, layer.shape);
  write_scores(dump, layer, files.begin(paths[1], FileKind::output, Durable::yes));
  files.begin(path, FileKind::scene, Durable::yes).append(scene_beside(scene, file));
  files.commit();
}

}  // namespace attn
