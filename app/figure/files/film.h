#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/figure/files/export.h"
#include "app/figure/files/sweep.h"
#include "app/figure/files/watch.h"
#include "app/figure/page/figure_options.h"
#include "app/figure/text/figure_theme.h"
#include "engine/attention/evaluation.h"
#include "engine/attention/scene.h"

namespace attn {

struct Drawing;

/// Frames of a film, in order, with their theme.
struct FilmFrames {
  int count = 0;
  std::function<Drawing(int n)> draw;  ///< of frame n, from 0
  const FigureTheme* theme = &kLightFigure;
};

/// Bytes of an endlessly looping GIF file. Deterministic. Throws Cancelled, and the errors of
/// `draw`.
std::string gif_of(const FilmFrames& film, double fps, const Watch& watch = {});

/// The bytes of the file of frame n.
using FrameBytes = std::function<std::string(int n)>;

/// Writes `count` frames to separate files, named by `pattern` (numbered from 0). All files appear
/// together when all frames are complete. Throws Cancelled and the errors of `bytes`; then no file
/// remains.
void write_numbered(int count, const std::string& pattern, const FrameBytes& bytes,
                    const Watch& watch = {});

inline constexpr double kSlowestFilm = 0.1, kFastestFilm = 50;  // frames per second

/// Film that sweeps a number.
struct Film {
  Sweep sweep{};
  double fps = 20;
};

/// Frame of a film, evaluated, with the value below it.
struct Shot {
  std::shared_ptr<const Evaluation> evaluation;
  FigureOptions options;
};

/// Returns whether the view shows the shift of a sweep.
bool shows_shift(std::string_view view);

/// Frames of a film.
class Reel {
 public:
  /// Throws SceneError if the scene does not have the swept number, OptionError if the view does
  /// not show the number or has no space for its value.
  Reel(const Scene& scene, const FigureOptions& options, const Sweep& sweep);

  /// Frame n, from 0. Throws SceneError if the scene cannot have the value.
  Shot shot(int n) const;
  const FigureTheme& theme() const { return *options_.theme; }

 private:
  Scene scene_;
  FigureOptions options_;
  Sweep sweep_;
  std::optional<SceneNumber> number_;
};

/// Writes the frames with their values, as an endlessly looping GIF, or, if the path has a
/// placeholder of the frame's number (from 0), as separate files like write_export. All files
/// appear together when all are complete. Deterministic. Throws Cancelled, SceneError if the scene
/// cannot have a value, and the errors of write_export; then nothing remains.
void write_film(const Scene& scene, const FigureOptions& options, const Film& film,
                const std::string& path, const Watch& watch = {});

}  // namespace attn
