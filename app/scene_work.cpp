#include "app/scene_work.h"

#include "app/document/scene_file.h"
#include "engine/attention.h"

namespace attn {

Scene scene_in(const std::string& file) {
  return about_scene(file, [&] { return read_scene(file); });
}

Trace result_of(const std::string& file, const Scene& scene) {
  return about_scene(file, [&] { return evaluate(scene); });
}

}  // namespace attn
