#include <algorithm>
#include <cmath>
#include <string>

#include "app/document/numbers/numbers.h"
#include "app/ui/toolkit/tooltip.h"
#include "app/ui/toolkit/widgets.h"
#include "app/ui/train/train_panels.h"
#include "app/ui/train/weight_picture.h"
#include "engine/base/clamped.h"

namespace attn::ui {
namespace {

constexpr double kHasHabit = 0.3;

std::string name_of(HeadPlace head) {
  return "L" + std::to_string(head.layer) + ".H" + std::to_string(head.head);
}

/// Habits on the test set; null if not measured.
const HeadHabits* habits_of(const TrainingDesk& desk, HeadPlace head) {
  const SharedSnapshot& shown = desk.shown();
  const auto n = static_cast<std::size_t>(head.layer * desk.plan().sizes.heads + head.head);
  return shown && n < shown->habits.size() ? &shown->habits[n] : nullptr;
}

/// Words as "induction 0.60", or "mixed".
std::pair<std::string, std::string> habit_words(const TrainingDesk& desk, HeadPlace head) {
  const HeadHabits* habits = habits_of(desk, head);
  if (habits == nullptr) return {"", ""};
  const HabitKind* strongest = strongest_habit(*habits, kHasHabit);
  if (strongest == nullptr) return {"mixed", ""};
  const auto n = static_cast<std::size_t>(strongest - habit_kinds().data());
  return {std::string(strongest->label), fixed(habits->score(n), 2)};
}

/// Hatching for masked cells.
void hatch(const Box& box, ImU32 color, float step) {
  imgui::list()->PushClipRect(box.min, box.max, true);
  for (float x = box.min.x - box.height(); x < box.max.x; x += step) {
    imgui::list()->AddLine({x, box.max.y}, {x + box.height(), box.min.y}, color);
  }
  imgui::list()->PopClipRect();
}

void head_card(Ui& ui, TrainingDesk& desk, const NetworkPicture& picture, HeadPlace head,
               const Box& box) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const bool is_chosen = desk.head == head;
  const std::string name = "train." + name_of(head);
  if (button_area(ui, name, box)) desk.head = head;
  const bool is_hovered = ImGui::IsItemHovered();
  if (is_hovered && !is_chosen) fill_box(box, palette.hover, theme.px(8));
  outline_box(box, is_chosen ? palette.query : palette.hairline, theme.px(8),
              is_chosen ? theme.px(2) : 1);
  const float pad = theme.px(8), line = theme.line_height(Face::kSmall);
  draw_text(theme, Face::kMedium, {box.min.x + pad, box.min.y + theme.px(5)},
            is_chosen ? palette.query : palette.text, name_of(head));
  const float top = box.min.y + theme.px(8) + theme.line_height(Face::kMedium);
  const float foot = box.max.y - theme.px(6) - line;
  const float room = std::min(box.width() - 2 * pad, foot - top - theme.px(4));
  const Matrix& weights = picture.weights(head.layer, head.head);
  const float cell = whole_cell(room, weights.rows());
  const float size = cell * static_cast<float>(weights.rows());
  const ImVec2 at(std::round((box.min.x + box.max.x - size) / 2), std::round(top));
  fill_box({at, {at.x + size, at.y + size}}, palette.field);
  imgui::list()->PushClipRect(at, {at.x + room, at.y + room}, true);
  weight_picture(ui, at, cell, cell > 3 ? 1.F : 0.F, weights);
  imgui::list()->PopClipRect();
  const auto [habit, score] = habit_words(desk, head);
  const float y = foot + theme.px(2);
  const float width = text_size(theme, Face::kMonoSmall, score).x;
  const Box name_box{{box.min.x + pad, y}, {box.max.x - pad - width, y + line}};
  const std::string names[] = {habit};
  fitted_text_in(ui, name_box, Face::kSmall, palette.secondary, names);
  draw_text(theme, Face::kMonoSmall, {box.max.x - pad - width, y}, palette.secondary, score);
  ui.map.say(name, habit + " " + score);
  const HeadHabits* habits = habits_of(desk, head);
  if (!is_hovered || habits == nullptr) return;
  std::string all = "In the test:";
  for (std::size_t n = 0; n < habit_kinds().size(); ++n) {
    all.append(n > 0 ? ", " : " ").append(habit_kinds()[n].label);
    all.append(" ").append(fixed(habits->score(n), 2));
  }
  note_more(ui, box.min, box.max, all);
}

/// Cards of equal size in rows per layer, as many as fit. Returns their lower end.
float all_cards(Ui& ui, TrainingDesk& desk, const NetworkPicture& picture, const Box& box) {
  const Theme& theme = ui.theme;
  const Sizes& sizes = desk.plan().sizes;
  const float gap = theme.px(8), side = theme.px(20);
  const auto layers = static_cast<float>(sizes.layers);
  // A layer with many heads continues in further rows.
  Index columns = sizes.heads, rows = 1;
  const auto size_of = [&](Index across, Index down) {
    const float width = (box.width() - side + gap) / static_cast<float>(across) - gap;
    const float height =
        (box.height() + gap) / (layers * static_cast<float>(down)) - gap - theme.px(32);
    return std::min({width, height, theme.px(128)});
  };
  while (columns > 1) {
    const Index fewer = (sizes.heads + rows) / (rows + 1);
    if (size_of(fewer, rows + 1) <= size_of(columns, rows)) break;
    ++rows;
    columns = fewer;
  }
  const float square = std::max(theme.px(28), std::floor(size_of(columns, rows)));
  const float height = square + theme.px(32);
  // As wide as its name, if there is room for all.
  const float named = text_size(theme, Face::kMedium, "L0.H0").x + theme.px(16);
  const float room = (box.width() - side + gap) / static_cast<float>(columns) - gap;
  const float width = std::max(square, std::min(named, room));
  float y = box.min.y;
  for (Index layer = 0; layer < sizes.layers; ++layer) {
    const float begin = y;
    for (Index head = 0; head < sizes.heads; ++head) {
      const float x = box.min.x + side + static_cast<float>(head % columns) * (width + gap);
      if (head > 0 && head % columns == 0) y += height + gap;
      head_card(ui, desk, picture, {layer, head}, {{x, y}, {x + width, y + height}});
    }
    y += height;
    const std::string words = "layer " + std::to_string(layer);
    const float length = text_size(theme, Face::kSmall, words).x;
    draw_text_upwards(theme, Face::kSmall, {box.min.x, (begin + y + length) / 2},
                      theme.colors().secondary, words);
    y += gap;
  }
  return box.min.x + side + static_cast<float>(columns) * (width + gap) - gap;
}

/// Enlarged head: labels of keys and queries, selected row.
struct LargeHead {
  Ui& ui;
  TrainingDesk& desk;
  const NetworkPicture& picture;
  const Matrix& weights;
  WeightColors colors{};
  Box cells{};
  float cell = 1;

  Box cell_at(Index row, Index column) const {
    const ImVec2 low(cells.min.x + cell * static_cast<float>(column),
                     cells.min.y + cell * static_cast<float>(row));
    return {low, {low.x + cell, low.y + cell}};
  }
  const std::string& token(Index n) const {
    return picture.network.tokens[static_cast<std::size_t>(n)];
  }
  /// Key with the largest weight of a query.
  Index strongest(Index query) const {
    Index key = 0;
    weights.row(query).cwiseAbs().maxCoeff(&key);
    return key;
  }
  std::string words(float weight) const { return fixed(static_cast<double>(weight), 2); }
};

void draw_cells(const LargeHead& head) {
  const Theme& theme = head.ui.theme;
  const Palette& palette = theme.colors();
  fill_box(head.cells, palette.field);
  const Evaluation& made = *head.picture.layers[static_cast<std::size_t>(head.desk.head.layer)];
  const Matrix& scores = made.trace.head(head.desk.head.head).scores;
  if (head.cell < 1) return weight_picture(head.ui, head.cells.min, head.cell, 0, head.weights);
  const float gap = head.cell > 5 ? 1.F : 0.F;
  for (Index row = 0; row < head.weights.rows(); ++row) {
    Index masked = head.weights.cols();
    for (Index column = 0; column < head.weights.cols(); ++column) {
      if (scores(row, column) == kMasked) {
        masked = std::min(masked, column);
        continue;
      }
      const Box cell = head.cell_at(row, column);
      fill_box({cell.min, {cell.max.x - gap, cell.max.y - gap}},
               head.colors(theme, head.weights(row, column)));
    }
    if (masked == head.weights.cols()) continue;
    const Box rest{head.cell_at(row, masked).min, head.cell_at(row, head.weights.cols() - 1).max};
    hatch(rest, with_alpha(palette.hairline, 0.9F), theme.px(5));
  }
}

void draw_numbers(const LargeHead& head) {
  const Theme& theme = head.ui.theme;
  const std::string_view widest = head.colors.most > 0 ? "-0.00" : "0.00";
  if (head.cell < text_size(theme, Face::kMonoSmall, widest).x + theme.px(4)) return;
  for (Index row = 0; row < head.weights.rows(); ++row) {
    for (Index column = 0; column < head.weights.cols(); ++column) {
      const float weight = head.weights(row, column);
      if (weight == 0) continue;
      text_in(head.ui, head.cell_at(row, column), Face::kMonoSmall,
              ink_on(head.colors(theme, weight)), head.words(weight), 0.5F);
    }
  }
}

/// Bars of the selected row at the right; its title at the right of `title`.
void draw_row(const LargeHead& head, Index query, const Box& room, float title) {
  const Theme& theme = head.ui.theme;
  const Palette& palette = theme.colors();
  const std::string at = std::to_string(query);
  const std::string titles[] = {"row " + head.token(query) + " at " + at, "row " + at};
  const float line = theme.line_height(Face::kSmall);
  const float top = head.cells.min.y - 2 * line - theme.px(4);
  const Box above{{std::max(room.min.x, title + theme.px(12)), top}, {room.max.x, top + line}};
  fitted_text_in(head.ui, above, Face::kSmall, palette.query, titles);
  const bool has_bars = room.width() >= theme.px(80);
  if (!has_bars || head.cell < theme.line_height(Face::kMonoSmall) - theme.px(2)) return;
  float tokens = theme.px(20);
  for (const std::string& token : head.picture.network.tokens) {
    tokens = std::max(tokens, text_size(theme, Face::kMonoSmall, token).x + theme.px(6));
  }
  tokens = std::min(tokens, room.width() / 2);
  const float widest = std::max(0.F, room.width() - tokens - theme.px(44));
  const Index strongest = head.strongest(query);
  for (Index key = 0; key < head.weights.cols(); ++key) {
    const Box cell = head.cell_at(key, 0);
    const float weight = head.weights(query, key);
    const ImU32 color = key == strongest ? palette.key : palette.query;
    const float y = (cell.min.y + cell.max.y) / 2, half = std::min(theme.px(5), head.cell / 2 - 1);
    text_in(head.ui, cell.columns(room.min.x, room.min.x + tokens), Face::kMonoSmall,
            key == strongest ? palette.key : palette.text, head.token(key), 0);
    const float x = room.min.x + tokens;
    const float share = std::abs(weight) / (head.colors.most > 0 ? head.colors.most : 1);
    const float end = x + std::max(1.F, widest * share);
    const float rounding = end - x > 4 ? 2.F : 0.F;
    if (weight < 0) {  // hollow
      outline_box({{x, y - half}, {end, y + half}}, color, rounding);
    } else {
      fill_box({{x, y - half}, {end, y + half}}, color, rounding);
    }
    if (std::abs(weight) < 0.005F) continue;
    draw_text(theme, Face::kMonoSmall,
              {end + theme.px(5), y - theme.line_height(Face::kMonoSmall) / 2}, color,
              head.words(weight));
  }
}

void draw_tokens(const LargeHead& head, std::optional<Index> query) {
  const Theme& theme = head.ui.theme;
  const Palette& palette = theme.colors();
  const float line = theme.line_height(Face::kMonoSmall);
  const std::optional<Index> key = query ? std::optional(head.strongest(*query)) : std::nullopt;
  float widest = 0;
  for (const std::string& token : head.picture.network.tokens) {
    widest = std::max(widest, text_size(theme, Face::kMonoSmall, token).x);
  }
  const bool fits_across = widest + theme.px(2) <= head.cell;
  for (Index n = 0; n < head.weights.rows(); ++n) {
    const Box row = head.cell_at(n, 0), column = head.cell_at(0, n);
    if (head.cell >= line - theme.px(3)) {
      text_in(head.ui, row.columns(row.min.x - theme.px(46), row.min.x - theme.px(6)),
              Face::kMonoSmall, query == n ? palette.query : palette.secondary, head.token(n), 1);
    }
    if (!fits_across) continue;
    text_in(head.ui, column.rows(column.min.y - line - theme.px(2), column.min.y), Face::kMonoSmall,
            key == n ? palette.key : palette.secondary, head.token(n), 0.5F);
  }
}

void hit_cells(const LargeHead& head) {
  Ui& ui = head.ui;
  hit_area(ui, "train.head", head.cells);
  if (!ImGui::IsItemHovered()) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto at = [&](float from, float to, Index count) {
    return clamped<Index>(static_cast<Index>((to - from) / head.cell), 0, count - 1);
  };
  const Index row = at(head.cells.min.y, mouse.y, head.weights.rows());
  const Index column = at(head.cells.min.x, mouse.x, head.weights.cols());
  if (ImGui::IsMouseClicked(0)) head.desk.query = row;
  const Box cell = head.cell_at(row, column);
  outline_box(cell, ui.theme.colors().key, ui.theme.px(2), ui.theme.px(1.5F));
  note_more(ui, cell.min, cell.max,
            head.token(row) + " at " + std::to_string(row) + " looks at " + head.token(column) +
                " at " + std::to_string(column) + ": " +
                fixed(static_cast<double>(head.weights(row, column)), 4));
}

void large_head(Ui& ui, TrainingDesk& desk, const NetworkPicture& picture, const Box& box) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const Matrix& weights = picture.weights(desk.head.layer, desk.head.head);
  LargeHead head{ui, desk, picture, weights, WeightColors::of(weights)};
  const float line = theme.line_height(Face::kSmall);
  const float above = 2 * line + theme.px(8), left = theme.px(56);
  const float beside = theme.px(clamped(box.width() / theme.scale() * 0.24F, 88.F, 130.F));
  const float whole = std::min(box.width() - left, box.height() - above);
  const float with_bars = std::min(box.width() - left - beside - theme.px(14), whole);
  // In presenter mode the weights have more room than the row's bars, which repeat them.
  constexpr float kMuchSmaller = 0.8F;
  const bool is_alone = theme.appearance().presenting && with_bars < kMuchSmaller * whole;
  const float room = is_alone ? whole : with_bars;
  head.cell = whole_cell(room, weights.rows());
  const float size = head.cell * static_cast<float>(weights.rows());
  head.cells = {{std::round(box.min.x + left), std::round(box.min.y + above)}, {}};
  head.cells.max = {head.cells.min.x + size, head.cells.min.y + size};

  float x = draw_text(theme, Face::kMedium, {head.cells.min.x, box.min.y}, palette.query,
                      name_of(desk.head));
  const auto [habit, score] = habit_words(desk, desk.head);
  x = draw_text(theme, Face::kSmall, {x + theme.px(10), box.min.y + theme.px(1)}, palette.secondary,
                score.empty() ? habit : habit + " ");
  x = draw_text(theme, Face::kMonoBold, {x, box.min.y}, palette.text, score);
  constexpr std::string_view kSide = "queries";
  const float length = text_size(theme, Face::kSmall, kSide).x;
  if (length <= size) {
    const float low = head.cells.min.y + std::min(std::max(theme.px(64), length), size);
    draw_text_upwards(theme, Face::kSmall, {box.min.x, low}, palette.faint, kSide);
  }

  imgui::list()->PushClipRect(head.cells.min, head.cells.max, true);
  draw_cells(head);
  draw_numbers(head);
  imgui::list()->PopClipRect();
  hit_cells(head);
  const Index query = desk.query.value_or(weights.rows() - 1);
  draw_tokens(head, query);
  const Box first = head.cell_at(query, 0), last = head.cell_at(query, weights.cols() - 1);
  outline_box({{first.min.x - 1, first.min.y - 1}, {last.max.x + 1, last.max.y + 1}}, palette.query,
              theme.px(3), theme.px(1.6F));
  const Box strongest = head.cell_at(query, head.strongest(query));
  outline_box(strongest, palette.key, theme.px(2), theme.px(1.6F));
  draw_row(head, query, head.cells.columns(head.cells.max.x + theme.px(14), box.max.x), x);
}

}  // namespace

HeadsPressed head_cards(Ui& ui, TrainingDesk& desk, const Box& box) {
  const Theme& theme = ui.theme;
  const Box inner = box.within(theme.px(14));
  HeadsPressed pressed = HeadsPressed::kNothing;
  constexpr std::string_view kOpen = "Open as a scene", kExport = "Export";
  const float open = inner.max.x - text_size(theme, Face::kSmall, kOpen).x;
  const float right = open - theme.px(14) - text_size(theme, Face::kSmall, kExport).x;
  const NetworkPicture* picture = desk.picture();
  // In presenter mode the head is as large as possible, without heading and export.
  const bool is_bare = theme.appearance().presenting && !ui.stage;
  const bool has_links = !ui.stage && !is_bare;
  if (has_links && picture != nullptr &&
      link(ui, "train.open-head", Face::kSmall, {open, inner.min.y}, kOpen)) {
    pressed = HeadsPressed::kOpen;
  }
  if (has_links && link(ui, "train.export", Face::kSmall, {right, inner.min.y}, kExport)) {
    pressed = HeadsPressed::kExport;
  }
  Pen pen{inner.min, right - theme.px(14) - inner.min.x};
  if (!is_bare) {
    fitting_heading(ui, pen, desk.head_count() > 1 ? "HEADS" : "THE HEAD", "over your sequence");
  }
  if (picture == nullptr) return pressed;
  const Box rest{pen.at, inner.max};
  if (desk.head_count() == 1) {
    large_head(ui, desk, *picture, rest);
    return pressed;
  }
  const float share = desk.plan().sizes.heads > 2 ? 0.44F : 0.38F;
  const float cards = std::round(std::min(theme.px(420), rest.width() * share));
  const float end_of_cards = all_cards(ui, desk, *picture, rest.left_of(rest.min.x + cards));
  large_head(ui, desk, *picture, rest.right_of(end_of_cards + theme.px(24)));
  return pressed;
}

}  // namespace attn::ui
