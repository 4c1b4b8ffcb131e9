#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/scene_file/scene_changes.h"

namespace attn {

inline constexpr int kMostFrames = 2000;

/// Sweep of a number in even steps.
struct Sweep {
  std::string name = "temperature";  ///< "shift", "width", or a JSON pointer into the scene
  double from = 0.05, to = 20;
  int frames = 60;
  bool is_log = true;  ///< geometric steps

  /// Value of frame n, from 0; the first and last are exact.
  double value(int n) const;
  /// "temperature = 0.50", with equal precision in all frames.
  std::string words(int n) const;
};

/// Parses "temperature=0.05:20:60", optionally with ":log" or ":linear". Default: geometric for a
/// temperature if possible, linear for others. Throws std::runtime_error.
Sweep parse_sweep(std::string_view text);

/// JSON pointers to the widths of all heads. Throws SceneError if the score has none.
std::vector<std::string> width_pointers(const Scene& scene);

/// The swept number of the scene; empty if it belongs to the view state. Throws SceneError if the
/// scene does not have or use it.
std::optional<SceneNumber> swept_number(const Scene& scene, const Sweep& sweep);

}  // namespace attn
