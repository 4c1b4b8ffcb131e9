#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/attention/scene.h"

namespace attn {

/// Number of a scene, or several equal ones, by JSON pointers (RFC 6901) into its file:
/// "/heads/0/w_q/0/1", "/normalizer/temperature".
class SceneNumber {
 public:
  /// Throws SceneError at a pointer without a number, or where none is possible.
  SceneNumber(const Scene& scene, std::vector<std::string> pointers);
  ~SceneNumber();
  SceneNumber(SceneNumber&&) noexcept;
  SceneNumber& operator=(SceneNumber&&) noexcept;

  /// The scene with `value`, which must be finite. Throws SceneError if the scene cannot have it.
  Scene with(double value) const;

 private:
  struct File;
  std::unique_ptr<File> file_;
  std::vector<std::string> pointers_;
};

}  // namespace attn
