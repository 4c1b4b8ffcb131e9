#include <algorithm>
#include <cmath>

#include "app/document/edits/kind_edits.h"
#include "app/document/numbers/numbers.h"
#include "app/figure/charts/graph_layout.h"
#include "app/ui/numbers/section.h"
#include "app/ui/views/diagram_panel.h"
#include "engine/attention/mask.h"
#include "engine/base/clamped.h"

namespace attn::ui {
namespace {

constexpr double kThreshold = 3;  // distance in units after which a press becomes a drag
constexpr std::string_view kNode = "graph.node[";

std::optional<std::size_t> node_of(std::string_view name) { return number_in(name, kNode); }

bool exists(const Scene& scene, Cell cell) {
  return cell.query < scene.query_count() && cell.key < scene.key_count();
}

/// Existing edge: "graph.edge[2][0]".
std::optional<Cell> edge_of(const Scene& scene, std::string_view name) {
  const auto edge = numbers_in(name, "graph.edge[");
  if (!edge || !exists(scene, {edge->first, edge->second})) return std::nullopt;
  return Cell{edge->first, edge->second};
}

bool is_query_node(const Scene& scene, std::size_t n) {
  return scene.queries && n >= scene.tokens.size();
}

std::size_t node_count(const Scene& scene) {
  return scene.tokens.size() + (scene.queries ? scene.queries->tokens.size() : 0);
}

/// Pair of a node: as query with the pinned key, or in cross-attention as key of the pinned query.
Cell cell_of(const Workspace& workspace, std::size_t n) {
  const Scene& scene = workspace.scene();
  const Cell pinned = pinned_or_last(workspace);
  const auto index = static_cast<Index>(n);
  if (is_query_node(scene, n)) return {index - scene.key_count(), pinned.key};
  if (scene.queries) return {pinned.query, index};
  return {index, pinned.key};
}

/// Edge from one node to another, if it can exist: it ends at a query.
std::optional<Cell> edge_between(const Scene& scene, std::size_t from, std::size_t to) {
  if (from == to) return std::nullopt;
  const auto L = scene.tokens.size();
  if (!scene.queries) return Cell{static_cast<Index>(to), static_cast<Index>(from)};
  if (is_query_node(scene, from) == is_query_node(scene, to)) return std::nullopt;
  const std::size_t query = std::max(from, to) - L, key = std::min(from, to);
  return Cell{static_cast<Index>(query), static_cast<Index>(key)};
}

/// View of nodes and arrows. Nodes can be dragged; with Connect chosen, or Shift held, a drag from
/// one node to another toggles an edge of the graph mask.
class GraphView : public DiagramPanel {
 public:
  using DiagramPanel::DiagramPanel;

 protected:
  std::string hint(const Workspace& workspace) const override {
    const auto cell = workspace.look.hovered;
    if (cell && exists(workspace.scene(), *cell)) {
      const HeadTrace& head = shown_trace(workspace);
      const bool is_masked = head.is_masked(cell->query, cell->key);
      return pair_words(workspace.scene(), *cell) + "  " +
             (is_masked ? "masked" : with_minus(brief(head.weights(cell->query, cell->key), 6)));
    }
    const bool has_edges = graph_mask(workspace.scene()) && !workspace.locks({"mask"});
    if (!has_edges) return "drag a node to move it · click one to select its query";
    if (connects_) return "drag from one node to another to add or remove an edge";
    return "drag a node to move it · Shift + drag from node to node adds or removes an edge";
  }

  void controls(Ui& ui, Access access, Pen& pen) override {
    const Theme& theme = ui.theme;
    const Box line = pen.take(theme.px(28));
    mask_controls(ui, access, line);
    ViewOptions::Graph& options = access.look.view.options.graph;
    const std::string_view again = "lay out again";
    const float left = line.max.x - text_size(theme, Face::kSmall, again).x;
    if (!options.nodes.empty() &&
        link_in(ui, "graph.layout", Face::kSmall, line.right_of(left), again)) {
      options.nodes.clear();
    }
    pen.take(theme.px(8));
    complaint_line(ui, pen, access.notices.complaint("graph"));
  }

  void take_input(Ui& ui, Access access, const DiagramInput& input) override {
    const Scene& scene = access->scene();
    if (const auto edge = edge_of(scene, input.hovered)) point_at(access, *edge);
    if (const auto node = node_of(input.hovered); node && *node < node_count(scene)) {
      if (!drag_) access.look.hovered = cell_of(access, *node);
      ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    }
    if (const auto edge = edge_of(scene, input.clicked)) access.look.view.selection = edge;
    if (input.drag_begins) begin_drag(input);
    if (drag_ && drag_->node >= node_count(scene)) drag_.reset();
    if (drag_ &&
        std::hypot(input.mouse.x - drag_->from.x, input.mouse.y - drag_->from.y) > kThreshold)
      drag_->moves = true;
    if (drag_ && drag_->moves) {
      drag_->connects ? draw_new_edge(ui, access, input) : move_node(access, input);
    }
    const auto clicked = node_of(input.clicked);
    if (clicked && *clicked < node_count(scene) && !(drag_ && drag_->moves)) {
      access.look.view.selection = cell_of(access, *clicked);
    }
    if (!input.drag_ends && !input.dragged.empty()) return;
    if (input.drag_ends && drag_ && drag_->moves && drag_->connects) {
      if (const auto to = node_at(input.mouse)) connect(access, *to);
    }
    drag_.reset();
  }

 private:
  struct Drag {
    std::size_t node = 0;
    Point from;  ///< initial mouse position, in the diagram's units
    Point grip;  ///< offset from the mouse to the node's centre
    bool connects = false;
    bool moves = false;
  };

  void mask_controls(Ui& ui, Access access, const Box& line) {
    const LockedWith lock(ui, access, {"mask"});
    connects_ &= !access->locks({"mask"});
    if (graph_mask(access->scene())) {
      edge_controls(ui, access, line, line.width() < ui.theme.px(520));
    } else if (!ui.theme.appearance().presenting &&
               link_in(ui, "graph.make", Face::kSmall, line,
                       "Create a graph mask, to draw its edges")) {
      access.propose("graph", "Add a mask", "",
                     [](Scene& scene) { add_mask(scene, mask_kind("graph")); });
      connects_ = true;
    }
  }

  void edge_controls(Ui& ui, Access access, const Box& line, bool is_narrow) {
    const Theme& theme = ui.theme;
    constexpr std::string_view kTools[] = {"Move", "Connect"};
    constexpr std::string_view kWays[] = {"One way", "Both ways"};
    float x = line.min.x;
    two_way(ui, "graph.tool", line, kTools, connects_);
    for (const auto label : kTools) x += text_size(theme, Face::kBody, label).x + theme.px(24);
    x += theme.px(10);
    if (!connects_ || access->scene().queries) return;
    int chosen = both_ways(access) ? 1 : 0;
    if (is_narrow) {
      if (link_in(ui, "graph.ways", Face::kSmall, line.right_of(x), kWays[chosen])) {
        both_ways_ = chosen == 0;
      }
    } else if (segmented(ui, "graph.ways", {x, line.min.y}, line.height(), kWays, chosen)) {
      both_ways_ = chosen == 1;
    }
  }

  void begin_drag(const DiagramInput& input) {
    drag_.reset();
    const auto node = node_of(input.dragged);
    const Target* target = find_target(input.dragged);
    if (!node || !target) return;
    const Rect& box = target->box;
    drag_ = Drag{.node = *node,
                 .from = input.mouse,
                 .grip = {box.middle_x() - input.mouse.x, box.middle_y() - input.mouse.y},
                 .connects = connects_ || ImGui::GetIO().KeyShift};
  }

  void move_node(Access access, const DiagramInput& input) {
    if (drawn().charts.empty()) return;
    const Chart& chart = drawn().charts[0];
    const Rect& area = chart.area;
    const Point to =
        chart.coordinates({clamped(input.mouse.x + drag_->grip.x, area.x, area.right()),
                           clamped(input.mouse.y + drag_->grip.y, area.y, area.bottom())});
    auto& nodes = access.look.view.options.graph.nodes;
    const auto token = static_cast<Index>(drag_->node);
    std::erase_if(nodes, [token](const auto& node) { return node.token == token; });
    const auto rounded = [](double x) { return std::round(x * 1000) / 1000; };
    nodes.push_back({token, rounded(to.x), rounded(to.y)});
  }

  void connect(Access access, std::size_t to) {
    const auto edge = edge_between(access->scene(), drag_->node, to);
    if (!edge) return;
    if (!graph_mask(access->scene())) {
      access.notices.complain("graph", "There is no graph mask for the edge: create one first");
      return;
    }
    // Nodes keep their places, although other edges have another layout.
    auto& nodes = access.look.view.options.graph.nodes;
    const auto places = graph_nodes(access->scene(), access.look.view.options.graph);
    nodes.clear();
    for (std::size_t n = 0; n < places.size(); ++n) {
      nodes.push_back({static_cast<Index>(n), places[n].x, places[n].y});
    }
    const bool is_there = has_edge(*graph_mask(access->scene()), edge->query, edge->key);
    access.end_gesture();
    access.propose("graph", is_there ? "Remove an edge" : "Add an edge", "",
                   [&, both = both_ways(access)](Scene& scene) {
                     toggle_edge(scene, edge->query, edge->key, both);
                   });
    access.look.view.selection = *edge;
  }

  void draw_new_edge(const Ui& ui, const Workspace& workspace, const DiagramInput& input) const {
    const Target* target = find_target(std::string(kNode) + std::to_string(drag_->node) + "]");
    if (!target) return;
    const Theme& theme = ui.theme;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const auto pixel = [&](double x, double y) {
      return ImVec2(mouse.x + static_cast<float>(x - input.mouse.x) * theme.scale(),
                    mouse.y + static_cast<float>(y - input.mouse.y) * theme.scale());
    };
    const Palette& palette = theme.colors();
    const ImVec2 from = pixel(target->box.middle_x(), target->box.middle_y());
    imgui::list()->AddLine(from, mouse, palette.query, theme.px(2));
    const auto to = node_at(input.mouse);
    const Mask* mask = graph_mask(workspace.scene());
    if (!to || !mask) return;
    const auto edge = edge_between(workspace.scene(), drag_->node, *to);
    if (!edge) return;
    const bool is_there = has_edge(*mask, edge->query, edge->key);
    const ImU32 color = is_there ? palette.warning : palette.good;
    imgui::list()->AddCircle(mouse, theme.px(14), color, 32, theme.px(2));
    draw_text(theme, Face::kMedium, {mouse.x + theme.px(18), mouse.y - theme.px(18)}, color,
              is_there ? "− edge" : "+ edge");
  }

  std::optional<std::size_t> node_at(Point place) const {
    for (const Target& target : drawn().targets) {
      const Rect& box = target.box;
      const bool is_in =
          place.x >= box.x && place.x < box.right() && place.y >= box.y && place.y < box.bottom();
      if (const auto node = node_of(target.name); node && is_in) return node;
    }
    return std::nullopt;
  }

  bool both_ways(const Workspace& workspace) const {
    const Mask* mask = graph_mask(workspace.scene());
    if (!mask || workspace.scene().queries) return false;
    return both_ways_.value_or(is_symmetric_graph(*mask));
  }

  bool connects_ = false;
  std::optional<bool> both_ways_;  ///< unset: follows the mask's edges
  std::optional<Drag> drag_;
};

}  // namespace

std::unique_ptr<View> make_graph_view(const ViewKind& kind) {
  return std::make_unique<GraphView>(kind);
}

}  // namespace attn::ui
