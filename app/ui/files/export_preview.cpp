#include "app/ui/files/export_preview.h"

#include <algorithm>
#include <utility>

#include "app/document/files/utf8.h"
#include "app/figure/files/export.h"
#include "app/figure/files/figure_preview.h"
#include "app/figure/files/figure_views.h"
#include "app/figure/tables/table_format.h"

namespace attn::ui {
namespace {

constexpr Index kMostCells = 40;  // limit of a table's rows and columns in the preview

/// First rows and columns of a table, at most two layers.
attn::ViewTable corner_of(attn::ViewTable table) {
  if (table.layers.size() > 2) table.layers.resize(2);
  for (auto& layer : table.layers) {
    const Index rows = std::min(kMostCells, layer.values->rows());
    const Index columns = std::min(kMostCells, layer.values->cols());
    layer.values = std::make_shared<const Matrix>(layer.values->topLeftCorner(rows, columns));
  }
  const auto most = static_cast<std::size_t>(kMostCells);
  if (table.rows.size() > most) table.rows.resize(most);
  if (table.columns.size() > most) table.columns.resize(most);
  return table;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines(1);
  for (const char c : valid_utf8(text)) {
    if (c == '\n') {
      lines.emplace_back();
    } else if (c == '\t') {
      lines.back() += "  ";
    } else if (c != '\r') {
      lines.back() += c;
    }
  }
  return lines;
}

std::string shape_of(const attn::ViewTable& table) {
  const Matrix& first = *table.layers[0].values;
  std::string shape = std::to_string(first.rows()) + " × " + std::to_string(first.cols());
  if (table.is_stack()) shape = std::to_string(table.layers.size()) + " × " + shape;
  return shape + " numbers";
}

}  // namespace

PreviewPane::Made ExportPreview::make(const MadeFor& key) {
  PreviewPane::Made made;
  ExportRequest request = request_of(key.form, key.state);
  if (!request.problem.empty()) {
    made.problem = request.problem;
    return made;
  }
  std::shared_ptr<const Evaluation> evaluation = key.evaluation;
  FigureOptions& options = request.options;
  if (const TableFormat* format = find_table_format(key.form.ending)) {
    ViewState state = options.state;
    const attn::ViewTable table =
        view_table(evaluation, options.view, state, {options.head, options.all_heads});
    made.words = shape_of(table);
    // NPY is binary: the preview shows its numbers as TSV.
    const attn::ViewTable corner = corner_of(table);
    if (key.form.ending == ".npy") to_npy(corner);
    made.lines =
        lines_of(key.form.ending == ".npy" ? to_tsv(corner) : text_of(corner, format->write));
    return made;
  }
  if (key.form.is_film()) {
    const Reel reel(evaluation->scene, options, request.film.sweep);
    Shot shot = reel.shot(request.film.sweep.frames / 2);
    evaluation = shot.evaluation;
    options = std::move(shot.options);
  }
  const bool stay_shapes = key.form.ending == ".svg" || key.form.ending == ".pdf";
  FigurePreview figure =
      preview_figure(evaluation, options, stay_shapes ? 1 : 2, key.width, key.height);
  made.words = std::to_string(figure.file_width) + " × " + std::to_string(figure.file_height) +
               (stay_shapes ? " units" : " pixels");
  if (key.form.is_film()) made.words += " · " + key.form.frames + " frames";
  made.width = figure.width, made.height = figure.height;
  made.rgba = std::move(figure.rgba);
  return made;
}

void ExportPreview::draw(Ui& ui, const Box& box,
                         const std::shared_ptr<const Evaluation>& evaluation,
                         const ExportForm& form, const ViewState& state) {
  const Box room = PreviewPane::room_in(ui.theme, box);
  MadeFor key{evaluation, form, state, static_cast<int>(room.width()),
              static_cast<int>(room.height())};
  if (!pane_.is_busy() && key_ != key) {
    key_ = key;
    pane_.make([key] { return make(key); });
  }
  pane_.draw(ui, "export", box);
}

}  // namespace attn::ui
