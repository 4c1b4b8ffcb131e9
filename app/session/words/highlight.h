#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/figure/inspector/source.h"

namespace attn {

/// What lights up because the mouse is over a number that came from it. A panel says what in one
/// frame, and whatever is drawn in the next one, before the panel or after it, shows it.
class Highlight {
 public:
  /// To be called as a frame begins.
  void begin_frame();
  /// Lights `sources` in the next frame.
  void light(std::vector<Source> sources) { next_ = std::move(sources); }

  const std::vector<Source>& sources() const { return now_; }
  /// The colour in which `control` ("temperature", "embeddings[3][0]") is lit, if it is.
  std::optional<Side> side_of(std::string_view control) const { return side_in(now_, control); }

 private:
  std::vector<Source> now_, next_;
};

}  // namespace attn
