#include "app/ui/lessons/lesson_text_view.h"

#include <optional>

#include "app/document/expressions/lesson_error.h"
#include "app/document/formulas/plain_formula.h"
#include "app/document/lessons/lesson_parts.h"
#include "app/document/lessons/lesson_text.h"
#include "app/ui/lessons/text_blocks.h"
#include "app/ui/theme/window_formulas.h"
#include "app/ui/toolkit/tooltip.h"

namespace attn::ui {
namespace {

constexpr std::size_t kLead = 1;  // owner of the word before a paragraph

/// Words of the block; each is owned by its run.
std::vector<FlowWord> words_of(const TextBlock& block, const Facts& facts, TextTone tone) {
  std::vector<FlowWord> words;
  for (std::size_t n = 0; n < block.runs.size(); ++n) {
    const TextRun& run = block.runs[n];
    const Face face = face_of(block, run, tone == TextTone::kStrong);
    add_pieces(words, fill(run, facts), {.face = face, .owner = n});
  }
  return words;
}

/// Returns whether the mouse is on the part that the term refers to.
bool is_pointed(const Ui& ui, LessonAccess access, const LessonLight& light) {
  if (heatmap_of(light) && access.look.hovered && (light.row || light.column)) {
    return light.row.value_or(access.look.hovered->query) == access.look.hovered->query &&
           light.column.value_or(access.look.hovered->key) == access.look.hovered->key;
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

/// Returns whether the list ends with item n.
bool is_last_item(const std::vector<TextBlock>& blocks, std::size_t n) {
  return n + 1 == blocks.size() || blocks[n + 1].kind != TextBlock::Kind::kItem;
}

/// Tooltip of a term whose part is not visible; empty if it is.
std::string_view away_words(LessonAccess access, const LessonLight& light) {
  const std::string part = part_of(light);
  const bool is_of_view = !view_of_part(part).empty() && part != view_kind(access.look.view).part;
  const auto& stage = access.look.stage;
  const bool is_away = access.look.is_hidden(part) || (stage && !is_on_stage(*stage, light.name));
  if (part.empty() || (!is_of_view && !is_away)) return {};
  if (access.course.withholds(part)) return "It appears after your answer";
  if (is_of_view && !access.look.is_hidden(part)) return "It is in another view";
  return stage ? "Not on the stage: Show all controls shows it" : "Hidden now";
}

class BlockView {
 public:
  BlockView(Ui& ui, LessonAccess access, std::string_view name, const Facts& facts, TextTone tone)
      : ui_(ui), access_(access), name_(name), facts_(facts), tone_(tone) {}

  void draw(Pen& pen, const TextBlock& block, bool is_last) {
    const Theme& theme = ui_.theme;
    const SetBlock set =
        set_block(theme, block, is_last, pen.width, words_of(block, facts_, tone_));
    draw_words(set.text, block, draw_ground(theme, block, set, pen.take(set.height())));
    pen.take(set.below);
  }

 private:
  void draw_words(const Flow& text, const TextBlock& block, ImVec2 at) {
    const Theme& theme = ui_.theme;
    const Palette& palette = theme.colors();
    const TextRun* term = nullptr;
    for_each_word(theme, text, block, at, [&](const PlacedWord& word) {
      const TextRun& run = word.run;
      ImU32 color = block.kind == TextBlock::Kind::kQuote ? palette.secondary : palette.text;
      if (!run.light.empty()) {
        if (term != &run) begin_term(run.light);
        color = draw_term(word.ground, true, word.goes_on, word.is_followed);
      }
      term = run.light.empty() ? nullptr : &run;
      draw_item(theme, word.item, at, color);
      if (word.item.word.kind == TextPiece::Kind::words) return;
      note_formula(word.item, at);
      if (light_formula(word.item, at)) term = nullptr;
    });
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

  /// Highlights what the terms of a formula refer to. Returns false if it has none.
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
      // The target is missing in the current scene, so nothing is highlighted.
    }
    is_lit_ = light_ && is_pointed(ui_, access_, *light_);
    words_ = 0;
  }

  /// Handles the mouse for one word of a term, which shares its background with neighbours; returns
  /// the word's colour.
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
      const std::string_view away = away_words(access_, *light_);
      if (!away.empty()) note_more(ui_, box.min, box.max, away);
    }
    if (is_lit_ || is_hovered) {
      const float grow = theme.px(2);
      const ImDrawFlags corners = (goes_on ? 0 : ImDrawFlags_RoundCornersLeft) |
                                  (is_followed ? 0 : ImDrawFlags_RoundCornersRight);
      imgui::list()->AddRectFilled({box.min.x - (goes_on ? 0 : grow), box.min.y - theme.px(1)},
                                   {box.max.x + (is_followed ? 0 : grow), box.max.y - theme.px(3)},
                                   with_alpha(color, 0.2F), theme.px(3),
                                   corners == 0 ? ImDrawFlags_RoundCornersNone : corners);
    }
    const float y = box.max.y - theme.px(4);
    if (!is_underlined) return color;
    imgui::list()->AddLine({box.min.x, y}, {box.max.x, y}, with_alpha(color, 0.7F), theme.px(1));
    return color;
  }

  Ui& ui_;
  LessonAccess access_;
  std::string name_;
  const Facts& facts_;
  const TextTone tone_;
  std::size_t terms_ = 0, words_ = 0, formulas_ = 0;
  std::optional<LessonLight> light_;  ///< of the current term
  bool is_lit_ = false;
};

/// Lines of a paragraph, with a word before it or none.
Flow flow_of(const Theme& theme, Face face, const std::vector<TextPiece>& pieces, float width,
             const std::string& lead = "") {
  std::vector<FlowWord> words;
  if (!lead.empty()) add_words(words, lead + " ", {.face = Face::kTextMedium, .owner = kLead});
  add_pieces(words, pieces, {.face = face});
  return flow(theme, words, width, theme.line_height(face) + theme.px(4));
}

}  // namespace

void lesson_text(Ui& ui, LessonAccess access, Pen& pen, std::string_view name,
                 const std::vector<TextBlock>& blocks, const Facts& facts, TextTone tone) {
  for (const TextBlock& block : blocks) {
    for (const TextRun& run : block.runs) ui.theme.need_glyphs(run.text);
  }
  BlockView view(ui, access, name, facts, tone);
  for (std::size_t n = 0; n < blocks.size(); ++n) {
    view.draw(pen, blocks[n], is_last_item(blocks, n));
  }
}

float lesson_text_height(const Theme& theme, const std::vector<TextBlock>& blocks, float width,
                         const Facts& facts) {
  float height = 0;
  for (std::size_t n = 0; n < blocks.size(); ++n) {
    const SetBlock set = set_block(theme, blocks[n], is_last_item(blocks, n), width,
                                   words_of(blocks[n], facts, TextTone::kPlain));
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
  for (const TextPiece& piece : pieces) {
    if (piece.kind == TextPiece::Kind::words) theme.need_glyphs(piece.text);
  }
  const Flow text = flow_of(theme, face, pieces, pen.width, lead.text);
  const Box box = pen.take(text.height);
  for (const FlowItem& one : text.items) {
    const bool is_lead = one.word.owner == kLead;
    draw_item(theme, one, box.min, is_lead ? lead.color : color);
  }
}

}  // namespace attn::ui
