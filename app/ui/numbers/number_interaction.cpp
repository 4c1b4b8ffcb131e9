#include "app/ui/numbers/number_interaction.h"

#include <algorithm>
#include <cmath>

#include <GLFW/glfw3.h>

#include "app/document/numbers/numbers.h"
#include "app/ui/toolkit/widgets.h"
#include "engine/base/clamped.h"

namespace attn::ui {
namespace {

constexpr float kPixelsPerStep = 4;

using Mode = NumberFocus::Mode;

}  // namespace

std::optional<std::size_t> NumberInteraction::focused_block() const {
  if (focus_.mode == Mode::kNone) return std::nullopt;
  for (std::size_t i = 0; i < table_.blocks.size(); ++i) {
    const Matrix& values = table_.blocks[i].values;
    if (table_.blocks[i].name != focus_.block) continue;
    if (focus_.row < values.rows() && focus_.column < values.cols()) return i;
  }
  return std::nullopt;
}

void NumberInteraction::focus_on(Mode mode, std::size_t block, Index row, Index column) {
  leave_number(ui_);
  focus_.mode = mode;
  focus_.block = table_.blocks[block].name;
  focus_.row = row;
  focus_.column = column;
  focus_.drag_start = table_.blocks[block].values(row, column);
}

void NumberInteraction::start_typing() {
  const auto block = focused_block();
  if (!block) return;
  focus_.mode = Mode::kTyping;
  focus_.by_tab = false;
  focus_.complaint.clear();
  focus_.typing.start(shortest(table_.blocks[*block].values(focus_.row, focus_.column)));
}

/// Enters the typed text; returns false, with a complaint, if it is not a number.
bool NumberInteraction::commit() {
  const auto number = typed_number(focus_.typing.text);
  if (!number) {
    focus_.complaint = "expected a number, found \"" + focus_.typing.text + "\"";
    return false;
  }
  focus_.mode = Mode::kFocused;
  focus_.complaint.clear();
  if (const auto block = focused_block()) {
    done.edits.push_back({*block, focus_.row, focus_.column, *number, ""});
  }
  return true;
}

void NumberInteraction::take_mouse(std::size_t block, Index row, Index column, const Box& box) {
  const std::string& name = table_.blocks[block].name;
  const float value = table_.blocks[block].values(row, column);
  const std::string indices = "[" + std::to_string(row) + "][" + std::to_string(column) + "]";
  hit_area(ui_, table_.blocks[block].is_field ? name : name + indices, box);
  if (ImGui::IsItemHovered() && ImGui::IsMouseClicked(0)) ui_.number_clicked = true;
  if (focus_.is_on(name, row, column) && focus_.is_typing()) return;
  const ImGuiIO& io = ImGui::GetIO();
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) {
    focus_on(Mode::kFocused, block, row, column);
    start_typing();
    return;
  }
  if (ImGui::IsItemActivated()) focus_on(Mode::kPressed, block, row, column);
  if (!focus_.is_on(name, row, column)) return;
  if (focus_.mode != Mode::kPressed && focus_.mode != Mode::kDragging) return;
  const float pixels = (io.MousePos.x - io.MouseClickedPos[0].x) / ui_.theme.scale();
  if (std::abs(pixels) >= kPixelsPerStep) focus_.mode = Mode::kDragging;
  if (focus_.mode == Mode::kDragging) {
    const float number = dragged_number(focus_.drag_start, pixels, io.KeyShift, io.KeyCtrl);
    const std::string gesture = name + "/" + std::to_string(row) + "/" + std::to_string(column);
    if (number != value)
      done.edits.push_back({block, row, column, static_cast<double>(number), gesture});
  }
  if (!ImGui::IsItemActive()) {
    done.dropped = focus_.mode == Mode::kDragging;
    focus_.mode = Mode::kFocused;
  }
}

void NumberInteraction::move(Index rows, Index columns) {
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
  focus_.column = clamped<Index>(column, 0, values.cols() - 1);
  focus_.row = clamped<Index>(focus_.row + rows, 0, values.rows() - 1);
  moved_to = {*block, focus_.column};
}

/// Moves to the next number, row by row, or to the previous one; returns false if there is none.
bool NumberInteraction::go_on(bool forward) {
  const auto block = focused_block();
  if (!block) return false;
  const Matrix& values = table_.blocks[*block].values;
  const bool ends_row =
      forward ? *block + 1 == table_.blocks.size() && focus_.column + 1 == values.cols()
              : *block == 0 && focus_.column == 0;
  if (!ends_row) {
    move(0, forward ? 1 : -1);
    return true;
  }
  const Index row = focus_.row + (forward ? 1 : -1);
  if (row < 0 || row >= values.rows()) return false;
  const std::size_t to = forward ? 0 : table_.blocks.size() - 1;
  focus_.block = table_.blocks[to].name;
  focus_.column = forward ? 0 : table_.blocks[to].values.cols() - 1;
  focus_.row = row;
  moved_to = {to, focus_.column};
  return true;
}

void NumberInteraction::focus_end(bool at_end) {
  const std::size_t block = at_end ? table_.blocks.size() - 1 : 0;
  const Matrix& values = table_.blocks[block].values;
  if (values.size() == 0) return;
  const Index row = at_end ? values.rows() - 1 : 0, column = at_end ? values.cols() - 1 : 0;
  focus_on(Mode::kFocused, block, row, column);
  focus_.by_tab = true;
  moved_to = {block, column};
}

bool NumberInteraction::take_typing(const KeyEvent& event) {
  if (event.is(GLFW_KEY_ESCAPE)) {
    focus_.mode = Mode::kFocused;
    focus_.complaint.clear();
  } else if (event.is(GLFW_KEY_ENTER) || event.is(GLFW_KEY_KP_ENTER) || event.is(GLFW_KEY_DOWN)) {
    if (commit()) move(1, 0);
  } else if (event.is(GLFW_KEY_UP)) {
    if (commit()) move(-1, 0);
  } else if (event.is(GLFW_KEY_TAB) || event.is(GLFW_KEY_TAB, GLFW_MOD_SHIFT)) {
    return !commit() || go_on(event.is(GLFW_KEY_TAB));
  } else {
    return focus_.typing.take_key(event);
  }
  return true;
}

bool NumberInteraction::take_focused(const KeyEvent& event) {
  if (event.is(GLFW_KEY_TAB) || event.is(GLFW_KEY_TAB, GLFW_MOD_SHIFT)) {
    return !focus_.by_tab && go_on(event.is(GLFW_KEY_TAB));
  } else if (event.is(GLFW_KEY_LEFT)) {
    move(0, -1);
  } else if (event.is(GLFW_KEY_RIGHT)) {
    move(0, 1);
  } else if (event.is(GLFW_KEY_UP)) {
    move(-1, 0);
  } else if (event.is(GLFW_KEY_DOWN)) {
    move(1, 0);
  } else if (event.is(GLFW_KEY_ESCAPE)) {
    focus_.mode = Mode::kNone;
  } else if (event.is(GLFW_KEY_ENTER) || event.is(GLFW_KEY_KP_ENTER)) {
    start_typing();
  } else if (!event.text.empty() && event.text != " ") {
    start_typing();
    focus_.typing.take_key(event);
  } else if (event.is(GLFW_KEY_C, GLFW_MOD_CONTROL)) {
    done.copied = focused_block();
  } else if (event.is(GLFW_KEY_V, GLFW_MOD_CONTROL)) {
    done.pasted = focused_block();
  } else {
    return false;
  }
  return true;
}

void NumberInteraction::take_left_number() {
  if (!ui_.number_left) return;
  const TypedNumber& left = *ui_.number_left;
  for (std::size_t i = 0; i < table_.blocks.size(); ++i) {
    const Matrix& values = table_.blocks[i].values;
    if (table_.blocks[i].name != left.block) continue;
    if (left.row < values.rows() && left.column < values.cols()) {
      done.edits.push_back({i, left.row, left.column, left.value, ""});
    }
    ui_.number_left.reset();
    return;
  }
}

void NumberInteraction::take_keys() {
  if (ImGui::GetIO().WantTextInput) return;  // a text field has the focus
  ui_.keys.take_each([this](const KeyEvent& event) {
    if (!focused_block()) return false;
    if (focus_.is_typing()) return take_typing(event);
    return focus_.mode == Mode::kFocused && take_focused(event);
  });
}

void leave_number(Ui& ui) {
  const auto number = typed_number(ui.number.typing.text);
  if (ui.number.is_typing() && number) {
    ui.number_left = TypedNumber{ui.number.block, ui.number.row, ui.number.column, *number};
  }
  ui.number = NumberFocus{};
}

float dragged_number(double start, float pixels, bool fine, bool coarse) {
  const double order = std::floor(std::log10(std::max(std::abs(start), 1.0)));
  const double step = std::pow(10.0, order - 1) * (fine ? 0.1 : coarse ? 10.0 : 1.0);
  const double steps = std::trunc(pixels / kPixelsPerStep);
  if (steps == 0) return static_cast<float>(start);
  // Counting steps instead of adding them avoids 0.30000001 for 0.3.
  return static_cast<float>(std::round((start + steps * step) / step) * step);
}

}  // namespace attn::ui
