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
  std::string scene_path;  ///< file of the scene; empty for an example
  KnownFile scene_file{};  ///< its state when it was read
  /// Lesson, folder of lessons, or attention to be imported.
  std::string opened_path;
  DumpChoice dump{};           ///< of the attention to be imported
  int lesson_step = 1;         ///< step of the lesson, from 1
  std::string task_path;       ///< task file for the Train desk
  int width = 0;               ///< inner size in pixels; 0: 1440 x 900 at content scale 1,
  int height = 0;              ///< larger on screens with a larger scale
  std::string screenshot;      ///< write a screenshot to this PNG file and quit
  std::string ui_map;          ///< write the UI map to this file
  std::string frame_times;     ///< write the frame times to this file at the end
  std::optional<bool> dark{};  ///< theme; default: the last chosen one
  bool presenting = false;     ///< presenter mode
  bool listens = false;        ///< has to take scenes from other programs, as any window may
  int frames = 0;              ///< quit after this number of frames; 0: when closed
};

/// No display, or no OpenGL 3.3.
class NoDisplay : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Runs the window until it is closed; `device` (may be null) evaluates scenes. Throws SceneError
/// if the scene cannot be evaluated, NoDisplay, and std::runtime_error if a file cannot be written.
void run_window(const Scene& scene, const WindowOptions& options,
                std::unique_ptr<gl::Device> device);

}  // namespace attn::ui
