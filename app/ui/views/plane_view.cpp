#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "app/document/edits/point_source.h"
#include "app/document/numbers/numbers.h"
#include "app/figure/numbers/plane_space.h"
#include "app/figure/numbers/strongest_keys.h"
#include "app/ui/views/diagram_panel.h"
#include "engine/base/clamped.h"

namespace attn::ui {
namespace {

constexpr double kPlaneThreshold = 3;  // distance in units after which a press becomes a drag
// in the order of the view's figures
constexpr std::string_view kSpaces[] = {"inputs", "keys", "values"};
constexpr Index kMostListed = 64;  // dimensions in a list

/// Parts of a target's name: "plane.values.token[3]".
struct PointName {
  std::string_view space;
  bool is_query = false;
  Index n = 0;
};

std::optional<PointName> parse_point(std::string_view name) {
  for (const std::string_view space : kSpaces) {
    const std::string before = "plane." + std::string(space) + ".";
    if (const auto n = number_in(name, before + "query[")) return PointName{space, true, *n};
    if (const auto n = number_in(name, before + "token[")) return PointName{space, false, *n};
  }
  return std::nullopt;
}

/// Index in kSpaces of the chosen space; 0 for unknown ones.
std::size_t space_of(const Workspace& workspace) {
  const auto found = std::ranges::find(kSpaces, workspace.look.view.options.plane.space);
  return found == std::end(kSpaces) ? 0 : static_cast<std::size_t>(found - kSpaces);
}

/// Pair of a point: as query with the pinned key, else its strongest, or as key of the pinned
/// query.
Cell cell_of(const Workspace& workspace, const PointName& point) {
  const bool asks = plane_space(workspace.evaluation(), shown_head(workspace), point.space).asks;
  if (!point.is_query && !asks) return {pinned_or_last(workspace).query, point.n};
  if (const auto pinned = workspace.pinned()) return {point.n, pinned->key};
  const auto keys = strongest_keys(shown_trace(workspace).weights, point.n, {.share = 0}).keys;
  return {point.n, keys.empty() ? 0 : keys[0]};
}

bool exists(const Workspace& workspace, const PointName& point) {
  const Scene& scene = workspace.scene();
  return point.n < (point.is_query ? scene.query_count() : scene.key_count());
}

/// View of points and arrows in two dimensions. Dragging a point changes the row of the inputs that
/// it depends on; axes and range stay fixed until the scene changes otherwise.
class PlaneView : public DiagramPanel {
 public:
  using DiagramPanel::DiagramPanel;

 protected:
  std::size_t figure(const Workspace& workspace) const override { return space_of(workspace); }

  std::string hint(const Workspace& workspace) const override {
    if (const auto pointed = workspace.look.hovered) {
      const float weight = shown_trace(workspace).weights(pointed->query, pointed->key);
      return pair_words(workspace.scene(), *pointed) + "  " + with_minus(brief(weight, 6));
    }
    return "drag a word to move its embedding · click one to select its query";
  }

  void controls(Ui& ui, Access access, Pen& pen) override {
    const Theme& theme = ui.theme;
    const bool is_narrow = pen.width < theme.px(600);
    constexpr std::string_view kLabels[] = {"Embeddings", "Queries, keys", "Values"};
    Box line = pen.take(theme.px(28));
    auto chosen = static_cast<int>(space_of(access));
    if (segmented(ui, "plane.space", line.min, line.height(), kLabels, chosen)) {
      access.look.view.options.plane.space = kSpaces[chosen];
      held_.reset();
    }
    float x = line.min.x + theme.px(72 + 12);
    for (const std::string_view label : kLabels) x += text_size(theme, Face::kBody, label).x;
    const PlaneSpace space =
        plane_space(access->evaluation(), shown_head(access), kSpaces[space_of(access)]);
    if (is_narrow && space.tokens->cols() > 2) {
      pen.take(theme.px(6));
      line = pen.take(theme.px(28));
      x = line.min.x;
    }
    x = axes_controls(ui, access, line.right_of(x));
    const Box words = line.right_of(x + theme.px(12));
    if (held_ && !drag_ && link_in(ui, "plane.fit", Face::kSmall, words, "fit again")) {
      held_.reset();
    }
    pen.take(theme.px(8));
  }

  void take_input(Ui&, Access access, const DiagramInput& input) override {
    const std::string& name = input.dragged.empty() ? input.hovered : input.dragged;
    if (const auto point = parse_point(name); point && exists(access, *point)) {
      point_at(access, cell_of(access, *point));
    }
    if (input.drag_begins) {
      access.end_gesture();
      begin_drag(access, input);
    }
    if (drag_ && input.dragged == drag_->name) move(access, input);
    const auto clicked = parse_point(input.clicked);
    if (clicked && exists(access, *clicked) && !(drag_ && drag_->moves)) {
      access.look.view.selection = cell_of(access, *clicked);
    }
    if (input.drag_ends || input.dragged.empty()) {
      if (drag_ && drag_->moves) access.end_gesture();
      if (drag_ && !drag_->moves && access->evaluated().shared() == held_) held_.reset();
      drag_.reset();
    }
  }

  std::shared_ptr<const Evaluation> held(const Workspace& workspace) override {
    if (held_ && workspace.change_number() != own_) held_.reset(), drag_.reset();
    return held_;
  }

 private:
  /// Point held by the mouse.
  struct Drag {
    std::string name;       ///< name of the dragged target
    std::size_t chart = 0;  ///< in the diagram
    PointSource source;
    Eigen::MatrixXd axes;  ///< 2 x width of the source: maps a step in the plane to one of the row
    RowVector row;         ///< at the start
    Point from;            ///< start of the drag, in the chart's coordinates
    Point mouse;           ///< mouse at the start, in the diagram's units
    bool moves = false;
  };

  float axes_controls(Ui& ui, Access access, const Box& line) {
    ViewOptions::Plane& options = access.look.view.options.plane;
    const PlaneSpace space =
        plane_space(access->evaluation(), shown_head(access), kSpaces[space_of(access)]);
    const Index width = space.tokens->cols();
    if (width <= 2) return line.min.x;
    const Theme& theme = ui.theme;
    constexpr std::string_view kAxes[] = {"Components", "Axes"};
    int chosen = options.axes ? 1 : 0;
    if (segmented(ui, "plane.axes", line.min, line.height(), kAxes, chosen)) {
      options.axes.reset();
      if (chosen == 1) options.axes = {0, 1};
      held_.reset();
    }
    float x = line.min.x + theme.px(48);
    for (const std::string_view label : kAxes) x += text_size(theme, Face::kBody, label).x;
    if (!options.axes) return x;
    std::vector<std::string> names;
    for (Index n = 0; n < std::min(width, kMostListed); ++n) {
      names.push_back(dimension_name(space.symbol, n));
    }
    const std::vector<std::string_view> labels(names.begin(), names.end());
    for (const std::size_t n : {0U, 1U}) {
      const float left = x + theme.px(8);
      x = left + theme.px(64);
      auto dimension =
          static_cast<int>(std::min<Index>((*options.axes)[n], std::ssize(labels) - 1));
      if (choice(ui, n == 0 ? "plane.x" : "plane.y", line.columns(left, x), labels, dimension)) {
        (*options.axes)[n] = dimension;
        held_.reset();
      }
    }
    return x;
  }

  void begin_drag(const Workspace& workspace, const DiagramInput& input) {
    drag_.reset();
    const auto point = parse_point(input.dragged);
    if (!point || !exists(workspace, *point)) return;
    const auto head = shown_head(workspace);
    auto source = point_source(workspace.scene(), static_cast<std::size_t>(head), point->space,
                               point->is_query, point->n);
    const auto& charts = drawn().charts;
    const auto chart =
        std::ranges::find(charts, "plane." + std::string(point->space), &Chart::name);
    if (!source || chart == charts.end()) return;
    if (!held_) held_ = workspace.evaluated().shared();
    own_ = workspace.change_number();
    const PlaneAxes axes =
        plane_axes(plane_space(*held_, head, point->space), workspace.look.view.options.plane);
    drag_ = Drag{.name = input.dragged,
                 .chart = static_cast<std::size_t>(chart - charts.begin()),
                 .source = *source,
                 .axes = axes.directions * source->back.cast<double>(),
                 .row = row_of(workspace.scene(), *source),
                 .from = chart->coordinates(input.mouse),
                 .mouse = input.mouse};
  }

  void move(Access access, const DiagramInput& input) {
    Drag& drag = *drag_;
    if (drag.chart >= drawn().charts.size()) return;
    const Chart& chart = drawn().charts[drag.chart];
    const Rect& area = chart.area;
    const Point mouse{clamped(input.mouse.x, area.x, area.right()),
                      clamped(input.mouse.y, area.y, area.bottom())};
    if (std::hypot(mouse.x - drag.mouse.x, mouse.y - drag.mouse.y) > kPlaneThreshold)
      drag.moves = true;
    if (!drag.moves) return;
    const Point to = chart.coordinates(mouse);
    const Eigen::RowVectorXd step =
        (to.x - drag.from.x) * drag.axes.row(0) + (to.y - drag.from.y) * drag.axes.row(1);
    // Rounded to the precision of the picture, for readable numbers.
    const double unit = (chart.high.x - chart.low.x) / area.width;
    const double grain = std::pow(10, std::floor(std::log10(unit)));
    RowVector row = drag.row;
    for (Index n = 0; n < row.size(); ++n) {
      if (step(n) == 0) continue;
      row(n) = static_cast<float>(std::round((drag.row(n) + step(n)) / grain) * grain);
    }
    if (row == row_of(access->scene(), drag.source)) return;
    access.propose("plane", "Move a word", drag.name,
                   [&](Scene& scene) { set_row(scene, drag.source, row); });
    own_ = access->change_number();
  }

  std::optional<Drag> drag_;
  std::shared_ptr<const Evaluation> held_;
  std::size_t own_ = 0;  // last change made by a drag here
};

}  // namespace

std::unique_ptr<View> make_plane_view(const ViewKind& kind) {
  return std::make_unique<PlaneView>(kind);
}

}  // namespace attn::ui
