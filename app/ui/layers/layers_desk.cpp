#include "app/ui/layers/layers_desk.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <utility>
#include <vector>

#include <GLFW/glfw3.h>

#include "app/document/numbers/numbers.h"
#include "app/figure/files/figure.h"
#include "app/figure/page/figure_page.h"
#include "app/session/workspace/export_form.h"
#include "app/ui/files/export_controls.h"
#include "app/ui/theme/rich_text.h"
#include "app/ui/toolkit/panel_boxes.h"
#include "app/ui/toolkit/slider.h"
#include "app/ui/toolkit/tooltip.h"
#include "engine/base/clamped.h"
#include "engine/base/text.h"
#include "engine/color/colormap.h"

namespace attn::ui {
namespace {

// Distance in pixels at scale 1: thumbnails of 42 with frame and gap.
constexpr float kUsualPitch = 49, kComfortablePitch = 25, kSmallestPitch = 12;
constexpr float kHeadPanel = 292;

std::string head_words(const ImportedAttention& imported, Index n) {
  const ImportedHead head = imported.place(n);
  return "L" + std::to_string(imported.layer_name(head.layer)) + ".H" + std::to_string(head.head);
}

std::string measure_words(double number) { return std::isnan(number) ? "–" : fixed(number, 2); }

ImU32 frame_color(const Theme& theme, double place) {
  const Rgb rgb = color_of(theme.colors_of(*find_colormap("viridis")), {0, 1},
                           static_cast<float>(clamped(place, 0.0, 1.0)));
  return IM_COL32(rgb.r, rgb.g, rgb.b, 255);
}

const HeadMeasure& measure_at(int n) { return head_measures()[static_cast<std::size_t>(n)]; }

}  // namespace

void LayersExport::open(Ui& ui, const ImportedAttention& imported) {
  sheet_.open(ui);
  namespace fs = std::filesystem;
  // "attention-heads.pdf" for "attention.npz", in the folder of the last export.
  const std::string stem = fs::path(imported.name()).stem().string();
  const fs::path path =
      fs::path(first_export_folder("")) / ((stem.empty() ? "all" : stem) + "-heads");
  path_ = path.string() + std::string(figure_endings()[static_cast<std::size_t>(format_)]);
}

ExportJob LayersExport::job(const ImportedAttention& imported, const HeadMeasure& measure,
                            const std::function<bool(Index)>& is_shown) const {
  ExportJob job{.paths = {path_}, .problem = obstacle_at({path_}, "")};
  if (imported.measured() < imported.head_count()) {
    job.problem = std::to_string(imported.measured()) + " of " +
                  std::to_string(imported.head_count()) +
                  " heads are measured yet: wait for the others";
    return job;
  }
  job.picture = [overview = overview_of(imported, measure, is_shown),
                 words = TrainingWords{.title = imported.title(),
                                       .subtitle = overview_words(imported, measure)},
                 options = on_paper(paper_formats()[static_cast<std::size_t>(paper_)],
                                    {.theme = &figure_theme(theme_)})](const std::string& path,
                                                                       const Watch&) {
    do_in_dialogs_words([&] { write_overview(overview, words, options, path); });
  };
  job.write = [draw = job.picture, path = path_](const Watch& watch) {
    draw(path, watch);
    return std::vector{path};
  };
  return job;
}

void LayersExport::draw(Ui& ui, const ImportedAttention& imported, const HeadMeasure& measure,
                        const std::function<bool(Index)>& is_shown, const Box& room) {
  if (!sheet_.follow(ui)) return;
  const Box inside = sheet_.begin(ui, room, {560, 272}, "Export all heads");
  Pen pen{inside.min, inside.width()};
  ControlLines lines(ui, pen, false);
  choose_figure_format(lines, sheet_, "layers-export.format", path_, format_);
  lines.list("For", "layers-export.for",
             texts_of<std::string>(paper_formats(),
                                   [](const PaperFormat& one) { return std::string(one.label); }),
             paper_);
  choose_option(lines, "layers-export", figure_option("theme"), theme_);
  sheet_.edit_path(ui, path_);
  const auto make = [&](int) { return job(imported, measure, is_shown); };
  sheet_.end(ui, make, "Export", [&](const Box& line, float& right) {
    if (word_button_before(ui, "layers-export.copy-picture", "Copy picture", line, right, false)) {
      sheet_.copy_picture(make(0));
    }
  });
  sheet_.take_keys(ui, make);
}

double LayersDesk::number(const ImportedAttention& imported, Index n) const {
  const HeadSummary* summary = imported.summary(n);
  return summary == nullptr ? HeadMeasures::kNoMeasure
                            : summary->measures.*measure_at(measure_).number;
}

/// Range and quartiles of the chosen measure.
void LayersDesk::measure_all(const ImportedAttention& imported) {
  if (measured_change_ == imported.change() && measured_of_ == measure_) return;
  measured_change_ = imported.change();
  measured_of_ = measure_;
  std::vector<double> numbers;
  for (Index n = 0; n < imported.head_count(); ++n) {
    const double one = number(imported, n);
    if (!std::isnan(one)) numbers.push_back(one);
  }
  std::ranges::sort(numbers);
  if (numbers.empty()) numbers.push_back(0);
  low_ = numbers.front();
  high_ = numbers.back();
  const std::size_t quarter = (numbers.size() - 1) / 4;
  low_quarter_ = numbers[quarter];
  high_quarter_ = numbers[numbers.size() - 1 - quarter];
}

bool LayersDesk::is_shown(const ImportedAttention& imported, Index n) const {
  if (static_cast<HeadsShown>(part_) == HeadsShown::kAll) return true;
  const double one = number(imported, n);
  return static_cast<HeadsShown>(part_) == HeadsShown::kLowest ? one <= low_quarter_
                                                               : one >= high_quarter_;
}

void LayersDesk::select(ImportedHead head) {
  selected_ = {head.layer, std::max<Index>(0, head.head)};
  reveals_ = true;
}

/// The text that the model runs; another one is run when Enter is pressed, or the field is left.
void LayersDesk::edit_text(Ui& ui, RunningModel& model, const ImportedAttention& imported,
                           Pen& pen) {
  const Theme& theme = ui.theme;
  const bool is_busy = model.is_busy();
  heading(ui, pen, model.takes_ids() ? "TOKEN IDS" : "TEXT",
          is_busy ? "running …" : counted(imported.layer(0).keys, "token"));
  const TextEdit edit =
      text_field(ui, "layers.text", pen.take(theme.px(28)), Face::kBody, model.text());
  types_ = edit.active || edit.committed;
  if (edit.committed && edit.text != model.text()) model.run(edit.text);
  ui.map.say("layers.text.shown", model.text());
  ui.map.say("layers.text.busy", is_busy ? "yes" : "no");
  complaint_line(ui, pen, model.problem().empty() ? nullptr : &model.problem());
  pen.take(theme.px(10));
}

void LayersDesk::choices(Ui& ui, const ImportedAttention& imported, Pen& pen) {
  const Theme& theme = ui.theme;
  const Index count = imported.head_count(), measured = imported.measured();
  const std::string heads = capitals(imported.heads_words());
  ui.map.say("layers.heading", heads);
  heading(ui, pen, heads,
          measured < count ? std::to_string(measured) + " measured" : imported.hidden_words());
  ui.map.say("layers.measured", std::to_string(measured) + " of " + std::to_string(count));
  const float high = theme.px(26), gap = theme.px(8);
  const auto measures = texts_of(head_measures(), &HeadMeasure::label);
  segmented_or_list(ui, "layers.measure", pen.take(high), measures, measure_);
  pen.take(gap);
  constexpr std::array<std::string_view, 3> kOrders = {"By layer", "Lowest first", "Highest first"};
  constexpr std::array<std::string_view, 3> kParts = {"All", "Lowest quarter", "Highest quarter"};
  const Box line = pen.take(high);
  const float middle = std::round((line.min.x + line.max.x - gap) / 2);
  const float end = std::min(middle, line.min.x + segmented_width(theme, kOrders));
  if (segmented_or_list(ui, "layers.order", line.left_of(end), kOrders, order_)) reveals_ = true;
  if (segmented_or_list(ui, "layers.part", line.right_of(end + gap), kParts, part_)) {
    reveals_ = true;
  }
  pen.take(gap);
}

LayersDesk::HeadGrid LayersDesk::grid_in(const Theme& theme, const ImportedAttention& imported,
                                         const Box& box) {
  HeadGrid grid;
  const auto order = static_cast<HeadOrder>(order_);
  grid.has_lines = order == HeadOrder::kLayers &&
                   static_cast<float>(imported.most_heads()) * theme.px(kSmallestPitch) <=
                       box.width() - theme.px(34);
  const float labels = grid.has_lines ? theme.px(26) : 0, above = grid.has_lines ? theme.px(18) : 0;
  grid.area = {{std::round(box.min.x + labels), std::round(box.min.y + above)}, box.max};
  const float width = grid.area.width() - theme.px(8), height = grid.area.height();
  if (grid.has_lines) {
    grid.columns = std::max<Index>(1, imported.most_heads());
    grid.squares.assign(static_cast<std::size_t>(grid.columns * imported.layer_count()), Index{-1});
    for (Index n = 0; n < imported.head_count(); ++n) {
      const ImportedHead head = imported.place(n);
      grid.squares[static_cast<std::size_t>(head.layer * grid.columns + head.head)] = n;
    }
    const float fits_down =
        std::max(height / static_cast<float>(imported.layer_count()), theme.px(kComfortablePitch));
    grid.pitch = clamped(std::min(width / static_cast<float>(grid.columns), fits_down),
                         theme.px(kSmallestPitch), theme.px(kUsualPitch));
  } else {
    for (Index n = 0; n < imported.head_count(); ++n) {
      if (is_shown(imported, n)) grid.squares.push_back(n);
    }
    const bool falls = order == HeadOrder::kHighest;
    // Heads without a value come last.
    const auto key = [&](Index n) {
      const double one = number(imported, n);
      return std::isnan(one) ? HUGE_VAL : falls ? -one : one;
    };
    if (order != HeadOrder::kLayers) std::ranges::stable_sort(grid.squares, {}, key);
    grid.pitch = theme.px(kUsualPitch);
    grid.columns = std::max<Index>(1, static_cast<Index>(width / grid.pitch));
  }
  grid.pitch = std::max(2.F, std::floor(grid.pitch));
  grid.rows = (std::ssize(grid.squares) + grid.columns - 1) / grid.columns;
  const float fit = std::max(1.F, std::floor(height / grid.pitch));
  const float most = std::max(0.F, static_cast<float>(grid.rows) - fit);
  if (std::exchange(reveals_, false)) {
    const Index wanted = imported.number_of(selected_);
    const auto found = std::ranges::find(grid.squares, wanted);
    if (found != grid.squares.end()) {
      const Index row = (found - grid.squares.begin()) / grid.columns;
      const auto top = static_cast<float>(row);
      scroll_ = clamped(scroll_, top - fit + 1, top);
    }
  }
  scroll_ = clamped(std::round(scroll_), 0.F, most);
  grid.first = static_cast<Index>(scroll_);
  grid.seen = std::min<Index>(grid.rows - grid.first, static_cast<Index>(fit));
  grid.area.max = {grid.area.min.x + grid.pitch * static_cast<float>(grid.columns),
                   grid.area.min.y + grid.pitch * static_cast<float>(grid.seen)};
  return grid;
}

/// Frame in the colour of the measure, thick for the selected head.
void LayersDesk::draw_square(Ui& ui, const ImportedAttention& imported, Index n,
                             const Box& square) const {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const bool is_small = square.width() < theme.px(kComfortablePitch);
  const float gap = is_small ? 1 : theme.px(1.5F), line = is_small ? 1 : theme.px(2);
  const Box frame = square.within(gap);
  const float radius = is_small ? 0 : theme.px(3);
  const HeadSummary* summary = imported.summary(n);
  if (summary == nullptr || !summary->problem.empty()) {
    fill_box(frame, palette.field, radius);
    if (summary != nullptr) text_in(ui, frame, Face::kSmall, palette.warning, "!", 0.5F);
  }
  const bool is_chosen = imported.place(n) == selected_;
  const double one = number(imported, n);
  if (!is_shown(imported, n)) {
    fill_box(frame, with_alpha(palette.panel, 0.82F), radius);
  } else if (!std::isnan(one)) {
    const double span = high_ - low_;
    outline_box(frame, frame_color(theme, span > 0 ? (one - low_) / span : 0.5), radius, line);
  }
  if (is_chosen) {
    outline_box(square, palette.query, radius, theme.px(3));
  }
}

void LayersDesk::draw_grid(Ui& ui, ImportedAttention& imported, const Box& box) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  grid_ = grid_in(theme, imported, box);
  hovered_.reset();
  const HeadGrid& grid = grid_;
  if (grid.seen <= 0) {
    text_in(ui, box.above(box.min.y + theme.px(30)), Face::kBody, palette.secondary,
            "None of these was measured yet", 0);
    return;
  }
  const bool is_clicked = hit_area(ui, "layers.grid", grid.area);
  const bool is_hovered = ImGui::IsItemHovered();
  has_keyboard(ui, "layers.grid", grid.area);
  const auto begin = static_cast<std::size_t>(grid.first * grid.columns);
  const std::size_t end =
      std::min(grid.squares.size(), begin + static_cast<std::size_t>(grid.seen * grid.columns));
  std::vector<std::shared_ptr<const Matrix>> thumbnails;
  for (std::size_t at = begin; at < end; ++at) {
    const Index n = grid.squares[at];
    const HeadSummary* summary = n < 0 ? nullptr : imported.summary(n);
    thumbnails.push_back(summary == nullptr ? nullptr : summary->thumbnail);
  }
  const bool is_small = grid.pitch < theme.px(kComfortablePitch);
  const float around = is_small ? 3 : theme.px(7);
  sheet_.draw(ui, grid.area,
              {grid.columns, static_cast<Index>(grid.pitch),
               static_cast<Index>(std::max(1.F, grid.pitch - around))},
              std::move(thumbnails));
  // Panel background between the cards.
  const float half = std::floor(around / 2);
  for (Index column = 0; column <= grid.columns; ++column) {
    const float x = grid.area.min.x + grid.pitch * static_cast<float>(column);
    fill_box(grid.area.columns(x - half, x + half), palette.panel);
  }
  for (Index row = 0; row <= grid.seen; ++row) {
    const float y = grid.area.min.y + grid.pitch * static_cast<float>(row);
    fill_box(grid.area.rows(y - half, y + half), palette.panel);
  }
  std::optional<Index> hovered;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  for (std::size_t at = begin; at < begin + static_cast<std::size_t>(grid.seen * grid.columns);
       ++at) {
    const auto place = static_cast<Index>(at - begin);
    const Index row = place / grid.columns, column = place % grid.columns;
    const ImVec2 low(grid.area.min.x + grid.pitch * static_cast<float>(column),
                     grid.area.min.y + grid.pitch * static_cast<float>(row));
    const Box square{low, {low.x + grid.pitch, low.y + grid.pitch}};
    const Index n = at < end ? grid.squares[at] : -1;
    if (n < 0) {
      fill_box(square, palette.panel);
      continue;
    }
    draw_square(ui, imported, n, square);
    if (ui.map.is_wanted()) {
      ui.map.add("layers." + head_words(imported, n), square.min, square.max);
    }
    if (is_hovered && square.contains(mouse)) hovered = n;
    if (hovered != n) continue;
    const HeadSummary* summary = imported.summary(n);
    std::string words = head_words(imported, n);
    for (const HeadMeasure& measure : head_measures()) {
      if (summary == nullptr || !summary->problem.empty()) break;
      words += (&measure == head_measures().data() ? ": " : ", ") + within_words(measure.label) +
               " " + measure_words(summary->measures.*measure.number);
    }
    if (summary != nullptr && !summary->problem.empty()) words += ": " + summary->problem;
    note_more(ui, square.min, square.max, words);
  }
  hovered_ = hovered;
  if (hovered && is_clicked) opened_ = selected_ = imported.place(*hovered);
  const Box panel = box.below(grid.area.min.y);
  if (panel.contains(mouse) && ImGui::IsWindowHovered() && ImGui::GetIO().MouseWheel != 0) {
    scroll_ -= std::copysign(1.F, ImGui::GetIO().MouseWheel);
  }
  if (!grid.has_lines) return;
  const float word = text_size(theme, Face::kMonoSmall, "00").x + theme.px(4);
  const Index every = std::max<Index>(1, static_cast<Index>(std::ceil(word / grid.pitch)));
  for (Index column = 0; column < grid.columns; column += every) {
    const float x = grid.area.min.x + grid.pitch * static_cast<float>(column);
    text_in(ui, {{x, box.min.y}, {x + grid.pitch, grid.area.min.y}}, Face::kMonoSmall,
            column == selected_.head ? palette.query : palette.faint, std::to_string(column), 0.5F);
  }
  const float line = theme.line_height(Face::kMonoSmall);
  const Index down = std::max<Index>(1, static_cast<Index>(std::ceil(line / grid.pitch)));
  for (Index row = 0; row < grid.seen; row += down) {
    const float y = grid.area.min.y + grid.pitch * static_cast<float>(row);
    const Index layer = grid.first + row;
    text_in(ui, {{box.min.x, y}, {grid.area.min.x - theme.px(5), y + grid.pitch}}, Face::kMonoSmall,
            layer == selected_.layer ? palette.query : palette.faint,
            std::to_string(imported.layer_name(layer)), 1);
  }
}

/// Legend of the frames' colours, and keyboard hints.
void LayersDesk::draw_foot(Ui& ui, const ImportedAttention& imported, const Box& box) const {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const HeadMeasure& measure = measure_at(measure_);
  const std::string low = measure_words(low_), high = measure_words(high_);
  float x = draw_text(
      theme, Face::kSmall, box.min, palette.secondary,
      "frame: " + within_words(measure.label) + " " + (imported.measured() > 0 ? low : ""));
  const float y = box.min.y + theme.line_height(Face::kSmall) / 2, bar = theme.px(80);
  constexpr int kSteps = 40;
  x += theme.px(6);
  for (int n = 0; n < kSteps; ++n) {
    const float from = x + bar * static_cast<float>(n) / kSteps;
    fill_box({{from, y - theme.px(4)}, {from + bar / kSteps + 1, y + theme.px(4)}},
             frame_color(theme, (n + 0.5) / kSteps));
  }
  x = draw_text(theme, Face::kSmall, {x + bar + theme.px(6), box.min.y}, palette.secondary,
                imported.measured() > 0 ? high : "");
  const Box rest{{x + theme.px(16), box.min.y},
                 {box.max.x, box.min.y + theme.line_height(Face::kSmall)}};
  constexpr std::string_view kKeys = "← → ↑ ↓ move   click, Enter open   PgUp PgDn layer";
  if (text_size(theme, Face::kSmall, kKeys).x <= rest.width()) {
    text_in(ui, rest, Face::kSmall, palette.faint, kKeys, 1);
  }
}

void LayersDesk::draw_measures(Ui& ui, const HeadSummary& summary, Pen& pen) const {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  for (const HeadMeasure& measure : head_measures()) {
    const Box line = pen.take(theme.px(22));
    const bool is_chosen = &measure == &measure_at(measure_);
    text_in(ui, line, is_chosen ? Face::kMedium : Face::kBody, palette.secondary, measure.label, 0);
    const std::string words = measure_words(summary.measures.*measure.number);
    text_in(ui, line, Face::kMono, palette.text, words, 1);
    ui.map.say("layers." + std::string(measure.id), words);
    note_more(ui, line.min, line.max, measure.says);
  }
}

void LayersDesk::layer_line(Ui& ui, const ImportedAttention& imported, Pen& pen) {
  const Index last = imported.layer_count() - 1;
  heading(ui, pen, "LAYER " + std::to_string(imported.layer_name(selected_.layer)),
          "of " + imported.layer_names());
  const Box line = pen.take(ui.theme.px(24));
  if (last <= 0) return;
  const auto steps = static_cast<float>(last);
  const SliderEdit edit =
      slider(ui, "layers.layer", line, static_cast<float>(selected_.layer) / steps, 1 / steps);
  if (edit.place) {
    const auto layer = static_cast<Index>(std::lround(*edit.place * steps));
    if (layer != selected_.layer)
      select(imported.place(imported.number_of({layer, selected_.head})));
  }
}

void LayersDesk::hide_lines(Ui& ui, ImportedAttention& imported, Pen& pen) {
  const Theme& theme = ui.theme;
  heading(ui, pen, "HIDDEN KEYS");
  KeysToHide hide = imported.hide();
  constexpr std::array<std::string_view, 4> kLabels = {"None", "First", "Special", "Both"};
  int chosen = (hide.first ? 1 : 0) + (hide.special ? 2 : 0);
  if (segmented_or_list(ui, "layers.hide", pen.take(theme.px(26)), kLabels, chosen)) {
    imported.choose_hide({.first = chosen % 2 == 1, .special = chosen >= 2});
  }
  pen.take(theme.px(4));
  const std::string& words = imported.hidden_words();
  if (words.empty() && !hide.any()) return;
  const std::string said =
      words.empty() ? "No such token" : words + "; the rest of each row is divided by its sum";
  ui.map.say("layers.hidden", said);
  pen.take(draw_paragraph(theme, Face::kSmall, pen.at, theme.colors().secondary, said, pen.width) +
           theme.px(4));
}

void LayersDesk::join_line(Ui& ui, ImportedAttention& imported, Pen& pen) {
  const Theme& theme = ui.theme;
  heading(ui, pen, "HEADS JOINED", imported.is_joining() ? "joining …" : "");
  const Box line = pen.take(theme.px(28));
  const auto count = static_cast<float>(join_kinds().size());
  const float gap = theme.px(6), width = (line.width() - (count - 1) * gap) / count;
  float x = line.min.x;
  for (const JoinKind& kind : join_kinds()) {
    const Box box = line.columns(x, x + width);
    x += width + gap;
    if (word_button(ui, "layers.join." + std::string(kind.id), box, kind.label, false,
                    !imported.is_joining())) {
      imported.join(kind.how, selected_.layer);
    }
  }
}

/// Hovered or selected head enlarged, with the actions on it and its layer.
void LayersDesk::draw_head(Ui& ui, ImportedAttention& imported, Pen& pen, float height) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const Index n = hovered_.value_or(imported.number_of(selected_));
  const HeadSummary* summary = imported.summary(n);
  const Box title = pen.take(theme.px(28));
  const std::string name = head_words(imported, n);
  text_in(ui, title, Face::kTitle, hovered_ ? palette.text : palette.query, name, 0);
  ui.map.say("layers.head", name);
  float right = title.max.x;
  if (word_button_before(ui, "layers.open", "Open", title, right, true)) opened_ = selected_;
  pen.take(theme.px(8));
  // As large as the space below the other parts allows.
  const float rest = theme.px(390);
  const float room = std::floor(std::max(theme.px(84), std::min(pen.width, height - rest)));
  const Box picture{pen.at, {pen.at.x + room, pen.at.y + room}};
  if (summary != nullptr && summary->picture) {
    const Matrix& small = *summary->picture;
    const auto longer = static_cast<float>(std::max(small.rows(), small.cols()));
    const auto side = static_cast<Index>(longer > room ? room : std::floor(room / longer) * longer);
    large_.draw(ui, picture, {1, side, side}, {summary->picture});
  } else {
    fill_box(picture, palette.field);
  }
  pen.take(room + theme.px(8));
  if (summary != nullptr && summary->problem.empty()) {
    draw_measures(ui, *summary, pen);
    if (summary->lost_rows > 0) {
      const std::string words = std::to_string(summary->lost_rows) +
                                (summary->lost_rows == 1 ? " row has" : " rows have") +
                                " less than 0.001 left: hatched";
      text_in(ui, pen.take(theme.px(20)), Face::kSmall, palette.secondary, words, 0);
    }
  } else {
    const std::string words = summary != nullptr ? summary->problem : "Not measured yet";
    draw_paragraph(theme, Face::kSmall, pen.at, palette.secondary, words, pen.width);
    pen.take(theme.px(110));
  }
  pen.take(theme.px(10));
  layer_line(ui, imported, pen);
  pen.take(theme.px(8));
  join_line(ui, imported, pen);
  pen.take(theme.px(12));
  hide_lines(ui, imported, pen);
}

std::optional<ImportedHead> LayersDesk::draw(Ui& ui, ImportedAttention& imported,
                                             RunningModel* model, const Box& whole) {
  const Theme& theme = ui.theme;
  measure_all(imported);
  const float gap = theme.px(10);
  const float right = std::min(theme.px(kHeadPanel), whole.width() * 0.4F);
  const Box head{{whole.max.x - gap - right, whole.min.y + gap},
                 {whole.max.x - gap, whole.max.y - gap}};
  const Box heads = head.columns(whole.min.x + gap, head.min.x - gap);
  draw_panel_boxes(theme, whole, {heads, head});
  ui.map.add("layers.desk", heads.min, head.max);
  const Box inside = heads.within(theme.px(14));
  Pen pen{inside.min, inside.width()};
  types_ = false;
  if (model != nullptr) edit_text(ui, *model, imported, pen);
  choices(ui, imported, pen);
  const float foot = theme.line_height(Face::kSmall) + theme.px(6);
  draw_grid(ui, imported, {pen.at, {inside.max.x, inside.max.y - foot}});
  draw_foot(ui, imported, inside.below(inside.max.y - foot + theme.px(6)));
  const Box beside = head.within(theme.px(14));
  scrolled(ui, "layers.beside", beside,
           [&](Pen& down) { draw_head(ui, imported, down, beside.height()); });
  const Index last = imported.layer_count() - 1;
  const ImportedHead looked_at = hovered_ ? imported.place(*hovered_) : selected_;
  if (grid_.has_lines) {
    imported.measure(looked_at, grid_.first, std::min(last, grid_.first + grid_.seen - 1));
  } else {
    imported.measure(looked_at, 0, last);
  }
  return std::exchange(opened_, std::nullopt);
}

void LayersDesk::walk(const ImportedAttention& imported, Index rows, Index columns) {
  const auto found = std::ranges::find(grid_.squares, imported.number_of(selected_));
  const Index at = found == grid_.squares.end() ? 0 : found - grid_.squares.begin();
  const Index row = at / grid_.columns + rows, column = at % grid_.columns + columns;
  if (column < 0 || column >= grid_.columns || row < 0) return;
  const Index to = row * grid_.columns + column;
  if (to >= std::ssize(grid_.squares)) return;
  const Index n = grid_.squares[static_cast<std::size_t>(to)];
  if (n >= 0) select(imported.place(n));
}

void LayersDesk::take_keys(Ui& ui, ImportedAttention& imported) {
  if (types_) return;
  Keyboard& keys = ui.keys;
  if (keys.take(GLFW_KEY_LEFT)) walk(imported, 0, -1);
  if (keys.take(GLFW_KEY_RIGHT)) walk(imported, 0, 1);
  if (keys.take(GLFW_KEY_UP)) walk(imported, -1, 0);
  if (keys.take(GLFW_KEY_DOWN)) walk(imported, 1, 0);
  const auto go_to_layer = [&](Index layer) {
    layer = clamped<Index>(layer, 0, imported.layer_count() - 1);
    select(imported.place(imported.number_of({layer, selected_.head})));
  };
  if (keys.take(GLFW_KEY_PAGE_UP)) go_to_layer(selected_.layer - 1);
  if (keys.take(GLFW_KEY_PAGE_DOWN)) go_to_layer(selected_.layer + 1);
  if (keys.take(GLFW_KEY_HOME)) go_to_layer(0);
  if (keys.take(GLFW_KEY_END)) go_to_layer(imported.layer_count() - 1);
  if (keys.take(GLFW_KEY_ENTER) || keys.take(GLFW_KEY_KP_ENTER)) {
    opened_ = selected_;
    ui.wake_at = ImGui::GetTime();
  }
}

void LayersDesk::copy_picture(const ImportedAttention& imported) {
  exporter_.copy_picture(imported, measure_at(measure_),
                         [&](Index n) { return is_shown(imported, n); });
}

void LayersDesk::export_heads(Ui& ui, const ImportedAttention& imported, const Box& whole) {
  const auto shown = [&](Index n) { return is_shown(imported, n); };
  const HeadMeasure& measure = measure_at(measure_);
  exporter_.draw(ui, imported, measure, shown, whole);
}

}  // namespace attn::ui
