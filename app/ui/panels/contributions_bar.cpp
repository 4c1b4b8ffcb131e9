#include <algorithm>
#include <string>
#include <vector>

#include "app/document/numbers/numbers.h"
#include "app/figure/inspector/inspector_diagram.h"
#include "app/session/words/highlight.h"
#include "app/ui/heatmap/diagram_view.h"
#include "app/ui/panels/sections.h"

namespace attn::ui {
namespace {

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
      draw_column({{x - all[n].width, box.min.y}, {x, box.max.y}}, n, all[n]);
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
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float line = theme_.line_height(Face::kSmall);
    const Box upper{box.min, {box.max.x, box.min.y + line}};
    const Box lower{{box.min.x, upper.max.y + theme_.px(3)},
                    {box.max.x, upper.max.y + theme_.px(5) + line}};
    if (part) {
      hit_area(ui_, "inspector.part" + std::to_string(n) + ".number", box);
      if (ImGui::IsItemHovered()) light(*part);
      const float left = box.max.x - text_size(theme_, Face::kSmall, name).x - theme_.px(12);
      const float middle = (upper.min.y + upper.max.y) / 2, half = theme_.px(4);
      const ImVec2 min(left, middle - half), max(left + 2 * half, middle + half);
      if (part->value < 0) {
        imgui::stroke_rect(list, min, max, color(*part), theme_.px(1), theme_.px(1));
      } else {
        list->AddRectFilled(min, max, color(*part), theme_.px(1));
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
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float line = theme.line_height(Face::kSmall);
  draw_text(list, theme, Face::kSmall, box.min, theme.colors().secondary, "How each value");
  const ImVec2 second(box.min.x, box.min.y + line + theme.px(2));
  if (columns == 1) {
    draw_text(list, theme, Face::kSmall, second, theme.colors().secondary, "pulls the output");
    return;
  }
  std::vector<std::string> names;
  for (Index d = 0; d < columns; ++d) names.push_back("pulls dimension " + std::to_string(d));
  const std::vector<std::string_view> labels(names.begin(), names.end());
  auto chosen = static_cast<int>(of.column);
  const Box list_box{second, {box.max.x, second.y + theme.px(26)}};
  if (choice(ui, "inspector.column", list_box, labels, chosen)) access.look.value_column = chosen;
}

}  // namespace

void contributions_bar(Ui& ui, Access access, const Box& box, Cell cell) {
  const Theme& theme = ui.theme;
  const Evaluation& evaluation = access->evaluation();
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
  const Box beside{box.min, {box.min.x + words - theme.px(8), box.max.y}};
  bar_words(ui, access, beside, ui.explanation.contributions(told), columns);
  bar.draw_blocks({{box.min.x + words, box.min.y}, {middle, box.max.y}});
  bar.draw_numbers(numbers);
}

}  // namespace attn::ui
