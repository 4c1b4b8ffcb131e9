#include "app/ui/lessons/guide_sheet.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <GLFW/glfw3.h>

#include "app/document/shelf/guide.h"
#include "app/paint/preview_png.h"
#include "app/ui/lessons/text_blocks.h"
#include "app/ui/numbers/number_interaction.h"
#include "app/ui/theme/rich_text.h"
#include "app/ui/toolkit/overlay.h"
#include "assets/assets.h"
#include "engine/base/clamped.h"

namespace attn::ui {
namespace {

constexpr float kEndless = 1e5;    // a width in which no line breaks
constexpr float kToTheEnd = 1000;  // pages

std::string page_name(std::size_t page) { return "guide.page." + std::to_string(page); }

std::optional<std::size_t> page_of(std::string_view link) {
  for (std::size_t n = 0; n < guide_pages().size(); ++n) {
    if (guide_pages()[n].file == link) return n;
  }
  return std::nullopt;
}

/// Height of a PNG picture relative to its width.
float height_of(std::string_view png) {
  const auto number = [&](std::size_t at) {  // big-endian
    unsigned value = 0;
    for (const char byte : png.substr(at, 4)) value = value << 8 | static_cast<unsigned char>(byte);
    return static_cast<float>(value);
  };
  return number(20) / number(16);
}

/// Words of a block, in `face` or in the face of each run.
std::vector<FlowWord> words_of(const TextBlock& block, std::optional<Face> face = {}) {
  std::vector<FlowWord> words;
  for (std::size_t n = 0; n < block.runs.size(); ++n) {
    const TextRun& run = block.runs[n];
    const FlowWord kind{.face = face.value_or(face_of(block, run, false)), .owner = n};
    run.is_code ? add_words(words, run.text, kind) : add_pieces(words, pieces_of(run.text), kind);
  }
  return words;
}

/// Widths of a table's columns in `room` pixels; if they need more, the widest columns are reduced.
std::vector<float> column_widths(const Theme& theme,
                                 const std::vector<std::vector<TextBlock>>& rows, float room) {
  std::vector<float> widths(rows.front().size());
  for (const auto& row : rows) {
    for (std::size_t n = 0; n < row.size(); ++n) {
      for (const FlowItem& item : flow(theme, words_of(row[n]), kEndless, 0).items) {
        widths[n] = std::max(widths[n], item.x + item.width);
      }
    }
  }
  std::vector<float> sorted = widths;
  std::ranges::sort(sorted);
  float most = room;
  for (std::size_t n = 0; n < sorted.size(); ++n) {
    most = room / static_cast<float>(sorted.size() - n);
    if (sorted[n] > most) break;
    room -= sorted[n];
  }
  for (float& width : widths) width = std::min(width, most);
  return widths;
}

/// Draws the parts of a page, one below another.
class PageView {
 public:
  PageView(Ui& ui, Pen& pen) : ui_(ui), pen_(pen) {}

  /// Index of the page whose link was clicked; empty: none.
  std::optional<std::size_t> followed() const { return followed_; }

  void draw(const MarkdownPart& part, bool is_last_item) {
    if (part.heading > 0) return draw_heading(part);
    if (!part.rows.empty()) return draw_table(part.rows);
    if (part.block.kind == TextBlock::Kind::kCode) return draw_code(part.block);
    const SetBlock set =
        set_block(ui_.theme, part.block, is_last_item, pen_.width, words_of(part.block));
    const ImVec2 at = draw_ground(ui_.theme, part.block, set, pen_.take(set.height()));
    draw_words(set.text, part.block, at);
    pen_.take(set.below);
  }

 private:
  void draw_heading(const MarkdownPart& part) {
    const Theme& theme = ui_.theme;
    const Face face = part.heading == 1 ? Face::kHeading : Face::kTitle;
    if (part.heading == 2) pen_.take(theme.px(14));
    const Flow text = flow(theme, words_of(part.block, face), pen_.width, theme.line_height(face));
    draw_words(text, part.block, pen_.take(text.height).min);
    pen_.take(theme.px(8));
  }

  void draw_code(const TextBlock& block) {
    const Theme& theme = ui_.theme;
    const std::string& text = block.runs.front().text;
    SetBlock set = set_block(theme, block, true, pen_.width, {});
    const float width = pen_.width - 2 * set.indent;
    set.text.height = paragraph_size(theme, Face::kMono, text, width).y;
    const ImVec2 at = draw_ground(theme, block, set, pen_.take(set.height()));
    draw_paragraph(theme, Face::kMono, at, theme.colors().text, text, width);
    pen_.take(set.below);
  }

  void draw_table(const std::vector<std::vector<TextBlock>>& rows) {
    const Theme& theme = ui_.theme;
    const float gap = theme.px(18), rise = theme.px(5);
    const float pitch = theme.line_height(Face::kText) + theme.px(3);
    const float gaps = gap * static_cast<float>(rows.front().size() - 1);
    const std::vector<float> widths = column_widths(theme, rows, pen_.width - gaps);
    for (const auto& row : rows) {
      std::vector<Flow> cells;
      float height = 0;
      for (std::size_t n = 0; n < row.size(); ++n) {
        cells.push_back(flow(theme, words_of(row[n]), widths[n] + 1, pitch));
        height = std::max(height, cells.back().height);
      }
      const Box line = pen_.take(height + 2 * rise);
      float x = line.min.x;
      for (std::size_t n = 0; n < row.size(); ++n) {
        draw_words(cells[n], row[n], {x, line.min.y + rise});
        x += widths[n] + gap;
      }
      imgui::list()->AddLine({line.min.x, line.max.y}, line.max, theme.colors().hairline,
                             theme.px(1));
    }
    pen_.take(theme.px(12));
  }

  void draw_words(const Flow& text, const TextBlock& block, ImVec2 at) {
    const Palette& palette = ui_.theme.colors();
    for_each_word(ui_.theme, text, block, at, [&](const PlacedWord& word) {
      ImU32 color = block.kind == TextBlock::Kind::kQuote ? palette.secondary : palette.text;
      if (const auto page = page_of(word.run.link)) {
        color = palette.query;
        if (is_clicked(word)) followed_ = page;
        if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        const float y = word.ground.max.y - ui_.theme.px(4);
        imgui::list()->AddLine({word.ground.min.x, y}, {word.ground.max.x, y},
                               with_alpha(color, 0.7F), ui_.theme.px(1));
      }
      draw_item(ui_.theme, word.item, at, color);
    });
  }

  /// The keyboard comes to the first word of a link alone.
  bool is_clicked(const PlacedWord& word) {
    const bool is_first = std::exchange(link_, &word.run) != &word.run;
    words_ = is_first ? 0 : words_ + 1;
    links_ += is_first ? 1 : 0;
    const std::string name = "guide.link[" + std::to_string(links_ - 1) + "]";
    return is_first ? button_area(ui_, name, word.ground)
                    : hit_area(ui_, name + "." + std::to_string(words_), word.ground);
  }

  Ui& ui_;
  Pen& pen_;
  const TextRun* link_ = nullptr;  ///< last link drawn
  int links_ = 0, words_ = 0;      ///< links drawn so far; words drawn of the last link
  std::optional<std::size_t> followed_;
};

void need_glyphs_of(const Theme& theme, const TextBlock& block) {
  for (const TextRun& run : block.runs) theme.need_glyphs(run.text);
}

}  // namespace

void GuideSheet::open(Ui& ui) {
  is_open_ = true;
  leave_number(ui);
  turn_to(page_);
  for (const GuidePage& page : guide_pages()) {
    for (const MarkdownPart& part : page.parts) {
      need_glyphs_of(ui.theme, part.block);
      for (const auto& row : part.rows) {
        for (const TextBlock& cell : row) need_glyphs_of(ui.theme, cell);
      }
    }
  }
}

void GuideSheet::turn_to(std::size_t page) {
  page_ = page;
  is_turned_ = true;
}

void GuideSheet::take_keys(Keyboard& keys) {
  if (!is_open_) return;
  keys.take_each([&](const KeyEvent& event) {
    if (event.is(GLFW_KEY_UP)) lines_ -= 1;
    if (event.is(GLFW_KEY_DOWN)) lines_ += 1;
    if (event.is(GLFW_KEY_PAGE_UP)) pages_ -= 1;
    if (event.is(GLFW_KEY_PAGE_DOWN) || event.is(GLFW_KEY_SPACE)) pages_ += 1;
    if (event.is(GLFW_KEY_HOME)) pages_ -= kToTheEnd;
    if (event.is(GLFW_KEY_END)) pages_ += kToTheEnd;
    if (event.is(GLFW_KEY_LEFT) && page_ > 0) turn_to(page_ - 1);
    if (event.is(GLFW_KEY_RIGHT) && page_ + 1 < guide_pages().size()) turn_to(page_ + 1);
    if (event.is(GLFW_KEY_ESCAPE)) is_open_ = false;
    return event.key != GLFW_KEY_TAB && event.key != GLFW_KEY_ENTER &&
           event.key != GLFW_KEY_KP_ENTER && !event.is(GLFW_KEY_Q, GLFW_MOD_CONTROL);
  });
}

void GuideSheet::draw_pages(Ui& ui, const Box& box) {
  const Theme& theme = ui.theme;
  const float height = theme.px(30);
  Pen pen{box.min, box.width()};
  for (std::size_t n = 0; n < guide_pages().size(); ++n) {
    const Box line = pen.take(height);
    if (button_area(ui, page_name(n), line)) turn_to(n);
    const bool is_shown = n == page_;
    if (is_shown || ImGui::IsItemHovered()) {
      const Palette& palette = theme.colors();
      fill_box(line, is_shown ? with_alpha(palette.query, 0.18F) : palette.hover, theme.px(4));
    }
    text_in(ui, line.right_of(line.min.x + theme.px(8)), Face::kBody, theme.colors().text,
            guide_pages()[n].title, 0);
  }
}

void GuideSheet::draw_picture(Ui& ui, Pen& pen, const MarkdownPart& part) {
  GuidePicture& one = pictures_[part.picture];
  const std::filesystem::path file = "assets/guide/" + part.picture;
  const std::string_view png = asset(file.lexically_normal().string());
  const Box frame{{0, 0}, {pen.width, pen.width}};
  const Box room = PreviewPane::room_in(ui.theme, frame);
  const float height = room.width() * height_of(png);
  const int wanted = static_cast<int>(room.width());
  if (one.width != wanted && !one.pane.is_busy()) {
    one.width = wanted;
    one.pane.make([png, wanted, words = part.plain()] {
      FigurePreview made = preview_png(png, wanted);
      return PreviewPane::Made{made.width, made.height, std::move(made.rgba), {}, words, {}};
    });
  }
  one.pane.draw(ui, "guide", pen.take(frame.height() - room.height() + height));
  pen.take(ui.theme.px(10));
}

void GuideSheet::draw_page(Ui& ui, Pen& pen, float height) {
  if (std::exchange(is_turned_, false)) {
    ImGui::SetScrollY(0);
    ui.focus.put_on(page_name(page_));
    ui.wake_at = ImGui::GetTime();
  }
  const float step = lines_ * ui.theme.px(40) + pages_ * 0.9F * height;
  lines_ = pages_ = 0;
  if (step != 0) {
    ImGui::SetScrollY(clamped(ImGui::GetScrollY() + step, 0.F, ImGui::GetScrollMaxY()));
    ui.wake_at = ImGui::GetTime();
  }
  PageView view(ui, pen);
  const std::vector<MarkdownPart>& parts = guide_pages()[page_].parts;
  for (std::size_t n = 0; n < parts.size(); ++n) {
    const bool is_last = n + 1 == parts.size() || parts[n + 1].block.kind != TextBlock::Kind::kItem;
    parts[n].picture.empty() ? view.draw(parts[n], is_last) : draw_picture(ui, pen, parts[n]);
  }
  if (view.followed()) turn_to(*view.followed());
}

void GuideSheet::draw(Ui& ui, const Box& room) {
  if (!is_open_) return;
  ui.focus.begin_frame();  // Tab stays in here
  const Theme& theme = ui.theme;
  const float gap = theme.px(10), middle = (room.min.x + room.max.x) / 2;
  const float half = std::min(theme.px(500), room.width() / 2 - gap);
  const Box box{{middle - half, room.min.y + gap}, {middle + half, room.max.y - gap}};
  const Box inside = begin_overlay(ui, "guide", box, "Guide", is_open_);
  ui.map.say("guide", std::string(guide_pages()[page_].file));
  const float split = inside.min.x + theme.px(132);
  draw_pages(ui, inside.left_of(split));
  const Box text = inside.columns(split + theme.px(24), inside.max.x - theme.px(10));
  scrolled(ui, "guide.text", text, [&](Pen& pen) { draw_page(ui, pen, text.height()); });
  end_overlay();
  if (!is_open_) ui.focus.leave();
}

}  // namespace attn::ui
