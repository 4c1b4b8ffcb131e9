#include "app/ui/numbers/matrix_cards.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "app/ui/numbers/matrix_section.h"
#include "app/ui/numbers/section.h"
#include "app/ui/theme/window_formulas.h"

namespace attn::ui {
namespace {

constexpr Index kMostShownCells = 12;  // in each direction
constexpr float kPicture = 32, kCardHeight = 54, kLeastCard = 72, kMostCard = 96;

/// Number farthest from 0 among samples of a block of `matrix`.
float strongest(const Matrix& matrix, Index row, Index rows, Index column, Index columns) {
  constexpr Index kLooks = 4;  // samples in each direction: a frame cannot read all of a large
                               // matrix
  const auto place = [](Index n, Index parts, Index of) {
    const Index low = n * of / parts, high = std::max(low + 1, (n + 1) * of / parts);
    return std::pair(low, high);
  };
  const auto [top, bottom] = place(row, rows, matrix.rows());
  const auto [left, right] = place(column, columns, matrix.cols());
  float found = 0;
  for (Index i = top; i < bottom; i += std::max<Index>(1, (bottom - top) / kLooks)) {
    for (Index j = left; j < right; j += std::max<Index>(1, (right - left) / kLooks)) {
      if (std::abs(matrix(i, j)) > std::abs(found)) found = matrix(i, j);
    }
  }
  return found;
}

/// Draws a thumbnail; each cell of a large matrix shows the farthest from 0 of a few samples.
void draw_small_matrix(const Ui& ui, const Box& box, const Matrix& matrix) {
  if (matrix.size() == 0) return;
  const Palette& palette = ui.theme.colors();
  const Index rows = std::min(kMostShownCells, matrix.rows());
  const Index columns = std::min(kMostShownCells, matrix.cols());
  const float most = static_cast<float>(std::max(rows, columns));
  const float gap = most <= 6 ? ui.theme.px(1) : 0;
  const float side =
      std::floor(std::min({box.width() / most, box.height() / most, ui.theme.px(kPicture) / 3}));
  const ImVec2 at(std::round((box.min.x + box.max.x - side * static_cast<float>(columns)) / 2),
                  std::round((box.min.y + box.max.y - side * static_cast<float>(rows)) / 2));
  Matrix cells(rows, columns);
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < columns; ++j) cells(i, j) = strongest(matrix, i, rows, j, columns);
  }
  const float scale = std::max(1e-30F, cells.cwiseAbs().maxCoeff());
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < columns; ++j) {
      const float value = cells(i, j);
      const ImU32 sign = value < 0 ? palette.key : palette.query;
      const ImVec2 min(at.x + side * static_cast<float>(j), at.y + side * static_cast<float>(i));
      list->AddRectFilled(min, {min.x + side - gap, min.y + side - gap},
                          mix(palette.window, sign, 0.6F * std::abs(value) / scale),
                          gap > 0 ? ui.theme.px(2) : 0);
    }
  }
}

/// Draws picture, name and shape; returns whether it was clicked.
bool card(Ui& ui, std::string_view name, const Box& box, std::string_view tex, const Matrix& matrix,
          bool is_open) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const bool is_pressed = button_area(ui, name, box);
  const bool is_hovered = ImGui::IsItemHovered();
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (is_hovered) list->AddRectFilled(box.min, box.max, palette.hover, theme.px(6));
  imgui::stroke_rect(list, box.min, box.max, is_open ? palette.query : palette.hairline,
                     theme.px(6), is_open ? 1.5F : 1);
  const FormulaStyle style{.size = static_cast<double>(18 * theme.scale())};
  const SetFormula& formula = theme.formulas().set(tex, style);
  const std::string shape = shape_text(matrix);
  const float words =
      std::max(static_cast<float>(formula.width), text_size(theme, Face::kSmall, shape).x);
  const float margin = theme.px(8), split = box.max.x - margin - std::ceil(words);
  draw_small_matrix(
      ui, {{box.min.x + margin, box.min.y + margin}, {split - theme.px(6), box.max.y - margin}},
      matrix);
  const float baseline = box.min.y + theme.px(25);
  theme.formulas().draw(list, {split, baseline - static_cast<float>(formula.baseline)}, tex, style,
                        palette);
  const float top = box.max.y - theme.px(8) - theme.line_height(Face::kSmall);
  draw_text(list, theme, Face::kSmall, {split, top}, palette.secondary, shape);
  return is_pressed;
}

/// Boxes of `count` cards, on as many lines as needed.
std::vector<Box> take_cards(const Ui& ui, Pen& pen, std::size_t count) {
  const Theme& theme = ui.theme;
  const float gap = theme.px(4), height = theme.px(kCardHeight);
  const auto fitting =
      static_cast<std::size_t>(std::max(0.0F, pen.width + gap) / (theme.px(kLeastCard) + gap));
  const std::size_t a_line = std::clamp<std::size_t>(fitting, 1, std::max<std::size_t>(3, count));
  const float share =
      (pen.width - gap * static_cast<float>(a_line - 1)) / static_cast<float>(a_line);
  const float width = std::floor(std::min(share, theme.px(kMostCard)));
  std::vector<Box> boxes;
  for (std::size_t n = 0; n < count; ++n) {
    if (n % a_line == 0 && n > 0) pen.take(height + gap);
    const float x = pen.at.x + static_cast<float>(n % a_line) * (width + gap);
    boxes.push_back({{x, pen.at.y}, {x + width, pen.at.y + height}});
  }
  if (count > 0) pen.take(height + theme.px(10));
  return boxes;
}

}  // namespace

void matrix_cards(Ui& ui, Access access, Pen& pen, const std::vector<CardMatrix>& matrices,
                  float max_height) {
  std::set<std::string>& opened = access.look.view.opened;
  const std::vector<Box> boxes = take_cards(ui, pen, matrices.size());
  for (std::size_t n = 0; n < matrices.size(); ++n) {
    const CardMatrix& one = matrices[n];
    const std::string names[] = {one.name()};
    if (!opened.contains(one.id)) light_way(ui, boxes[n], names);
    // Locked matrices can still be opened.
    const std::string_view locked = ui.locked;
    lock_controls(ui, {});
    const bool is_pressed =
        card(ui, one.name(), boxes[n], one.tex, *one.values, opened.contains(one.id));
    lock_controls(ui, locked);
    if (!is_pressed) continue;
    if (opened.erase(one.id) == 0) opened.insert(one.id);
  }
  for (const CardMatrix& one : matrices) {
    if (opened.contains(one.id)) {
      matrix_of_card(ui, access, pen, one, max_height);
    } else {
      complaint_line(ui, pen, access.notices.complaint(one.name()));
    }
  }
}

void matrix_of_card(Ui& ui, Access access, Pen& pen, const CardMatrix& one, float max_height) {
  const Theme& theme = ui.theme;
  const Box line = pen.take(theme.px(22));
  const FormulaStyle style{.size = static_cast<double>(16 * theme.scale())};
  const SetFormula& formula = theme.formulas().set(one.tex, style);
  const float baseline = line.min.y + theme.px(15);
  theme.formulas().draw(ImGui::GetWindowDrawList(),
                        {line.min.x, baseline - static_cast<float>(formula.baseline)}, one.tex,
                        style, theme.colors());
  const float after = line.min.x + static_cast<float>(formula.width) + theme.px(10);
  text_in(ui, {{after, line.min.y}, line.max}, Face::kSmall, theme.colors().secondary, one.hint, 0);
  EditedMatrix edited{one.where, one.noun, one.columns, *one.values, one.hint};
  const auto propose = [access, &one](const char* verb, const std::function<void(Scene&)>& change) {
    access.propose(one.name(), verb + one.noun, "", change);
  };
  if (one.is_given && one.drop) {
    edited.removals.push_back(
        {one.name() + ".drop", "Remove it", [=, &one] { propose("Remove ", one.drop); }});
  } else if (!one.is_given) {
    edited.deeds.push_back({one.name() + ".give", "Add this matrix", [=, &one] {
                              propose("Add ", [&](Scene& scene) {
                                part_kind(one.where.part)
                                    .set(scene, static_cast<std::size_t>(one.where.head),
                                         *one.values);
                              });
                            }});
  }
  matrix_table(ui, access, pen, line,
               {.name = one.name() + ".table",
                .labels = one.rows,
                .matrices = {edited},
                .max_height = max_height,
                .are_labels_tex = true});
}

std::shared_ptr<const Matrix> kept_identity(Index width) {
  constexpr std::size_t kKept = 4;  // for queries, keys, values and the output
  static std::vector<std::shared_ptr<const Matrix>> kept;
  const auto found = std::ranges::find(kept, width, [](const auto& one) { return one->rows(); });
  if (found != kept.end()) return *found;
  if (kept.size() == kKept) kept.erase(kept.begin());
  return kept.emplace_back(std::make_shared<const Matrix>(Matrix::Identity(width, width)));
}

}  // namespace attn::ui
