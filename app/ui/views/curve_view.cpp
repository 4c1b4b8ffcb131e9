#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include <GLFW/glfw3.h>

#include "app/document/edits/input_edits.h"
#include "app/document/edits/kernel_sample.h"
#include "app/document/edits/matrix_fill.h"
#include "app/document/edits/point_source.h"
#include "app/document/numbers/numbers.h"
#include "app/figure/numbers/curve_estimate.h"
#include "app/figure/views/diagrams.h"
#include "app/ui/numbers/section.h"
#include "app/ui/toolkit/slider.h"
#include "app/ui/views/diagram_panel.h"
#include "engine/attention/lookup.h"
#include "engine/attention/score.h"
#include "engine/base/clamped.h"

namespace attn::ui {
namespace {

constexpr double kMostNoise = 2;
constexpr double kLowestWidth = 0.1, kWidthDecades = 2.3;  // up to 20

/// "noise 0.50" and a slider at `x`; advances `x`.
SliderEdit named_slider(Ui& ui, std::string_view name, const std::string& words,
                        std::string_view widest, const Box& line, float& x, float place) {
  const Theme& theme = ui.theme;
  const float label = text_size(theme, Face::kSmall, widest).x + theme.px(8);
  text_in(ui, line.columns(x, x + label), Face::kSmall, theme.colors().secondary, words, 0);
  x += label;
  const Box knob =
      line.columns(x, std::min(x + theme.px(90), std::max(x + theme.px(30), line.max.x)));
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
  const auto h = static_cast<std::size_t>(
      clamped<Index>(access.look.view.head, 0, std::ssize(access->scene().heads) - 1));
  const double width = static_cast<double>(access->scene().heads[h].width.value_or(1));
  const double place = std::log10(width / kLowestWidth) / kWidthDecades;
  const SliderEdit edit = named_slider(ui, "curve.width", "width " + brief(width, 3), "width 00.0",
                                       line, x, static_cast<float>(clamped(place, 0.0, 1.0)));
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

/// Replaces the scene by the textbook's example, as one undo step.
void make_textbook_example(Access access) {
  ViewOptions::Curve& options = access.look.view.options.curve;
  options.truth = true;
  access.look.view.head = 0;
  access.propose("curve.textbook", "Make the textbook's example", "",
                 [&](Scene& scene) { make_kernel_scene(scene, options.noise, options.seed); });
}

/// Token of a point's target name: "curve.point[3]".
std::optional<Index> point_of(std::string_view name, const Scene& scene) {
  const auto token = number_in(name, "curve.point[");
  return token && *token < scene.key_count() ? token : std::nullopt;
}

Point point_in(const Scene& scene, Index token) {
  const Matrix& values = scene.values ? **scene.values : *scene.embeddings;
  return {static_cast<double>((*scene.embeddings)(token, 0)),
          static_cast<double>(values(token, 0))};
}

/// Rounded to the precision of the mouse on an axis of this length.
float rounded(double value, double length) {
  const double unit = std::pow(10.0, std::floor(std::log10(length / 300)));
  return static_cast<float>(std::round(value / unit) * unit);
}

/// Index of the query nearest to `x`.
Index nearest_query(const Scene& scene, double x) {
  const Matrix& queries = scene.query_embeddings();
  Index nearest = 0;
  for (Index i = 1; i < queries.rows(); ++i) {
    const auto away = [&](Index n) { return std::abs(static_cast<double>(queries(n, 0)) - x); };
    if (away(i) < away(nearest)) nearest = i;
  }
  return nearest;
}

/// View of attention over numbers as regression. Points can be dragged; a double click on the plane
/// adds one, Delete or the right button removes the one under the mouse (or the pinned one).
class CurveView : public DiagramPanel {
 public:
  using DiagramPanel::DiagramPanel;

 protected:
  std::string hint(const Workspace& workspace) const override {
    const Scene& scene = workspace.scene();
    if (curve_obstacle(scene)) return "attention over numbers is a regression";
    if (has_own_query_parts(scene)) {
      return "drag points · double-click adds one · the curve ignores bias and masks by index";
    }
    return "drag points · double-click adds one · right-click removes one";
  }

  /// Controls above the curve: the textbook's sample and its true function, noise, and kernel
  /// width; if the scene is no curve, a button that creates one.
  void controls(Ui& ui, Access access, Pen& pen) override {
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
    two_way(ui, "curve.truth", line, kTruth, access.look.view.options.curve.truth);
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

  bool follows_mouse() const override { return true; }
  std::optional<Rect> frame() const override {
    return drag_ ? std::optional(drag_->scale.frame) : std::nullopt;
  }

  void take_input(Ui& ui, Access access, const DiagramInput& input) override {
    const auto now = scale(access);
    if (!now) {
      drag_.reset();
      return;
    }
    drag(access, input);
    point_at(access, input);
    if (input.double_clicked == "curve.plane") {
      const Point at = now->to_data(input.mouse);
      const float x = rounded(at.x, now->frame.width), y = rounded(at.y, now->frame.height);
      access.propose("curve.plane", "Add a point", "",
                     [=](Scene& scene) { add_point(scene, x, y); });
    }
    auto removed = point_of(input.hovered, access->scene());
    const bool is_right = removed && ImGui::IsMouseClicked(1);
    if (!removed && access->pinned()) removed = access->pinned()->key;
    const bool is_removed =
        is_right || (removed && takes_keys(ui) && ui.keys.take(GLFW_KEY_DELETE));
    if (!is_removed || drag_ || access->scene().key_count() < 2) return;
    access.propose("curve.plane", "Remove a point", "",
                   [&](Scene& scene) { remove_token(scene, TokenList::kTokens, *removed); });
    access.look.view.selection.reset();
    access.look.hovered.reset();
  }

 private:
  /// Dragged point. The plane stays fixed until the end of the drag.
  struct Drag {
    Index token = 0;
    CurveScale scale;
    Point from, mouse;  ///< initial position in data units, and of the mouse in units
    bool moved = false;
  };

  std::optional<CurveScale> scale(const Workspace& workspace) const {
    const Target* plane = find_target("curve.plane");
    if (!plane || curve_obstacle(workspace.scene())) return std::nullopt;
    return CurveScale{curve_frame(workspace.evaluation(), workspace.look.view.options.curve),
                      plane->box};
  }

  void drag(Access access, const DiagramInput& input) {
    const auto token = point_of(input.dragged, access->scene());
    if (input.drag_begins && token) {
      if (const auto now = scale(access)) {
        drag_ = Drag{*token, *now, point_in(access->scene(), *token), input.mouse};
      }
    }
    if (!drag_) return;
    if (!token || *token != drag_->token) {
      drag_.reset();
      return;
    }
    const Rect& plane = drag_->scale.plane;
    const Point mouse{clamped(input.mouse.x, plane.x, plane.right()),
                      clamped(input.mouse.y, plane.y, plane.bottom())};
    constexpr double kStill = 3;
    drag_->moved |= std::hypot(mouse.x - drag_->mouse.x, mouse.y - drag_->mouse.y) >= kStill;
    if (drag_->moved) {
      const Point start = drag_->scale.to_data(drag_->mouse), now = drag_->scale.to_data(mouse);
      const Rect& frame = drag_->scale.frame;
      const float x = rounded(drag_->from.x + now.x - start.x, frame.width);
      const float y = rounded(drag_->from.y + now.y - start.y, frame.height);
      access.propose("curve.plane", "Move a point", "curve.point",
                     [&](Scene& scene) { move_point(scene, drag_->token, x, y); });
    }
    if (!input.drag_ends) return;
    access.end_gesture();
    drag_.reset();
  }

  void point_at(Access access, const DiagramInput& input) {
    const Scene& scene = access->scene();
    const auto token = point_of(input.hovered, scene);
    if (!token) return;
    const Cell cell{nearest_query(scene, point_in(scene, *token).x), *token};
    access.look.hovered = cell;
    if (!input.clicked.empty()) access.look.view.selection = cell;
  }

  std::optional<Drag> drag_;
};

}  // namespace

std::unique_ptr<View> make_curve_view(const ViewKind& kind) {
  return std::make_unique<CurveView>(kind);
}

}  // namespace attn::ui
