#include "app/session/files/files.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

#include "app/document/files/file_path.h"
#include "app/document/files/problem_line.h"
#include "app/document/files/recent_files.h"
#include "app/document/files/user_folders.h"
#include "app/document/files/utf8.h"
#include "app/document/scene_file/scene_code.h"
#include "app/document/scene_file/scene_file.h"
#include "app/figure/canvas/picture_file.h"
#include "app/figure/files/figure_views.h"
#include "app/figure/panels/figure_file.h"
#include "engine/base/text.h"

namespace attn {
namespace {

void forget_recent(const std::string& path) {
  try {
    remove_recent_file(path);
  } catch (const std::exception&) {
    // Not critical: the list then offers the file once more.
  }
}

std::string shown_name(const std::string& path) {
  return shown(valid_utf8(std::filesystem::path(path).filename().string()), 200);
}

/// Waits until the drive gives the file's first byte; pipes and devices are not read.
void ask_for(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return;
  std::ifstream(path, std::ios::binary).get();
}

/// Absolute path of the picture that the open scene refers to, for other files: one in the scene's
/// folder or below is as good as chosen.
std::string absolute_picture(const Workspace& workspace, const std::string& picture) {
  if (picture.starts_with('/')) return picture;
  const std::string folder = folder_of(workspace.file().path);
  std::string path = absolute_path(folder + picture);
  try {
    require_below(folder, picture);
    note_chosen_picture(path);
  } catch (const std::runtime_error&) {  // the view says so
  }
  return path;
}

/// The present view for a panel of `view`: a picture that is drawn in it is an absolute path, also
/// one among the `settings`, which then moves from there.
ViewState look_of_panel(const Workspace& workspace, std::string_view view,
                        std::map<std::string, std::string>& settings) {
  ViewState state = workspace.look.view;
  std::string& picture = state.options.patches.picture;
  const FigureView* drawn = find_figure_view(view);
  if (!drawn || !drawn->has(Choice::patches)) {
    picture.clear();
  } else if (const auto typed = settings.find("picture"); typed != settings.end()) {
    picture = absolute_path(typed->second);
    note_chosen_picture(picture);
    settings.erase(typed);
  } else if (!picture.empty()) {
    picture = absolute_picture(workspace, picture);
  }
  return state;
}

}  // namespace

Files::Files(Workspace& workspace, LessonCourse& course, const std::function<void()>& wake)
    : imports(workspace, wake,
              [this](Scene scene) { open(std::move(scene), {}, {.is_imported = true}); }),
      workspace_(workspace),
      course_(course),
      scene_poll_(wake != nullptr),
      figure_poll_(wake != nullptr),
      wake_(wake) {}

void Files::open(Scene scene, const KnownFile& file, const OpenOptions& how) {
  const auto opened = [this, file, how](Document document) {
    if (!how.told.empty()) workspace_.notices.tell(how.told);
    if (!how.is_imported) imports.close();
    begin(std::move(document), file);
    const auto received = std::ranges::find(received_, how.received, &Received::name);
    if (!how.received.empty() && received != received_.end()) received->document = document_number_;
    if (how.is_unsaved) workspace_.mark_unsaved();
    if (how.is_recent) note_recent();
  };
  const auto not_opened = [this, path = file.path, how](const Problem& problem) {
    workspace_.notices.tell(problem_line(path, problem.place, problem.text));
    if (how.is_recent) forget_recent(path);
  };
  workspace_.open(std::move(scene), opened, not_opened);
}

void Files::begin(Document document, KnownFile file) {
  auto own = course_.close_for_other_document();
  ++document_number_;
  ViewState view = parse_view(document.scene().view);
  OpenDocument before =
      workspace_.show({std::move(document), std::move(file), std::move(view), false});
  workspace_.look.leave_hidden_view();
  leave(own ? *std::move(own) : std::move(before));
}

void Files::leave(OpenDocument left) {
  if (!left.document.is_changed()) return;
  left.document.set_view(workspace_.look.with_view(left.document.scene(), left.view).view);
  const std::string& title = left.document.scene().title;
  const std::string name = title.empty() ? "The scene" : "“" + shown(title, 60) + "”";
  const std::string error = left_work_.add({std::move(left.document), std::move(left.file)});
  if (!error.empty()) {
    workspace_.notices.tell("Not saved for recovery: " + error);
  } else if (workspace_.notices.message().empty()) {
    workspace_.notices.tell(name + " was not saved. It is in File → Unsaved.");
  }
}

bool Files::open_file(const std::string& path, std::string told) {
  try {
    std::error_code ignored;
    // Reading a pipe would block the window until it is written.
    if (std::filesystem::is_other(std::filesystem::status(path, ignored))) {
      throw SceneError({"", "not a regular file"});
    }
    KnownFile file = path;
    Scene scene = read_scene(path, &file);
    open(std::move(scene), file, {.is_recent = true, .told = std::move(told)});
  } catch (const SceneError& error) {
    workspace_.notices.tell(problem_line(path, error.problem().place, error.problem().text));
    forget_recent(path);
    return false;
  }
  return true;
}

void Files::open_code(std::string_view code) {
  try {
    open(parse_scene(file_in_code(code)), "");
  } catch (const SceneError& error) {
    const Problem& problem = error.problem();
    workspace_.notices.tell(problem_line("The copied link", problem.place, problem.text));
  }
}

void Files::open_figure(const std::string& path) {
  try {
    figure.open(path);
    workspace_.look.wants_figure = true;
  } catch (const SceneError& error) {
    workspace_.notices.tell(problem_line(path, error.problem().place, error.problem().text));
    forget_recent(path);
  }
}

void Files::open_path(const std::string& path, std::size_t step, const DumpChoice& choice) {
  if (may_be_model(path)) {
    imports.open_model(path);
  } else if (may_hold_attention(path)) {
    imports.offer_file(path, choice);
  } else if (is_figure_file(path)) {
    open_figure(path);
  } else if (may_hold_lessons(path)) {
    course_.start_at(path, step);
  } else {
    open_file(path);
  }
}

void Files::when_it_answers(const std::string& path, std::function<void()> open) {
  if (!wake_) return open();
  asked_ = std::make_shared<AskedFile>();
  asked_->open = std::move(open);
  std::thread([asked = asked_, path, wake = wake_] {
    ask_for(path);
    asked->has_answered = true;
    wake();
  }).detach();
}

double Files::seconds_waiting() const {
  if (!asked_) return 0;
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - asked_->asked_at).count();
}

void Files::catch_up() {
  if (has_answer()) std::exchange(asked_, nullptr)->open();
}

bool Files::save_as(const std::string& path) {
  const KnownFile& own = workspace_.file();
  workspace_.look.finds_newer = absolute_path(path) == absolute_path(own.path) && is_other_now(own);
  return !workspace_.look.finds_newer && write_to(path);
}

bool Files::write_to(const std::string& path) {
  KnownFile written = path;
  try {
    ViewState view = workspace_.look.view;
    std::string& picture = view.options.patches.picture;
    if (!picture.empty()) {
      picture = reference_from(folder_of(path), absolute_picture(workspace_, picture));
    }
    written.stamp = write_scene(workspace_.look.with_view(workspace_.scene(), view), path);
    workspace_.look.view = std::move(view);
    written.read = state_now({{path, {}}});
  } catch (const std::exception& error) {
    workspace_.notices.tell(problem_line(path, "", error_message(error)));
    return false;
  }
  workspace_.mark_saved(std::move(written));
  const std::string& picture = workspace_.look.view.options.patches.picture;
  workspace_.notices.tell("Saved " + shown(valid_utf8(path), 1000) +
                          (picture.starts_with('/')
                               ? ". Its picture is in another folder, and is not found when the "
                                 "scene is opened again: put it beside the scene"
                               : ""));
  note_recent();
  return true;
}

void Files::choose_picture(const std::string& path) {
  const std::string picture = absolute_path(path);
  note_chosen_picture(picture);
  const std::string& scene = workspace_.file().path;
  workspace_.look.view.options.patches.picture =
      scene.empty() ? picture : reference_from(folder_of(scene), picture);
}

void Files::reload() {
  constexpr const char* kTold =
      "Opened the file as it is now. Your unsaved changes are in File → Unsaved.";
  open_file(std::string(workspace_.file().path), workspace_.document().is_changed() ? kTold : "");
}

bool Files::can_follow_files() {
  return imports.imported() != nullptr || !workspace_.file().read.empty() || !figure.read().empty();
}

bool Files::follow_files() {
  follow_figure();
  return imports.follow_file() || follow_scene();
}

bool Files::follow_scene() {
  if (workspace_.is_lesson() || workspace_.opening() != nullptr) return false;
  const KnownFile own = workspace_.file();
  const std::string changed = scene_poll_.find_changed(own.read);
  if (changed.empty()) return false;
  const ReadFiles matrices(own.read.begin() + 1, own.read.end());
  const bool has_same_bytes = !is_other_now(own) && state_now(matrices) == matrices;
  if (has_same_bytes) return false;
  const std::string name = shown_name(changed);
  if (workspace_.document().is_changed()) {
    workspace_.notices.tell(name + " was changed; your changed scene stays as it is");
    return false;
  }
  try {
    KnownFile file = own.path;
    Scene scene = read_scene(file.path, &file);
    scene.view = format_view(workspace_.look.view, scene.view);
    open(std::move(scene), file, {.told = name + " was changed, and read again"});
  } catch (const SceneError& error) {
    const Problem& problem = error.problem();
    workspace_.notices.tell(
        problem_line(name, problem.place, "changed, and it can't be read: " + problem.text));
    return false;
  }
  return true;
}

void Files::follow_figure() {
  const std::string changed = figure_poll_.find_changed(figure.read());
  if (changed.empty()) return;
  const std::string name = shown_name(changed);
  const std::string own = figure.path();
  if (figure.is_source(changed)) {
    figure.note_changed_sources();
    workspace_.notices.tell(name + " was changed, and read again for the figure");
    return;
  }
  if (figure.is_changed()) {
    workspace_.notices.tell(name + " was changed; your changed figure stays as it is");
    return;
  }
  try {
    figure.open(own);
    workspace_.notices.tell(name + " was changed, and read again");
  } catch (const SceneError& error) {
    const Problem& problem = error.problem();
    workspace_.notices.tell(
        problem_line(name, problem.place, "changed, and it can't be read: " + problem.text));
  }
}

void Files::note_recent() const {
  try {
    add_recent_file(workspace_.file().path);
  } catch (const std::exception&) {
    // Not critical: the file itself was opened or saved.
  }
}

void Files::bring_back(std::size_t n) {
  LeftWork::Item work = left_work_.take(n);
  if (imports.imported() != nullptr) imports.imported()->forget_open();
  begin(std::move(work.document), std::move(work.file));
}

void Files::open_recovered() {
  const Recovered work = *std::exchange(offered.work, std::nullopt);
  try {
    open(work.scene, {work.path, work.stamp}, {.is_unsaved = true});
  } catch (const SceneError& error) {
    workspace_.notices.tell("The stored work can't be opened: " + error.problem().text);
  }
}

void Files::add_to_figure(const Look::ExportWish& wish) {
  if (course_.is_asked()) {
    workspace_.notices.tell("Figures are available after your answer");
    return;
  }
  const Look& look = workspace_.look;
  try {
    // The difference is of little use without both results.
    const auto kept = look.snapshot.kept;
    const bool is_difference =
        kept && !wish.evaluation && look.snapshot.shown == Version::kDifference;
    auto settings = wish.settings;
    const ViewState view = look_of_panel(workspace_, wish.view, settings);
    if (is_difference) figure.add(kept->scene, wish.view, view, settings);
    figure.add(wish.evaluation ? wish.evaluation->scene : workspace_.scene(), wish.view, view,
               settings);
    if (is_difference) figure.add_difference();
  } catch (const std::runtime_error& error) {
    workspace_.notices.tell(std::string("Not added to the figure: ") + error.what());
    return;
  }
  workspace_.notices.tell("Added to the figure, which has " +
                          counted(figure.figure().panels.size(), "panel") +
                          " now: File → Figure shows it");
}

}  // namespace attn
