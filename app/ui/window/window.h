#pragma once

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "app/document/files/file_stamp.h"
#include "app/gl/base/device.h"
#include "engine/attention/scene.h"

namespace attn::ui {

struct WindowOptions {
  std::string scene_path;                  ///< where the scene was read from; empty for an example
  std::optional<FileStamp> scene_stamp{};  ///< what was in that
  /// A lesson, or a folder of them, that is begun; or attention from elsewhere, to be confirmed.
  std::string opened_path;
  int lesson_step = 1;     ///< the step of it, from 1
  std::string task_path;   ///< a task of one's own, for the Train desk
  int width = 0;           ///< of the window's inside, in pixels; 0: 1440 x 900 at content scale 1,
  int height = 0;          ///< and larger on a screen with a larger one
  std::string screenshot;  ///< write what the window shows to this PNG file, and end
  std::string ui_map;      ///< keep the named controls and their places in this file
  std::string frame_times;     ///< write how long each frame took to this file at the end
  std::optional<bool> dark{};  ///< the theme; else the one that was chosen last
  bool presenting = false;     ///< to a class: larger type, only what was pinned
  int frames = 0;              ///< end after so many frames; 0: when the window is closed
};

/// There is no display to open a window on, or no OpenGL 3.3.
class NoDisplay : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Shows `scene` until the window is closed; `device`, which may be null, can evaluate it. Throws
/// SceneError where it can't be evaluated, NoDisplay, and std::runtime_error in words where a file
/// can't be written.
void run_window(const Scene& scene, const WindowOptions& options,
                std::unique_ptr<gl::Device> device);

}  // namespace attn::ui
