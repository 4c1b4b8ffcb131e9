#include "app/ui/files/export_controls.h"

#include <algorithm>
#include <cmath>

#include "app/document/numbers/numbers.h"
#include "app/figure/files/export.h"
#include "app/figure/files/figure.h"
#include "app/figure/files/figure_option.h"
#include "app/figure/page/figure_page.h"
#include "engine/attention/lookup.h"
#include "engine/base/text.h"

namespace attn::ui {
namespace {

struct FormatRow {
  std::string_view ending, label;
};
constexpr FormatRow kFormats[] = {
    {".png", "PNG, a picture"}, {".svg", "SVG, vectors"},   {".pdf", "PDF, vectors"},
    {".gif", "GIF, a film"},    {".csv", "CSV, numbers"},   {".tsv", "TSV, numbers"},
    {".npy", "NPY, for NumPy"}, {".json", "JSON, numbers"}, {".tex", "LaTeX, a table"},
};

void choose_format(ControlLines& lines, ExportForm& form) {
  const auto labels = texts_of<std::string>(kFormats, &FormatRow::label);
  int chosen = index_of(kFormats, [&](const FormatRow& row) { return row.ending == form.ending; });
  if (!lines.list("Format", "export.format", labels, chosen)) return;
  form.ending = kFormats[chosen].ending;
  form.path = with_ending(form.path, form.ending);
}

void choose_view(ControlLines& lines, ExportForm& form) {
  const auto views = figure_view_table();
  const auto labels =
      texts_of<std::string>(views, [](const FigureView& view) { return label_of_view(view.id); });
  int chosen = index_of(views, [&](const FigureView& view) { return view.id == form.view; });
  if (!lines.list("View", "export.view", labels, chosen)) return;
  // An automatic file name follows the chosen view.
  const std::string before = "-" + form.view + form.ending;
  form.view = views[static_cast<std::size_t>(chosen)].id;
  if (form.path.ends_with(before)) {
    form.path =
        form.path.substr(0, form.path.size() - before.size()) + "-" + form.view + form.ending;
  }
}

void choose_head(ControlLines& lines, const Scene& scene, const FigureView& view,
                 ExportForm& form) {
  const bool is_numbers = is_table(form.ending);
  if (scene.heads.size() < 2 || (!is_numbers && !view.has(Choice::head))) return;
  std::vector<std::string> ids = {""}, labels = {"As in the window"};
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    ids.push_back(std::to_string(h));
    labels.push_back("Head " + ids.back());
  }
  if (is_numbers || view.has(Choice::all_heads)) {
    ids.emplace_back("all");
    labels.emplace_back("All heads");
  }
  int chosen = index_of(ids, [&](const std::string& id) { return id == form.word("head"); });
  if (!lines.list("Head", "export.head", labels, chosen)) return;
  form.set_word("head", ids[static_cast<std::size_t>(chosen)]);
}

void choose_value(ControlLines& lines, const FigureOption& option, ExportForm& form) {
  std::string word = form.word(option.id);
  std::vector<OptionValue> more;
  if (option.id == "range") more = {{std::string(kTypedRange), "From one number to another"}};
  if (choose_option(lines, "export", option, word, more)) form.set_word(option.id, word);
}

/// Default value, used while the option's field is empty.
std::string usual_words(const FigureOption& option, const Scene& scene, const FigureView& view,
                        const ExportForm& form) {
  const PaperFormat* paper = find_row(paper_formats(), form.word("for"));
  const bool keeps_shapes = form.ending == ".svg" || form.ending == ".pdf";
  const bool is_heatmap = view.has(Choice::all_heads) && form.word("head") != "all";
  if (option.id == "title" && is_heatmap) return scene.title + " (a space for none)";
  if (option.id == "caption" && view.has(Choice::caption) && form.own_caption)
    return "the view's own";
  if (option.id == "width" && paper) return brief(paper->width, 4) + " in";
  if (option.id == "font-size" && paper) return brief(paper->type) + " pt";
  if (option.id == "scale" && keeps_shapes) return "1";
  return std::string(option.control.usual);
}

void type_value(ControlLines& lines, const FigureOption& option, const Scene& scene,
                const FigureView& view, ExportForm& form) {
  const std::string name = "export." + std::string(option.id);
  const OptionControl& control = option.control;
  std::string text = form.word(option.id);
  if (control.second.empty()) {
    lines.field(name, lines.next(control.label), text, usual_words(option, scene, view, form));
  } else {
    const FigureOption& second = figure_option(control.second);
    std::string other = form.word(second.id);
    lines.pair(control.label, name, text, control.between, "export." + std::string(second.id),
               other, usual_words(option, scene, view, form),
               usual_words(second, scene, view, form));
    form.set_word(second.id, other);
  }
  form.set_word(option.id, text);
}

void choose_film(ControlLines& lines, const Scene& scene, ExportForm& form) {
  const std::vector<SweptKind> kinds = sweeps_of(scene, form.view);
  const auto labels = texts_of<std::string>(kinds, &SweptKind::label);
  const auto is_swept = [&](const SweptKind& kind) { return kind.id == form.swept; };
  const bool is_offered = std::ranges::any_of(kinds, is_swept);
  int chosen = index_of(kinds, is_swept);
  if (lines.list("Sweep", "export.sweep", labels, chosen) || !is_offered) {
    const SweptKind& kind = kinds[static_cast<std::size_t>(chosen)];
    form.swept = kind.id;
    form.from = kind.from;
    form.to = kind.to;
  }
  if (form.swept == kSweptNumber) {
    lines.field("export.pointer", lines.next("JSON pointer"), form.pointer, "/heads/0/w_q/0/0");
  }
  lines.pair("From", "export.from", form.from, "to", "export.to", form.to);
  lines.pair("Frames · fps", "export.frames", form.frames, "at", "export.fps", form.fps);
}

}  // namespace

Box ControlLines::next(std::string_view word) {
  const Theme& theme = ui_.theme;
  const Box line = pen_.take(theme.px(line_));
  pen_.take(theme.px(gap_));
  const float split = line.min.x + std::round(0.3F * line.width());
  const Box words = line.left_of(split - theme.px(6));
  cut_text_in(ui_, words, Face::kSmall, theme.colors().secondary, word);
  return line.right_of(split);
}

bool ControlLines::list(std::string_view word, std::string_view name,
                        const std::vector<std::string>& labels, int& chosen) {
  const std::vector<std::string_view> views(labels.begin(), labels.end());
  const Box box = next(word);
  note_focus(name, box);
  return choice(ui_, name, box, views, chosen);
}

bool ControlLines::row(std::string_view word, std::string_view name,
                       std::span<const std::string_view> labels, int& chosen) {
  const Box box = next(word);
  note_focus(name, box);
  return segmented_or_list(ui_, name, box, labels, chosen);
}

bool ControlLines::either(std::string_view word, std::string_view name, std::string_view first,
                          std::string_view second, bool& is_first) {
  const std::string_view labels[] = {first, second};
  int chosen = is_first ? 0 : 1;
  const bool is_other = row(word, name, labels, chosen);
  is_first = chosen == 0;
  return is_other;
}

void ControlLines::field(std::string_view name, const Box& box, std::string& text,
                         std::string_view usual) {
  note_focus(name, box);
  const TextEdit edit = text_field(ui_, name, box, Face::kBody, text);
  if (edit.changed) text = edit.text;
  if (!text.empty() || edit.active) return;
  const Box inner = box.right_of(box.min.x + ui_.theme.px(9));
  text_in(ui_, inner, Face::kSmall, ui_.theme.colors().faint,
          shortened(ui_.theme, Face::kSmall, usual, inner.width()), 0);
}

void ControlLines::pair(std::string_view word, std::string_view first, std::string& a,
                        std::string_view between, std::string_view second, std::string& b,
                        std::string_view usual, std::string_view usual_second) {
  const Box box = next(word);
  const float gap = text_size(ui_.theme, Face::kSmall, between).x + ui_.theme.px(12);
  const float width = std::floor((box.width() - gap) / 2);
  field(first, box.left_of(box.min.x + width), a, usual);
  text_in(ui_, box.columns(box.min.x + width, box.max.x - width), Face::kSmall,
          ui_.theme.colors().secondary, between, 0.5F);
  field(second, box.right_of(box.max.x - width), b, usual_second.empty() ? usual : usual_second);
}

/// Controls of one row have the row's name as prefix.
void ControlLines::note_focus(std::string_view name, const Box& box) {
  if (ui_.focus.name().starts_with(name)) focused = box;
}

bool choose_option(ControlLines& lines, std::string_view dialog, const FigureOption& option,
                   std::string& word, const std::vector<OptionValue>& more) {
  std::vector<OptionValue> values = option.values();
  const bool is_row = values.size() <= 4;
  values.insert(values.end(), more.begin(), more.end());
  std::vector<std::string> ids = {""}, labels = {std::string(option.control.usual)};
  for (const OptionValue& one : values) {
    const bool is_usual = one.id == option.control.usual;
    if (is_usual) labels.front() = one.label;
    if (!is_usual) ids.push_back(one.id), labels.push_back(one.label);
  }
  const std::vector<std::string_view> views(labels.begin(), labels.end());
  int chosen = index_of(ids, [&](const std::string& id) { return id == word; });
  const std::string name = std::string(dialog) + "." + std::string(option.id);
  const bool is_chosen = is_row ? lines.row(option.control.label, name, views, chosen)
                                : lines.list(option.control.label, name, labels, chosen);
  if (is_chosen) word = ids[static_cast<std::size_t>(chosen)];
  return is_chosen;
}

void choose_figure_format(ControlLines& lines, ExportSheet& sheet, std::string_view name,
                          std::string& path, int& chosen) {
  const auto endings = figure_endings();
  const auto labels = texts_of<std::string>(
      endings, [](std::string_view one) { return capitals(std::string(one.substr(1))); });
  if (!lines.list("Format", name, labels, chosen)) return;
  path = with_ending(path, endings[static_cast<std::size_t>(chosen)]);
  sheet.forget_words();
}

std::optional<Box> export_controls(Ui& ui, Pen& pen, const Scene& scene, ExportForm& form,
                                   bool& shows_all, bool is_tight) {
  ControlLines lines(ui, pen, is_tight);
  choose_format(lines, form);
  choose_view(lines, form);
  const FigureView& view = *find_figure_view(form.view);
  choose_head(lines, scene, view, form);
  if (form.is_film()) choose_film(lines, scene, form);
  if (is_table(form.ending)) return lines.focused;
  const bool has_bare = view.has(Choice::bare) && !form.is_film();
  bool is_figure = !form.is_bare;
  if (has_bare && lines.either("Write", "export.bare", "Figure", "Cells only", is_figure)) {
    form.is_bare = !is_figure;
  }
  const bool is_bare = has_bare && form.is_bare;
  if (is_bare) type_value(lines, figure_option("cell"), scene, view, form);
  for (const bool is_rare : {false, true}) {
    for (const FigureOption& option : figure_options()) {
      const bool is_asked = !option.control.label.empty() && option.id != "cell" &&
                            option.is_of(view) && option.control.is_rare == is_rare &&
                            (!is_bare || option.beside_bare == BesideBare::kept);
      if (!is_asked) continue;
      if (option.id == "caption" && view.has(Choice::caption)) {
        lines.either("Own caption", "export.own-caption", "On", "Off", form.own_caption);
      }
      option.values ? choose_value(lines, option, form)
                    : type_value(lines, option, scene, view, form);
      if (option.id == "range" && form.word("range") == kTypedRange) {
        lines.pair("From", "export.range-from", form.range_from, "to", "export.range-to",
                   form.range_to);
      }
    }
    if (is_rare) break;
    bool is_usual = !shows_all;
    lines.either("Options", "export.options", "Usual", "All", is_usual);
    shows_all = !is_usual;
    if (!shows_all) break;
  }
  return lines.focused;
}

}  // namespace attn::ui
