#include "app/ui/numbers/matrix_section.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <set>
#include <span>
#include <utility>

#include "app/document/edits/matrix_fill.h"
#include "app/document/numbers/numbers.h"
#include "app/document/scene_file/scene_code.h"
#include "app/document/tables/table_text.h"
#include "app/figure/text/visible_text.h"
#include "app/session/workspace/slope.h"
#include "app/ui/numbers/section.h"
#include "app/ui/theme/window_formulas.h"
#include "app/ui/toolkit/menu_item.h"
#include "engine/base/clamped.h"

namespace attn::ui {
namespace {

/// "6 × 3"
std::string shape_text(const Matrix& matrix) {
  return std::to_string(matrix.rows()) + " × " + std::to_string(matrix.cols());
}

/// Command on a matrix in this frame, carried out after drawing on the state at that time.
struct Request {
  std::size_t matrix;
  std::function<void(const Matrix& now)> act;
};

struct TextForm {
  std::string_view id, label;
  std::string (*format)(const Matrix&);
};

constexpr std::array<TextForm, 3> kTextForms = {
    {{"tsv", "Copy for a spreadsheet", to_tsv},
     {"csv", "Copy as CSV", to_csv},
     {"python", "Copy for Python and NumPy", to_python}}};

void copy_matrix(Access access, const EditedMatrix& matrix, const TextForm& form) {
  ImGui::SetClipboardText(form.format(matrix.values).c_str());
  access.notices.tell("Copied " + matrix.noun + ", " + shape_text(matrix.values));
}

void replace(Access access, const EditedMatrix& matrix, const std::string& label,
             const Matrix& with) {
  access.propose(matrix.name(), label, "", [&](Scene& scene) { matrix.set(scene, with); });
}

void paste_matrix(Access access, const EditedMatrix& matrix, const Matrix& now) {
  const char* text = ImGui::GetClipboardText();
  if (text != nullptr && is_scene_code(text)) {
    return access.notices.complain(
        matrix.name(), "This is a link to a scene: open it with File, Open copied link");
  }
  try {
    const TableShape shape{now.rows(), now.cols()};
    replace(access, matrix, "Paste " + matrix.noun,
            parse_table(text != nullptr ? text : "", shape));
  } catch (const std::exception& error) {
    access.notices.complain(matrix.name(), "Cannot be pasted: " + std::string(error.what()));
  }
}

/// Box of the ⋯ menu of matrix n in the heading: at the right end of its numbers, the last one at
/// the end of the line.
Box menu_button(const Ui& ui, const Box& heading, const TableLayout& layout, std::size_t n) {
  const bool is_last = n + 1 == layout.blocks.size();
  const float block_end =
      is_last ? layout.block_end(n) : layout.blocks[n].x + layout.blocks[n].width;
  const float end = std::min(heading.max.x, heading.min.x + block_end);
  const float middle = (heading.min.y + heading.max.y) / 2, half = ui.theme.px(10);
  return {{end - ui.theme.px(22), middle - half}, {end, middle + half}};
}

/// Boxes of all menus, moved so that none overlap each other or the title if the table is wider
/// than the panel.
std::vector<Box> menu_buttons(const Ui& ui, const Box& heading, const TableLayout& layout,
                              std::string_view title) {
  std::vector<Box> buttons(layout.blocks.size());
  float end = heading.max.x;
  for (std::size_t n = buttons.size(); n-- > 0;) {
    Box& button = buttons[n] = menu_button(ui, heading, layout, n);
    const float over = std::max(0.F, button.max.x - end);
    button.min.x -= over;
    button.max.x -= over;
    end = button.min.x - ui.theme.px(4);
  }
  float start = heading.min.x;
  if (!title.empty()) start += heading_width(ui.theme, title) + ui.theme.px(4);
  for (Box& button : buttons) {
    const float over = std::max(0.F, start - button.min.x);
    button.min.x += over;
    button.max.x += over;
    start = button.max.x + ui.theme.px(4);
  }
  return buttons;
}

/// Menus of a table, for a frame.
class TableMenus {
 public:
  TableMenus(Ui& ui, Access access, std::vector<Request>& requests)
      : ui_(ui), access_(access), requests_(requests) {}

  /// Draws the title of a matrix next to others, before its menu, if it fits.
  void title(const EditedMatrix& matrix, float left, const Box& button) const {
    if (matrix.title.empty()) return;
    const Theme& theme = ui_.theme;
    const float width = heading_width(theme, matrix.title), gap = theme.px(1);
    if (button.min.x - gap - width < left) return;
    Pen pen{{button.min.x - gap - width,
             std::round((button.min.y + button.max.y - theme.line_height(Face::kCaption)) / 2)},
            width};
    heading(ui_, pen, matrix.title);
  }

  void menu(const MatrixTable& table, std::size_t n, const Box& button) {
    const EditedMatrix& matrix = table.matrices[n];
    light_menu(matrix, button);
    if (!begin_dots_menu(ui_, matrix.name() + ".menu", button)) return;
    menu_words(ui_, matrix.noun + ", " + shape_text(matrix.values) +
                        (matrix.hint.empty() ? "" : ", " + matrix.hint));
    for (const MatrixFill& fill : matrix_fills()) {
      if (popup_item(ui_, matrix.name() + "." + std::string(fill.id), std::string(fill.label))) {
        requests_.push_back({n, [access = access_, &matrix, &fill](const Matrix& now) {
                               Matrix filled = now;
                               fill.fill(filled, access->evaluated().number());
                               replace(access, matrix, std::string(fill.label) + ": " + matrix.noun,
                                       filled);
                             }});
      }
    }
    for (const TableCommand& command : matrix.commands) line(n, command);
    ImGui::Separator();
    if (matrix.add_column) line(n, *matrix.add_column);
    if (n == 0 && table.add_row) line(n, *table.add_row);
    for (const TextForm& form : kTextForms) {
      const bool is_first = &form == kTextForms.data();
      if (popup_item(ui_, matrix.name() + ".copy." + std::string(form.id), std::string(form.label),
                     is_first ? "Ctrl+C" : nullptr)) {
        copy_matrix(access_, matrix, form);
      }
    }
    if (popup_item(ui_, matrix.name() + ".paste", "Paste", "Ctrl+V")) {
      requests_.push_back({n, [access = access_, &matrix](const Matrix& now) {
                             paste_matrix(access, matrix, now);
                           }});
    }
    bool& shows_slope = access_.look.slope.is_on;
    if (popup_item(ui_, matrix.name() + ".slope", "Show the slopes of the numbers", "G",
                   shows_slope)) {
      shows_slope = !shows_slope;
    }
    if (!matrix.removals.empty()) ImGui::Separator();
    for (const TableCommand& command : matrix.removals) line(n, command);
    end_menu();
  }

 private:
  /// Highlights the menu if a lesson mentions one of its entries.
  void light_menu(const EditedMatrix& matrix, const Box& button) const {
    if (ui_.highlight.sources().empty()) return;
    std::vector<std::string> names = {matrix.name() + ".copy", matrix.name() + ".paste"};
    for (const MatrixFill& fill : matrix_fills()) {
      names.push_back(matrix.name() + "." + std::string(fill.id));
    }
    for (const TableCommand& command : matrix.commands) names.push_back(command.name);
    for (const TableCommand& command : matrix.removals) names.push_back(command.name);
    mark_hidden_highlight(ui_, button, names);
  }

  void line(std::size_t n, const TableCommand& command) {
    const LockedWith lock(ui_, access_, {command.changes});
    if (popup_item(ui_, command.name, command.text)) {
      requests_.push_back({n, [&command](const Matrix&) { command.act(); }});
    }
  }

  Ui& ui_;
  Access access_;
  std::vector<Request>& requests_;
};

/// Proposes the changed numbers one after another, then the commands.
void change(Access access, const MatrixTable& table, const NumberEdits& changes,
            const std::vector<Request>& requests) {
  if (changes.dropped && changes.edits.empty()) access.end_gesture();
  if (changes.edits.empty() && requests.empty()) return;
  std::vector<Matrix> now;  // copies: the first edit may free the values
  for (const EditedMatrix& matrix : table.matrices) now.push_back(matrix.values);
  for (const NumberEdit& edit : changes.edits) {
    const EditedMatrix& matrix = table.matrices[edit.block];
    float& number = now[edit.block](edit.row, edit.column);
    const float before = std::exchange(number, static_cast<float>(edit.value));
    access.propose(matrix.name(), "Change " + matrix.noun, edit.gesture,
                   [&](Scene& scene) { matrix.set(scene, now[edit.block]); });
    if (access.notices.complaint(matrix.name()) != nullptr) number = before;
  }
  if (changes.dropped) access.end_gesture();
  for (const Request& request : requests) request.act(now[request.matrix]);
}

/// Adds the slope of each number to the table, if it is shown.
void add_slopes(const SeenSlope& seen, const MatrixTable& table, NumberTable& numbers) {
  if (!seen.slope) return;
  for (std::size_t n = 0; n < table.matrices.size(); ++n) {
    numbers.blocks[n].slope = slope_of_table(*seen.slope, numbers.blocks[n].name);
  }
  numbers.typical_slope = seen.typical;
  numbers.slope_of = seen.key->raised ? "weight" : "loss";
  const bool are_tokens = table.matrices.front().where.part == Part::embeddings;
  if (!are_tokens || seen.saliency.size() != table.grid.labels.size()) return;
  const double most = *std::ranges::max_element(seen.saliency);
  for (const double one : seen.saliency) {
    numbers.row_shares.push_back(most > 0 ? static_cast<float>(one / most) : 0);
  }
}

/// Explains the triangles and bars, or why there are none.
void slope_words(Ui& ui, Access access, Pen& pen, const SeenSlope& seen) {
  const Theme& theme = ui.theme;
  const auto line = [&](const char* name, std::span<const std::string> texts) {
    const Box box = pen.take(theme.line_height(Face::kSmall) + theme.px(2));
    for (const std::string& words : texts) theme.need_glyphs(words);
    const std::string fits = fitting_in(ui, box, Face::kSmall, texts);
    const std::string words =
        fits.empty() ? shortened_in(ui, box, Face::kSmall, texts.back()) : fits;
    text_in(ui, box, Face::kSmall, theme.colors().secondary, words, 0);
    ui.map.say(name, texts.front());
  };
  if (!seen.trouble.empty()) {
    const std::string words[] = {"Gradients: " + seen.trouble};
    return line("slope", words);
  }
  const std::string words[] = {"▲ more, ▼ less " + seen.words, "▲ ▼ " + seen.words};
  line("slope", words);
  if (seen.saliency.empty()) return;
  const std::string whose = named_token(access->scene().query_tokens(), seen.key->query);
  const double most = *std::ranges::max_element(seen.saliency);
  const std::string bars[] = {
      "Bars: effect on the output of " + whose + ", up to " + brief(most, 2),
      "Bars: effect on " + whose};
  line("slope.saliency", bars);
}

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
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < columns; ++j) {
      const float value = cells(i, j);
      const ImU32 sign = value < 0 ? palette.key : palette.query;
      const ImVec2 min(at.x + side * static_cast<float>(j), at.y + side * static_cast<float>(i));
      fill_box({min, {min.x + side - gap, min.y + side - gap}},
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
  if (is_hovered) fill_box(box, palette.hover, theme.px(6));
  outline_box(box, is_open ? palette.query : palette.hairline, theme.px(6), is_open ? 1.5F : 1);
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
  theme.formulas().draw({split, baseline - static_cast<float>(formula.baseline)}, tex, style,
                        palette);
  const float top = box.max.y - theme.px(8) - theme.line_height(Face::kSmall);
  draw_text(theme, Face::kSmall, {split, top}, palette.secondary, shape);
  return is_pressed;
}

/// Boxes of `count` cards, on as many lines as needed.
std::vector<Box> take_cards(const Ui& ui, Pen& pen, std::size_t count) {
  const Theme& theme = ui.theme;
  const float gap = theme.px(4), height = theme.px(kCardHeight);
  const auto fitting =
      static_cast<std::size_t>(std::max(0.0F, pen.width + gap) / (theme.px(kLeastCard) + gap));
  const std::size_t a_line = clamped<std::size_t>(fitting, 1, std::max<std::size_t>(3, count));
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

void matrix_table(Ui& ui, Access access, Pen& pen, const Box& heading, const MatrixTable& table) {
  NumberTable numbers = table.grid;
  // On a lesson's stage and for a class, numbers have no tools.
  const bool has_tools = !ui.stage && !ui.theme.appearance().presenting;
  for (const EditedMatrix& matrix : table.matrices) {
    numbers.blocks.push_back({matrix.name(), matrix.column_prefix, matrix.values, false,
                              has_tools && matrix.add_column ? matrix.add_column->name : ""});
  }
  if (has_tools && table.add_row) {
    numbers.add_row = table.add_row->name;
    if (access->locks({table.add_row->changes})) numbers.add_row_locked = access->locked_words();
  }
  const SeenSlope* seen = seen_slope(access, ImGui::IsMouseDown(ImGuiMouseButton_Left));
  if (seen != nullptr) add_slopes(*seen, table, numbers);
  const TableLayout layout = lay_out(ui, numbers, pen.width);
  std::vector<Request> requests;
  TableMenus menus(ui, access, requests);
  const std::vector<Box> buttons = menu_buttons(ui, heading, layout, table.title);
  float left = heading.min.x;
  for (std::size_t n = 0; n < table.matrices.size(); ++n) {
    menus.title(table.matrices[n], left, buttons[n]);
    if (has_tools) menus.menu(table, n, buttons[n]);
    left = buttons[n].max.x + ui.theme.px(4);
  }
  const auto ask = [&](std::size_t n, const TableCommand& command) {
    requests.push_back({n, [&command](const Matrix&) { command.act(); }});
  };
  const NumberEdits changes = number_table(ui, pen, numbers, layout, table.max_height);
  if (seen != nullptr && table.matrices.front().where.part == Part::embeddings) {
    slope_words(ui, access, pen, *seen);
  }
  if (changes.widened) ask(*changes.widened, *table.matrices[*changes.widened].add_column);
  if (changes.lengthened) ask(0, *table.add_row);
  for (const EditedMatrix& matrix : table.matrices) {
    complaint_line(ui, pen, access.notices.complaint(matrix.name()));
  }
  if (changes.copied) copy_matrix(access, table.matrices[*changes.copied], kTextForms[0]);
  if (changes.pasted) {
    const EditedMatrix& matrix = table.matrices[*changes.pasted];
    requests.push_back({*changes.pasted, [access, &matrix](const Matrix& now) {
                          paste_matrix(access, matrix, now);
                        }});
  }
  pen.take(ui.theme.px(12));
  change(access, table, changes, requests);
}

void matrix_section(Ui& ui, Access access, Pen& pen, const MatrixTable& table) {
  const Box heading = heading_line(ui, pen);
  if (!begin_section(ui, access, pen, {.id = table.grid.name, .title = table.title})) return;
  matrix_table(ui, access, pen, heading, table);
}

void matrix_cards(Ui& ui, Access access, Pen& pen, const std::vector<CardMatrix>& matrices,
                  float max_height) {
  std::set<std::string>& opened = access.look.view.opened;
  const std::vector<Box> boxes = take_cards(ui, pen, matrices.size());
  for (std::size_t n = 0; n < matrices.size(); ++n) {
    const CardMatrix& one = matrices[n];
    const std::string names[] = {one.name()};
    if (!opened.contains(one.id)) mark_hidden_highlight(ui, boxes[n], names);
    // Locked matrices can still be opened.
    const std::string_view locked = ui.locked;
    lock_controls(ui, {});
    const bool is_pressed =
        card(ui, one.name(), boxes[n], one.tex, *one.values, opened.contains(one.id));
    lock_controls(ui, locked);
    if (!is_pressed || opened.erase(one.id) > 0) continue;
    opened.insert(one.id);
    ui.opened = {.id = one.id};
  }
  const bool closes_others =
      !ui.opened.crowded.empty() && std::ranges::count(matrices, ui.opened.id, &CardMatrix::id) > 0;
  for (const CardMatrix& one : matrices) {
    const bool is_opened = one.id == ui.opened.id;
    if (closes_others && !is_opened) opened.erase(one.id);
    if (opened.contains(one.id)) {
      if (is_opened) begin_part(ui, one.id, boxes.front().min.y);
      matrix_of_card(ui, access, pen, one, max_height);
      if (is_opened) begin_part(ui, {}, pen.at.y);
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
  theme.formulas().draw({line.min.x, baseline - static_cast<float>(formula.baseline)}, one.tex,
                        style, theme.colors());
  const float after = line.min.x + static_cast<float>(formula.width) + theme.px(10);
  text_in(ui, line.right_of(after), Face::kSmall, theme.colors().secondary, one.hint, 0);
  EditedMatrix edited{one.where, one.noun, one.columns, *one.values, one.hint};
  const auto propose = [access, &one](const char* verb, const std::function<void(Scene&)>& change) {
    access.propose(one.name(), verb + one.noun, "", change);
  };
  if (one.is_given && one.drop) {
    edited.removals.push_back(
        {one.name() + ".drop", "Remove it", [=, &one] { propose("Remove ", one.drop); }});
  } else if (!one.is_given) {
    edited.commands.push_back({one.name() + ".give", "Add this matrix", [=, &one] {
                                 propose("Add ", [&](Scene& scene) {
                                   part_kind(one.where.part)
                                       .set(scene, static_cast<std::size_t>(one.where.head),
                                            *one.values);
                                 });
                               }});
  }
  matrix_table(ui, access, pen, line,
               {.grid = {.name = one.name() + ".table", .labels = one.rows, .are_labels_tex = true},
                .matrices = {edited},
                .max_height = max_height});
}

std::shared_ptr<const Matrix> kept_identity(Index width) {
  constexpr std::size_t kKept = 4;  // for queries, keys, values and the output
  static std::vector<std::shared_ptr<const Matrix>> kept;
  const auto found = std::ranges::find(kept, width, [](const auto& one) { return one->rows(); });
  if (found != kept.end()) return *found;
  if (kept.size() == kKept) kept.erase(kept.begin());
  return kept.emplace_back(std::make_shared<const Matrix>(Matrix::Identity(width, width)));
}

std::vector<std::string> numbered_labels(std::string_view prefix, Index count) {
  std::vector<std::string> labels;
  for (Index i = 0; i < count; ++i) {
    const std::string number = std::to_string(i);
    labels.push_back(prefix.empty() ? number : std::string(prefix) + "_{" + number + "}");
  }
  return labels;
}

}  // namespace attn::ui
