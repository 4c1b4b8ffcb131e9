#include "app/figure/files/film.h"

#include <memory>

#include "app/document/files/files.h"
#include "app/figure/files/export.h"
#include "app/figure/files/figure.h"
#include "app/figure/files/figure_views.h"
#include "app/figure/files/film_frames.h"
#include "app/figure/numbers/evaluated_scene.h"
#include "engine/base/isolate.h"

namespace attn {
namespace {

std::string views_with_shift() {
  std::string words;
  for (const FigureView& view : figure_view_table()) {
    if (view.has_shift) words += (words.empty() ? "" : " or ") + std::string(view.id);
  }
  return words;
}

}  // namespace

bool shows_shift(std::string_view view) {
  const FigureView* row = find_figure_view(view);
  return row && row->has_shift;
}

Reel::Reel(const Scene& scene, const FigureOptions& options, const Sweep& sweep)
    : options_(options), sweep_(sweep), swept_(scene, options.state, sweep) {
  if (options.bare_cell > 0) {
    throw OptionError("--bare: has no effect with --sweep, whose frames show the number");
  }
  if (sweep.name == "shift" && !shows_shift(options.view)) {
    throw OptionError("--sweep: expected " + views_with_shift() + " for shift, found " +
                      options.view);
  }
}

Shot Reel::shot(int n) const {
  SweptScene::Frame frame = swept_.frame(n);
  Trace trace = evaluate_beside(frame.scene, frame.scene);
  Shot shot{
      std::make_shared<const Evaluation>(Evaluation{std::move(frame.scene), std::move(trace)}),
      options_};
  shot.options.state = std::move(frame.state);
  if (!shot.options.caption.empty()) shot.options.caption = isolated(shot.options.caption) + " · ";
  shot.options.caption += sweep_.words(n);
  return shot;
}

void write_film(const Scene& scene, const FigureOptions& options, const Film& film,
                const std::string& path, const Watch& watch) {
  const Reel reel(scene, options, film.sweep);
  const int count = film.sweep.frames;
  if (ending_of(path) != kFilmEnding) {
    const auto bytes = [&](int n) {
      const Shot shot = reel.shot(n);
      return export_bytes(shot.evaluation, shot.options,
                          {shot.options.head, shot.options.all_heads}, ending_of(path));
    };
    write_numbered(count, path, bytes, watch);
    return;
  }
  const auto draw = [&](int n) {
    const Shot shot = reel.shot(n);
    return draw_figure(shot.evaluation, shot.options);
  };
  write_file(path, gif_of({count, draw, &reel.theme()}, film.fps, watch));
}

}  // namespace attn
