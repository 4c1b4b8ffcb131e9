#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "app/figure/inspector/explanation_step.h"

namespace attn {

/// Highlighting of the sources of a number under the mouse. A panel sets the sources in one frame,
/// and everything drawn in the next frame highlights them.
class Highlight {
 public:
  /// Call it at the start of a frame.
  void begin_frame() { now_ = std::exchange(next_, {}); }
  /// Highlights `sources` in the next frame.
  void light(std::vector<Source> sources) { next_ = std::move(sources); }

  const std::vector<Source>& sources() const { return now_; }
  /// Colour of the highlight of `control` ("temperature", "embeddings[3][0]"), if any.
  std::optional<Side> side_of(std::string_view control) const { return side_in(now_, control); }

 private:
  std::vector<Source> now_, next_;
};

}  // namespace attn
