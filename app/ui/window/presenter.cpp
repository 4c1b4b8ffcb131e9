#include "app/ui/window/presenter.h"

#include <epoxy/gl.h>
// clang-format off: GLFW looks for the OpenGL header that came before it.
#include <GLFW/glfw3.h>
// clang-format on

#include "app/gl/base/renderer.h"
#include "app/ui/toolkit/ui.h"

namespace attn::ui {
namespace {

/// Middle row of the back buffer, which crosses many different parts.
std::vector<GLubyte> middle_row(int width, int height) {
  std::vector<GLubyte> pixels(4 * static_cast<std::size_t>(width));
  glReadPixels(0, height / 2, width, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
  return pixels;
}

}  // namespace

Presenter::Presenter(GLFWwindow* window)
    : window_(window), target_(gl::renders_by_software() ? DrawsTo::kTried : DrawsTo::kPicture) {}

void Presenter::show(const Ui& ui, int width, int height) {
  const std::pair size(width, height);
  const auto textures = ui.theme.texture_changes();
  const ImU32 background = ui.theme.colors().panel;
  ImDrawData& data = *ImGui::GetDrawData();
  if (std::exchange(size_, size) != size || std::exchange(textures_, textures) != textures ||
      std::exchange(background_, background) != background || imgui::changes_textures(data)) {
    changes_.forget();
  }
  if (target_ != DrawsTo::kPicture) {
    glViewport(0, 0, width, height);
  } else {
    if (!picture_ || picture_->width() != width || picture_->height() != height) {
      picture_.reset();
      picture_ = std::make_unique<gl::Framebuffer>(width, height);
    }
    picture_->bind();
  }
  renderer_.render(data, changes_.since_last(data), background);
  if (picture_) picture_->show();
  if (target_ != DrawsTo::kTried) return glfwSwapBuffers(window_);
  const std::vector<GLubyte> drawn = middle_row(width, height);
  glfwSwapBuffers(window_);
  target_ = middle_row(width, height) == drawn ? DrawsTo::kWindow : DrawsTo::kPicture;
  if (target_ == DrawsTo::kPicture) forget();
}

}  // namespace attn::ui
