#pragma once

// Dear ImGui from 1.86 to 1.92: all that differs between its versions is here.

#include <cstddef>
#include <cstdint>
#include <new>

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

/// Whether a text field keeps its text in characters that can't hold all of Unicode.
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

/// Lets ImGui run out of memory as all else does: by std::bad_alloc. Before anything of it is made.
inline void throw_without_memory() {
  ImGui::SetAllocatorFunctions([](std::size_t bytes, void*) { return ::operator new(bytes); },
                               [](void* memory, void*) { ::operator delete(memory); });
}

/// An OpenGL texture as what an image is drawn from: a pointer, from 1.91.4 on a number.
inline ImTextureID texture(unsigned name) { return (ImTextureID)(std::intptr_t)name; }

/// Makes a changed font atlas known to the renderer. From 1.92 on it follows by itself.
inline void upload_fonts() {
#if IMGUI_VERSION_NUM < 19200
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
#endif
}

/// What a command draws from, as a number that tells textures apart.
inline std::uint64_t texture_of(const ImDrawCmd& command) {
#if IMGUI_VERSION_NUM >= 19200
  const ImTextureRef& texture = command.TexRef;
  return reinterpret_cast<std::uintptr_t>(texture._TexData) + std::uint64_t(texture._TexID);
#else
  return (std::uint64_t)(std::intptr_t)command.GetTexID();
#endif
}

/// Whether ImGui's own textures get other pixels before `data` is drawn.
inline bool changes_textures([[maybe_unused]] const ImDrawData& data) {
#if IMGUI_VERSION_NUM >= 19200
  if (data.Textures == nullptr) return false;
  for (const ImTextureData* texture : *data.Textures) {
    if (texture->Status != ImTextureStatus_OK) return true;
  }
#endif
  return false;
}

/// Lets a frame see all events that it was handed. Since 1.87 some are put off to later frames,
/// which may be long after: which events go into a frame is for the EventQueue to say.
inline void put_no_event_off([[maybe_unused]] ImGuiIO& io) {
#if IMGUI_VERSION_NUM >= 18700
  io.ConfigInputTrickleEventQueue = false;
#endif
}

/// To be called before a button's event: since 1.87 what happened is seen in its order, and a
/// button where the mouse was told to be before.
inline void place_mouse_for_button([[maybe_unused]] GLFWwindow* window, [[maybe_unused]] double x,
                                   [[maybe_unused]] double y) {
#if IMGUI_VERSION_NUM >= 18700
  ImGui_ImplGlfw_CursorPosCallback(window, x, y);
#endif
}

/// Tells which modifiers are held, by GLFW's bits, after what was handed on. Since 1.87 the backend
/// asks which are held by now instead, when Ctrl may be up again that was down with its A.
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

/// Tells where the mouse is, and which of its buttons are down, in the frame that is about to
/// begin. To be called after the backend's NewFrame, which before 1.87 asks for itself what they
/// are by now.
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

/// Gives the keyboard to the next item. Since 1.89 that fails where another window had it.
inline void give_keyboard_to_next() {
#if IMGUI_VERSION_NUM >= 18900
  ImGui::SetWindowFocus();
#endif
  ImGui::SetKeyboardFocusHere();
}

/// Between the two, Tab does not stop at a field.
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

/// A rectangle's outline.
inline void stroke_rect(ImDrawList* list, ImVec2 min, ImVec2 max, ImU32 color, float rounding,
                        float thickness) {
#if IMGUI_VERSION_NUM >= 19280
  list->AddRect(min, max, color, rounding, thickness);
#else
  list->AddRect(min, max, color, rounding, 0, thickness);
#endif
}

/// A line through points.
inline void stroke_line(ImDrawList* list, const ImVec2* points, int count, ImU32 color,
                        float thickness) {
#if IMGUI_VERSION_NUM >= 19280
  list->AddPolyline(points, count, color, thickness);
#else
  list->AddPolyline(points, count, color, 0, thickness);
#endif
}

}  // namespace attn::imgui
