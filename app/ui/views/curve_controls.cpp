#include "app/ui/views/curve_controls.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/document/edits/kernel_sample.h"
#include "app/document/edits/matrix_fill.h"
#include "app/document/numbers/numbers.h"
#include "app/figure/numbers/curve_estimate.h"
#include "app/ui/numbers/section.h"
#include "app/ui/toolkit/slider.h"
#include "engine/attention/lookup.h"
#include "engine/attention/score.h"

namespace attn::ui {
namespace {

constexpr double kMostNoise = 2;
constexpr double kLowestWidth = 0.1, kWidthDecades = 2.3;  // up to 20

/// "noise 0.50" and a slider at `x`; advances `x`.
SliderEdit named_slider(Ui& ui, std::string_view name, const std::string& words,
                        std::string_view widest, const Box& line, float& x, float place) {
  const Theme& theme = ui.theme;
  const float label = text_size(theme, Face::kSmall, widest).x + theme.px(8);
  text_in(ui, {{x, line.min.y}, {x + label, line.max.y}}, Face::kSmall, theme.colors().secondary,
          words, 0);
  x += label;
  const Box knob{{x, line.min.y}, {x + theme.px(90), line.max.y}};
  x = knob.max.x + theme.px(16);
  return slider(ui, name, knob, place, 0.02F);
}

void noise_slider(Ui& ui, Access access, const Box& line, float& x) {
  ViewOptions::Curve& options = access.look.view.options.curve;
  const SliderEdit edit =
      named_slider(ui, "curve.noise", "noise " + fixed(options.noise, 2), "noise 0.00", line, x,
                   static_cast<float>(options.noise / kMostNoise));
  if (edit.begins) access.end_gesture();
  const double noise =
      edit.place ? std::round(static_cast<double>(*edit.place) * kMostNoise * 100) / 100 : 0;
  if (edit.place && noise != options.noise) {
    options.noise = noise;
    access.propose("curve.noise", "Change the noise", "curve.noise",
                   [&](Scene& scene) { put_kernel_sample(scene, options.noise, options.seed); });
  }
  if (edit.dropped) access.end_gesture();
}

void width_slider(Ui& ui, Access access, const Box& line, float& x) {
  const auto h = static_cast<std::size_t>(std::clamp<Index>(
      access.look.view.head, 0, static_cast<Index>(access->scene().heads.size()) - 1));
  const double width = static_cast<double>(access->scene().heads[h].width.value_or(1));
  const double place = std::log10(width / kLowestWidth) / kWidthDecades;
  const SliderEdit edit = named_slider(ui, "curve.width", "width " + brief(width, 3), "width 00.0",
                                       line, x, static_cast<float>(std::clamp(place, 0.0, 1.0)));
  if (edit.begins) access.end_gesture();
  if (edit.place) {
    const double wanted =
        kLowestWidth * std::pow(10.0, kWidthDecades * static_cast<double>(*edit.place));
    const float rounded = *parse_number(brief(wanted, 2));
    access.propose("curve.width", "Change the width", "curve.width",
                   [&](Scene& scene) { scene.heads[h].width = rounded; });
  }
  if (edit.dropped) access.end_gesture();
}

void resample(Access access) {
  ViewOptions::Curve& options = access.look.view.options.curve;
  std::uint64_t state = options.seed;
  // Short enough for all JSON readers.
  options.seed = next_random(state) % 1'000'000;
  options.truth = true;
  access.propose("curve.resample", "Draw new points", "",
                 [&](Scene& scene) { put_kernel_sample(scene, options.noise, options.seed); });
}

}  // namespace

void make_textbook_example(Access access) {
  ViewOptions::Curve& options = access.look.view.options.curve;
  options.truth = true;
  access.look.view.head = 0;
  access.propose("curve.textbook", "Make the textbook's example", "",
                 [&](Scene& scene) { make_kernel_scene(scene, options.noise, options.seed); });
}

void curve_controls(Ui& ui, Access access, Pen& pen) {
  const Theme& theme = ui.theme;
  const Box line = pen.take(theme.px(28));
  pen.take(theme.px(8));
  const float words = line.min.y + (line.height() - theme.line_height(Face::kSmall)) / 2;
  float x = line.min.x;
  if (curve_obstacle(access->scene())) {
    const LockedWith lock(ui, access,
                          {"inputs", "queries", "embeddings.table", "weights", "attention",
                           "temperature", "mask", "heads", "position"});
    if (!theme.appearance().presenting &&
        link(ui, "curve.textbook", Face::kSmall, {x, words}, "Make the textbook’s example", x)) {
      make_textbook_example(access);
    }
    return;
  }
  constexpr std::string_view kTruth[] = {"Data", "+ truth"};
  int shown = access.look.view.options.curve.truth ? 1 : 0;
  if (segmented(ui, "curve.truth", line.min, line.height(), kTruth, shown)) {
    access.look.view.options.curve.truth = shown == 1;
  }
  for (const std::string_view label : kTruth) {
    x += text_size(theme, Face::kBody, label).x + theme.px(24);
  }
  x += theme.px(16);
  {
    const LockedWith lock(ui, access, {"embeddings.table"});
    if (link(ui, "curve.resample", Face::kSmall, {x, words}, "Resample", x)) resample(access);
    x += theme.px(18);
    noise_slider(ui, access, line, x);
  }
  const LockedWith lock(ui, access, {"weights"});
  const float needed = text_size(theme, Face::kSmall, "width 00.0").x + theme.px(98);
  const bool has_width = takes_of_head(*access->scene().score.kind, "width");
  if (has_width && x + needed <= line.max.x) width_slider(ui, access, line, x);
}

}  // namespace attn::ui
