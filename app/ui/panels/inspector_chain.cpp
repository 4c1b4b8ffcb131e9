#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "app/ui/panels/sections.h"
#include "app/ui/theme/window_formulas.h"

namespace attn::ui {
namespace {

constexpr float kSize = 18.5F, kLeastSize = 14;  // size of an em, and the least if space is limited
constexpr float kArrow = 42;                     // distance between steps

FormulaStyle style_of(const Theme& theme, float size) {
  return {.size = static_cast<double>(size * theme.scale()),
          .bar = static_cast<double>(std::max(1.F, std::round(theme.scale())))};
}

float whole(double length) { return static_cast<float>(std::ceil(length)); }

/// Step at its place in a row.
struct ChainLink {
  std::size_t step;
  float x, width;
  float formula, result;  ///< their widths
};

struct ChainRow {
  std::vector<ChainLink> links;
  float ascent = 0, descent = 0;  ///< of all formulas of the row, from the baseline
};

class Chain {
 public:
  Chain(Ui& ui, const Explanation& explanation, float size)
      : ui_(ui), theme_(ui.theme), explanation_(explanation), style_(style_of(ui.theme, size)) {}

  std::vector<ChainRow> rows(float width) const {
    std::vector<ChainRow> made(1);
    float x = 0;
    for (std::size_t n = 0; n < explanation_.steps.size(); ++n) {
      const ExplanationStep& step = explanation_.steps[n];
      const SetFormula& formula = set(step.formula);
      const float formula_width = whole(formula.width);
      const SetFormula& result = set(step.result.tex);
      const float result_width = whole(result.width) + 2 * pad();
      const float link = formula_width + theme_.px(4) + result_width;
      const bool is_first = n == 0;
      if (!is_first && x + theme_.px(kArrow) + link > width) {
        made.emplace_back();
        x = 0;
      }
      // The arrow starts the row.
      if (!is_first) x += theme_.px(kArrow);
      ChainRow& row = made.back();
      row.links.push_back({n, x, link, formula_width, result_width});
      x += link;
      for (const SetFormula* one : {&formula, &result}) {
        row.ascent = std::max(row.ascent, whole(one->baseline));
        row.descent = std::max(row.descent, whole(one->height - one->baseline));
      }
      row.descent = std::max(row.descent, theme_.px(8));
    }
    return made;
  }

  float height(const std::vector<ChainRow>& rows) {
    has_titles_ = has_titles(rows);
    float height = 0;
    for (const ChainRow& row : rows)
      height += title_height() + row.ascent + row.descent + theme_.px(8);
    return height;
  }

  std::string draw(Pen& pen, const std::vector<ChainRow>& rows) {
    has_titles_ = has_titles(rows);
    for (const ChainRow& row : rows) {
      const Box box = pen.take(title_height() + row.ascent + row.descent + theme_.px(8));
      const float baseline = box.min.y + title_height() + row.ascent;
      for (std::size_t n = 0; n < row.links.size(); ++n) {
        const ChainLink& link = row.links[n];
        const float end = n + 1 < row.links.size() ? row.links[n + 1].x - theme_.px(6) : pen.width;
        draw_link(box, baseline, link, end);
      }
    }
    return says_;
  }

 private:
  const SetFormula& set(const std::string& tex) const { return theme_.formulas().set(tex, style_); }
  float pad() const { return theme_.px(5); }
  /// No titles for a class, nor for several rows in a low window: the part above needs the height.
  bool has_titles(const std::vector<ChainRow>& rows) const {
    constexpr float kHighWindow = 860;  // at scale 1
    return !theme_.appearance().presenting &&
           (rows.size() == 1 || ImGui::GetIO().DisplaySize.y >= theme_.px(kHighWindow));
  }
  float title_height() const {
    return has_titles_ ? theme_.line_height(Face::kSmall) + theme_.px(8) : 0;
  }

  void draw_link(const Box& row, float baseline, const ChainLink& link, float end) {
    const ExplanationStep& step = explanation_.steps[link.step];
    const std::string name = "inspector.step" + std::to_string(link.step);
    const SetFormula& formula = set(step.formula);
    const float x = row.min.x + link.x;
    ui_.map.add("inspector.card." + std::to_string(link.step), {x, row.min.y},
                {x + link.width, row.max.y});
    const Box title{{x, row.min.y}, {row.min.x + end, row.min.y + title_height()}};
    if (has_titles_) {
      const std::string whole = step.title + step.aside;
      const bool fits = text_size(theme_, Face::kSmall, whole).x <= title.width();
      draw_text(theme_, Face::kSmall, title.min, theme_.colors().secondary,
                fits ? whole : shortened_in(ui_, title, Face::kSmall, step.title));
    }
    if (link.step > 0) {
      draw_arrow({x - theme_.px(kArrow - 9),
                  baseline - static_cast<float>(formula.baseline - formula.axis)});
    }
    const float top = baseline - static_cast<float>(formula.baseline);
    for (const SetFormula::Term& term : formula.terms) {
      const auto n = static_cast<std::size_t>(std::stoul(term.stands_for));
      const auto left = static_cast<float>(term.box.x), upper = static_cast<float>(term.box.y);
      const auto right = static_cast<float>(term.box.right());
      const auto lower = static_cast<float>(term.box.bottom());
      light(name + ".term" + term.stands_for,
            {{x + left - 1, top + upper - 2}, {x + right + 1, top + lower + 2}}, step.terms[n]);
    }
    draw_formula({x, top}, step.formula);
    draw_result(name, {x + link.formula + theme_.px(4), baseline}, link.result, step.result);
  }

  void draw_formula(ImVec2 at, const std::string& tex) {
    theme_.formulas().draw(at, tex, style_, theme_.colors());
  }

  /// Draws the result on a background: the next step starts with it.
  void draw_result(const std::string& name, ImVec2 at, float width, const ExplanationTerm& result) {
    const SetFormula& formula = set(result.tex);
    const float rise = std::max(static_cast<float>(formula.baseline), theme_.px(13)) + theme_.px(3);
    const float fall =
        std::max(static_cast<float>(formula.height - formula.baseline), theme_.px(1)) +
        theme_.px(4);
    const Box chip{{at.x, std::round(at.y - rise)}, {at.x + width, std::round(at.y + fall)}};
    fill_box(chip, theme_.colors().field, theme_.px(4));
    outline_box(chip, theme_.colors().hairline, theme_.px(4));
    light(name + ".result", chip, result);
    draw_formula({at.x + pad(), at.y - static_cast<float>(formula.baseline)}, result.tex);
  }

  void draw_arrow(ImVec2 at) {
    ImDrawList* list = imgui::list();
    const ImU32 color = theme_.colors().faint;
    const float y = std::round(at.y), end = at.x + theme_.px(kArrow - 18), head = theme_.px(4);
    list->AddLine({at.x, y}, {end, y}, color, theme_.px(1));
    list->AddLine({end - head, y - head}, {end, y}, color, theme_.px(1));
    list->AddLine({end - head, y + head}, {end, y}, color, theme_.px(1));
  }

  /// Draws a term's background if it, or a source of a part of a sum, is hovered.
  void light(const std::string& name, const Box& box, const ExplanationTerm& term) {
    hit_area(ui_, name, box);
    const bool is_pointed = ImGui::IsItemHovered() && !term.sources.empty();
    if (is_pointed) ui_.highlight.light(term.sources);
    // A result has the sources of all its terms, which explain more.
    const bool is_source_pointed = !term.says.empty() && ui_.hovered.is_seen &&
                                   side_in(term.sources, ui_.hovered.name).has_value();
    if (!is_pointed && !is_source_pointed) return;
    if (says_.empty()) says_ = term.says;
    fill_box(box, theme_.colors().lit, theme_.px(4));
    outline_box(box, theme_.colors().lit_line, theme_.px(4));
  }

  Ui& ui_;
  const Theme& theme_;
  const Explanation& explanation_;
  const FormulaStyle style_;
  std::string says_;
  bool has_titles_ = true;
};

/// Largest size that fits in one row, else a medium size in several rows.
float fitting_size(Ui& ui, float width, const Explanation& explanation) {
  for (const float size : {kSize, 16.5F, kLeastSize}) {
    if (Chain(ui, explanation, size).rows(width).size() == 1) return size;
  }
  return kLeastSize + 1;
}

}  // namespace

std::string inspector_chain(Ui& ui, Pen& pen, const Explanation& explanation) {
  Chain chain(ui, explanation, fitting_size(ui, pen.width, explanation));
  return chain.draw(pen, chain.rows(pen.width));
}

std::string first_equation(std::string_view formula) {
  int depth = 0, signs = 0;
  for (std::size_t n = 0; n < formula.size(); ++n) {
    depth += formula[n] == '{' ? 1 : formula[n] == '}' ? -1 : 0;
    if (formula[n] != '=' || depth != 0 || ++signs < 2) continue;
    formula = formula.substr(0, n);
    break;
  }
  while (!formula.empty() && (formula.back() == ' ' || formula.back() == '=')) {
    formula.remove_suffix(1);
  }
  const bool ends_in_words = formula.ends_with("\\;");
  return std::string(formula) + (ends_in_words ? "" : " = ");
}

void presented_line(Ui& ui, const Box& box, const Explanation& explanation) {
  Explanation brief = explanation;
  std::erase_if(brief.steps, [](const ExplanationStep& step) { return step.lead.empty(); });
  for (ExplanationStep& step : brief.steps) {
    step.title.clear();
    step.formula = first_equation(step.formula);
  }
  constexpr float kLargest = 16.6F;
  for (const float size : {kLargest, 15.F, 13.5F, 12.F}) {
    Chain chain(ui, brief, size);
    const std::vector<ChainRow> rows = chain.rows(box.width());
    if (rows.size() > 1 || chain.height(rows) > box.height()) continue;
    Pen pen{{box.min.x, box.min.y + (box.height() - chain.height(rows)) / 2}, box.width()};
    chain.draw(pen, rows);
    ui.map.add("inspector.line", {box.min.x, pen.at.y - chain.height(rows)}, {box.max.x, pen.at.y});
    return;
  }
  inspector_line(ui, box, explanation);
}

void inspector_line(Ui& ui, const Box& box, const Explanation& explanation) {
  const auto written = [&](bool has_all) {
    std::string tex;
    for (const ExplanationStep& step : explanation.steps) {
      if (step.lead.empty()) continue;
      const bool is_all = has_all && !step.all.empty();
      tex +=
          (tex.empty() ? "" : " \\to ") + (is_all ? step.all : step.lead + " = " + step.result.tex);
    }
    return tex;
  };
  const Theme& theme = ui.theme;
  constexpr float kSmallest = 13;
  for (const auto& [size, has_all] :
       {std::pair{kSize, true}, std::pair{16.F, true}, std::pair{kSize, false},
        std::pair{16.F, false}, std::pair{kSmallest, false}}) {
    const std::string tex = written(has_all);
    const FormulaStyle style = style_of(theme, size);
    const SetFormula& formula = theme.formulas().set(tex, style);
    const bool fits = whole(formula.width) <= box.width() && whole(formula.height) <= box.height();
    if (!fits && size > kSmallest) continue;
    imgui::list()->PushClipRect(box.min, box.max, true);
    const float y = box.min.y + (box.height() - static_cast<float>(formula.height)) / 2;
    theme.formulas().draw({box.min.x, y}, tex, style, theme.colors());
    imgui::list()->PopClipRect();
    ui.map.add("inspector.line", {box.min.x, y},
               {box.min.x + whole(formula.width), y + whole(formula.height)});
    return;
  }
}

}  // namespace attn::ui
