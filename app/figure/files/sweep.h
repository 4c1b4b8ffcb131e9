#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/document/scene_file/scene_number.h"
#include "app/document/view/view_state.h"

namespace attn {

inline constexpr int kMostFrames = 2000;

/// A number that goes from one value to another in even steps.
struct Sweep {
  std::string name = "temperature";  ///< "shift", "width", or a JSON pointer into the scene
  double from = 0.05, to = 20;
  int frames = 60;
  bool is_log = true;  ///< each step is a factor

  /// Of frame n, from 0; the first and the last exactly.
  double value(int n) const;
  /// "temperature = 0.50", equally precise in all frames.
  std::string words(int n) const;
};

/// "temperature=0.05:20:60", ":log" or ":linear" after it. Without, a temperature goes by factors
/// where it can, and any other number evenly. Throws std::runtime_error in words.
Sweep parse_sweep(std::string_view text);

/// The scene and the view's state in each frame.
class SweptScene {
 public:
  /// Throws SceneError where the scene has no such number, or no use for it.
  SweptScene(const Scene& scene, const ViewState& state, const Sweep& sweep);

  struct Frame {
    Scene scene;
    ViewState state;
  };
  /// Throws SceneError where the scene can't have the value.
  Frame frame(int n) const;

 private:
  Scene scene_;
  ViewState state_;
  Sweep sweep_;
  std::optional<SceneNumber> number_{};  // none: it belongs to the state
};

}  // namespace attn
