#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/document/formulas/formula_text.h"
#include "app/document/numbers/numbers.h"
#include "app/figure/inspector/explain.h"
#include "app/figure/inspector/inspector_diagram.h"
#include "app/figure/text/visible_text.h"
#include "app/session/words/highlight.h"
#include "app/session/workspace/slope.h"
#include "app/ui/heatmap/diagram_view.h"
#include "app/ui/panels/sections.h"
#include "app/ui/theme/rich_text.h"

namespace attn::ui {
namespace {

constexpr std::string_view kInspectorId = "inspector";  // id in ViewState::folded

/// Draws "Why does Book attend to Reads?" in `line` after `name`, or how to raise the weight;
/// returns its right end.
float title(Ui& ui, const Box& line, std::string_view name, const std::string& query,
            const std::string& key, bool is_back) {
  const Palette& palette = ui.theme.colors();
  const float longest = line.width() * 0.16F;
  const float y = (line.min.y + line.max.y - ui.theme.line_height(Face::kTitle)) / 2;
  float x = line.min.x;
  const auto part = [&](std::string_view text, ImU32 color) {
    x = draw_text(ui.theme, Face::kTitle, {x, y}, color,
                  shortened(ui.theme, Face::kTitle, text, longest));
  };
  part(name, palette.warning);
  part(is_back ? "What makes " : "Why does ", palette.text);
  part(query, palette.query);
  part(is_back ? " attend more to " : " attend to ", palette.text);
  part(key, palette.key);
  part("?", palette.text);
  return x;
}

/// Button that folds or opens the inspector.
void fold_button(Ui& ui, Access access, const Box& box, bool is_folded) {
  if (button_area(ui, "inspector.fold", box)) {
    ViewState& view = access.look.view;
    const std::string id(kInspectorId);
    view.folded.erase(id);
    view.opened.erase(id);
    (is_folded ? view.opened : view.folded).insert(id);
  }
  const ImU32 color = ImGui::IsItemHovered() ? ui.theme.colors().query : ui.theme.colors().faint;
  const ImVec2 middle((box.min.x + box.max.x) / 2, (box.min.y + box.max.y) / 2);
  const float half = ui.theme.px(5), rise = is_folded ? ui.theme.px(3) : -ui.theme.px(3);
  imgui::list()->AddLine({middle.x - half, middle.y + rise}, {middle.x, middle.y - rise}, color,
                         ui.theme.px(2));
  imgui::list()->AddLine({middle.x, middle.y - rise}, {middle.x + half, middle.y + rise}, color,
                         ui.theme.px(2));
}

/// Draws "Export" at the right end of `line`, for the explanation; returns its left end.
float export_link(Ui& ui, Access access, const Box& line) {
  constexpr std::string_view kWord = "Export";
  const float width = text_size(ui.theme, Face::kSmall, kWord).x;
  const Box words = line.right_of(line.max.x - width - ui.theme.px(10));
  if (link_in(ui, "inspector.export", Face::kSmall, words, kWord)) {
    access.look.export_wish = {"inspector", nullptr};
  }
  return words.min.x;
}

using Brought = Contributions::Brought;

class Bar {
 public:
  /// `longest`: maximum width of a name in pixels, at content scale 1.
  Bar(Ui& ui, const Scene& scene, const Contributions& of, Cell cell, float longest)
      : ui_(ui), theme_(ui.theme), scene_(scene), of_(of), cell_(cell), longest_(longest) {}

  ImU32 color(const Brought& part) const {
    const Palette& palette = theme_.colors();
    if (part.keys.size() == 1 && part.keys[0] == cell_.key) return palette.key;
    return part.keys.size() == 1 ? mix(palette.query, palette.panel, 0.32F) : palette.faint;
  }

  /// Draws the blocks, and the axis below them.
  void draw_blocks(const Box& box) {
    Diagram diagram;
    add_contribution_blocks(diagram, WindowRuler(theme_), scene_, of_, cell_,
                            {0, 0, static_cast<double>(box.width() / theme_.scale()), 0});
    const DiagramInput input = DiagramView().draw(ui_, box.min, box, diagram);
    const auto part = number_in(input.hovered, "inspector.part");
    if (part) light(of_.parts[static_cast<std::size_t>(*part)]);
  }

  /// Total width of the numbers and gaps.
  float numbers_width() const {
    float width = -between();
    for (const Column& column : columns()) width += column.width + between();
    return width;
  }

  /// Draws the numbers below their names, up to the right end of `box`.
  void draw_numbers(const Box& box) {
    const std::vector<Column> all = columns();
    float x = box.max.x;
    for (std::size_t n = all.size(); n-- > 0;) {
      draw_column(box.columns(x - all[n].width, x), n, all[n]);
      x -= all[n].width + between();
    }
  }

 private:
  /// Number with its name: a key's part, or the output.
  struct Column {
    std::string name, number;
    const Brought* part;
    float width;
  };

  float between() const { return theme_.px(20); }

  Column column_of(const std::string& name, const std::string& number, const Brought* part) const {
    const std::string shown = shortened(theme_, Face::kSmall, name, theme_.px(longest_));
    const float swatch = part ? theme_.px(12) : 0;
    const Face face = part ? Face::kMonoSmall : Face::kMonoBold;
    return {shown, number, part,
            std::max(text_size(theme_, face, number).x,
                     swatch + text_size(theme_, Face::kSmall, shown).x)};
  }

  std::vector<Column> columns() const {
    std::vector<Column> all;
    for (const Brought& part : of_.parts)
      all.push_back(column_of(name_of_part(scene_, part), with_minus(part.text), &part));
    all.push_back(column_of("output", "= " + with_minus(of_.sum), nullptr));
    return all;
  }

  void draw_column(const Box& box, std::size_t n, const Column& column) {
    const auto& [name, number, part, width] = column;
    const Palette& palette = theme_.colors();
    const float line = theme_.line_height(Face::kSmall);
    const Box upper = box.above(box.min.y + line);
    const Box lower = box.rows(upper.max.y + theme_.px(3), upper.max.y + theme_.px(5) + line);
    if (part) {
      hit_area(ui_, "inspector.part" + std::to_string(n) + ".number", box);
      if (ImGui::IsItemHovered()) light(*part);
      const float left = box.max.x - text_size(theme_, Face::kSmall, name).x - theme_.px(12);
      const float middle = (upper.min.y + upper.max.y) / 2, half = theme_.px(4);
      const ImVec2 min(left, middle - half), max(left + 2 * half, middle + half);
      if (part->value < 0) {
        outline_box({min, max}, color(*part), theme_.px(1), theme_.px(1));
      } else {
        fill_box({min, max}, color(*part), theme_.px(1));
      }
    }
    text_in(ui_, upper, part ? Face::kSmall : Face::kCaption, palette.text, name, 1);
    text_in(ui_, lower, part ? Face::kMonoSmall : Face::kMonoBold, palette.text, number, 1);
  }

  /// Highlights the weight and the value of a part that belongs to one key.
  void light(const Brought& part) {
    if (part.keys.size() != 1) return;
    ui_.highlight.light({{"weights", cell_.query, part.keys[0], Side::kKey},
                         {scene_.values ? "values" : "embeddings", part.keys[0], {}, Side::kKey}});
  }

  Ui& ui_;
  const Theme& theme_;
  const Scene& scene_;
  const Contributions& of_;
  const Cell cell_;
  const float longest_;
};

/// Draws "How each value / pulls the output", and the choice of the dimension if there are several.
void bar_words(Ui& ui, Access access, const Box& box, const Contributions& of, Index columns) {
  const Theme& theme = ui.theme;
  const float line = theme.line_height(Face::kSmall);
  draw_text(theme, Face::kSmall, box.min, theme.colors().secondary, "How each value");
  const ImVec2 second(box.min.x, box.min.y + line + theme.px(2));
  if (columns == 1) {
    draw_text(theme, Face::kSmall, second, theme.colors().secondary, "pulls the output");
    return;
  }
  std::vector<std::string> names;
  for (Index d = 0; d < columns; ++d) names.push_back("pulls dimension " + std::to_string(d));
  const std::vector<std::string_view> labels(names.begin(), names.end());
  auto chosen = static_cast<int>(of.column);
  const Box list_box{second, {box.max.x, second.y + theme.px(26)}};
  if (choice(ui, "inspector.column", list_box, labels, chosen)) access.look.value_column = chosen;
}

/// Draws each key's contribution to one dimension of the output: blocks end to end from 0 to the
/// output, negative ones going back, and numbers that add up as written. With several dimensions,
/// one can be chosen. Uses the inspector's latest explanation.
void contributions_bar(Ui& ui, Access access, const Evaluation& evaluation, const Box& box,
                       Cell cell) {
  const Theme& theme = ui.theme;
  const Scene& scene = evaluation.scene;
  const auto h = static_cast<std::size_t>(access->head());
  const Index columns = evaluation.trace.heads[h].v.cols();
  const float words = theme.px(columns > 1 ? 172 : 112);
  const float middle = box.min.x + words + (box.width() - words) * 0.42F;
  const Box numbers{{middle + theme.px(24), box.min.y + theme.px(2)}, box.max};
  // Numbers that do not fit are summed: together they always give the output.
  const auto bar_of = [&](std::size_t told) {
    return Bar(ui, scene, ui.explanation.contributions(told), cell, told > 0 ? 90.F : 44.F);
  };
  std::size_t told = kMostToldKeys;
  while (told > 0 && bar_of(told).numbers_width() > numbers.width()) --told;
  Bar bar = bar_of(told);
  const Box beside = box.left_of(box.min.x + words - theme.px(8));
  bar_words(ui, access, beside, ui.explanation.contributions(told), columns);
  bar.draw_blocks(box.columns(box.min.x + words, middle));
  bar.draw_numbers(numbers);
}

/// Draws the sentence of the term under the mouse on a background; else, faint, a summary of the
/// row.
void sentence(Ui& ui, const Box& room, const std::string& says,
              std::span<const std::string> summaries) {
  const Theme& theme = ui.theme;
  if (says.empty()) {
    fitted_text_in(ui, room, Face::kSmall, theme.colors().faint, summaries, 1);
    return;
  }
  const Box inner = room.columns(room.min.x + theme.px(10), room.max.x - theme.px(10));
  const std::string text = shortened_rich_in(ui, inner, Face::kSmall, says);
  const float width = rich_size(theme, Face::kSmall, text).x + theme.px(20);
  const Box chip = room.right_of(room.max.x - width);
  fill_box(chip, theme.colors().lit, theme.px(5));
  rich_in(ui, chip, Face::kSmall, theme.colors().text, text, 0.5F);
  ui.map.say("inspector.says", plain_text(says));
}

/// Explanation of how to raise the weight, if requested.
std::optional<Explanation> way_back(Access access, Cell cell) {
  if (access.look.snapshot.is_chosen()) return std::nullopt;  // A does not change
  const SeenSlope* seen = raised_slope(access, ImGui::IsMouseDown(ImGuiMouseButton_Left));
  if (seen == nullptr || !seen->slope || seen->key->raised != cell) return std::nullopt;
  if (access->evaluated().is_behind())
    return std::nullopt;  // the explanation needs the newest numbers
  return explain_raise(access->evaluation(), access->head(), cell, *seen->slope);
}

void explain_cell(Ui& ui, Access access, Pen& pen, Cell cell, const Box& box) {
  const Theme& theme = ui.theme;
  const std::shared_ptr<const Evaluation> shown = access->looked_at();
  const Evaluation& evaluation = *shown;
  // A partly loaded evaluation may have more rows than in the last frame.
  if (!access->has_all_numbers()) ui.explanation.forget();
  const Explanation& forward =
      ui.explanation.explanation_of(shown, access->head(), cell, access.look.value_column);
  const std::optional<Explanation> back = way_back(access, cell);
  const Explanation& explanation = back ? *back : forward;
  if (theme.appearance().presenting) return presented_line(ui, box, explanation);
  const bool is_folded = is_inspector_folded(ui, access);
  const Box line =
      is_folded ? box.above(std::max(box.max.y, box.min.y + 1)) : pen.take(theme.px(26));
  const Box fold = line.right_of(line.max.x - theme.px(24));
  const float title_end = title(ui, line.left_of(fold.min.x), access->looked_at_name(),
                                named_token(evaluation.scene.query_tokens(), cell.query),
                                named_token(evaluation.scene.tokens, cell.key), back.has_value());
  fold_button(ui, access, fold, is_folded);
  const float left = title_end + theme.px(40);
  if (is_folded) {
    const Box rest = line.columns(left, fold.min.x - theme.px(8));
    return inspector_line(ui, rest, explanation);
  }
  const float end = ui.stage ? fold.min.x : export_link(ui, access, line.left_of(fold.min.x));
  const Box rest = line.columns(left, end - theme.px(8));

  pen.take(theme.px(8));
  const std::string says = inspector_chain(ui, pen, explanation);
  const std::string summaries[] = {explanation.summary, explanation.movement};
  sentence(ui, rest, says, summaries);
  if (forward.contributions.parts.empty()) return;  // no output without values
  const float y = pen.take(theme.px(13)).min.y + theme.px(4);
  imgui::list()->AddLine({pen.at.x, y}, {pen.at.x + pen.width, y}, theme.colors().hairline, 1);
  contributions_bar(ui, access, evaluation, pen.take(theme.px(46)), cell);
}

}  // namespace

bool is_inspector_folded(const Ui& ui, const Workspace& workspace) {
  constexpr float kRoom = 720;  // least window height, at scale 1, for the open inspector
  const std::string id(kInspectorId);
  const ViewState& view = workspace.look.view;
  if (ui.theme.appearance().presenting || view.folded.contains(id)) return true;
  if (ui.stage || view.opened.contains(id)) return false;
  // A hovered cell is explained in one line, so that the layout does not move under the mouse.
  return !workspace.pinned() || ImGui::GetIO().DisplaySize.y < ui.theme.px(kRoom);
}

float inspector_panel(Ui& ui, Access access, const Box& box) {
  const auto draw = [&](Pen& pen) {
    ui.map.add("inspector", box.min, box.max);
    if (const auto cell = access->explained()) {
      const Box seen{pen.at, {pen.at.x + box.width(), pen.at.y + box.height()}};
      return explain_cell(ui, access, pen, *cell, seen);
    }
    const bool is_folded = is_inspector_folded(ui, access);
    const Box line =
        is_folded ? Box{box.min, box.max} : pen.take(ui.theme.line_height(Face::kBody));
    cut_text_in(ui, line, Face::kBody, ui.theme.colors().faint,
                "Point at a weight to see how it is computed; click to pin it.");
  };
  return scrolled(ui, "inspector", box, draw) + 2;  // including the space below the last line
}

}  // namespace attn::ui
