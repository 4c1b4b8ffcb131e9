#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "app/document/numbers/numbers.h"
#include "app/figure/text/visible_text.h"
#include "app/figure/views/diagrams.h"
#include "app/figure/views/pair_quantity.h"
#include "app/gl/base/device.h"
#include "app/session/workspace/learn.h"
#include "app/session/workspace/numbers_needed.h"
#include "app/ui/heatmap/heatmap_view.h"
#include "app/ui/heatmap/softmax_cells.h"
#include "app/ui/views/view.h"
#include "app/ui/views/view_tools.h"
#include "engine/attention/score.h"
#include "engine/base/clamped.h"

namespace attn::ui {
namespace {

constexpr std::array<std::string_view, 3> kVersions = {"B now", "A kept", "B − A"};

std::string number_text(float number) {
  return number == kMasked ? "masked" : with_minus(fixed(number, 3));
}

/// Values of the cell in both: "Book → Reads: A 0.877, B 0.512, B − A -0.365", the longest text
/// first.
std::vector<std::string> cell_texts(const Workspace& workspace, const PairQuantity& quantity,
                                    Cell cell) {
  const Scene& scene = workspace.evaluation().scene;
  const auto number = [&](const Evaluation& evaluation) {
    const HeadTrace& head = evaluation.trace.head(workspace.head());
    const bool is_masked = quantity.mask(head)(cell.query, cell.key) == kMasked;
    return is_masked ? kMasked : quantity.numbers(head)(cell.query, cell.key);
  };
  const float a = number(*workspace.look.snapshot.kept), b = number(workspace.evaluation());
  const std::string both = "A " + number_text(a) + ", B " + number_text(b);
  const std::string pair =
      named_token(scene.query_tokens(), cell.query) + " → " + named_token(scene.tokens, cell.key);
  if (a == kMasked || b == kMasked) return {pair + ": " + both, both};
  const std::string change = "B − A " + with_minus(fixed(b - a, 3));
  return {pair + ": " + both + ", " + change, both + ", " + change, change};
}

/// Bar shown while a snapshot A exists: choice of A, B or B − A, values of the shown cell in both,
/// and commands for A.
void snapshot_bar(Ui& ui, Access access, const PairQuantity& quantity, Pen& pen) {
  const Theme& theme = ui.theme;
  const Box line = pen.take(theme.px(26));
  const auto refused =
      why_no_difference(*access.look.snapshot.kept, access->evaluation(), access->head());
  int shown = static_cast<int>(access.look.snapshot.shown);
  if (segmented(ui, "snapshot.show", line.min, line.height(), kVersions, shown)) {
    access.look.snapshot.shown = static_cast<Version>(shown);
  }
  float x = line.min.x;
  for (const std::string_view label : kVersions) {
    x += text_size(theme, Face::kBody, label).x + theme.px(24);
  }
  const float y = line.min.y + (line.height() - theme.line_height(Face::kSmall)) / 2;
  const bool keeps = link(ui, "snapshot.keep", Face::kSmall, {x + theme.px(14), y}, "Keep as A", x);
  const bool drops = link(ui, "snapshot.drop", Face::kSmall, {x + theme.px(14), y}, "Drop A", x);
  if (const auto cell = access->shown(); cell && !refused) {
    const Box rest = line.right_of(x + theme.px(14));
    ui.map.add("snapshot.cell", rest.min, rest.max);
    fitted_text_in(ui, rest, Face::kSmall, theme.colors().secondary,
                   cell_texts(access, quantity, *cell), 1);
  }
  if (refused && access.look.snapshot.shown == Version::kDifference) {
    const std::string words = "B − A can't be drawn: " + *refused + ". B is shown.";
    ui.map.add("snapshot.refused", pen.at, {pen.at.x + pen.width, pen.at.y + theme.px(20)});
    complaint_line(ui, pen, &words);
  }
  pen.take(theme.px(8));
  if (keeps) access.keep_as_a();
  if (drops) access.look.snapshot.drop();
}

// On a lesson's stage, where the matrix is the main part.
constexpr double kStageCell = 100, kLargestStageCell = 200, kStageShare = 0.11;

/// Cell on the stage: of a matrix of one row or two cells larger, so that it is as large as others.
double stage_cell(const Matrix& matrix) {
  constexpr double kWidth = 500;
  const auto cells = static_cast<double>(std::max(matrix.rows(), matrix.cols()));
  return clamped(kWidth / cells, kStageCell, kLargestStageCell);
}

/// Selected head, clamped to the heads of the evaluation.
Index head_in(const Workspace& workspace, const Evaluation& evaluation) {
  const Index head = workspace.has_all_numbers() ? workspace.look.view.head : workspace.head();
  return std::min(head, std::ssize(evaluation.trace.heads) - 1);
}

/// The cell, if it lies in the matrix.
std::optional<Cell> cell_in(const Matrix& matrix, const std::optional<Cell>& cell) {
  const bool has = cell && cell->query < matrix.rows() && cell->key < matrix.cols();
  return has ? cell : std::nullopt;
}

/// Tab-separated values, one line per query, as spreadsheets paste. `masked` replaces masked pairs.
std::string as_table(const Matrix& numbers, const Matrix& mask, float masked) {
  std::string text;
  for (Index i = 0; i < numbers.rows(); ++i) {
    for (Index j = 0; j < numbers.cols(); ++j) {
      text += (j ? "\t" : "") + shortest(mask(i, j) == kMasked ? masked : numbers(i, j));
    }
    text += '\n';
  }
  return text;
}

/// View in the middle: weights or scores of the selected head as a heatmap.
class PairView : public View {
 public:
  using View::View;
  DrawnNumbers draw(Ui& ui, Access access, const ViewPlace& place) override;
  std::optional<Box> matrix() const override { return heatmap_.area(); }
  std::optional<ViewLegend> legend() const override { return legend_; }
  void rest() override;

 private:
  /// Key of the heatmap, to reuse it.
  struct HeatmapSource {
    Version version = Version::kNow;
    std::shared_ptr<const Evaluation> now, kept;
    const PairQuantity* quantity = nullptr;
    Index head = -1;
    std::string range;
    float temperature = 1;  ///< temperature of the drawn weights, possibly newer than that of `now`
    bool operator==(const HeatmapSource&) const = default;
  };
  void tools(Ui& ui, Access access, const std::optional<Box>& bar);
  /// Returns whether all weights are so small that colours from 0 to 1 do not show them.
  bool is_pale(const Workspace& workspace);
  /// Returns whether raw scores can be chosen: they differ from the scores in use.
  bool has_choice(const Workspace& workspace) const;
  void choose_scores(Ui& ui, Pen& pen);
  /// Shown quantity: that of the tab, or raw scores.
  const PairQuantity& quantity(const Workspace& workspace) const;
  /// Drawn version of A and B: the difference only if it exists.
  Version version(const Workspace& workspace) const;
  /// Evaluation whose tokens label the heatmap.
  const Evaluation& source(const Workspace& workspace) const;
  /// Draws the weights from the compute shaders' buffer. Returns false if they are not there.
  bool draw_from_device(const Workspace& workspace, Index head);
  /// Carries out tool commands that need all numbers, once they are loaded.
  void take_wishes(Access access);
  Matrix numbers(const Workspace& workspace, const Evaluation& evaluation) const;
  void upload_if_new(const Workspace& workspace);
  void upload(const Workspace& workspace, const HeatmapSource& key, bool keeps_shading);
  bool hides_keys(const Workspace& workspace) const;
  HeatmapPlot plot(const Workspace& workspace);
  void leave_legend(const Ui& ui, HeatmapPlot& plot);

  /// The tab's first quantity, and the second, raw scores, if it has one.
  const PairQuantity& tab_ = pair_quantity(kind().figure(0));
  const PairQuantity* raw_ = kind().figures.empty() ? nullptr : &pair_quantity(kind().figure(1));
  bool is_raw_ = false;  // was chosen
  bool wants_copy_ = false, wants_to_keep_ = false;
  bool opens_legend_ = false;  // the legend was clicked in the last frame
  bool is_presented_ = false;
  HeatmapView heatmap_;
  MaskPaint paint_;
  HeatmapSource key_;
  HeatmapSource pale_of_;  // of is_pale_
  bool is_pale_ = false;
  Matrix made_;    // numbers that no Trace has, kMasked for masked pairs
  Matrix shades_;  // coloured numbers, if not the values
  Shading shading_;
  // Drawn matrix: made_, or one of the evaluation in key_.
  const Matrix* values_ = &made_;
  const Matrix* mask_ = &made_;
  const Matrix* drawn_ = &made_;
  gl::ScoresUpload upload_;
  SoftmaxCells softmax_;
  bool is_softmax_ = false;  // the softmax cells draw the weights
  bool has_masked_ = false;
  // Margins of the weights of an evaluation's head.
  LabelledMatrix margins_{};
  std::shared_ptr<const Evaluation> margins_of_;
  Index margins_head_ = -1;
  Version margins_version_ = Version::kNow;
  std::optional<ViewLegend> legend_;  // legend drawn by the stage
};

}  // namespace

void PairView::tools(Ui& ui, Access access, const std::optional<Box>& bar) {
  const bool is_locked = access->locks({"mask"});
  access.look.painting &= !is_locked;
  const NumberSpan span =
      span_of(tab_, access->evaluation().scene, head_in(access, access->evaluation()));
  ViewTools tools{.own = {{"copy", "Copy the numbers", "Ctrl+C"},
                          {"paint", access.look.painting ? "Stop painting" : "Paint a mask",
                           nullptr, is_locked ? access->locked_words() : std::string_view{}},
                          {"snapshot.keep", "Keep as A, to compare"}},
                  .has_numbers = true,
                  .span = span,
                  .colormap = &chosen_colormap(access, usual_colormap(span).id)};
  if (access.look.painting) {
    tools.running = "paint";
    tools.running_label = "Stop painting";
  } else if (is_pale(access)) {
    tools.running = "small-weights";
    tools.running_label = "Show small weights";
  }
  const std::string_view clicked =
      view_tools(ui, access, bar, tools, std::exchange(opens_legend_, false));
  if (clicked == "paint") {
    access.look.painting = !access.look.painting;
    access.look.learning.is_painting = false;
  }
  if (clicked == "small-weights") access.look.view.options.range = "own";
  wants_to_keep_ |= clicked == "snapshot.keep";
  take_export(ui, access, clicked, quantity(access).id,
              version(access) == Version::kKept ? access.look.snapshot.kept : nullptr);
  wants_copy_ |= takes_copy(ui, clicked);
  take_wishes(access);
}

void PairView::take_wishes(Access access) {
  // The drawn numbers may be those of the last frame.
  if (!access->has_all_numbers() || key_.now != access->evaluated().shared()) return;
  if (std::exchange(wants_to_keep_, false)) access.keep_as_a();
  if (std::exchange(wants_copy_, false)) {
    ImGui::SetClipboardText(as_table(*values_, *mask_, tab_.are_scores ? kMasked : 0).c_str());
    access.notices.tell("Copied the " + std::string(tab_.id) + " as a table");
  }
}

bool PairView::is_pale(const Workspace& workspace) {
  constexpr float kPale = 0.1F;
  if (shading_.kind == nullptr || !shading_.kind->is_unit()) return false;
  if (workspace.has_all_numbers() && pale_of_ != key_) {
    pale_of_ = key_;
    is_pale_ = values_->size() > 0 && values_->maxCoeff() < kPale;
  }
  return is_pale_;
}

bool PairView::has_choice(const Workspace& workspace) const {
  if (raw_ == nullptr) return false;
  const Evaluation& evaluation = workspace.evaluation();
  const Index head = head_in(workspace, evaluation);
  return has_raw_scores(evaluation.trace.head(head));
}

void PairView::choose_scores(Ui& ui, Pen& pen) {
  constexpr std::string_view kLabels[] = {"With bias and mask", "Raw"};
  two_way(ui, "scores.of", pen.take(ui.theme.px(26)), kLabels, is_raw_);
  pen.take(ui.theme.px(8));
}

const PairQuantity& PairView::quantity(const Workspace& workspace) const {
  return is_raw_ && has_choice(workspace) ? *raw_ : tab_;
}

Version PairView::version(const Workspace& workspace) const {
  const Snapshot& snapshot = workspace.look.snapshot;
  if (!snapshot.kept) return Version::kNow;
  const bool is_refused =
      snapshot.shown == Version::kDifference &&
      why_no_difference(*snapshot.kept, workspace.evaluation(), workspace.head()).has_value();
  return is_refused ? Version::kNow : snapshot.shown;
}

const Evaluation& PairView::source(const Workspace& workspace) const {
  return version(workspace) == Version::kKept ? *workspace.look.snapshot.kept
                                              : workspace.evaluation();
}

Matrix PairView::numbers(const Workspace& workspace, const Evaluation& evaluation) const {
  const Index head = head_in(workspace, evaluation);
  return masked_numbers(quantity(workspace), evaluation.trace.head(head));
}

void PairView::rest() {
  key_ = {};
  made_ = shades_ = Matrix();
  values_ = mask_ = drawn_ = &made_;
  is_softmax_ = false;
  softmax_.release();
  heatmap_.release();
  margins_ = {};
  margins_of_.reset();
}

void PairView::upload_if_new(const Workspace& workspace) {
  const float temperature = workspace.newest_temperature();
  const bool is_ahead =
      workspace.has_all_numbers() && SoftmaxCells::can_draw(workspace.evaluation(), temperature);
  HeatmapSource key{version(workspace),
                    workspace.evaluated().shared(),
                    workspace.look.snapshot.kept,
                    &quantity(workspace),
                    workspace.look.view.head,
                    workspace.look.view.options.range,
                    is_ahead ? temperature : workspace.evaluation().scene.normalizer.temperature};
  if (key == key_) return;
  HeatmapSource of_shading = key_;
  of_shading.temperature = key.temperature;
  const bool keeps_shading = of_shading == key;  // may need all weights
  key_ = std::move(key);  // set first, as it owns the matrices that values_ and mask_ point to
  upload(workspace, key_, keeps_shading);
  has_masked_ = hides_keys(workspace);
}

/// Returns whether any drawn pair is masked; while not all are loaded, whether any may be.
bool PairView::hides_keys(const Workspace& workspace) const {
  const auto has_masks = [](const Evaluation& one) {
    return !one.scene.masks.empty() || has_given_scores(one.scene.score);
  };
  const bool is_difference = key_.version == Version::kDifference;
  const bool may = has_masks(source(workspace)) || (is_difference && has_masks(*key_.kept));
  return may && (!workspace.has_all_numbers() || (mask_->array() == kMasked).any());
}

void PairView::upload(const Workspace& workspace, const HeatmapSource& key, bool keeps_shading) {
  const Evaluation& evaluation = source(workspace);
  const Index number = head_in(workspace, evaluation);
  const HeadTrace& head = evaluation.trace.head(number);
  is_softmax_ = false;
  // If the range depends on numbers that are not loaded yet, the fixed range is used meanwhile.
  const bool is_whole = workspace.has_all_numbers();
  const bool waits = !is_whole && range_needs_all_numbers(key.range, evaluation.scene);
  if (!keeps_shading) {
    shading_ = shading_of(*key.quantity, evaluation.trace, number, waits ? "fixed" : key.range,
                          span_of(*key.quantity, evaluation.scene, number));
    if (is_whole && !shading_.kind->is_unit()) {
      shading_ = drawn_with_margins(std::move(shading_), *key.quantity, evaluation, number);
    }
  }
  if (key.version != Version::kDifference) {
    values_ = &key.quantity->numbers(head);
    mask_ = &key.quantity->mask(head);
    drawn_ = values_;
    const bool are_weights = key.quantity->part == Part::weights && !shading_.has_shades();
    const float own = evaluation.scene.normalizer.temperature;
    const float temperature = key.version == Version::kNow ? key.temperature : own;
    const bool can_be_there = key.version == Version::kNow && temperature == own;
    if (are_weights && can_be_there && draw_from_device(workspace, number)) return;
    if (!is_whole) return;  // a newer one follows: the current drawing stays until then
    is_softmax_ = are_weights && SoftmaxCells::can_draw(evaluation, temperature);
    if (is_softmax_) {
      softmax_.set(key.version == Version::kNow ? key.now : key.kept, number, temperature);
      return;
    }
  }
  made_ = numbers(workspace, evaluation);
  if (key.version == Version::kDifference) {
    made_ = masked_difference(numbers(workspace, *key.kept), made_);
    shading_ = attn::shading_of(NumberSpan::kSigned, "own", made_, {});
    shading_.words = "B − A";
    values_ = mask_ = &made_;
  }
  drawn_ = &made_;
  if (shading_.has_shades()) {
    shades_ = shading_.shades(made_);
    drawn_ = &shades_;
  }
  // Softmax weights never lie beyond 0 … 1: no check needed.
  if (shading_.kind->is_unit()) shading_ = drawn_with(std::move(shading_), made_);
  const auto set = [&] { heatmap_.cells().set(*drawn_); };
  const bool are_scores = key.quantity->part != Part::weights && drawn_ == &made_;
  if (are_scores && key.version != Version::kDifference) {
    upload_.upload(heatmap_.cells(), made_, evaluation.scene, number, key.quantity->id, set);
  } else {
    set();
  }
  softmax_.forget();
}

bool PairView::draw_from_device(const Workspace& workspace, Index head) {
  const gl::Device* device = workspace.device();
  const auto there =
      device != nullptr ? device->weights(workspace.evaluated().shared(), head) : std::nullopt;
  if (!there) return false;
  heatmap_.cells().set(*there);
  softmax_.forget();
  return true;
}

HeatmapPlot PairView::plot(const Workspace& workspace) {
  const Scene& scene = source(workspace).scene;
  const bool is_difference = key_.version == Version::kDifference;
  // Valid for this frame only.
  const auto shared = [](const Matrix* matrix) {
    return std::shared_ptr<const Matrix>(std::shared_ptr<void>(), matrix);
  };
  LabelledMatrix heatmap = pair_heatmap(
      quantity(workspace), scene, shading_,
      is_difference ? *find_colormap("red-blue")
                    : chosen_colormap(workspace,
                                      usual_colormap(span_of(quantity(workspace), scene,
                                                             head_in(workspace, source(workspace))))
                                          .id));
  if (quantity(workspace).part == Part::weights && !is_difference && workspace.has_all_numbers()) {
    if (margins_of_ != key_.now || margins_head_ != key_.head || margins_version_ != key_.version) {
      margins_ = {};
      add_margins(margins_, source(workspace), head_in(workspace, source(workspace)));
      margins_of_ = key_.now, margins_head_ = key_.head, margins_version_ = key_.version;
    }
    heatmap.beside = margins_.beside;
    heatmap.below = margins_.below;
  }
  MatrixMark& matrix = heatmap.matrix;
  matrix.name = tab_.id;
  matrix.number = Type::cell;
  heatmap.label = Type::label;
  heatmap.row_axis = heatmap.column_axis = heatmap.quantity = {};
  heatmap.corner = is_difference ? R"(\mathrm{B} - \mathrm{A})" : kind().sign;
  heatmap.bar = 10;
  if (is_presented_) heatmap.shading = nullptr;  // in presenter mode numbers replace the shading
  matrix.values = shared(values_);
  matrix.scores = shared(mask_);
  matrix.shades = shared(drawn_);
  matrix.numbers = workspace.look.view.numbers;
  heatmap.has_masked = has_masked_;
  heatmap.shown = cell_in(*values_, workspace.shown());
  heatmap.is_preview = heatmap.shown != cell_in(*values_, workspace.pinned());
  const SceneLearning& learning = workspace.look.learning;
  const bool is_now = key_.version == Version::kNow;
  const PaintedTarget& painted = learning.plan.painted;
  const bool has_target = quantity(workspace).part == Part::weights && is_now;
  const bool shows_target = has_target && learning.plan.goal == Goal::kWeights &&
                            !painted.is_blank() && painted.head == workspace.head();
  const bool paints_target = has_target && learning.is_painting;
  return {.heatmap = std::move(heatmap),
          .walked = cell_in(*values_, workspace.look.walked),
          .painting = (workspace.look.painting && is_now) || paints_target,
          .rubs_out = paints_target,
          .wanted = shows_target ? &painted.cells : nullptr,
          .softmax = is_softmax_ ? &softmax_ : nullptr};
}

/// The stage can draw a legend that is a plain scale.
void PairView::leave_legend(const Ui& ui, HeatmapPlot& plot) {
  legend_.reset();
  LabelledMatrix& heatmap = plot.heatmap;
  const bool is_plain = !shading_.has_shades() && !shading_.beyond.low && !shading_.beyond.high;
  if (!ui.stage || !ui.stage->takes_legend || heatmap.shading == nullptr || !is_plain) return;
  const ColorRange range = heatmap.matrix.range;
  legend_ = {&ui.theme.colors_of(*heatmap.matrix.colormap),
             range,
             with_minus(brief(range.low)),
             heatmap.quantity,
             with_minus(brief(range.high)),
             heatmap.has_masked};
  heatmap.shading = nullptr;
}

DrawnNumbers PairView::draw(Ui& ui, Access access, const ViewPlace& place) {
  const Box& box = place.room;
  Pen pen{box.min, box.width()};
  tools(ui, access, place.bar);
  is_presented_ = ui.theme.appearance().presenting;
  if (access.look.snapshot.kept) snapshot_bar(ui, access, quantity(access), pen);
  if (has_choice(access)) choose_scores(ui, pen);
  upload_if_new(access);
  HeatmapPlot drawn = plot(access);
  leave_legend(ui, drawn);
  if (ui.stage) {
    drawn.cell = stage_cell(*values_);
    drawn.share = kStageShare;
  }
  const bool is_painting = drawn.painting, drawn_target = drawn.rubs_out;
  HeatmapInput input = heatmap_.draw(ui, {pen.at, box.max}, std::move(drawn));
  const DrawnNumbers numbers{.all = wants_copy_ || wants_to_keep_, .rows = input.rows_with_numbers};
  if (input.clicks_legend) {
    opens_legend_ = true;
    ui.wake_at = ImGui::GetTime();
  }
  // A cell hovered in A counts if the current scene has it too.
  access.look.hovered.reset();
  if (!access->is_like_shown()) return numbers;
  const auto head = static_cast<std::size_t>(access->head());
  const Matrix& weights = access->evaluation().trace.heads[head].weights;
  access.look.hovered = cell_in(weights, input.hovered);
  take_heatmap_keys(ui, access, is_painting, input);
  if (drawn_target) {
    paint_target(access, input.stroke, input.is_rubbing);
  } else if (key_.version == Version::kNow) {
    paint_.take_stroke(access, input.stroke);
  }
  if (const auto clicked = cell_in(weights, input.clicked)) access.look.view.selection = clicked;
  return numbers;
}

std::unique_ptr<View> make_pair_view(const ViewKind& kind) {
  return std::make_unique<PairView>(kind);
}

}  // namespace attn::ui
