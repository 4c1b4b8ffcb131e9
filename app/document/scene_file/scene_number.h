#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/attention/scene.h"

namespace attn {

/// A number of a scene, or several that are always the same, by JSON pointers (RFC 6901) into its
/// file: "/heads/0/w_q/0/1", "/normalizer/temperature".
class SceneNumber {
 public:
  /// Throws SceneError at a pointer where there is no number and none can stand.
  SceneNumber(const Scene& scene, std::vector<std::string> pointers);
  ~SceneNumber();
  SceneNumber(SceneNumber&&) noexcept;
  SceneNumber& operator=(SceneNumber&&) noexcept;

  /// The scene with `value` in its place, which must be finite. Throws SceneError where the scene
  /// can't have it.
  Scene with(double value) const;

 private:
  struct File;
  std::unique_ptr<File> file_;
  std::vector<std::string> pointers_;
};

}  // namespace attn
