#include "app/ui/toolkit/line_edit.h"

#include <utility>

#include <GLFW/glfw3.h>

#include "app/ui/theme/imgui.h"

namespace attn::ui {
namespace {

/// Whether the byte is a UTF-8 continuation byte.
bool continues(char byte) { return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U; }

}  // namespace

void LineEdit::start(std::string shown) {
  text = std::move(shown);
  caret = text.size();
  all_selected = true;
}

void LineEdit::insert(const std::string& typed) {
  if (all_selected) erase(0, text.size());
  for (const char c : typed) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) continue;
    if (byte > 0x7f && !any_script) continue;  // not part of a number
    text.insert(caret++, 1, c);
  }
}

std::size_t LineEdit::before_caret() const {
  std::size_t at = caret;
  while (at > 0 && continues(text[--at])) continue;
  return at;
}

std::size_t LineEdit::after_caret() const {
  std::size_t at = caret;
  while (at < text.size() && continues(text[++at])) continue;
  return at;
}

void LineEdit::erase(std::size_t first, std::size_t last) {
  text.erase(first, last - first);
  caret = first;
  all_selected = false;
}

bool LineEdit::take_key(const KeyEvent& event) {
  const auto move_to = [&](std::size_t place) {
    caret = place;
    all_selected = false;
  };
  if (!event.text.empty()) {
    insert(event.text);
  } else if (event.is(GLFW_KEY_BACKSPACE)) {
    all_selected ? erase(0, text.size()) : erase(before_caret(), caret);
  } else if (event.is(GLFW_KEY_DELETE)) {
    all_selected ? erase(0, text.size()) : erase(caret, after_caret());
  } else if (event.is(GLFW_KEY_LEFT)) {
    move_to(all_selected ? 0 : before_caret());
  } else if (event.is(GLFW_KEY_RIGHT)) {
    move_to(all_selected ? text.size() : after_caret());
  } else if (event.is(GLFW_KEY_HOME)) {
    move_to(0);
  } else if (event.is(GLFW_KEY_END)) {
    move_to(text.size());
  } else if (event.is(GLFW_KEY_A, GLFW_MOD_CONTROL)) {
    all_selected = true;
  } else if (event.is(GLFW_KEY_C, GLFW_MOD_CONTROL)) {
    ImGui::SetClipboardText(text.c_str());
  } else if (event.is(GLFW_KEY_V, GLFW_MOD_CONTROL)) {
    const char* pasted = ImGui::GetClipboardText();
    if (pasted != nullptr) insert(pasted);
  } else {
    return false;
  }
  return true;
}

}  // namespace attn::ui
