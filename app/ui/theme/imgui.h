#pragma once

// Compatibility layer for Dear ImGui 1.86 to 1.92: all version differences are here.

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>
#include <imgui_stdlib.h>

namespace attn::imgui {

#if IMGUI_VERSION_NUM >= 19200
inline constexpr bool kLoadsGlyphsItself = true;
#else
inline constexpr bool kLoadsGlyphsItself = false;
#endif

/// Whether text fields store 16-bit characters, which cannot hold all of Unicode.
#if IMGUI_VERSION_NUM >= 19120
inline constexpr bool kFieldsLoseCharacters = false;
#else
inline constexpr bool kFieldsLoseCharacters = IM_UNICODE_CODEPOINT_MAX < 0x10ffff;
#endif

inline void push_font(ImFont* font, [[maybe_unused]] float size) {
#if IMGUI_VERSION_NUM >= 19200
  ImGui::PushFont(font, size);
#else
  ImGui::PushFont(font);
#endif
}

/// Sets the font of menus, and of all text without a font of its own. Before 1.92 it has the size
/// that it was added with.
inline void set_default_font(ImFont* font, [[maybe_unused]] float size) {
  ImGui::GetIO().FontDefault = font;
#if IMGUI_VERSION_NUM >= 19200
  ImGui::GetStyle().FontSizeBase = size;
#endif
}

/// Adds a font; in MergeMode to config.DstFont, for which some versions of 1.92 take the last font.
inline void add_font(ImFontAtlas& atlas, void* bytes, int count, float size,
                     const ImFontConfig& config, const ImWchar* ranges) {
  ImFont** const into = config.MergeMode ? atlas.Fonts.find(config.DstFont) : atlas.Fonts.end();
  const bool is_merged = into != atlas.Fonts.end();
  if (is_merged) std::swap(*into, atlas.Fonts.back());
  atlas.AddFontFromMemoryTTF(bytes, count, size, &config, ranges);
  if (is_merged) std::swap(*into, atlas.Fonts.back());
}

/// Makes ImGui throw std::bad_alloc when out of memory. Call before creating anything of ImGui.
inline void throw_without_memory() {
  ImGui::SetAllocatorFunctions([](std::size_t bytes, void*) { return ::operator new(bytes); },
                               [](void* memory, void*) { ::operator delete(memory); });
}

/// Image source for an OpenGL texture: a pointer, an integer since 1.91.4.
inline ImTextureID texture(unsigned name) { return (ImTextureID)(std::intptr_t)name; }

/// Uploads a changed font atlas. Automatic since 1.92.
inline void upload_fonts() {
#if IMGUI_VERSION_NUM < 19200
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
#endif
}

/// Texture of a command as an integer, for comparison.
inline std::uint64_t texture_of(const ImDrawCmd& command) {
#if IMGUI_VERSION_NUM >= 19200
  const ImTextureRef& texture = command.TexRef;
  return reinterpret_cast<std::uintptr_t>(texture._TexData) + std::uint64_t(texture._TexID);
#else
  return (std::uint64_t)(std::intptr_t)command.GetTexID();
#endif
}

/// Whether ImGui's own textures are updated before `data` is drawn.
inline bool changes_textures([[maybe_unused]] const ImDrawData& data) {
#if IMGUI_VERSION_NUM >= 19200
  if (data.Textures == nullptr) return false;
  for (const ImTextureData* texture : *data.Textures) {
    if (texture->Status != ImTextureStatus_OK) return true;
  }
#endif
  return false;
}

/// Disables ImGui's event trickling (since 1.87), which delays events to later frames: EventQueue
/// decides which events belong to a frame.
inline void disable_event_trickling([[maybe_unused]] ImGuiIO& io) {
#if IMGUI_VERSION_NUM >= 18700
  io.ConfigInputTrickleEventQueue = false;
#endif
}

/// Call before a mouse button's event: since 1.87 events are processed in order, and a button
/// counts at the last reported mouse position.
inline void place_mouse_for_button([[maybe_unused]] GLFWwindow* window, [[maybe_unused]] double x,
                                   [[maybe_unused]] double y) {
#if IMGUI_VERSION_NUM >= 18700
  ImGui_ImplGlfw_CursorPosCallback(window, x, y);
#endif
}

/// Whether the key was pressed in this frame, or is repeated.
inline bool is_pressed(ImGuiKey key) {
#if IMGUI_VERSION_NUM >= 18700
  return ImGui::IsKeyPressed(key);
#else
  return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key));
#endif
}

/// Code for the backend of a key at the place `code`, on which `printed` is printed: since 1.87 the
/// backend itself asks what is printed.
inline int key_code([[maybe_unused]] int code, [[maybe_unused]] int printed) {
#if IMGUI_VERSION_NUM >= 18700
  return code;
#else
  return printed;
#endif
}

/// Reports the held modifiers from GLFW's bits, after the events. Since 1.87 the backend polls the
/// modifiers instead; of Ctrl+A, Ctrl may then already be released.
inline void hold_modifiers([[maybe_unused]] int mods) {
#if IMGUI_VERSION_NUM >= 18700
#if IMGUI_VERSION_NUM >= 18900
  constexpr ImGuiKey kCtrl = ImGuiMod_Ctrl, kShift = ImGuiMod_Shift, kAlt = ImGuiMod_Alt,
                     kSuper = ImGuiMod_Super;
#else
  constexpr ImGuiKey kCtrl = ImGuiKey_ModCtrl, kShift = ImGuiKey_ModShift, kAlt = ImGuiKey_ModAlt,
                     kSuper = ImGuiKey_ModSuper;
#endif
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(kCtrl, (mods & GLFW_MOD_CONTROL) != 0);
  io.AddKeyEvent(kShift, (mods & GLFW_MOD_SHIFT) != 0);
  io.AddKeyEvent(kAlt, (mods & GLFW_MOD_ALT) != 0);
  io.AddKeyEvent(kSuper, (mods & GLFW_MOD_SUPER) != 0);
#endif
}

/// Reports the mouse position and buttons for the frame about to begin. Call after the backend's
/// NewFrame, which before 1.87 polls the current state.
inline void place_mouse([[maybe_unused]] GLFWwindow* window, double x, double y,
                        [[maybe_unused]] const bool (&down)[5]) {
#if IMGUI_VERSION_NUM >= 18700
  ImGui_ImplGlfw_CursorPosCallback(window, x, y);
#else
  ImGuiIO& io = ImGui::GetIO();
  io.MousePos = ImVec2(static_cast<float>(x), static_cast<float>(y));
  for (int i = 0; i < 5; ++i) io.MouseDown[i] = down[i];
#endif
}

/// Lets ImGui count in pixels of the framebuffer, so that text, lines and textures are made for
/// them, where windows have coordinates of their own (Wayland). Call after the backend's NewFrame.
inline void count_in_pixels(GLFWwindow* window) {
  int width = 0, height = 0;
  glfwGetFramebufferSize(window, &width, &height);
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = ImVec2(static_cast<float>(width), static_cast<float>(height));
  io.DisplayFramebufferScale = ImVec2(1, 1);
}

/// Focuses the next item. Since 1.89 ImGui's own call fails if another window had the focus.
inline void give_keyboard_to_next() {
#if IMGUI_VERSION_NUM >= 18900
  ImGui::SetWindowFocus();
#endif
  ImGui::SetKeyboardFocusHere();
}

/// Tab skips the fields between push and pop.
inline void push_no_tab_stop() {
#if IMGUI_VERSION_NUM >= 19140
  ImGui::PushItemFlag(ImGuiItemFlags_NoTabStop, true);
#elif IMGUI_VERSION_NUM >= 18940
  ImGui::PushTabStop(false);
#else
  ImGui::PushAllowKeyboardFocus(false);
#endif
}
inline void pop_no_tab_stop() {
#if IMGUI_VERSION_NUM >= 19140
  ImGui::PopItemFlag();
#elif IMGUI_VERSION_NUM >= 18940
  ImGui::PopTabStop();
#else
  ImGui::PopAllowKeyboardFocus();
#endif
}

/// Draws over all windows instead of into the current one, as long as it exists.
class OverAll {
 public:
  OverAll() { is_on_ = true; }
  ~OverAll() { is_on_ = false; }
  OverAll(const OverAll&) = delete;
  OverAll& operator=(const OverAll&) = delete;
  static bool is_on() { return is_on_; }

 private:
  static inline bool is_on_ = false;
};

/// List of what is drawn.
inline ImDrawList* list() {
  return OverAll::is_on() ? ImGui::GetForegroundDrawList() : ImGui::GetWindowDrawList();
}

/// Outline of a rectangle.
inline void stroke_rect(ImVec2 min, ImVec2 max, ImU32 color, float rounding, float thickness) {
#if IMGUI_VERSION_NUM >= 19280
  list()->AddRect(min, max, color, rounding, thickness);
#else
  list()->AddRect(min, max, color, rounding, 0, thickness);
#endif
}

/// Polyline.
inline void stroke_line(const ImVec2* points, int count, ImU32 color, float thickness) {
#if IMGUI_VERSION_NUM >= 19280
  list()->AddPolyline(points, count, color, thickness);
#else
  list()->AddPolyline(points, count, color, 0, thickness);
#endif
}

}  // namespace attn::imgui
