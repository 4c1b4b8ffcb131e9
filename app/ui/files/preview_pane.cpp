#include "app/ui/files/preview_pane.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/document/files/utf8.h"
#include "app/figure/files/export.h"
#include "app/figure/files/figure.h"
#include "app/figure/files/figure_views.h"
#include "app/figure/files/patch_options.h"
#include "app/figure/tables/table_format.h"
#include "app/gl/base/texture_upload.h"

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

struct PreviewPane::Texture {
  gl::TextureObject picture;
};

PreviewPane::PreviewPane() = default;
PreviewPane::~PreviewPane() = default;

void PreviewPane::take(Ui& ui) {
  const auto end = worker_.take_end();
  if (!end) return;
  const std::lock_guard lock(mutex_);
  Made made = std::exchange(made_, std::nullopt).value_or(Made{});
  if (!end->problem.empty()) made.problem = end->problem;
  if (!made.rgba.empty()) {
    texture_ =
        std::make_unique<Texture>(Texture{gl::upload_texture(made.width, made.height, made.rgba)});
    made.rgba = {};
  }
  for (const std::string& line : made.lines) ui.theme.need_glyphs(line);
  ui.theme.need_glyphs(made.problem);
  shown_ = std::move(made);
}

void PreviewPane::make(std::function<Made()> make) {
  worker_.start([this, make = std::move(make)](const Watch&) {
    do_in_dialogs_words([&] {
      Made made = make();
      const std::lock_guard lock(mutex_);
      made_ = std::move(made);
    });
  });
}

Box PreviewPane::room_in(const Theme& theme, const Box& box) {
  const float margin = theme.px(10), words = theme.px(22);
  return {{box.min.x + margin, box.min.y + margin},
          {box.max.x - margin, box.max.y - words - margin}};
}

void PreviewPane::draw(Ui& ui, std::string_view name, const Box& box) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const Box words = box.below(box.max.y - theme.px(22));
  const Box frame = box.above(words.min.y);
  const Box room = room_in(theme, box);
  const std::string place = std::string(name) + ".preview";
  fill_box(frame, palette.field, theme.px(5));
  outline_box(frame, palette.hairline, theme.px(5));
  ui.map.add(place, frame.min, frame.max);
  take(ui);
  if (worker_.is_busy()) ui.wake_at = ImGui::GetTime() + 0.02;
  ui.map.say(place, worker_.is_busy()         ? "…"
                    : !shown_.problem.empty() ? shown_.problem
                                              : shown_.words);
  imgui::list()->PushClipRect(frame.min, frame.max, true);
  if (!shown_.lines.empty()) {
    draw_lines(ui, room);
  } else if (shown_.problem.empty() && shown_.width > 0) {
    draw_picture(ui, name, room);
  }
  imgui::list()->PopClipRect();
  cut_text_in(ui, words, Face::kSmall, shown_.problem.empty() ? palette.faint : palette.warning,
              shown_.problem.empty() ? shown_.words : shown_.problem);
}

void PreviewPane::draw_picture(Ui& ui, std::string_view name, const Box& room) const {
  const auto width = static_cast<float>(shown_.width), height = static_cast<float>(shown_.height);
  const ImVec2 at(std::round((room.min.x + room.max.x - width) / 2),
                  std::round((room.min.y + room.max.y - height) / 2));
  const Box whole{at, {at.x + width, at.y + height}};
  imgui::list()->AddImage(imgui::texture(texture_->picture.id()), whole.min, whole.max);
  ui.map.add(std::string(name) + ".picture", whole.min, whole.max);
}

void PreviewPane::draw_lines(Ui& ui, const Box& room) const {
  const Theme& theme = ui.theme;
  const float pitch = theme.line_height(Face::kMonoSmall) + theme.px(3);
  float y = room.min.y;
  for (const std::string& line : shown_.lines) {
    const Box box = room.rows(y, y + pitch);
    if (box.max.y > room.max.y) return;
    text_in(ui, box, Face::kMonoSmall, theme.colors().text,
            shortened(theme, Face::kMonoSmall, line, box.width()), 0);
    y += pitch;
  }
}

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
    ViewState state = state_with_patches(options);
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
  read_picture(options, key.form);
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
