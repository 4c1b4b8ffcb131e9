#include "app/ui/window.h"

#include <epoxy/gl.h>
// clang-format off: GLFW looks for the OpenGL header that came before it.
#include <GLFW/glfw3.h>
// clang-format on

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "app/document/files.h"
#include "app/figure/figure.h"
#include "app/gl/framebuffer.h"
#include "app/ui/session.h"
#include "app/ui/ui.h"
#include "app/ui/workbench.h"

namespace attn::ui {
namespace {

/// After an event ImGui needs this many frames until nothing on the screen changes any more.
constexpr int kFramesAfterEvent = 3;

class Glfw {
 public:
  Glfw() {
    if (glfwInit() != GLFW_TRUE) throw NoDisplay("no display to open a window on");
  }
  ~Glfw() { glfwTerminate(); }
  Glfw(const Glfw&) = delete;
  Glfw& operator=(const Glfw&) = delete;
};

struct DestroyWindow {
  void operator()(GLFWwindow* window) const { glfwDestroyWindow(window); }
};
using WindowHandle = std::unique_ptr<GLFWwindow, DestroyWindow>;

WindowHandle open_window(const WindowOptions& options) {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_DEPTH_BITS, 0);
  glfwWindowHint(GLFW_STENCIL_BITS, 0);
  glfwWindowHint(GLFW_VISIBLE, options.screenshot.empty() ? GLFW_TRUE : GLFW_FALSE);
  WindowHandle window(
      glfwCreateWindow(options.width, options.height, "Attentoscope", nullptr, nullptr));
  if (!window) throw NoDisplay("no window with OpenGL 3.3 can be opened");
  glfwSetWindowSizeLimits(window.get(), 640, 400, GLFW_DONT_CARE, GLFW_DONT_CARE);
  glfwMakeContextCurrent(window.get());
  glfwSwapInterval(1);
  return window;
}

class ImGuiContextHolder {
 public:
  ImGuiContextHolder() {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.ConfigInputTextCursorBlink = false;
  }
  ~ImGuiContextHolder() { ImGui::DestroyContext(); }
  ImGuiContextHolder(const ImGuiContextHolder&) = delete;
  ImGuiContextHolder& operator=(const ImGuiContextHolder&) = delete;
};

class ImGuiBackends {
 public:
  explicit ImGuiBackends(GLFWwindow* window) {
    ImGui_ImplGlfw_InitForOpenGL(window, /*install_callbacks=*/true);
    ImGui_ImplOpenGL3_Init("#version 330 core");
  }
  ~ImGuiBackends() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
  }
  ImGuiBackends(const ImGuiBackends&) = delete;
  ImGuiBackends& operator=(const ImGuiBackends&) = delete;
};

std::string utf8(unsigned point) {
  std::string text;
  if (point < 0x80) return {static_cast<char>(point)};
  const int more = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
  const unsigned lead = more == 1 ? 0xc0U : more == 2 ? 0xe0U : 0xf0U;
  text += static_cast<char>(lead | (point >> (6 * more)));
  for (int i = more - 1; i >= 0; --i) {
    text += static_cast<char>(0x80U | ((point >> (6 * i)) & 0x3fU));
  }
  return text;
}

/// Events wake the window, and keys and characters are kept. ImGui's own callbacks, which are
/// installed later, call these.
void collect_events(GLFWwindow* window, Ui& ui) {
  glfwSetWindowUserPointer(window, &ui);
  static constexpr auto wake = [](GLFWwindow* w) {
    static_cast<Ui*>(glfwGetWindowUserPointer(w))->frames_wanted = kFramesAfterEvent;
  };
  glfwSetKeyCallback(window, [](GLFWwindow* w, int key, int, int action, int mods) {
    wake(w);
    if (action == GLFW_RELEASE) return;
    static_cast<Ui*>(glfwGetWindowUserPointer(w))->keys.add({key, mods, ""});
  });
  glfwSetCharCallback(window, [](GLFWwindow* w, unsigned point) {
    wake(w);
    static_cast<Ui*>(glfwGetWindowUserPointer(w))->keys.add({0, 0, utf8(point)});
  });
  // Where the mouse was at the press, not where it is by now: a quick hand is ahead of the frame.
  glfwSetCursorPosCallback(window, [](GLFWwindow* w, double x, double y) {
    wake(w);
    static_cast<Ui*>(glfwGetWindowUserPointer(w))->mouse_at = {static_cast<float>(x),
                                                               static_cast<float>(y)};
  });
  glfwSetCursorEnterCallback(window, [](GLFWwindow* w, int) { wake(w); });
  glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int, int action, int) {
    wake(w);
    Ui& of_window = *static_cast<Ui*>(glfwGetWindowUserPointer(w));
    of_window.buttons_at.push_back(of_window.mouse_at);
    if (action == GLFW_PRESS) of_window.pressed_at = of_window.mouse_at;
  });
  glfwSetScrollCallback(window, [](GLFWwindow* w, double, double) { wake(w); });
  glfwSetFramebufferSizeCallback(window, [](GLFWwindow* w, int, int) { wake(w); });
  glfwSetWindowFocusCallback(window, [](GLFWwindow* w, int) { wake(w); });
  glfwSetWindowRefreshCallback(window, [](GLFWwindow* w) { wake(w); });
  glfwSetWindowCloseCallback(window, [](GLFWwindow* w) { wake(w); });
}

float content_scale(GLFWwindow* window) {
  float x = 1, y = 1;
  glfwGetWindowContentScale(window, &x, &y);
  // Where the window's coordinates are already scaled, its framebuffer is larger by as much.
  int width = 0, pixels = 0;
  glfwGetWindowSize(window, &width, nullptr);
  glfwGetFramebufferSize(window, &pixels, nullptr);
  const float already = width > 0 ? static_cast<float>(pixels) / static_cast<float>(width) : 1;
  return std::max(1.F, x / std::max(1.F, already));
}

/// The file of named controls, written when they changed.
class UiMapFile {
 public:
  explicit UiMapFile(std::string path) : path_(std::move(path)) {}
  void update(const UiMap& map) {
    if (path_.empty()) return;
    std::string json = map.json();
    if (json == written_) return;
    written_ = std::move(json);
    write_file(path_, written_);
  }

 private:
  std::string path_;
  std::string written_;
};

/// Builds a frame and draws it into the bound framebuffer.
void draw_frame(Ui& ui, Session& session, Workbench& workbench, int width, int height) {
  for (const std::string& token : session.scene().tokens) ui.theme.need_glyphs(token);
  for (const std::string& token : session.scene().query_tokens()) ui.theme.need_glyphs(token);
  ui.theme.need_glyphs(session.scene().title);
  ui.theme.load_fonts();
  ui.map.clear();
  ui.gl_draws.clear();
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  if (!ui.buttons_at.empty()) {
    imgui::place_mouse(ui.buttons_at.front());
    ui.buttons_at.pop_front();
  }
  ImGui::NewFrame();
  workbench.frame(ui, session);
  ImGui::Render();
  ui.keys.clear();
  const ImVec4 back = ImGui::ColorConvertU32ToFloat4(ui.theme.colors().window);
  glViewport(0, 0, width, height);
  glClearColor(back.x, back.y, back.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void write_screenshot(Ui& ui, Session& session, Workbench& workbench, GLFWwindow* window,
                      const std::string& path) {
  int width = 0, height = 0;
  glfwGetFramebufferSize(window, &width, &height);
  gl::Framebuffer framebuffer(width, height);
  framebuffer.bind();
  for (int i = 0; i < kFramesAfterEvent; ++i) draw_frame(ui, session, workbench, width, height);
  const auto pixels = framebuffer.read_pixels();
  write_file(path, encode_png(width, height, pixels.data()));
}

void run_until_closed(Ui& ui, Session& session, Workbench& workbench, GLFWwindow* window,
                      const WindowOptions& options) {
  UiMapFile map_file(options.ui_map);
  int drawn = 0;
  while (glfwWindowShouldClose(window) == GLFW_FALSE) {
    if (ui.frames_wanted > 0) {
      glfwPollEvents();
    } else {
      glfwWaitEvents();
      if (ui.frames_wanted == 0) continue;
    }
    --ui.frames_wanted;
    int width = 0, height = 0;
    glfwGetFramebufferSize(window, &width, &height);
    if (width > 0 && height > 0) draw_frame(ui, session, workbench, width, height);
    glfwSwapBuffers(window);
    if (ui.frames_wanted == 0) map_file.update(ui.map);
    if (++drawn == options.frames) return;
  }
}

}  // namespace

void run_window(const Scene& scene, const WindowOptions& options) {
  Session session(scene, options.scene_path);
  Glfw glfw;
  const WindowHandle window = open_window(options);
  ImGuiContextHolder context;
  Ui ui(content_scale(window.get()));
  collect_events(window.get(), ui);
  ImGuiBackends backends(window.get());
  Workbench workbench;
  if (!options.screenshot.empty()) {
    write_screenshot(ui, session, workbench, window.get(), options.screenshot);
  } else {
    run_until_closed(ui, session, workbench, window.get(), options);
  }
}

}  // namespace attn::ui
