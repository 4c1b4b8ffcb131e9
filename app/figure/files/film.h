#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "app/figure/files/export_endings.h"
#include "app/figure/files/sweep.h"
#include "app/figure/files/watch.h"
#include "app/figure/page/figure_options.h"
#include "engine/attention/evaluation.h"
#include "engine/attention/scene.h"

namespace attn {

inline constexpr double kSlowestFilm = 0.1, kFastestFilm = 50;  // frames a second

/// A number that goes from one value to another, as a film.
struct Film {
  Sweep sweep{};
  double fps = 20;
};

/// One frame of a film, evaluated, and how it is drawn: with the value below it.
struct Shot {
  std::shared_ptr<const Evaluation> evaluation;
  FigureOptions options;
};

/// Whether the view has the shift that a sweep can change.
bool shows_shift(std::string_view view);

/// A film's frames, one after the other.
class Reel {
 public:
  /// Throws SceneError where the scene has no such number, OptionError where the view shows none or
  /// has no room to say it.
  Reel(const Scene& scene, const FigureOptions& options, const Sweep& sweep);

  /// Frame n, from 0. Throws SceneError where the scene can't have the value.
  Shot shot(int n) const;
  const FigureTheme& theme() const { return *options_.theme; }

 private:
  FigureOptions options_;
  Sweep sweep_;
  SweptScene swept_;
};

/// The frames' figures, with the value below each, as a GIF file's bytes that plays without end, or
/// where the path has a frame's number (counted from 0), each frame in a file of its own, as
/// write_export writes it. All files appear at once when all are done. The same scene gives the
/// same bytes. Throws Cancelled, SceneError where the scene can't have a value, and what
/// write_export throws; then nothing is left.
void write_film(const Scene& scene, const FigureOptions& options, const Film& film,
                const std::string& path, const Watch& watch = {});

}  // namespace attn
