#include "app/ui/panels/head_weights.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/document/edits/head_edits.h"
#include "app/document/formulas/plain_formula.h"
#include "app/document/json/typed_number.h"
#include "app/ui/numbers/matrix_cards.h"
#include "app/ui/numbers/matrix_section.h"
#include "app/ui/numbers/section.h"
#include "app/ui/numbers/section_lines.h"
#include "app/ui/theme/window_formulas.h"
#include "engine/attention/lookup.h"
#include "engine/attention/score.h"
#include "engine/attention/shapes.h"
#include "engine/base/require.h"
#include "engine/reference/parts.h"

namespace attn::ui {
namespace {

/// A matrix that a head may have.
struct WeightMatrix {
  Part part;
  std::string_view key;            ///< in the scene file
  std::string_view hint;           ///< what it makes of what
  HeadMatrix matrix;               ///< null: the vector of additive scores
  std::string_view rows, columns;  ///< what they are called
  bool always;                     ///< shown whatever the score function
};

constexpr std::array<WeightMatrix, 5> kWeights = {
    {{Part::w_q, "w_q", "makes queries", &Head::w_q, "x", "q", true},
     {Part::w_k, "w_k", "makes keys", &Head::w_k, "x", "k", true},
     {Part::w_v, "w_v", "makes values", &Head::w_v, "x", "v", true},
     {Part::w_a, "w_a", "between queries and keys", &Head::w_a, "q", "k", false},
     {Part::energy, "v", "weighs the features", nullptr, "", "k", false}}};

std::string control_of(std::size_t h, std::string_view key) {
  return "heads." + std::to_string(h) + "." + std::string(key);
}

/// What it is in head h of `scene`, which must live as long.
template <typename IsOpen>
CardMatrix card_of(const Scene& scene, std::size_t h, const WeightMatrix& one,
                   const IsOpen& is_open) {
  const Head& head = scene.heads[h];
  const std::string tex(part_kind(one.part).symbol);
  CardMatrix card{.where = {one.part, static_cast<Index>(h)},
                  .id = "weights." + std::string(one.key),
                  .tex = tex,
                  .noun = plain_formula(tex) + " of head " + std::to_string(h),
                  .hint = std::string(one.hint),
                  .rows = {tex},
                  .columns = std::string(one.columns),
                  .values = nullptr,
                  .is_given = false,
                  .drop = nullptr};
  if (one.matrix == nullptr) {
    card.is_given = head.v.has_value();
    card.values = std::make_shared<const Matrix>(
        head.v ? Matrix(**head.v) : Matrix(Matrix::Ones(1, width_of_k(scene, h))));
    card.drop = [h](Scene& changed) { changed.heads[h].v.reset(); };
    return card;
  }
  if (const auto& given = head.*one.matrix) {
    card.is_given = true;
    card.values = std::shared_ptr<const Matrix>(std::shared_ptr<void>(), &**given);
  } else {
    card.values = kept_identity(one.matrix == &Head::w_q   ? scene.query_embeddings().cols()
                                : one.matrix == &Head::w_a ? width_of_k(scene, h)
                                : one.matrix == &Head::w_v ? width_of_v(scene, h)
                                                           : scene.embeddings->cols());
  }
  if (is_open(card)) card.rows = numbered_labels(one.rows, card.values->rows());
  card.drop = [h, matrix = one.matrix](Scene& changed) { drop_weights(changed, h, matrix); };
  return card;
}

void width_line(Ui& ui, Access access, Pen& pen, std::size_t h) {
  const Scene& scene = access->scene();
  const std::string name = control_of(h, "width");
  if (!takes_of_head(*scene.score.kind, "width") && !scene.heads[h].width) return;
  number_line(ui, access, pen, "Width", name, "Change the width", scene.heads[h].width.value_or(1),
              [h](Scene& changed, double value) {
                require_positive(value, "");
                changed.heads[h].width = static_cast<float>(value);
              });
}

/// A count of columns, to be typed.
struct ColumnCount {
  std::string_view tex;
  std::string name;
  Index now;
  std::function<void(Scene&, Index)> set;
};

constexpr float kWidthField = 36, kWidthFieldHeight = 27, kCountWidth = 62;

/// "d_k [3]", ending at `right`.
void count_field(Ui& ui, Access access, const ColumnCount& count, float right, float middle) {
  const Theme& theme = ui.theme;
  const float half = theme.px(kWidthFieldHeight) / 2;
  const Box field{{right - theme.px(kWidthField), middle - half}, {right, middle + half}};
  const FormulaStyle style{.size = static_cast<double>(16 * theme.scale())};
  const SetFormula& formula = theme.formulas().set(count.tex, style);
  const float x = field.min.x - theme.px(6) - static_cast<float>(formula.width);
  const float baseline = middle + theme.px(5);
  theme.formulas().draw(ImGui::GetWindowDrawList(),
                        {x, baseline - static_cast<float>(formula.baseline)}, count.tex, style,
                        theme.colors());
  const TextEdit typed = text_field(ui, count.name, field, Face::kMono, std::to_string(count.now));
  if (!typed.committed) return;
  const auto number = typed_number(typed.text);
  if (!number || *number != std::floor(*number) || std::abs(*number) > 1e6) {
    access.complain(count.name, "expected a whole number, found \"" + typed.text + "\"");
    return;
  }
  const auto wanted = static_cast<Index>(*number);
  access.propose(count.name, "Change " + plain_formula(count.tex), "", [&](Scene& scene) {
    if (wanted != count.now) count.set(scene, wanted);
  });
}

/// The widths of keys and values: at the right of the heading, where there is room, else below it.
void count_fields(Ui& ui, Access access, Pen& pen, std::size_t h, const Box& heading, bool fits) {
  const Theme& theme = ui.theme;
  const ColumnCount counts[] = {
      {R"(d_\mathrm{k})", control_of(h, "dk"), width_of_k(access->scene(), h),
       [h](Scene& scene, Index dk) { set_key_width(scene, h, dk); }},
      {R"(d_\mathrm{v})", control_of(h, "dv"), width_of_v(access->scene(), h),
       [h](Scene& scene, Index dv) { set_value_width(scene, h, dv); }}};
  const Box line = fits ? heading : pen.take(theme.px(kWidthFieldHeight));
  const float middle = (line.min.y + line.max.y) / 2;
  const float pitch = theme.px(kCountWidth + 10);
  const float right = fits ? line.max.x : line.min.x + pitch + theme.px(kCountWidth);
  count_field(ui, access, counts[0], right - pitch, middle);
  count_field(ui, access, counts[1], right, middle);
  for (const ColumnCount& count : counts) {
    complaint_line(ui, pen, access->complaint(count.name));
  }
  pen.take(theme.px(8));
}

}  // namespace

void head_weights_section(Ui& ui, Access access, Pen& pen, float max_height) {
  const Theme& theme = ui.theme;
  const auto h = static_cast<std::size_t>(access.look.view.head);
  const bool is_only = access->scene().heads.size() == 1;
  const std::string title = is_only ? "PROJECTIONS" : "HEAD " + std::to_string(h);
  const float words = heading_width(theme, title) + theme.px(48);
  const bool fits = words + theme.px(2 * kCountWidth + 10) <= pen.width;
  if (fits && !ui.stage) pen.take(theme.px(6));
  const Box heading = heading_line(ui, pen);
  if (!begin_section(ui, access, pen, {.id = "weights", .title = title})) return;
  count_fields(ui, access, pen, h, heading, fits);
  const Scene scene = access->scene();  // kept: an edit must not change what is being drawn
  const auto is_open = [&](const CardMatrix& card) {
    return access.look.view.opened.contains(card.id);
  };
  std::vector<CardMatrix> cards;
  for (const WeightMatrix& one : kWeights) {
    CardMatrix card = card_of(scene, h, one, is_open);
    const bool is_asked_for = one.always || takes_of_head(*scene.score.kind, one.key);
    if (is_asked_for || card.is_given) cards.push_back(std::move(card));
  }
  matrix_cards(ui, access, pen, cards, max_height);
  width_line(ui, access, pen, h);
  pen.take(theme.px(10));
}

}  // namespace attn::ui
