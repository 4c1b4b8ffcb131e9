#include "app/scene_work.h"

#include <cstdlib>

#include "app/document/edits/memory_limit.h"
#include "app/document/scene_file/scene_fields.h"
#include "app/document/scene_file/scene_file.h"
#include "app/document/scene_file/shown_scene.h"
#include "app/gl/base/surfaceless.h"
#include "app/gl/compute/compute_backend.h"
#include "engine/fast/evaluate.h"
#include "engine/fast/evaluator.h"

namespace attn {
namespace {

// Of the two evaluations that a window keeps, a command makes one.
double bytes_of(const Scene& scene) { return bytes_of_one(scene); }
double bytes_of(const Network& network) {
  return static_cast<double>(sizeof(float)) * trace_numbers(network);
}

void require_memory(double bytes) {
  if (auto problem = memory_problem(bytes)) throw SceneError(*problem);
}

}  // namespace

Scene scene_in(const std::string& file) {
  std::optional<FileStamp> ignored;
  return scene_in(file, ignored);
}

Scene scene_in(const std::string& file, std::optional<FileStamp>& stamp) {
  return about_scene(file, [&] {
    Scene scene = read_scene(file, stamp);
    require_memory(bytes_of(scene));
    return scene;
  });
}

Scene shown_scene_in(const std::string& file) {
  std::optional<FileStamp> ignored;
  return shown_scene_in(file, ignored);
}

Scene shown_scene_in(const std::string& file, std::optional<FileStamp>& stamp) {
  Scene scene = scene_in(file, stamp);
  about_scene(file, [&] { require_shown(scene); });
  return scene;
}

Computable computable_in(const std::string& file) {
  return about_scene(file, [&] {
    Computable read = read_computable(file);
    std::visit([](const auto& it) { require_memory(bytes_of(it)); }, read);
    return read;
  });
}

NetworkTrace result_of(const std::string& file, const Network& network) {
  return about_scene(file, [&] { return evaluate_plainly(network); });
}

Trace result_of(const std::string& file, const Scene& scene) {
  return about_scene(file, [&] { return evaluate(scene); });
}

Trace result_by_glsl(const std::string& file, const Scene& scene) {
  if (version_of(scene) > 1) {
    throw Failure(Status::kCouldNot, file,
                  "a scene of version " + std::to_string(version_of(scene)) +
                      " can't be computed by glsl yet: use --backend eigen");
  }
  // What Mesa says of a missing driver would stand before the one line that is due.
  ::setenv("EGL_LOG_LEVEL", "fatal", 0);
  try {
    const gl::SurfacelessContext context(4, 3);
    gl::ComputeBackend backend;
    return about_scene(file, [&] { return backend.evaluate(scene); });
  } catch (const Failure&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw Failure(Status::kCouldNot, std::string("no glsl backend: ") + error.what());
  }
}

}  // namespace attn
