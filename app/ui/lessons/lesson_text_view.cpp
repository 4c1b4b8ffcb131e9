#include "app/ui/lessons/lesson_text_view.h"

#include <algorithm>
#include <optional>

#include "app/document/expressions/lesson_error.h"
#include "app/document/formulas/plain_formula.h"
#include "app/document/lessons/lesson_parts.h"
#include "app/document/lessons/lesson_text.h"
#include "app/ui/theme/text_flow.h"
#include "app/ui/theme/window_formulas.h"
#include "app/ui/toolkit/tooltip.h"

namespace attn::ui {
namespace {

constexpr std::size_t kLead = 1;  // the owner of the word before a paragraph

Face face_of(const TextBlock& block, const TextRun& run, TextTone tone) {
  if (block.kind == TextBlock::Kind::kCode || run.is_code) return Face::kMono;
  const bool is_strong = run.is_strong || run.is_emphasis || tone == TextTone::kStrong ||
                         block.kind == TextBlock::Kind::kHeading;
  return is_strong ? Face::kTextMedium : Face::kText;
}

/// Each is owned by its run.
std::vector<FlowWord> words_of(const TextBlock& block, const Facts& facts, TextTone tone) {
  std::vector<FlowWord> words;
  for (std::size_t n = 0; n < block.runs.size(); ++n) {
    const TextRun& run = block.runs[n];
    add_pieces(words, fill(run, facts), {.face = face_of(block, run, tone), .owner = n});
  }
  return words;
}

/// Whether the mouse is on what the term speaks of.
bool is_pointed(const Ui& ui, const Workspace& workspace, const LessonLight& light) {
  if (heatmap_of(light) && workspace.look.hovered && (light.row || light.column)) {
    return light.row.value_or(workspace.look.hovered->query) == workspace.look.hovered->query &&
           light.column.value_or(workspace.look.hovered->key) == workspace.look.hovered->key;
  }
  Highlight one;
  one.light({Source{light.name, light.row, light.column, Side::kQuery}});
  one.begin_frame();
  return one.side_of(ui.hovered.name).has_value();
}

/// A key's column is red, values are teal.
Side side_of(const LessonLight& light) {
  if (light.name == "values") return Side::kValue;
  return heatmap_of(light) && light.column ? Side::kKey : Side::kQuery;
}

/// Whether no item of the same list follows.
bool is_last_item(const std::vector<TextBlock>& blocks, std::size_t n) {
  return n + 1 == blocks.size() || blocks[n + 1].kind != TextBlock::Kind::kItem;
}

/// A block's words in their lines, and what is around them.
struct SetBlock {
  Flow text;
  float indent = 0, margin = 0, below = 0;
  float marker = 0;  ///< how far before the words it begins

  float height() const { return text.height + 2 * margin; }
};

/// `is_last` of its list.
SetBlock set_block(const Theme& theme, const TextBlock& block, bool is_last, float width,
                   const Facts& facts, TextTone tone) {
  const bool is_code = block.kind == TextBlock::Kind::kCode;
  const bool is_quote = block.kind == TextBlock::Kind::kQuote;
  const bool is_item = block.kind == TextBlock::Kind::kItem;
  const float pitch = theme.line_height(Face::kText) + theme.px(5);
  SetBlock set;
  if (is_item) {
    std::string widest = block.marker;  // all numbers of a list are as wide
    std::ranges::replace_if(
        widest, [](char c) { return c >= '0' && c <= '9'; }, '0');
    const float width = text_size(theme, Face::kText, widest).x;
    set.marker = std::max(theme.px(18), width + theme.px(8));
    set.indent = theme.px(18) * static_cast<float>(std::max(1, block.depth) - 1) + set.marker;
  } else if (is_code || is_quote) {
    set.indent = theme.px(10);
  }
  const float right = is_code ? theme.px(10) : 0;
  set.margin = is_code ? theme.px(6) : 0;
  set.below = theme.px(is_item && !is_last ? 3 : 9);
  set.text = flow(theme, words_of(block, facts, tone), width - set.indent - right, pitch);
  return set;
}

/// What is said of a term whose thing is not on the screen; empty where it is there.
std::string_view away_words(const Workspace& workspace, const LessonLight& light) {
  const std::string part = part_of(light);
  const bool is_of_view =
      !view_of_part(part).empty() && part != view_kind(workspace.look.view).part;
  const auto& stage = workspace.look.stage;
  const bool is_away =
      workspace.look.is_hidden(part) || (stage && !is_on_stage(*stage, light.name));
  if (part.empty() || (!is_of_view && !is_away)) return {};
  if (workspace.withholds(part)) return "It comes with your answer";
  if (is_of_view && !workspace.look.is_hidden(part)) return "It is in another view";
  return stage ? "Not on the stage: Show all controls brings it" : "Hidden now";
}

class BlockView {
 public:
  BlockView(Ui& ui, const Workspace& workspace, std::string_view name, const Facts& facts,
            TextTone tone)
      : ui_(ui), workspace_(workspace), name_(name), facts_(facts), tone_(tone) {}

  void draw(Pen& pen, const TextBlock& block, bool is_last) {
    const Theme& theme = ui_.theme;
    const bool is_code = block.kind == TextBlock::Kind::kCode;
    const bool is_quote = block.kind == TextBlock::Kind::kQuote;
    const SetBlock set = set_block(theme, block, is_last, pen.width, facts_, tone_);
    const float indent = set.indent, margin = set.margin;
    const Box box = pen.take(set.height());
    const ImVec2 at(box.min.x + indent, box.min.y + margin);
    ImDrawList* list = ImGui::GetWindowDrawList();
    if (is_code) list->AddRectFilled(box.min, box.max, theme.colors().field, theme.px(5));
    if (is_quote) {
      list->AddRectFilled(box.min, {box.min.x + theme.px(3), box.max.y}, theme.colors().hairline);
    }
    if (!block.marker.empty()) {
      const float line =
          set.text.items.empty() ? theme.baseline(Face::kText) : set.text.items[0].baseline;
      draw_text(list, theme, Face::kText,
                {at.x - set.marker + theme.px(2), at.y + line - theme.baseline(Face::kText)},
                theme.colors().secondary, block.marker);
    }
    draw_words(set.text, block, at);
    pen.take(set.below);
  }

 private:
  void draw_words(const Flow& text, const TextBlock& block, ImVec2 at) {
    const Theme& theme = ui_.theme;
    const Palette& palette = theme.colors();
    ImDrawList* list = ImGui::GetWindowDrawList();
    const TextRun* term = nullptr;
    for (std::size_t n = 0; n < text.items.size(); ++n) {
      const FlowItem& one = text.items[n];
      const TextRun& run = block.runs[one.word.owner];
      const Box box{{at.x + one.x, at.y + one.top},
                    {at.x + one.x + one.width, at.y + one.top + one.height}};
      // Words of one code or term are set on one ground.
      const auto belongs = [&](std::size_t other) {
        return other < text.items.size() && text.items[other].top == one.top &&
               text.items[other].word.owner == one.word.owner;
      };
      const FlowItem* before = n > 0 ? &text.items[n - 1] : nullptr;
      const bool goes_on = before && belongs(n - 1);
      const Box ground{{goes_on ? at.x + before->x + before->width : box.min.x, box.min.y},
                       box.max};
      if (run.is_code && block.kind != TextBlock::Kind::kCode) {
        const float grow = theme.px(2);
        list->AddRectFilled({ground.min.x - (goes_on ? 0 : grow), box.min.y - theme.px(1)},
                            {box.max.x + grow, box.max.y - theme.px(3)}, palette.field,
                            goes_on ? 0 : theme.px(3));
      }
      ImU32 color = block.kind == TextBlock::Kind::kQuote ? palette.secondary : palette.text;
      if (!run.light.empty()) {
        if (term != &run) begin_term(run.light);
        color = draw_term(ground, true, goes_on, belongs(n + 1));
      }
      term = run.light.empty() ? nullptr : &run;
      draw_item(list, theme, one, at, color);
      if (one.word.kind == TextPiece::Kind::words) continue;
      note_formula(one, at);
      if (light_formula(one, at)) term = nullptr;
    }
  }

  void note_formula(const FlowItem& item, ImVec2 at) {
    const std::string name = name_ + ".formula[" + std::to_string(formulas_++) + "]";
    const SetFormula& set = ui_.theme.formulas().set(item.word.text, item.style);
    const ImVec2 corner = formula_corner(ui_.theme, item, at);
    ui_.map.add(
        name, corner,
        {corner.x + static_cast<float>(set.width), corner.y + static_cast<float>(set.height)});
    ui_.map.say(name, plain_formula(item.word.text));
  }

  /// The terms of a formula light what they stand for. False where it has none.
  bool light_formula(const FlowItem& item, ImVec2 at) {
    const Theme& theme = ui_.theme;
    const ImVec2 corner = formula_corner(theme, item, at);
    const SetFormula& set = theme.formulas().set(item.word.text, item.style);
    for (const SetFormula::Term& one : set.terms) {
      begin_term(one.stands_for);
      const auto x = static_cast<float>(one.box.x), y = static_cast<float>(one.box.y);
      const Box box{{corner.x + x - theme.px(2), corner.y + y - theme.px(2)},
                    {corner.x + x + static_cast<float>(one.box.width) + theme.px(2),
                     corner.y + y + static_cast<float>(one.box.height) + theme.px(2)}};
      draw_term(box, false, false, false);
    }
    return !set.terms.empty();
  }

  void begin_term(const std::string& target) {
    ++terms_;
    light_.reset();
    try {
      light_ = find_light(target, facts_);
    } catch (const LessonError&) {
      // The scene has no such thing any more.
    }
    is_lit_ = light_ && is_pointed(ui_, workspace_, *light_);
    words_ = 0;
  }

  /// Takes the mouse for one word of the term, which has others before or after it on one ground;
  /// answers the word's colour.
  ImU32 draw_term(const Box& box, bool is_underlined, bool goes_on, bool is_followed) {
    const Theme& theme = ui_.theme;
    const Palette& palette = theme.colors();
    const std::string name = name_ + ".term[" + std::to_string(terms_ - 1) + "]";
    hit_area(ui_, words_ == 0 ? name : name + "." + std::to_string(words_), box);
    ++words_;
    const bool is_hovered = ImGui::IsItemHovered();
    const Side side = light_ ? side_of(*light_) : Side::kQuery;
    const ImU32 color = side_color(palette, side);
    if (is_hovered && light_) {
      ui_.highlight.light({Source{light_->name, light_->row, light_->column, side}});
      const std::string_view away = away_words(workspace_, *light_);
      if (!away.empty()) note_more(ui_, box.min, box.max, away);
    }
    ImDrawList* list = ImGui::GetWindowDrawList();
    if (is_lit_ || is_hovered) {
      const float grow = theme.px(2);
      const ImDrawFlags corners = (goes_on ? 0 : ImDrawFlags_RoundCornersLeft) |
                                  (is_followed ? 0 : ImDrawFlags_RoundCornersRight);
      list->AddRectFilled({box.min.x - (goes_on ? 0 : grow), box.min.y - theme.px(1)},
                          {box.max.x + (is_followed ? 0 : grow), box.max.y - theme.px(3)},
                          with_alpha(color, 0.2F), theme.px(3),
                          corners == 0 ? ImDrawFlags_RoundCornersNone : corners);
    }
    const float y = box.max.y - theme.px(4);
    if (!is_underlined) return color;
    list->AddLine({box.min.x, y}, {box.max.x, y}, with_alpha(color, 0.7F), theme.px(1));
    return color;
  }

  Ui& ui_;
  const Workspace& workspace_;
  std::string name_;
  const Facts& facts_;
  const TextTone tone_;
  std::size_t terms_ = 0, words_ = 0, formulas_ = 0;
  std::optional<LessonLight> light_;  ///< of the present term
  bool is_lit_ = false;
};

float pitch_of(const Theme& theme, Face face) { return theme.line_height(face) + theme.px(4); }

Flow flow_of(const Theme& theme, Face face, const std::vector<TextPiece>& pieces, float width) {
  std::vector<FlowWord> words;
  add_pieces(words, pieces, {.face = face});
  return flow(theme, words, width, pitch_of(theme, face));
}

void need_glyphs_of(const Theme& theme, const std::vector<TextPiece>& pieces) {
  for (const TextPiece& piece : pieces) {
    if (piece.kind == TextPiece::Kind::words) theme.need_glyphs(piece.text);
  }
}

}  // namespace

void lesson_text(Ui& ui, const Workspace& workspace, Pen& pen, std::string_view name,
                 const std::vector<TextBlock>& blocks, const Facts& facts, TextTone tone) {
  for (const TextBlock& block : blocks) {
    for (const TextRun& run : block.runs) ui.theme.need_glyphs(run.text);
  }
  BlockView view(ui, workspace, name, facts, tone);
  for (std::size_t n = 0; n < blocks.size(); ++n) {
    view.draw(pen, blocks[n], is_last_item(blocks, n));
  }
}

float lesson_text_height(const Theme& theme, const std::vector<TextBlock>& blocks, float width,
                         const Facts& facts) {
  float height = 0;
  for (std::size_t n = 0; n < blocks.size(); ++n) {
    const SetBlock set =
        set_block(theme, blocks[n], is_last_item(blocks, n), width, facts, TextTone::kPlain);
    height += set.height() + set.below;
  }
  return height;
}

float lesson_words_height(const Theme& theme, Face face, const std::vector<TextPiece>& pieces,
                          float width) {
  return flow_of(theme, face, pieces, width).height;
}

void lesson_words(Ui& ui, Pen& pen, Face face, ImU32 color, const std::vector<TextPiece>& pieces,
                  const LeadWord& lead) {
  const Theme& theme = ui.theme;
  need_glyphs_of(theme, pieces);
  std::vector<FlowWord> words;
  if (!lead.text.empty()) {
    add_words(words, lead.text + " ", {.face = Face::kTextMedium, .owner = kLead});
  }
  add_pieces(words, pieces, {.face = face});
  const Flow text = flow(theme, words, pen.width, pitch_of(theme, face));
  const Box box = pen.take(text.height);
  for (const FlowItem& one : text.items) {
    const bool is_lead = one.word.owner == kLead;
    draw_item(ImGui::GetWindowDrawList(), theme, one, box.min, is_lead ? lead.color : color);
  }
}

}  // namespace attn::ui
