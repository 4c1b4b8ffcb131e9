// The least that a Dear ImGui window is: what the program's start and frames are compared with.
// bare_window [FRAMES FILE]: draws one frame, or so many, and writes how long each took.

#include <cstdlib>

#include <epoxy/gl.h>
// clang-format off: GLFW looks for the OpenGL header that came before it.
#include <GLFW/glfw3.h>
// clang-format on

#include "app/session/measures/frame_log.h"
#include "app/ui/theme/imgui.h"

namespace {

void draw_frame(GLFWwindow* window, attn::FrameLog& log) {
  glfwPollEvents();
  log.begin();
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
  if (log.is_on()) {  // frames are compared with those of an empty window that fills the screen
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
  }
  ImGui::Begin("bare");
  ImGui::TextUnformatted("bare");
  ImGui::End();
  ImGui::Render();
  log.built();
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  glfwSwapBuffers(window);
  if (log.is_on()) glFinish();
  log.end();
}

}  // namespace

int main(int argc, char** argv) {
  const int frames = argc > 2 ? std::atoi(argv[1]) : 1;
  attn::FrameLog log(argc > 2 ? argv[2] : "");
  if (glfwInit() != GLFW_TRUE) return 1;
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  GLFWwindow* window = glfwCreateWindow(1440, 900, "bare", nullptr, nullptr);
  if (window == nullptr) return 1;
  glfwMakeContextCurrent(window);
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  ImGui_ImplGlfw_InitForOpenGL(window, true);
  ImGui_ImplOpenGL3_Init("#version 330 core");
  for (int i = 0; i < frames; ++i) draw_frame(window, log);
  log.write();
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
  glfwDestroyWindow(window);
  glfwTerminate();
  return 0;
}
