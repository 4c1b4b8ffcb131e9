#include <algorithm>
#include <string>
#include <vector>

#include "app/figure/text/visible_text.h"
#include "app/session/words/explain.h"
#include "app/ui/panels/panels.h"
#include "app/ui/toolkit/tooltip.h"

namespace attn::ui {
namespace {

void title(Ui& ui, Pen& pen, const std::string& query, const std::string& key) {
  const Palette& palette = ui.theme.colors();
  const float longest = pen.width * 0.3F;
  const auto part = [&](std::string_view text, ImU32 color) {
    pen.at.x = draw_text(ImGui::GetWindowDrawList(), ui.theme, Face::kCaption, pen.at, color,
                         shortened(ui.theme, Face::kCaption, text, longest));
  };
  const float left = pen.at.x;
  part("WHY DOES ", palette.secondary);
  part(capitals(visible_text(query)), palette.query);
  part(" ATTEND TO ", palette.secondary);
  part(capitals(visible_text(key)), palette.key);
  part("?", palette.secondary);
  pen.at.x = left;
  pen.take(ui.theme.line_height(Face::kCaption) + ui.theme.px(8));
}

/// Terms that stand in one line, by their number in the step; its result is one more.
using Line = std::vector<std::size_t>;

const ExplanationTerm& term_of(const ExplanationStep& step, std::size_t n) {
  return n < step.terms.size() ? step.terms[n] : step.result;
}

/// The step's terms broken into lines of at most `width`, and its result.
std::vector<Line> set_lines(const Theme& theme, const ExplanationStep& step, float width) {
  const float space = text_size(theme, Face::kMono, " ").x;
  std::vector<Line> lines;
  float end = 0;
  for (std::size_t n = 0; n < step.terms.size(); ++n) {
    const float needed = text_size(theme, Face::kMono, step.terms[n].text).x;
    if (lines.empty() || end + space + needed > width) {
      lines.emplace_back();
      end = needed;
    } else {
      end += space + needed;
    }
    lines.back().push_back(n);
  }
  lines.push_back({step.terms.size()});
  return lines;
}

float height_of(const Theme& theme, std::size_t lines) {
  return theme.px(20) + theme.line_height(Face::kMonoSmall) +
         static_cast<float>(lines) * theme.px(19);
}

/// A term at `at`, at most `room` wide; answers where it ends. What it came from lights up while
/// the mouse is over it.
float draw_term(Ui& ui, const std::string& name, ImVec2 at, float room, Face face,
                const ExplanationTerm& term) {
  const Theme& theme = ui.theme;
  const std::string text = shortened(theme, face, term.text, room);
  const float height = theme.px(19);
  const Box box{{at.x, at.y - theme.px(1)},
                {at.x + text_size(theme, face, text).x, at.y + height - theme.px(1)}};
  hit_area(ui, name, box);
  if (text != term.text) note_cut(ui, box.min, box.max, term.text);
  const bool is_lit = ImGui::IsItemHovered() && !term.sources.empty();
  const ImU32 color = is_lit ? theme.colors().query : theme.colors().text;
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (is_lit) {
    ui.highlight.light(term.sources);
    const float y = at.y + theme.line_height(face);
    list->AddLine({box.min.x, y}, {box.max.x, y}, color, theme.px(1));
  }
  return draw_text(list, theme, face, at, color, text);
}

void draw_card(Ui& ui, const std::string& name, const Box& box, const ExplanationStep& step,
               const std::vector<Line>& lines) {
  const Theme& theme = ui.theme;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(box.min, box.max, theme.colors().field, theme.px(6));
  const float left = box.min.x + theme.px(10), right = box.max.x - theme.px(10);
  const float space = text_size(theme, Face::kMono, " ").x;
  ImVec2 at(left, box.min.y + theme.px(8));
  draw_text(list, theme, Face::kMonoSmall, at, theme.colors().faint, step.title);
  at.y += theme.line_height(Face::kMonoSmall) + theme.px(2);
  for (const Line& line : lines) {
    at.x = left;
    for (const std::size_t n : line) {
      const bool is_result = n == step.terms.size();
      const std::string part = is_result ? ".result" : ".term" + std::to_string(n);
      at.x = space + draw_term(ui, name + part, at, right - at.x,
                               is_result ? Face::kMonoBold : Face::kMono, term_of(step, n));
    }
    at.y += theme.px(19);
  }
}

/// The widths that a card can do with: its widest word, and all of its words in one line.
struct Widths {
  float least, most;
};

Widths widths_of(const Theme& theme, const ExplanationStep& step) {
  const float padding = theme.px(22), space = text_size(theme, Face::kMono, " ").x;
  float least = std::max(text_size(theme, Face::kMonoSmall, step.title).x,
                         text_size(theme, Face::kMonoBold, step.result.text).x);
  float most = -space;
  for (const ExplanationTerm& term : step.terms) {
    const float width = text_size(theme, Face::kMono, term.text).x;
    least = std::max(least, width);
    most += width + space;
  }
  return {least + padding, std::max(least, most) + padding};
}

/// Shares `room` out: each gets what it needs at least, and what is left goes to those that want
/// more, in proportion to how much more.
std::vector<float> share_out(const std::vector<Widths>& wanted, float room) {
  float least = 0, more = 0;
  for (const Widths& one : wanted) {
    least += one.least;
    more += one.most - one.least;
  }
  const float left = room - least;
  std::vector<float> widths;
  for (const Widths& one : wanted) {
    if (left <= 0) {
      widths.push_back(one.least * room / least);
    } else if (left < more) {
      widths.push_back(one.least + (one.most - one.least) * left / more);
    } else {
      widths.push_back(one.most + (left - more) / static_cast<float>(wanted.size()));
    }
  }
  return widths;
}

/// Cards `first` to `last` side by side.
void row_of_cards(Ui& ui, Pen& pen, const Explanation& explanation, std::size_t first,
                  std::size_t last) {
  const Theme& theme = ui.theme;
  const float gap = theme.px(12);
  std::vector<Widths> wanted;
  for (std::size_t i = first; i < last; ++i) {
    wanted.push_back(widths_of(theme, explanation.steps[i]));
  }
  const float gaps = gap * static_cast<float>(wanted.size() - 1);
  const std::vector<float> widths = share_out(wanted, pen.width - gaps);
  std::vector<std::vector<Line>> lines;
  std::size_t most = 0;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    lines.push_back(set_lines(theme, explanation.steps[first + i], widths[i] - theme.px(20)));
    most = std::max(most, lines.back().size());
  }
  const Box row = pen.take(height_of(theme, most));
  float x = row.min.x;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    const Box card{{x, row.min.y}, {x + widths[i], row.max.y}};
    const std::string number = std::to_string(first + i);
    ui.map.add("inspector.card." + number, card.min, card.max);
    draw_card(ui, "inspector.step" + number, card, explanation.steps[first + i], lines[i]);
    x += widths[i] + gap;
  }
}

/// What all cards need in one row.
float least_width(const Theme& theme, const Explanation& explanation) {
  float least = -theme.px(12);
  for (const ExplanationStep& step : explanation.steps) {
    least += widths_of(theme, step).least + theme.px(12);
  }
  return least;
}

/// All cards, with short titles where room is scarce, in two rows where one is too narrow.
void cards(Ui& ui, Pen& pen, Explanation explanation) {
  const std::size_t count = explanation.steps.size();
  if (least_width(ui.theme, explanation) > pen.width) {
    for (ExplanationStep& step : explanation.steps) step.title = step.short_title;
  }
  const bool fits = least_width(ui.theme, explanation) <= pen.width;
  const std::size_t first_row = fits ? count : count / 2;
  row_of_cards(ui, pen, explanation, 0, first_row);
  if (first_row == count) return;
  pen.take(ui.theme.px(8));
  row_of_cards(ui, pen, explanation, first_row, count);
}

}  // namespace

void inspector_panel(Ui& ui, Access access, const Box& box) {
  ImGui::SetCursorScreenPos(box.min);
  // The scrollbar stands in the panel's margin, so that nothing moves when it appears.
  const float margin = ui.theme.px(12);
  ImGui::BeginChild("inspector", {box.width() + margin, box.height()}, false,
                    ImGuiWindowFlags_NoNav);
  ui.map.add("inspector", box.min, box.max);
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  Pen pen{origin, box.width()};
  if (const auto cell = access->explained()) {
    const Evaluation& evaluation = access->evaluation();
    title(ui, pen, evaluation.scene.query_tokens()[static_cast<std::size_t>(cell->query)],
          evaluation.scene.tokens[static_cast<std::size_t>(cell->key)]);
    const Explanation explanation = explain(evaluation, access->head(), *cell);
    cards(ui, pen, explanation);
    pen.take(ui.theme.px(10));
    const Box line = pen.take(ui.theme.line_height(Face::kSmall));
    text_in(ui, line, Face::kSmall, ui.theme.colors().faint,
            shortened_in(ui, line, Face::kSmall, explanation.summary), 0);
  } else {
    heading(ui, pen, "WHY?");
    const Box line = pen.take(ui.theme.line_height(Face::kBody));
    text_in(ui, line, Face::kBody, ui.theme.colors().faint,
            "Point at a weight to see how it comes about; click to keep it.", 0);
  }
  ImGui::SetCursorScreenPos({origin.x, pen.at.y});
  ImGui::Dummy({1, 1});
  ImGui::EndChild();
}

}  // namespace attn::ui
