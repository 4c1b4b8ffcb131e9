#include "app/ui/number_table.h"

#include <algorithm>
#include <cmath>

#include <GLFW/glfw3.h>

#include "app/document/numbers.h"

namespace attn::ui {
namespace {

constexpr float kPixelsPerStep = 4;

using Mode = NumberFocus::Mode;

/// Where the parts of a table lie, in pixels from its top left corner.
struct Layout {
  float label_width, cell_width, cell_height, gap, block_gap, header_height;
  std::vector<float> block_x;
  float width, height;

  float column_x(std::size_t block, Index column) const {
    return block_x[block] + static_cast<float>(column) * (cell_width + gap);
  }
  float row_y(Index row) const {
    return header_height + static_cast<float>(row) * (cell_height + gap);
  }
};

Layout lay_out(const Ui& ui, const NumberTable& table, float room) {
  const Theme& theme = ui.theme;
  Layout layout{};
  layout.gap = theme.px(2);
  layout.block_gap = theme.px(10);
  layout.cell_height = theme.px(26);
  layout.header_height = theme.px(22);
  float label_width = theme.px(48);
  for (const std::string& label : table.labels) {
    label_width = std::max(label_width, text_size(theme, Face::kMedium, label).x + theme.px(26));
    if (label_width > room * 0.36F) break;
  }
  layout.label_width = std::min(label_width, std::round(room * 0.36F));
  Index columns = 0;
  for (const auto& block : table.blocks) columns += block.values.cols();
  const float gaps = static_cast<float>(table.blocks.size() - 1) * layout.block_gap;
  const float share =
      (room - layout.label_width - gaps) / static_cast<float>(std::max<Index>(1, columns));
  layout.cell_width = std::floor(std::clamp(share - layout.gap, theme.px(44), theme.px(60)));
  float x = layout.label_width;
  for (const auto& block : table.blocks) {
    layout.block_x.push_back(x);
    x += static_cast<float>(block.values.cols()) * (layout.cell_width + layout.gap) +
         layout.block_gap;
  }
  layout.width = x - layout.block_gap - layout.gap;
  layout.height = layout.row_y(static_cast<Index>(table.labels.size()));
  return layout;
}

float largest(const Matrix& values) {
  const float m = values.size() == 0 ? 0 : values.cwiseAbs().maxCoeff();
  return m > 0 ? m : 1;
}

std::string number_text(const Theme& theme, float value, float width) {
  for (int digits = 6; digits > 1; --digits) {
    std::string text = brief(value, digits);
    if (text_size(theme, Face::kMono, text).x <= width) return text;
  }
  return brief(value, 1);
}

/// The table's state machine for one frame: what the mouse and the keys do to the focus.
class Interaction {
 public:
  Interaction(Ui& ui, const NumberTable& table, bool& dropped)
      : ui_(ui), focus_(ui.number), table_(table), dropped_(dropped) {}

  void cell(std::size_t block, Index row, Index column, const Box& box);
  void keys();
  std::optional<NumberEdit> edit() const { return edit_; }
  std::optional<std::pair<std::size_t, Index>> moved_to() const { return moved_to_; }

 private:
  void start_typing(const std::string& first_chars);
  void type(std::size_t block, Index row, Index column, const Box& box);
  void move(Index rows, Index columns);
  std::optional<std::size_t> focused_block() const;

  Ui& ui_;
  NumberFocus& focus_;
  const NumberTable& table_;
  bool& dropped_;
  std::optional<NumberEdit> edit_;
  std::optional<std::pair<std::size_t, Index>> moved_to_;
};

std::optional<std::size_t> Interaction::focused_block() const {
  if (focus_.mode == Mode::kNone) return std::nullopt;
  for (std::size_t i = 0; i < table_.blocks.size(); ++i) {
    const Matrix& values = table_.blocks[i].values;
    if (table_.blocks[i].name != focus_.block) continue;
    if (focus_.row < values.rows() && focus_.column < values.cols()) return i;
  }
  return std::nullopt;
}

void Interaction::start_typing(const std::string& first_chars) {
  focus_.mode = Mode::kTyping;
  focus_.first_chars = first_chars;
  focus_.frames_typing = 0;
  focus_.complaint.clear();
  const auto block = focused_block();
  if (block) focus_.text = shortest(table_.blocks[*block].values(focus_.row, focus_.column));
}

void Interaction::cell(std::size_t block, Index row, Index column, const Box& box) {
  const std::string& name = table_.blocks[block].name;
  const float value = table_.blocks[block].values(row, column);
  const bool is_on = focus_.is_on(name, row, column);
  if (is_on && focus_.mode == Mode::kTyping) {
    type(block, row, column, box);
    return;
  }
  hit_area(ui_, name + "[" + std::to_string(row) + "][" + std::to_string(column) + "]", box);
  const ImGuiIO& io = ImGui::GetIO();
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) {
    focus_ = {.mode = Mode::kFocused, .block = name, .row = row, .column = column};
    start_typing("");
    return;
  }
  if (ImGui::IsItemActivated()) {
    focus_ = {.mode = Mode::kPressed,
              .block = name,
              .row = row,
              .column = column,
              .drag_start = value,
              .drag_from = io.MousePos.x};
    return;
  }
  if (!is_on || (focus_.mode != Mode::kPressed && focus_.mode != Mode::kDragging)) return;
  const float pixels = (io.MousePos.x - focus_.drag_from) / ui_.theme.scale();
  if (focus_.mode == Mode::kPressed && std::abs(pixels) >= 3) focus_.mode = Mode::kDragging;
  if (focus_.mode == Mode::kDragging) {
    const float number = dragged_number(focus_.drag_start, pixels, io.KeyShift, io.KeyCtrl);
    if (number != value) {
      edit_ = {block, row, column, number,
               name + "/" + std::to_string(row) + "/" + std::to_string(column)};
    }
  }
  if (!ImGui::IsItemActive()) {
    dropped_ = focus_.mode == Mode::kDragging;
    focus_.mode = Mode::kFocused;
  }
}

void Interaction::type(std::size_t block, Index row, Index column, const Box& box) {
  const Theme& theme = ui_.theme;
  const std::string& name = table_.blocks[block].name;
  ui_.map.add(name + "[" + std::to_string(row) + "][" + std::to_string(column) + "]", box.min,
              box.max);
  // The field appears over the cell, and wider where a long number needs it.
  const float wanted = text_size(theme, Face::kMono, focus_.text).x + theme.px(16);
  ImGui::SetCursorScreenPos(box.min);
  ImGui::SetNextItemWidth(std::max(box.width(), wanted));
  imgui::push_font(theme.font(Face::kMono), theme.line_height(Face::kMono));
  const float padding = (box.height() - theme.line_height(Face::kMono)) / 2;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {theme.px(6), std::max(0.F, padding)});
  if (focus_.frames_typing++ == 0) ImGui::SetKeyboardFocusHere();
  const bool entered =
      ImGui::InputText("##number", &focus_.text,
                       ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_EnterReturnsTrue);
  const bool active = ImGui::IsItemActive();
  const Box drawn{ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
  ImGui::PopStyleVar();
  ImGui::PopFont();
  const ImU32 color = focus_.complaint.empty() ? theme.colors().query : theme.colors().key;
  imgui::stroke_rect(ImGui::GetWindowDrawList(), drawn.min, drawn.max, color, theme.px(4), 1.5F);
  if (active && !focus_.first_chars.empty()) {
    ImGui::GetIO().AddInputCharactersUTF8(focus_.first_chars.c_str());
    focus_.first_chars.clear();
  }
  if (ui_.keys.take(GLFW_KEY_ESCAPE)) {
    focus_.mode = Mode::kFocused;
    return;
  }
  const bool tab = ui_.keys.take(GLFW_KEY_TAB);
  const bool left = focus_.frames_typing > 2 && !active;
  if (!entered && !tab && !left) return;
  if (const auto number = parse_number(focus_.text)) {
    edit_ = {block, row, column, *number, ""};
    focus_.mode = Mode::kFocused;
    if (tab) move(0, 1);
    if (entered) move(1, 0);
  } else if (left && !tab && !entered) {
    focus_.mode = Mode::kFocused;
  } else {
    focus_.complaint = "expected a number, found \"" + focus_.text + "\"";
    focus_.frames_typing = 0;  // the keyboard stays here
  }
}

void Interaction::move(Index rows, Index columns) {
  auto block = focused_block();
  if (!block) return;
  Index column = focus_.column + columns;
  if (column < 0 && *block > 0) {
    --*block;
    column = table_.blocks[*block].values.cols() - 1;
  } else if (column >= table_.blocks[*block].values.cols() && *block + 1 < table_.blocks.size()) {
    ++*block;
    column = 0;
  }
  const Matrix& values = table_.blocks[*block].values;
  focus_.block = table_.blocks[*block].name;
  focus_.column = std::clamp<Index>(column, 0, values.cols() - 1);
  focus_.row = std::clamp<Index>(focus_.row + rows, 0, values.rows() - 1);
  moved_to_ = {*block, focus_.column};
}

void Interaction::keys() {
  if (!focused_block() || focus_.mode != Mode::kFocused) return;
  if (ui_.keys.take(GLFW_KEY_LEFT)) move(0, -1);
  if (ui_.keys.take(GLFW_KEY_RIGHT) || ui_.keys.take(GLFW_KEY_TAB)) move(0, 1);
  if (ui_.keys.take(GLFW_KEY_UP)) move(-1, 0);
  if (ui_.keys.take(GLFW_KEY_DOWN)) move(1, 0);
  if (ui_.keys.take(GLFW_KEY_ESCAPE)) focus_.mode = Mode::kNone;
  if (ui_.keys.take(GLFW_KEY_ENTER) || ui_.keys.take(GLFW_KEY_KP_ENTER)) {
    start_typing("");
  } else if (ui_.typed.find_first_of("0123456789.,-+") == 0) {
    start_typing(ui_.typed);
    ui_.typed.clear();
  }
}

void draw_cell(Ui& ui, const Box& box, float value, float scale, bool is_focused) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImU32 sign = value < 0 ? palette.key : palette.query;
  const float strength = 0.5F * std::min(1.F, std::abs(value) / scale);
  list->AddRectFilled(box.min, box.max, mix(palette.field, sign, strength), theme.px(4));
  text_in(ui, box, Face::kMono, palette.text, number_text(theme, value, box.width() - theme.px(4)),
          0.5F);
  if (is_focused) {
    imgui::stroke_rect(list, box.min, box.max, palette.query, theme.px(4), 1.5F);
  }
}

void draw_labels(Ui& ui, const NumberTable& table, const Layout& layout, ImVec2 origin, Index first,
                 Index last) {
  const Theme& theme = ui.theme;
  for (Index i = first; i < last; ++i) {
    const bool is_query = table.query_row == i, is_key = table.key_row == i;
    const Palette& palette = theme.colors();
    const ImU32 color = is_query ? palette.query : is_key ? palette.key : palette.text;
    const float y = origin.y + layout.row_y(i);
    const Box box{{origin.x + theme.px(10), y},
                  {origin.x + layout.label_width - theme.px(6), y + layout.cell_height}};
    const Face face = is_query || is_key ? Face::kMedium : Face::kBody;
    text_in(ui, box, face, color,
            shortened(theme, face, table.labels[static_cast<std::size_t>(i)], box.width()), 0);
  }
}

void draw_header(Ui& ui, const NumberTable& table, const Layout& layout, ImVec2 origin) {
  for (std::size_t b = 0; b < table.blocks.size(); ++b) {
    for (Index j = 0; j < table.blocks[b].values.cols(); ++j) {
      const float x = origin.x + layout.column_x(b, j);
      const Box box{{x, origin.y}, {x + layout.cell_width, origin.y + layout.header_height}};
      if (!ImGui::IsRectVisible(box.min, box.max)) continue;
      text_in(ui, box, Face::kSmall, ui.theme.colors().faint,
              table.blocks[b].column_prefix + std::to_string(j), 0.5F);
    }
  }
}

/// The rows of which something is on the screen.
std::pair<Index, Index> visible_rows(const Layout& layout, ImVec2 origin, Index count) {
  const ImDrawList& list = *ImGui::GetWindowDrawList();
  const float pitch = layout.cell_height + layout.gap;
  const float above = list.GetClipRectMin().y - origin.y - layout.header_height;
  const float below = list.GetClipRectMax().y - origin.y - layout.header_height;
  return {std::clamp<Index>(static_cast<Index>(above / pitch), 0, count),
          std::clamp<Index>(static_cast<Index>(below / pitch) + 1, 0, count)};
}

void scroll_to_focus(const Ui& ui, const Layout& layout, std::pair<std::size_t, Index> at) {
  const float y = layout.row_y(ui.number.row);
  const float x = layout.column_x(at.first, at.second);
  if (y < ImGui::GetScrollY() + layout.header_height) {
    ImGui::SetScrollY(std::max(0.F, y - layout.header_height));
  } else if (y + layout.cell_height > ImGui::GetScrollY() + ImGui::GetWindowHeight()) {
    ImGui::SetScrollY(y + 2 * layout.cell_height - ImGui::GetWindowHeight());
  }
  if (x < ImGui::GetScrollX() ||
      x + layout.cell_width > ImGui::GetScrollX() + ImGui::GetWindowWidth()) {
    ImGui::SetScrollX(x - layout.label_width);
  }
}

}  // namespace

float dragged_number(double start, float pixels, bool fine, bool coarse) {
  const double order = std::floor(std::log10(std::max(std::abs(start), 1.0)));
  const double step = std::pow(10.0, order - 1) * (fine ? 0.1 : coarse ? 10.0 : 1.0);
  const double steps = std::trunc(pixels / kPixelsPerStep);
  if (steps == 0) return static_cast<float>(start);
  // Counting in steps, not adding them up, keeps 0.3 from becoming 0.30000001.
  return static_cast<float>(std::round((start + steps * step) / step) * step);
}

std::optional<NumberEdit> number_table(Ui& ui, Pen& pen, const NumberTable& table, float max_height,
                                       bool& dropped) {
  const Theme& theme = ui.theme;
  const Layout layout = lay_out(ui, table, pen.width);
  const bool scrolls_x = layout.width > pen.width + 0.5F;
  const float bar = ImGui::GetStyle().ScrollbarSize;
  const float height = std::min(max_height, layout.height + (scrolls_x ? bar : 0));
  const Box box = pen.take(std::max(height, layout.row_y(1)));
  ui.map.add(table.name, box.min, box.max);

  ImGui::SetCursorScreenPos(box.min);
  ImGui::BeginChild(table.name.c_str(), {box.width(), box.height()}, false,
                    ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoMove);
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const auto [first, last] = visible_rows(layout, origin, static_cast<Index>(table.labels.size()));
  draw_header(ui, table, layout, origin);
  draw_labels(ui, table, layout, origin, first, last);

  Interaction interaction(ui, table, dropped);
  interaction.keys();
  for (std::size_t b = 0; b < table.blocks.size(); ++b) {
    const Matrix& values = table.blocks[b].values;
    const float scale = largest(values);
    for (Index i = first; i < last; ++i) {
      for (Index j = 0; j < values.cols(); ++j) {
        const ImVec2 at(origin.x + layout.column_x(b, j), origin.y + layout.row_y(i));
        const Box cell{at, {at.x + layout.cell_width, at.y + layout.cell_height}};
        const bool is_focused = ui.number.is_on(table.blocks[b].name, i, j);
        if (!is_focused && !ImGui::IsRectVisible(cell.min, cell.max)) continue;
        draw_cell(ui, cell, values(i, j), scale, is_focused);
        interaction.cell(b, i, j, cell);
      }
    }
  }
  if (const auto at = interaction.moved_to()) scroll_to_focus(ui, layout, *at);
  ImGui::SetCursorScreenPos({origin.x + layout.width - 1, origin.y + layout.height - 1});
  ImGui::Dummy({1, 1});
  ImGui::EndChild();
  if (ui.number.mode == Mode::kTyping && !ui.number.complaint.empty()) {
    for (const auto& block : table.blocks) {
      if (block.name == ui.number.block) complaint_line(ui, pen, &ui.number.complaint);
    }
  }
  pen.take(theme.px(6));
  return interaction.edit();
}

}  // namespace attn::ui
