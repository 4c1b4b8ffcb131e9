#include "app/ui/window/compute_window.h"

#include <epoxy/gl.h>
// clang-format off: GLFW looks for the OpenGL header that came before it.
#include <GLFW/glfw3.h>
// clang-format on

#include <stdexcept>

namespace attn::ui {
namespace {

/// GLFW contexts need a window; this one stays hidden.
class HiddenWindow : public ComputeContext {
 public:
  explicit HiddenWindow(GLFWwindow* window) : window_(window) {}
  ~HiddenWindow() override { glfwDestroyWindow(window_); }
  HiddenWindow(const HiddenWindow&) = delete;
  HiddenWindow& operator=(const HiddenWindow&) = delete;

  void take() override { glfwMakeContextCurrent(window_); }
  void release() override { glfwMakeContextCurrent(nullptr); }

 private:
  GLFWwindow* window_;
};

}  // namespace

std::unique_ptr<ComputeContext> open_compute_context(GLFWwindow* window) {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
  GLFWwindow* hidden = glfwCreateWindow(16, 16, "Attentoscope", nullptr, window);
  if (hidden == nullptr) {
    throw std::runtime_error("the graphics driver has no context of OpenGL 4.3");
  }
  return std::make_unique<HiddenWindow>(hidden);
}

}  // namespace attn::ui
