#include "app/ui/lessons/lesson_text_view.h"

#include <algorithm>
#include <optional>

#include "app/document/expressions/lesson_error.h"
#include "app/document/lessons/lesson_text.h"

namespace attn::ui {
namespace {

/// A word, with the space before it where there is one.
struct Word {
  std::string text;
  Face face = Face::kBody;
  bool is_code = false;
  bool has_space = false;
  bool breaks = false;              ///< a new line begins before it
  std::optional<std::size_t> term;  ///< which of the block's runs lights something
};

struct PlacedWord {
  Word word;
  float x = 0, y = 0, width = 0;
};

struct PlacedText {
  std::vector<PlacedWord> words;
  float height = 0;
};

Face face_of(const TextBlock& block, const TextRun& run) {
  if (block.kind == TextBlock::Kind::kCode || run.is_code) return Face::kMono;
  const bool is_heading = block.kind == TextBlock::Kind::kHeading;
  return run.is_strong || run.is_emphasis || is_heading ? Face::kMedium : Face::kBody;
}

void add_words(std::vector<Word>& words, std::string_view text, const Word& kind) {
  bool has_space = false, breaks = false;
  while (!text.empty()) {
    const auto end = std::min(text.find_first_of(" \n"), text.size());
    if (end > 0) {
      Word word = kind;
      word.text = text.substr(0, end);
      word.has_space = has_space;
      word.breaks = breaks;
      words.push_back(std::move(word));
      has_space = breaks = false;
    }
    if (end == text.size()) break;
    (text[end] == '\n' ? breaks : has_space) = true;
    text.remove_prefix(end + 1);
  }
  if (has_space || breaks) {  // belongs to what comes next
    Word space = kind;
    space.has_space = has_space;
    space.breaks = breaks;
    words.push_back(std::move(space));
  }
}

std::vector<Word> words_of(const TextBlock& block, const Facts& facts) {
  std::vector<Word> words;
  for (std::size_t n = 0; n < block.runs.size(); ++n) {
    const TextRun& run = block.runs[n];
    Word kind;
    kind.face = face_of(block, run);
    kind.is_code = run.is_code && block.kind != TextBlock::Kind::kCode;
    if (!run.light.empty()) kind.term = n;
    add_words(words, fill(run.text, facts), kind);
  }
  return words;
}

/// Words that no space parts stay together on a line.
PlacedText place(const Theme& theme, const std::vector<Word>& words, float width, float pitch) {
  PlacedText placed;
  float x = 0, y = 0;
  bool has_space = false, breaks = false;
  for (std::size_t n = 0; n < words.size();) {
    has_space |= words[n].has_space;
    breaks |= words[n].breaks;
    if (words[n].text.empty()) {
      ++n;
      continue;
    }
    std::size_t end = n + 1;
    while (end < words.size() && !words[end].has_space && !words[end].breaks &&
           !words[end].text.empty()) {
      ++end;
    }
    float group = 0;
    for (std::size_t i = n; i < end; ++i) group += text_size(theme, words[i].face, words[i].text).x;
    const float space = has_space && x > 0 ? text_size(theme, words[n].face, " ").x : 0;
    if (breaks || (x > 0 && x + space + group > width)) {
      x = 0;
      y += pitch;
    } else {
      x += space;
    }
    for (; n < end; ++n) {
      const float word = text_size(theme, words[n].face, words[n].text).x;
      placed.words.push_back({words[n], x, y, word});
      x += word;
    }
    has_space = breaks = false;
  }
  placed.height = placed.words.empty() ? 0 : y + pitch;
  return placed;
}

/// Whether the mouse is on what the term speaks of.
bool is_pointed(const Ui& ui, const Workspace& workspace, const LessonLight& light) {
  const bool is_pairs = light.name == "weights" || light.name == "scores";
  if (is_pairs && workspace.look.hovered && (light.row || light.column)) {
    return light.row.value_or(workspace.look.hovered->query) == workspace.look.hovered->query &&
           light.column.value_or(workspace.look.hovered->key) == workspace.look.hovered->key;
  }
  Highlight one;
  one.light({Source{light.name, light.row, light.column, Side::kQuery}});
  one.begin_frame();
  return one.side_of(ui.hovered.name).has_value();
}

/// A key's column, or a row that is a key's, is red.
Side side_of(const LessonLight& light) {
  const bool is_pairs = light.name == "weights" || light.name == "scores";
  const bool is_key = is_pairs ? light.column.has_value() : light.name == "values";
  return is_key ? Side::kKey : Side::kQuery;
}

class BlockView {
 public:
  BlockView(Ui& ui, Workspace& workspace, std::string_view name, const Facts& facts)
      : ui_(ui), workspace_(workspace), name_(name), facts_(facts) {}

  void draw(Pen& pen, const TextBlock& block) {
    const Theme& theme = ui_.theme;
    const bool is_code = block.kind == TextBlock::Kind::kCode;
    const bool is_quote = block.kind == TextBlock::Kind::kQuote;
    const float pitch = theme.line_height(Face::kBody) + theme.px(5);
    const float indent = block.kind == TextBlock::Kind::kItem
                             ? theme.px(18) * static_cast<float>(std::max(1, block.depth))
                         : is_code || is_quote ? theme.px(10)
                                               : 0;
    const float right = is_code ? theme.px(10) : 0;
    const PlacedText text =
        place(theme, words_of(block, facts_), pen.width - indent - right, pitch);
    const float margin = is_code ? theme.px(6) : 0;
    const Box box = pen.take(text.height + 2 * margin);
    const ImVec2 at(box.min.x + indent, box.min.y + margin);
    ImDrawList* list = ImGui::GetWindowDrawList();
    if (is_code) list->AddRectFilled(box.min, box.max, theme.colors().field, theme.px(5));
    if (is_quote) {
      list->AddRectFilled(box.min, {box.min.x + theme.px(3), box.max.y}, theme.colors().hairline);
    }
    if (!block.marker.empty()) {
      draw_text(list, theme, Face::kBody, {at.x - theme.px(16), at.y}, theme.colors().secondary,
                block.marker);
    }
    draw_words(text, block, at, pitch);
    pen.take(theme.px(block.kind == TextBlock::Kind::kItem ? 3 : 9));
  }

 private:
  void draw_words(const PlacedText& text, const TextBlock& block, ImVec2 at, float pitch) {
    const Theme& theme = ui_.theme;
    const Palette& palette = theme.colors();
    ImDrawList* list = ImGui::GetWindowDrawList();
    std::optional<std::size_t> term;
    for (std::size_t n = 0; n < text.words.size(); ++n) {
      const PlacedWord& one = text.words[n];
      const Box box{{at.x + one.x, at.y + one.y}, {at.x + one.x + one.width, at.y + one.y + pitch}};
      // Words of one code or term are set on one ground.
      const PlacedWord* before = n > 0 ? &text.words[n - 1] : nullptr;
      const bool goes_on = before && before->y == one.y &&
                           before->word.is_code == one.word.is_code &&
                           before->word.term == one.word.term;
      const Box ground{{goes_on ? at.x + before->x + before->width : box.min.x, box.min.y},
                       box.max};
      if (one.word.is_code) {
        const float grow = theme.px(2);
        list->AddRectFilled({ground.min.x - (goes_on ? 0 : grow), box.min.y - theme.px(1)},
                            {box.max.x + grow, box.max.y - theme.px(3)}, palette.field,
                            goes_on ? 0 : theme.px(3));
      }
      ImU32 color = block.kind == TextBlock::Kind::kQuote ? palette.secondary : palette.text;
      if (one.word.term) {
        if (term != one.word.term) {
          term = one.word.term;
          begin_term(block.runs[*term].light);
        }
        color = draw_term(ground);
      }
      draw_text(list, theme, one.word.face, box.min, color, one.word.text);
    }
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

  /// Takes the mouse for one word of the term; answers the word's colour.
  ImU32 draw_term(const Box& box) {
    const Theme& theme = ui_.theme;
    const Palette& palette = theme.colors();
    const std::string name = name_ + ".term[" + std::to_string(terms_ - 1) + "]";
    hit_area(ui_, words_ == 0 ? name : name + "." + std::to_string(words_), box);
    ++words_;
    const bool is_hovered = ImGui::IsItemHovered();
    const Side side = light_ ? side_of(*light_) : Side::kQuery;
    const ImU32 color = side == Side::kKey ? palette.key : palette.query;
    if (is_hovered && light_) {
      ui_.highlight.light({Source{light_->name, light_->row, light_->column, side}});
    }
    ImDrawList* list = ImGui::GetWindowDrawList();
    if (is_lit_ || is_hovered) {
      list->AddRectFilled({box.min.x - theme.px(2), box.min.y - theme.px(1)},
                          {box.max.x + theme.px(2), box.max.y - theme.px(3)},
                          with_alpha(color, 0.2F), theme.px(3));
    }
    const float y = box.max.y - theme.px(4);
    list->AddLine({box.min.x, y}, {box.max.x, y}, with_alpha(color, 0.7F), theme.px(1));
    return color;
  }

  Ui& ui_;
  Workspace& workspace_;
  std::string name_;
  const Facts& facts_;
  std::size_t terms_ = 0, words_ = 0;
  std::optional<LessonLight> light_;  ///< of the present term
  bool is_lit_ = false;
};

std::vector<Word> plain_words(Face face, std::string_view filled) {
  std::vector<Word> words;
  Word kind;
  kind.face = face;
  add_words(words, filled, kind);
  return words;
}

}  // namespace

void lesson_text(Ui& ui, Workspace& workspace, Pen& pen, std::string_view name,
                 const std::vector<TextBlock>& blocks, const Facts& facts) {
  for (const TextBlock& block : blocks) {
    for (const TextRun& run : block.runs) ui.theme.need_glyphs(run.text);
  }
  BlockView view(ui, workspace, name, facts);
  for (const TextBlock& block : blocks) view.draw(pen, block);
}

float lesson_words_height(const Theme& theme, Face face, std::string_view filled, float width) {
  return place(theme, plain_words(face, filled), width, theme.line_height(face) + theme.px(4))
      .height;
}

void lesson_words(Ui& ui, Pen& pen, Face face, ImU32 color, std::string_view words,
                  const Facts& facts) {
  const Theme& theme = ui.theme;
  const std::string filled = fill(words, facts);
  theme.need_glyphs(filled);
  const PlacedText text =
      place(theme, plain_words(face, filled), pen.width, theme.line_height(face) + theme.px(4));
  const Box box = pen.take(text.height);
  for (const PlacedWord& one : text.words) {
    draw_text(ImGui::GetWindowDrawList(), theme, face, {box.min.x + one.x, box.min.y + one.y},
              color, one.word.text);
  }
}

}  // namespace attn::ui
