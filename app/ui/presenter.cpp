#include "app/ui/presenter.h"

#include <epoxy/gl.h>
// clang-format off: GLFW looks for the OpenGL header that came before it.
#include <GLFW/glfw3.h>
// clang-format on

#include "app/gl/renderer.h"
#include "app/ui/ui.h"

namespace attn::ui {
namespace {

/// Whether a swap leaves the back buffer as it was. OpenGL doesn't promise it, but software that
/// copies the buffer to the screen does it: tried with two colours, that of two buffers in turns
/// would be the first.
bool swap_keeps(GLFWwindow* window) {
  glDisable(GL_SCISSOR_TEST);
  for (const float red : {0.F, 1 / 255.F}) {
    glClearColor(red, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glfwSwapBuffers(window);
  }
  GLubyte pixel[4] = {};
  glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
  return pixel[0] == 1;
}

}  // namespace

Presenter::Presenter(GLFWwindow* window)
    : window_(window), draws_on_window_(gl::renders_by_software() && swap_keeps(window)) {}

void Presenter::show(const Ui& ui, int width, int height) {
  const std::pair size(width, height);
  const auto textures = ui.theme.texture_changes();
  const ImU32 background = ui.theme.colors().window;
  ImDrawData& data = *ImGui::GetDrawData();
  if (std::exchange(size_, size) != size || std::exchange(textures_, textures) != textures ||
      std::exchange(background_, background) != background || imgui::changes_textures(data)) {
    changes_.forget();
  }
  if (draws_on_window_) {
    glViewport(0, 0, width, height);
  } else {
    if (!picture_ || picture_->width() != width || picture_->height() != height) {
      picture_.reset();
      picture_ = std::make_unique<gl::Framebuffer>(width, height);
    }
    picture_->bind();
  }
  for (const Box& box : changes_.since_last(data)) render_within(data, box, background);
  if (picture_) picture_->show();
  glfwSwapBuffers(window_);
}

}  // namespace attn::ui
