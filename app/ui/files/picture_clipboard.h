#pragma once

#include <functional>
#include <string>

namespace attn::ui {

/// Puts the PNG file that `write` writes to a temporary path on the clipboard of X11 or Wayland, by
/// the programs xclip and wl-copy, which keep it there after the window is closed. Takes as long as
/// the drawing. Throws std::runtime_error, also if the program is not installed.
void copy_picture(const std::function<void(const std::string& path)>& write);

}  // namespace attn::ui
