#include "app/ui/numbers/matrix_section.h"

#include <array>
#include <exception>
#include <utility>

#include "app/document/edits/matrix_fill.h"
#include "app/document/tables/table_text.h"
#include "app/ui/numbers/section.h"
#include "app/ui/toolkit/link_row.h"

namespace attn::ui {
namespace {

/// What was asked of a matrix in this frame; it is done when all is drawn, to what it is then.
struct Request {
  std::size_t matrix;
  std::function<void(const Matrix& now)> act;
};

struct TextForm {
  std::string_view id, label;
  std::string (*format)(const Matrix&);
};

constexpr std::array<TextForm, 3> kTextForms = {
    {{"tsv", "Tab-separated, for a spreadsheet", to_tsv},
     {"csv", "CSV", to_csv},
     {"python", "Python list, for NumPy", to_python}}};

void copy_matrix(Access access, const EditedMatrix& matrix, const TextForm& form) {
  ImGui::SetClipboardText(form.format(matrix.values).c_str());
  access.tell("Copied " + matrix.noun + ", " + shape_text(matrix.values));
}

void replace(Access access, const EditedMatrix& matrix, const std::string& label,
             const Matrix& with) {
  access.propose(matrix.name(), label, "", [&](Scene& scene) { matrix.set(scene, with); });
}

void paste_matrix(Access access, const EditedMatrix& matrix, const Matrix& now) {
  const char* text = ImGui::GetClipboardText();
  try {
    const TableShape shape{now.rows(), now.cols()};
    replace(access, matrix, "Paste " + matrix.noun,
            parse_table(text != nullptr ? text : "", shape));
  } catch (const std::exception& error) {
    access.complain(matrix.name(), "This can't be pasted: " + std::string(error.what()));
  }
}

void fill_matrix(Access access, const EditedMatrix& matrix, const Matrix& now,
                 const MatrixFill& fill) {
  Matrix filled = now;
  fill.fill(filled, access->evaluation_number());
  replace(access, matrix, std::string(fill.label) + ": " + matrix.noun, filled);
}

/// Calls `pick` with the form that was chosen from the list that `copy` opens.
void copy_list(Ui& ui, const std::string& name, const std::function<void(const TextForm&)>& pick) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.theme.px(8), ui.theme.px(8)});
  if (ImGui::BeginPopup(name.c_str())) {
    close_on_escape(ui);
    for (const TextForm& form : kTextForms) {
      const std::string label(form.label);
      if (ImGui::MenuItem(label.c_str())) pick(form);
      ui.map.add(name + "." + std::string(form.id), ImGui::GetItemRectMin(),
                 ImGui::GetItemRectMax());
    }
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
}

/// The links of matrix n of `table`.
void links(Ui& ui, Access access, Pen& pen, const MatrixTable& table, std::size_t n,
           std::vector<Request>& requests) {
  const EditedMatrix& matrix = table.matrices[n];
  LinkRow row(ui, pen);
  if (table.matrices.size() > 1) row.word(matrix.name());
  for (const ExtraLink& extra : matrix.links) {
    const LockedWith lock(ui, access, {extra.changes});
    if (row.link(extra.name, extra.text)) {
      requests.push_back({n, [&extra](const Matrix&) { extra.act(); }});
    }
  }
  for (const MatrixFill& fill : matrix_fills()) {
    std::string text(fill.label);
    text[0] = static_cast<char>(text[0] - 'A' + 'a');
    if (row.link(matrix.name() + "." + std::string(fill.id), text)) {
      requests.push_back({n, [access, &matrix, &fill](const Matrix& now) {
                            fill_matrix(access, matrix, now, fill);
                          }});
    }
  }
  const std::string copy = matrix.name() + ".copy";
  if (row.list_link(copy, "copy")) ImGui::OpenPopup(copy.c_str());
  copy_list(ui, copy, [&](const TextForm& form) { copy_matrix(access, matrix, form); });
  if (row.link(matrix.name() + ".paste", "paste")) {
    requests.push_back(
        {n, [access, &matrix](const Matrix& now) { paste_matrix(access, matrix, now); }});
  }
  row.end();
}

/// Proposes the numbers that were changed, one after another, and then what was asked for.
void change(Access access, const MatrixTable& table, const NumberEdits& changes,
            const std::vector<Request>& requests) {
  if (changes.dropped && changes.edits.empty()) access.end_gesture();
  if (changes.edits.empty() && requests.empty()) return;
  std::vector<Matrix> now;  // the values may be gone after the first edit
  for (const EditedMatrix& matrix : table.matrices) now.push_back(matrix.values);
  for (const NumberEdit& edit : changes.edits) {
    const EditedMatrix& matrix = table.matrices[edit.block];
    float& number = now[edit.block](edit.row, edit.column);
    const float before = std::exchange(number, static_cast<float>(edit.value));
    access.propose(matrix.name(), "Change " + matrix.noun, edit.gesture,
                   [&](Scene& scene) { matrix.set(scene, now[edit.block]); });
    if (access->complaint(matrix.name()) != nullptr) number = before;
  }
  if (changes.dropped) access.end_gesture();
  for (const Request& request : requests) request.act(now[request.matrix]);
}

}  // namespace

void matrix_table(Ui& ui, Access access, Pen& pen, const MatrixTable& table) {
  NumberTable numbers{.name = table.name,
                      .labels = table.labels,
                      .blocks = {},
                      .query_row = table.query_row,
                      .key_row = table.key_row,
                      .take_label = table.take_label};
  for (const EditedMatrix& matrix : table.matrices) {
    numbers.blocks.push_back({matrix.name(), matrix.column_prefix, matrix.values});
  }
  const NumberEdits changes = number_table(ui, pen, numbers, table.max_height);
  std::vector<Request> requests;
  for (std::size_t n = 0; n < table.matrices.size(); ++n) {
    if (!ui.stage) links(ui, access, pen, table, n, requests);
    complaint_line(ui, pen, access->complaint(table.matrices[n].name()));
  }
  if (changes.copied) copy_matrix(access, table.matrices[*changes.copied], kTextForms[0]);
  if (changes.pasted) {
    const EditedMatrix& matrix = table.matrices[*changes.pasted];
    requests.push_back({*changes.pasted, [access, &matrix](const Matrix& now) {
                          paste_matrix(access, matrix, now);
                        }});
  }
  pen.take(ui.theme.px(10));
  change(access, table, changes, requests);
}

void matrix_section(Ui& ui, Access access, Pen& pen, std::string_view title, std::string_view hint,
                    const MatrixTable& table) {
  std::string text = shape_text(table.matrices[0].values);
  if (!hint.empty()) text += " — " + std::string(hint);
  if (!begin_section(ui, access, pen, table.name, title, text)) return;
  matrix_table(ui, access, pen, table);
}

std::vector<std::string> numbered_labels(std::string_view prefix, Index count) {
  std::vector<std::string> labels;
  for (Index i = 0; i < count; ++i) labels.push_back(std::string(prefix) + std::to_string(i));
  return labels;
}

std::string shape_text(const Matrix& matrix) {
  return std::to_string(matrix.rows()) + " × " + std::to_string(matrix.cols());
}

}  // namespace attn::ui
