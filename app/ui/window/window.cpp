#include "app/ui/window/window.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <exception>
#include <new>
#include <set>
#include <stdexcept>
#include <thread>
#include <utility>

#include <GLFW/glfw3.h>
#include <epoxy/gl.h>

#include "app/document/files/drawn_frames.h"
#include "app/document/files/files.h"
#include "app/document/files/memory_limit.h"
#include "app/document/files/settings.h"
#include "app/document/files/utf8.h"
#include "app/document/recovery/autosave.h"
#include "app/figure/canvas/png.h"
#include "app/gl/base/framebuffer.h"
#include "app/gl/base/quiet_errors.h"
#include "app/gl/base/renderer.h"
#include "app/platform/interrupt.h"
#include "app/platform/unfinished.h"
#include "app/session/evaluation/backends.h"
#include "app/session/files/kept_work.h"
#include "app/session/files/session.h"
#include "app/session/measures/content_scale.h"
#include "app/session/measures/frame_log.h"
#include "app/session/words/window_parts.h"
#include "app/session/workspace/numbers_needed.h"
#include "app/ui/theme/fonts.h"
#include "app/ui/toolkit/field_text.h"
#include "app/ui/toolkit/ui.h"
#include "app/ui/window/events.h"
#include "app/ui/window/frame_reserve.h"
#include "app/ui/window/full_screen.h"
#include "app/ui/window/presenter.h"
#include "app/ui/window/screens.h"
#include "app/ui/window/workbench.h"
#include "engine/base/text.h"

namespace attn::ui {
namespace {

struct DestroyWindow {
  void operator()(GLFWwindow* window) const { glfwDestroyWindow(window); }
};
using WindowHandle = std::unique_ptr<GLFWwindow, DestroyWindow>;

/// GLFW contexts need a window; this one stays hidden.
class HiddenWindow : public ComputeContext {
 public:
  explicit HiddenWindow(WindowHandle window) : window_(std::move(window)) {}
  void make_current() override { glfwMakeContextCurrent(window_.get()); }
  void release() override { glfwMakeContextCurrent(nullptr); }

 private:
  WindowHandle window_;
};

/// Context for compute shaders that shares objects with that of `window`. Create and destroy on the
/// window's thread. Throws std::runtime_error if the driver does not support it.
std::unique_ptr<ComputeContext> open_compute_context(GLFWwindow* window) {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
  WindowHandle hidden(glfwCreateWindow(16, 16, "Attentoscope", nullptr, window));
  if (!hidden) throw std::runtime_error("the graphics driver has no context of OpenGL 4.3");
  return std::make_unique<HiddenWindow>(std::move(hidden));
}

constexpr std::chrono::seconds kBetweenKeptNetworks{20}, kLongestEnd{3}, kLongestFrame{10};
constexpr double kShortestWait = 0.001;  // seconds
constexpr int kFramesOfScreenshot = 3;   // frames until ImGui's layout is stable

/// Never calls glfwTerminate: that unloads the OpenGL driver, whose memory would be reported as
/// leaked. The process's end closes the display.
void start_glfw() {
  const gl::QuietErrors quiet;
  if (glfwInit() != GLFW_TRUE) throw NoDisplay("no display to open a window on");
}

/// Creates the window, still hidden.
WindowHandle open_window(const WindowOptions& options, const WindowSize& usual) {
  const gl::QuietErrors quiet;
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_DEPTH_BITS, 0);
  glfwWindowHint(GLFW_STENCIL_BITS, 0);
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
  const bool has_size = options.width > 0;
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, has_size ? GLFW_FALSE : GLFW_TRUE);
  glfwWindowHint(GLFW_MAXIMIZED, !has_size && usual.is_maximized ? GLFW_TRUE : GLFW_FALSE);
  WindowHandle window(glfwCreateWindow(has_size ? options.width : usual.width,
                                       has_size ? options.height : usual.height, "Attentoscope",
                                       nullptr, nullptr));
  glfwWindowHint(GLFW_MAXIMIZED, GLFW_FALSE);
  if (!window) {
    throw NoDisplay(
        "no window with OpenGL 3.3 can be opened; LIBGL_ALWAYS_SOFTWARE=1 computes it on the "
        "processor, and the archive attentoscope-…-software.tar.xz brings an OpenGL that does so");
  }
  glfwSetWindowSizeLimits(window.get(), kLeastWidth, kLeastHeight, GLFW_DONT_CARE, GLFW_DONT_CARE);
  glfwMakeContextCurrent(window.get());
  glfwSwapInterval(1);
  return window;
}

class ImGuiContextHolder {
 public:
  explicit ImGuiContextHolder(ImFontAtlas* atlas) {
    ImGui::CreateContext(atlas);
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.ConfigInputTextCursorBlink = false;
    imgui::disable_event_trickling(io);
  }
  /// After an exception within a frame ImGui cannot be shut down; the process ends.
  ~ImGuiContextHolder() {
    if (std::uncaught_exceptions() == 0) ImGui::DestroyContext();
  }
  ImGuiContextHolder(const ImGuiContextHolder&) = delete;
  ImGuiContextHolder& operator=(const ImGuiContextHolder&) = delete;
};

class ImGuiBackends {
 public:
  explicit ImGuiBackends(GLFWwindow* window) {
    ImGui_ImplGlfw_InitForOpenGL(window, /*install_callbacks=*/false);
    ImGui_ImplOpenGL3_Init("#version 330 core");
    exchange_clipboard();
  }
  ~ImGuiBackends() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
  }
  ImGuiBackends(const ImGuiBackends&) = delete;
  ImGuiBackends& operator=(const ImGuiBackends&) = delete;
};

/// UI map file, written when it changed.
class UiMapFile {
 public:
  explicit UiMapFile(std::string path) : path_(std::move(path)) {}
  void update(const UiMap& map) {
    if (path_.empty()) return;
    std::string json = map.json();
    if (json == written_) return;
    written_ = std::move(json);
    write_file(path_, written_, FileKind::output, Durable::no);  // do not wait for the disk
  }

 private:
  std::string path_;
  std::string written_;
};

/// Requests the characters of a new scene and of messages before they are drawn.
void need_glyphs(Ui& ui, const Session& session) {
  const Workspace& workspace = session.workspace;
  ui.theme.need_glyphs(workspace.notices.message());
  if (session.files.offered.work) ui.theme.need_glyphs(session.files.offered.work->scene.title);
  if (std::exchange(ui.glyphs_of, workspace.change_number()) == workspace.change_number()) {
    return;
  }
  ui.theme.need_glyphs(workspace.scene());
}

/// Opens requested backends and reports their errors.
void follow_backends(Session& session) {
  Backends& backends = *session.backends;
  if (gl::Device* device = backends.device()) device->take_rows();
  if (backends.prepare()) session.workspace.evaluate_again();
  if (std::string words = backends.take_message(); !words.empty()) {
    session.workspace.notices.tell(std::move(words));
  }
}

/// Requests the numbers shown in this frame that are not available yet.
void follow_numbers(Ui& ui, Session& session, const DrawnNumbers& drawn) {
  Workspace& workspace = session.workspace;
  const gl::NumbersNeeded needed = workspace.needed_numbers(drawn);
  gl::Device* const device = session.backends->device();
  if (device == nullptr) return;
  device->set_needed(needed);
  const gl::PartlyRead* part = device->partly_read(workspace.evaluated().shared());
  if (workspace.evaluated().is_behind() || part == nullptr || part->has(needed)) return;
  workspace.evaluate_again();
  ui.wake_at = ImGui::GetTime();  // the numbers may be available already
}

/// Polls once per second the files of the open lesson, which its author edits, and of the open
/// scene, figure or imported attention, which a notebook saves again. Draws no frame for that.
class FilePolls {
 public:
  /// Seconds until the next poll; none if there is nothing to poll.
  std::optional<double> until_next(Session& session) const {
    if (!has_lesson_file(session) && !session.files.can_follow_files()) return std::nullopt;
    return std::max(0.0, last_ + kBetween - glfwGetTime());
  }

  /// Polls if it is time. Returns whether there is news to be drawn.
  bool follow(Session& session, Workbench& workbench) {
    if (until_next(session).value_or(1) > 0) return false;
    last_ = glfwGetTime();
    const std::size_t told = session.workspace.notices.told();
    if (has_lesson_file(session)) session.course.follow_file();
    const bool is_opened = session.files.follow_files();
    if (is_opened) workbench.stay_at_desk(session);
    return is_opened || session.workspace.notices.told() != told;
  }

 private:
  static constexpr double kBetween = 1;
  static bool has_lesson_file(const Session& session) {
    return session.workspace.is_lesson() && session.course.lesson()->file != FileIdentity{};
  }
  double last_ = 0;
};

/// Takes scenes from other programs from now on. It is told if that is wanted and impossible.
void listen_for_scenes(Session& session, bool is_wanted) {
  std::string problem = "another window does already";
  try {
    if (session.files.listen()) return;
  } catch (const std::runtime_error& error) {
    problem = error.what();
  }
  if (is_wanted)
    session.workspace.notices.tell("No scenes of other programs are taken: " + problem);
}

/// Processes events and builds ImGui's draw data.
void build_frame(Ui& ui, Session& session, Workbench& workbench, GLFWwindow* window,
                 EventQueue* events) {
  session.catch_up();
  if (session.files.receive()) workbench.stay_at_desk(session);
  session.course.follow_opening();
  follow_backends(session);
  need_glyphs(ui, session);
  int width = 0, height = 0;
  glfwGetFramebufferSize(window, &width, &height);
  const bool shares =
      (session.workspace.is_lesson() && session.workspace.look.stage) || workbench.has_both_sides();
  ui.theme.fit(ui.type_size.scale(), static_cast<float>(width), static_cast<float>(height), shares);
  ui.theme.begin_frame();
  if (std::string words = ui.theme.take_missing_fonts(); !words.empty()) {
    session.workspace.notices.tell(std::move(words));
  }
  ui.map.clear();
  ui.gl_draws.clear();
  if (events != nullptr) events->feed(window, ui.keys);
  ImGui_ImplOpenGL3_NewFrame();
  ui.began_at = glfwGetTime();
  ImGui_ImplGlfw_NewFrame();
  imgui::count_in_pixels(window);
  if (events != nullptr) events->place_mouse(window);
  ImGui::NewFrame();
  workbench.frame(ui, session);
  follow_numbers(ui, session, workbench.drawn_numbers());
  ImGui::Render();
  ui.keys.clear();
}

/// Renders the draw data into the bound framebuffer.
void draw_frame(const Ui& ui, int width, int height) {
  const ImVec4 back = ImGui::ColorConvertU32ToFloat4(ui.theme.colors().panel);
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
  do {  // a network is measured in the background first
    build_frame(ui, session, workbench, window, nullptr);
  } while (workbench.awaits_network());
  for (int i = 0; i < kFramesOfScreenshot; ++i) {
    build_frame(ui, session, workbench, window, nullptr);
    draw_frame(ui, width, height);
  }
  const auto pixels = framebuffer.read_pixels();
  write_file(path, encode_png(width, height, pixels.data(), {}));
}

/// Autosaves unsaved changes for the next start. Reports failure once.
void keep(Autosave& autosave, Session& session, std::string& told) {
  Workspace& workspace = session.workspace;
  const OpenDocument* const aside = session.course.aside();
  const Document& own = aside != nullptr ? aside->document : workspace.document();
  if (own.is_changed()) {
    const ViewState& view = aside != nullptr ? aside->view : workspace.look.view;
    autosave.keep(workspace.look.with_view(own.scene(), view),
                  aside != nullptr ? aside->file : workspace.file());
  } else {
    autosave.discard();
  }
  std::string error = autosave.error();
  if (!error.empty() && error != told) workspace.notices.tell("Not saved for recovery: " + error);
  told = std::move(error);
}

using KeptFigure = KeptWork<FigureWork, CollectedFigure>;
using KeptTraining = KeptWork<TrainingWork, TrainingDesk>;

/// Autosaves unfinished work other than the scene, with its `name` for messages.
template <typename Work, typename Owner>
void keep_work(Ui& ui, KeptWork<Work, Owner>& kept, const Owner* owner, std::string_view name,
               Workspace& workspace) {
  const std::string told = kept.error();
  if (const double seconds = kept.keep(owner); seconds > 0) ui.wake_in(seconds);
  if (!kept.error().empty() && kept.error() != told) {
    workspace.notices.tell(std::string(name) + " is not saved for recovery: " + kept.error());
  }
}

/// Reports that `what`, stored in `paths`, cannot be read.
void tell_unreadable(std::string_view what, const std::vector<std::string>& paths,
                     Workspace& workspace) {
  if (paths.empty()) return;
  const std::size_t more = paths.size() - 1;
  workspace.notices.tell(std::string(what) + " can't be read. It stays in " +
                         shown(valid_utf8(paths.front()), 1000) +
                         (more > 0 ? " and " + std::to_string(more) + " more there" : ""));
}

/// Restores the figure in progress of an earlier run.
void recover_figure(KeptFigure& kept, Session& session) {
  Workspace& workspace = session.workspace;
  auto left = kept.claim_latest();
  if (workspace.notices.message().empty()) {
    tell_unreadable("A stored figure", kept.unreadable(), workspace);
  }
  if (!left) return;
  const std::size_t count = left->figure.panels.size();
  session.files.figure.open(*std::move(left));
  if (!workspace.notices.message().empty()) return;
  workspace.notices.tell("The unfinished figure was restored, with " + counted(count, "panel") +
                         ": File → Figure");
}

/// Restores the run of the Train desk of an earlier process.
void recover_training(KeptTraining& kept, Session& session, Workbench& workbench) {
  Workspace& workspace = session.workspace;
  auto left = kept.claim_latest();
  if (workspace.notices.message().empty()) {
    tell_unreadable("A stored network", kept.unreadable(), workspace);
  }
  if (!left) return;
  const Index step = left->latest ? left->latest->step() : 0;
  workbench.train_desk().bring(*std::move(left));
  if (!workspace.notices.message().empty()) return;
  workspace.notices.tell("The network in training was restored, at step " + std::to_string(step) +
                         ": Train desk");
}

/// Offers the unsaved work of an earlier run unless it was declined before.
void recover(Autosave& autosave, Session& session) {
  std::optional<Recovered> work = autosave.find_recovered();
  for (; work && session.files.offered.all_are_declined; work = autosave.find_recovered()) {
    autosave.forget_recovered();
    if (!autosave.error().empty()) break;
  }
  session.files.offered = {.work = std::move(work), .more = autosave.more_to_recover()};
}

/// Ends the process after `longest`, although threads may still wait for files, as of a network
/// drive that does not answer: by now all is stored.
void end_within(std::chrono::seconds longest) {
  std::thread([longest] {
    std::this_thread::sleep_for(longest);
    remove_unfinished();
    std::_Exit(0);
  }).detach();
}

/// Waits for events, the next frame's time, or at most `most` seconds. Returns whether to draw.
bool wait_for_frame(Ui& ui, const Session& session, const EventQueue& events,
                    std::optional<double> most) {
  const auto wants_frame = [&] { return events.wants_frame() || session.can_catch_up(); };
  if (!ui.wake_at) {
    most ? glfwWaitEventsTimeout(std::max(kShortestWait, *most)) : glfwWaitEvents();
    return wants_frame();
  }
  // ImGui's time only advances per frame.
  const double due = ui.began_at + *ui.wake_at - ImGui::GetTime();
  const double left = std::min(due - glfwGetTime(), most.value_or(HUGE_VAL));
  // If frames are slower than their interval, still poll for events.
  left > 0 ? glfwWaitEventsTimeout(left) : glfwPollEvents();
  const bool is_due = glfwGetTime() >= due;
  if (is_due) ui.wake_at.reset();
  return is_due || wants_frame();
}

void run_until_closed(Ui& ui, Session& session, Workbench& workbench, GLFWwindow* window,
                      EventQueue& events, const WindowOptions& options, FrameLog& log) {
  std::atomic<bool> is_asked_to_end = false;
  const AskedToEnd asked([&] {
    is_asked_to_end = true;
    glfwPostEmptyEvent();
    // GLFW never returns on Wayland when the compositor is gone. Each frame stored what it changed.
    end_within(kLongestFrame);
  });
  UiMapFile map_file(options.ui_map);
  Presenter presenter(window);
  FullScreen full_screen(window);
  WindowPlace place(window);
  const bool is_software = gl::renders_by_software();
  Autosave autosave;
  KeptFigure kept_figure(figures_folder());
  KeptTraining kept_training(trainings_folder(), kBetweenKeptNetworks);
  const auto figure_in_work = [&] {
    return session.files.figure.is_changed() ? &session.files.figure : nullptr;
  };
  const auto training_in_work = [&]() -> const TrainingDesk* {
    const TrainingDesk* const desk = workbench.train_desk().desk();
    return desk != nullptr && desk->has_work() ? desk : nullptr;
  };
  std::string told;
  bool is_offered = false;
  int drawn = 0;
  FilePolls polls;
  FrameReserve reserve;
  while (glfwWindowShouldClose(window) == GLFW_FALSE && !is_asked_to_end) {
    if (polls.follow(session, workbench) || events.wants_frame()) {
      glfwPollEvents();
    } else if (!wait_for_frame(ui, session, events, polls.until_next(session))) {
      continue;
    }
    events.frame_begins();
    reserve.refill();
    log.begin();
    if (const std::string dropped = events.take_dropped(); !dropped.empty()) {
      session.files.when_it_answers(dropped, [&, dropped] { workbench.open(session, dropped); });
    }
    full_screen.fill(ui.fills_screen.in(ui.theme.appearance()));
    if (events.take_moved()) place.follow(ui.type_size, full_screen.is_full());
    int width = 0, height = 0;
    glfwGetFramebufferSize(window, &width, &height);
    if (width > 0 && height > 0) {
      std::optional<DrawnBySoftware> drawn_by_software;
      if (is_software) drawn_by_software.emplace();
      try {
        build_frame(ui, session, workbench, window, &events);
      } catch (const std::bad_alloc&) {
        autosave.flush();  // offered at the next start
        throw;
      }
      log.built();
      if (events.take_exposed()) presenter.forget();
      presenter.show(ui, width, height);
    }
    if (log.is_on()) glFinish();  // measure this frame's drawing only
    if (++drawn == options.frames) {
      log.end();
      return;
    }
    if (drawn == 1) {
      recover(autosave, session);
      tell_unreadable("Stored work", autosave.unreadable(), session.workspace);
      recover_figure(kept_figure, session);
      recover_training(kept_training, session, workbench);
      session.files.note_recent();
    }
    if (session.files.offered.work) {
      is_offered = true;
    } else if (std::exchange(is_offered, false)) {
      keep(autosave, session, told);
      autosave.forget_recovered();
      recover(autosave, session);  // further works may follow
    }
    keep(autosave, session, told);
    keep_work(ui, kept_figure, figure_in_work(), "The figure", session.workspace);
    keep_work(ui, kept_training, training_in_work(), "The network", session.workspace);
    if (session.files.left_work().has_taken()) {
      autosave.flush();
      if (autosave.error().empty()) session.files.forget_brought_back();
    }
    if (!events.wants_frame()) map_file.update(ui.map);
    log.end();
  }
  if (options.width == 0) place.keep();
  autosave.end();
  kept_figure.end(figure_in_work());
  kept_training.end(training_in_work());
}

/// Those of `names` that are parts of the window in this version, as another version may have
/// written the settings.
std::set<std::string> known_parts(const std::set<std::string>& names) {
  std::set<std::string> parts;
  for (const WindowPart& part : window_parts()) {
    if (names.contains(std::string(part.id))) parts.emplace(part.id);
  }
  return parts;
}

}  // namespace

void run_window(const Scene& scene, const WindowOptions& options,
                std::unique_ptr<gl::Device> device) {
  imgui::throw_without_memory();
  count_window_memory();
  const bool is_shot = !options.screenshot.empty();
  const Settings settings = read_settings();
  Backends computing(is_shot ? Backend::kEigen : settings.backend);
  const Appearance appearance{.dark = options.dark.value_or(settings.dark),
                              .presenting = options.presenting};
  std::optional<EarlyFonts> fonts;
  WindowHandle window;
  try {
    start_glfw();
    // No thread starts before this: with several threads the C library locks for each character
    // that GLFW lets X11 read from compose tables.
    const TypeSize size = is_shot ? TypeSize{} : first_type_size(settings);
    fonts.emplace(scale_of(size.scale(), appearance), scene);
    window = open_window(options, first_window_size(is_shot ? Settings{} : settings, size));
  } catch (const NoDisplay&) {
    // Errors of the scene come before errors of the display.
    const Session never_shown(scene, options.scene_path, nullptr, fastest_evaluation());
    throw;
  }
  // Screenshots wait for results; windows never wait.
  const std::function<void()> wake = [] { glfwPostEmptyEvent(); };
  KnownFile file = options.scene_file;
  file.path = options.scene_path;
  Session session(scene, file, is_shot ? nullptr : wake, computing);
  if (!options.opened_path.empty()) {
    session.files.open_path(options.opened_path,
                            static_cast<std::size_t>(std::max(1, options.lesson_step) - 1),
                            options.dump);
  }
  if (!is_shot) listen_for_scenes(session, options.listens);
  if (!is_shot) glfwShowWindow(window.get());  // the start can no longer fail
  ImGuiContextHolder context(fonts->atlas());
  if (device) {
    computing.offer({.open = [&window] { return open_compute_context(window.get()); },
                     .is_software = gl::renders_by_software(),
                     .device = std::move(device)});
  }
  TypeSize size = type_size_of(window.get(), settings);
  if (is_shot) size.percent = 100;  // whatever the screen
  Ui ui(std::move(size), appearance, fonts->take_fonts());
  ui.map = UiMap(!options.ui_map.empty());
  ui.fills_screen.presenting = options.width == 0;  // a size that was asked for stays
  if (ui.map.is_wanted()) ui.theme.texts().turn_on();
  EventQueue events;
  events.listen(window.get());
  ImGuiBackends backends(window.get());
  Workbench workbench;
  session.workspace.look.hide_from_class(known_parts(settings.hidden));
  workbench.set_kept_hidden(session.workspace.look.hidden_from_class);
  if (!options.task_path.empty()) workbench.open(session, options.task_path);
  const bool is_new = options.scene_path.empty() && options.opened_path.empty() &&
                      options.task_path.empty() && !is_shot;
  if (is_new && !settings.knows_first_steps) workbench.enable_first_steps();
  if (is_shot) {
    write_screenshot(ui, session, workbench, window.get(), options.screenshot);
  } else {
    FrameLog log(options.frame_times);
    run_until_closed(ui, session, workbench, window.get(), events, options, log);
    log.write();
    glfwHideWindow(window.get());
    end_within(kLongestEnd);
  }
}

}  // namespace attn::ui
