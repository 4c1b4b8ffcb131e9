#include "app/ui/numbers/matrix_section.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <span>
#include <utility>

#include "app/document/edits/matrix_fill.h"
#include "app/document/numbers/numbers.h"
#include "app/document/scene_file/scene_code.h"
#include "app/document/tables/table_text.h"
#include "app/figure/text/visible_text.h"
#include "app/session/workspace/slope.h"
#include "app/ui/numbers/section.h"
#include "app/ui/toolkit/menu_item.h"

namespace attn::ui {
namespace {

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

void fill_matrix(Access access, const EditedMatrix& matrix, const Matrix& now,
                 const MatrixFill& fill) {
  Matrix filled = now;
  fill.fill(filled, access->evaluated().number());
  replace(access, matrix, std::string(fill.label) + ": " + matrix.noun, filled);
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
      if (walked_line(ui_, matrix.name() + "." + std::string(fill.id), std::string(fill.label))) {
        requests_.push_back({n, [access = access_, &matrix, &fill](const Matrix& now) {
                               fill_matrix(access, matrix, now, fill);
                             }});
      }
    }
    for (const TableDeed& deed : matrix.deeds) line(n, deed);
    ImGui::Separator();
    if (matrix.add_column) line(n, *matrix.add_column);
    if (n == 0 && table.add_row) line(n, *table.add_row);
    for (const TextForm& form : kTextForms) {
      const bool is_first = &form == kTextForms.data();
      if (walked_line(ui_, matrix.name() + ".copy." + std::string(form.id), std::string(form.label),
                      is_first ? "Ctrl+C" : nullptr)) {
        copy_matrix(access_, matrix, form);
      }
    }
    if (walked_line(ui_, matrix.name() + ".paste", "Paste", "Ctrl+V")) {
      requests_.push_back({n, [access = access_, &matrix](const Matrix& now) {
                             paste_matrix(access, matrix, now);
                           }});
    }
    bool& shows_slope = access_.look.slope.is_on;
    if (walked_line(ui_, matrix.name() + ".slope", "Show the slopes of the numbers", "G",
                    shows_slope)) {
      shows_slope = !shows_slope;
    }
    if (!matrix.removals.empty()) ImGui::Separator();
    for (const TableDeed& deed : matrix.removals) line(n, deed);
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
    for (const TableDeed& deed : matrix.deeds) names.push_back(deed.name);
    for (const TableDeed& deed : matrix.removals) names.push_back(deed.name);
    light_way(ui_, button, names);
  }

  void line(std::size_t n, const TableDeed& deed) {
    const LockedWith lock(ui_, access_, {deed.changes});
    if (walked_line(ui_, deed.name, deed.text)) {
      requests_.push_back({n, [&deed](const Matrix&) { deed.act(); }});
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
  if (!are_tokens || seen.saliency.size() != table.labels.size()) return;
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
  const auto query = static_cast<std::size_t>(seen.key->query);
  const std::string whose = visible_text(access->scene().query_tokens()[query]);
  const double most = *std::ranges::max_element(seen.saliency);
  const std::string bars[] = {
      "Bars: effect on the output of " + whose + ", up to " + brief(most, 2),
      "Bars: effect on " + whose};
  line("slope.saliency", bars);
}

}  // namespace

void matrix_table(Ui& ui, Access access, Pen& pen, const Box& heading, const MatrixTable& table) {
  NumberTable numbers{.name = table.name,
                      .labels = table.labels,
                      .blocks = {},
                      .query_row = table.query_row,
                      .key_row = table.key_row,
                      .take_label = table.take_label,
                      .are_labels_tex = table.are_labels_tex};
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
  const auto ask = [&](std::size_t n, const TableDeed& deed) {
    requests.push_back({n, [&deed](const Matrix&) { deed.act(); }});
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
  if (!begin_section(ui, access, pen, {.id = table.name, .title = table.title})) return;
  matrix_table(ui, access, pen, heading, table);
}

std::vector<std::string> numbered_labels(std::string_view prefix, Index count) {
  std::vector<std::string> labels;
  for (Index i = 0; i < count; ++i) {
    const std::string number = std::to_string(i);
    labels.push_back(prefix.empty() ? number : std::string(prefix) + "_{" + number + "}");
  }
  return labels;
}

std::string shape_text(const Matrix& matrix) {
  return std::to_string(matrix.rows()) + " × " + std::to_string(matrix.cols());
}

}  // namespace attn::ui
