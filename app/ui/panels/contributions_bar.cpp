#include "app/ui/panels/contributions_bar.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/document/json/numbers.h"
#include "app/figure/diagram/axis_ticks.h"
#include "app/figure/text/visible_text.h"
#include "app/session/words/highlight.h"
#include "app/ui/panels/panels.h"

namespace attn::ui {
namespace {

using Brought = Contributions::Brought;

/// "Reads"; of several "The, A", or "3 others".
std::string name_of(const Scene& scene, const Brought& part) {
  const auto token = [&](Index j) {
    return visible_text(scene.tokens[static_cast<std::size_t>(j)]);
  };
  if (part.keys.size() == 1) return token(part.keys[0]);
  if (part.keys.size() == 2) return token(part.keys[0]) + ", " + token(part.keys[1]);
  return std::to_string(part.keys.size()) + " others";
}

class Bar {
 public:
  /// `longest` is as many pixels as a name may take, at content scale 1.
  Bar(Ui& ui, const Scene& scene, const Contributions& of, Cell cell, float longest)
      : ui_(ui), theme_(ui.theme), scene_(scene), of_(of), cell_(cell), longest_(longest) {}

  ImU32 color(const Brought& part) const {
    const Palette& palette = theme_.colors();
    if (part.keys.size() == 1 && part.keys[0] == cell_.key) return palette.key;
    return part.keys.size() == 1 ? mix(palette.query, palette.panel, 0.32F) : palette.faint;
  }

  /// Above the line what adds, hollow below it what takes off; the mark is the output.
  void draw_blocks(const Box& box) {
    const Palette& palette = theme_.colors();
    ImDrawList* list = ImGui::GetWindowDrawList();
    const std::vector<Contributions::Stretch> blocks = of_.blocks();
    double low = std::min(0.0, of_.output), high = std::max(0.0, of_.output);
    for (const Contributions::Stretch& block : blocks) {
      low = std::min(low, block.to);
      high = std::max(high, block.to);
    }
    const AxisRange range = nice_range(low, high, 4);
    const auto x = [&](double value) {
      const double share = (value - range.low) / (range.high - range.low);
      return box.min.x + static_cast<float>(share) * box.width();
    };
    const float thick = theme_.px(18), top = box.min.y + theme_.px(4), line = top + thick;
    list->AddRectFilled({box.min.x, top}, {box.max.x, line}, palette.field, theme_.px(3));
    for (std::size_t n = 0; n < of_.parts.size(); ++n) {
      const Brought& part = of_.parts[n];
      const float from = x(blocks[n].from), to = x(blocks[n].to);
      const Box block{{std::min(from, to), part.value < 0 ? line + theme_.px(1) : top},
                      {std::max(from, to), part.value < 0 ? line + theme_.px(7) : line}};
      if (block.width() < theme_.px(2)) continue;  // its number says it
      light("inspector.part" + std::to_string(n), block, part);
      if (part.value < 0) {
        imgui::stroke_rect(list, block.min, block.max, color(part), theme_.px(1), theme_.px(1));
        continue;
      }
      list->AddRectFilled(block.min, {block.max.x - 1, block.max.y}, color(part), theme_.px(2));
      const std::string name = name_of(scene_, part);
      if (text_size(theme_, Face::kSmall, name).x + theme_.px(8) < block.width()) {
        text_in(ui_, block, Face::kSmall, palette.on_accent, name, 0.5F);
      }
    }
    const float output = x(of_.output);
    list->AddLine({output, top - theme_.px(4)}, {output, line + theme_.px(8)}, palette.text,
                  theme_.px(2));
    draw_axis({{box.min.x, line + theme_.px(8)}, box.max}, range, x);
  }

  /// How wide the numbers are, with what is between them.
  float numbers_width() const {
    float width = -between();
    for (const Column& column : columns()) width += column.width + between();
    return width;
  }

  /// The numbers below their names, up to the right end of `box`.
  void draw_numbers(const Box& box) {
    const std::vector<Column> all = columns();
    float x = box.max.x;
    for (std::size_t n = all.size(); n-- > 0;) {
      draw_column({{x - all[n].width, box.min.y}, {x, box.max.y}}, n, all[n]);
      x -= all[n].width + between();
    }
  }

 private:
  /// A number and what it is of: a part, or the output.
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
      all.push_back(column_of(name_of(scene_, part), with_minus(part.text), &part));
    all.push_back(column_of("output", "= " + with_minus(of_.sum), nullptr));
    return all;
  }

  void draw_axis(const Box& box, const AxisRange& range, const auto& x) {
    const double step = nice_step((range.high - range.low) / 5);
    for (const double value : ticks(range.low, range.high, step)) {
      const std::string label = tick_label(value, step);
      const float width = text_size(theme_, Face::kSmall, label).x;
      const float left = std::clamp(x(value) - width / 2, box.min.x, box.max.x - width);
      draw_text(ImGui::GetWindowDrawList(), theme_, Face::kSmall, {left, box.min.y},
                theme_.colors().faint, label);
    }
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
      light("inspector.part" + std::to_string(n) + ".number", box, *part);
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

  /// A part is its weights and their values.
  void light(const std::string& name, const Box& box, const Brought& part) {
    hit_area(ui_, name, box);
    if (!ImGui::IsItemHovered() || part.keys.size() != 1) return;
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

/// "How each value / pulls the output", and which dimension where there are several.
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
  // Numbers that have no room are told together: they add up to the output in any case.
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
