#include "app/ui/weights_view.h"

#include <algorithm>
#include <array>
#include <vector>

#include "app/document/numbers.h"
#include "app/ui/heatmap_keys.h"
#include "app/ui/snapshot_bar.h"
#include "app/ui/view_tools.h"

namespace attn::ui {
namespace {

/// The head that is shown of an evaluation, which may have had fewer.
Index head_in(const Evaluation& evaluation, Index head) {
  return std::min(head, static_cast<Index>(evaluation.trace.heads.size()) - 1);
}

/// The cell, where a matrix has it.
std::optional<Cell> cell_in(const Matrix& matrix, const std::optional<Cell>& cell) {
  const bool has = cell && cell->query < matrix.rows() && cell->key < matrix.cols();
  return has ? cell : std::nullopt;
}

/// The weights, 0 where masked: with tabs between and a line for each query: what a spreadsheet
/// takes.
std::string as_table(const Matrix& weights) {
  std::string text;
  for (Index i = 0; i < weights.rows(); ++i) {
    for (Index j = 0; j < weights.cols(); ++j) {
      text += (j ? "\t" : "") + shortest(weights(i, j) == kMasked ? 0 : weights(i, j));
    }
    text += '\n';
  }
  return text;
}

}  // namespace

float WeightsView::tools(Ui& ui, Session& session, const Box& line) {
  const Colormap& now = chosen_colormap(session, "indigo");
  std::vector<ViewTool> tools = {{"paint", session.painting ? "Stop painting" : "Paint"},
                                 {"export", "Export ↓"},
                                 {"copy", "Copy"},
                                 {"numbers", session.view.numbers ? "1.23" : "···"},
                                 colormap_tool(now)};
  if (!session.snapshot.kept) tools.insert(tools.begin(), {"snapshot.keep", "Keep as A"});
  const auto [clicked, begin] = view_tools(ui, line, tools);
  if (clicked == "paint") session.painting = !session.painting;
  if (clicked == "snapshot.keep") session.snapshot.keep(session.shared_evaluation());
  if (clicked == "export") export_figure(session, source(session), "weights");
  if (clicked == "copy") {
    ImGui::SetClipboardText(as_table(shown_).c_str());
    session.message = "Copied the weights as a table";
  }
  if (clicked == "numbers") session.view.numbers = !session.view.numbers;
  colormap_menu(ui, session, now, clicked == "colormap");
  return begin;
}

Version WeightsView::version(const Session& session) const {
  const Snapshot& snapshot = session.snapshot;
  if (!snapshot.kept) return Version::kNow;
  const bool is_refused =
      snapshot.shown == Version::kDifference &&
      no_difference(*snapshot.kept, session.evaluation(), session.view.head).has_value();
  return is_refused ? Version::kNow : snapshot.shown;
}

const Evaluation& WeightsView::source(const Session& session) const {
  return version(session) == Version::kKept ? *session.snapshot.kept : session.evaluation();
}

void WeightsView::upload_if_new(const Session& session) {
  const Version now = version(session);
  if (shown_evaluation_ == session.evaluation_number() && shown_head_ == session.view.head &&
      shown_version_ == now && shown_kept_ == session.snapshot.kept) {
    return;
  }
  const Evaluation& evaluation = source(session);
  shown_ = now == Version::kDifference
               ? weight_difference(*session.snapshot.kept, evaluation, session.view.head)
               : masked_weights(evaluation, head_in(evaluation, session.view.head));
  heatmap_.set(shown_);
  shown_evaluation_ = session.evaluation_number();
  shown_head_ = session.view.head;
  shown_version_ = now;
  shown_kept_ = session.snapshot.kept;
}

/// What the heatmap is of; where an A is kept, on a badge that says which.
void WeightsView::draw_hint(Ui& ui, const Session& session, const Box& box) const {
  const Theme& theme = ui.theme;
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (!session.snapshot.kept) {
    draw_text(
        list, theme, Face::kSmall, box.min, theme.colors().faint,
        shortened(theme, Face::kSmall, "rows attend to columns · each row sums to 1", box.width()));
    return;
  }
  const bool is_now = shown_version_ == Version::kNow;
  const std::string_view words = is_now                             ? "B — now"
                                 : shown_version_ == Version::kKept ? "A — kept"
                                                                    : "B − A";
  const float width = text_size(theme, Face::kCaption, words).x + theme.px(20);
  const Box badge{{box.min.x, box.min.y - theme.px(3)},
                  {box.min.x + width, box.min.y + theme.px(19)}};
  list->AddRectFilled(badge.min, badge.max, is_now ? theme.colors().hover : theme.colors().query,
                      theme.px(6));
  text_in(ui, badge, Face::kCaption, is_now ? theme.colors().query : theme.colors().on_accent,
          words, 0.5F);
  ui.map.add("snapshot.badge", badge.min, badge.max);
}

void WeightsView::draw(Ui& ui, Session& session, const Box& box) {
  const Theme& theme = ui.theme;
  Pen pen{box.min, box.width()};
  const Box line = pen.take(theme.px(24));
  const float tools_begin = tools(ui, session, line);
  if (session.snapshot.kept) snapshot_bar(ui, session, pen);
  upload_if_new(session);
  draw_hint(ui, session, {line.min, {tools_begin - theme.px(12), line.max.y}});

  const bool is_difference = shown_version_ == Version::kDifference;
  float largest = 1;
  if (is_difference) {
    largest = (shown_.array() == kMasked).select(0, shown_).cwiseAbs().maxCoeff();
    if (largest == 0) largest = 1;
  }
  const Scene& scene = source(session).scene;
  const HeatmapPlot plot{
      .name = "weights",
      .values = shown_,
      .rows = scene.query_tokens(),
      .columns = scene.tokens,
      .row_axis = "queries →",
      .column_axis = "keys →",
      .colormap = is_difference ? *find_colormap("red-blue") : chosen_colormap(session, "indigo"),
      .range = is_difference ? ColorRange{-largest, largest} : ColorRange{0, 1},
      .legend = is_difference ? "B − A" : "",
      .numbers = session.view.numbers,
      .shown = cell_in(shown_, session.shown()),
      .pinned = cell_in(shown_, session.pinned()),
      .walked = cell_in(shown_, session.walked),
      .painting = session.painting && shown_version_ == Version::kNow};
  HeatmapInput input = heatmap_.draw(ui, {pen.at, box.max}, plot);
  // What is pointed at in A counts where the present scene has it too.
  const Matrix& weights = session.evaluation().trace.heads[0].weights;
  session.hovered = cell_in(weights, input.hovered);
  take_heatmap_keys(ui, session, plot.painting, input);
  if (shown_version_ == Version::kNow) paint_.take(session, input);
  if (const auto clicked = cell_in(weights, input.clicked)) session.view.selection = clicked;
}

}  // namespace attn::ui
