#include "app/session/workspace/workspace.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <filesystem>
#include <system_error>
#include <tuple>
#include <utility>

#include "app/document/edits/memory_limit.h"
#include "app/document/edits/new_scene.h"
#include "app/document/files/problem_line.h"
#include "app/document/files/recent_files.h"
#include "app/document/files/user_folders.h"
#include "app/document/files/utf8.h"
#include "app/document/scene_file/scene_file.h"
#include "app/document/scene_file/scene_parts.h"
#include "app/document/scene_file/shown_scene.h"
#include "app/session/evaluation/backends.h"
#include "app/session/words/view_kinds.h"
#include "app/session/words/window_parts.h"
#include "app/session/workspace/numbers_needed.h"
#include "engine/attention/check.h"
#include "engine/base/text.h"
#include "engine/fast/evaluator.h"

namespace attn {
namespace {

using namespace std::chrono_literals;

/// What a frame has time for, and what a person does not notice when a file is opened.
constexpr std::chrono::nanoseconds kFrame = 4ms, kOpening = 100ms, kForever = 24h;

constexpr std::string_view kLockedInLesson = "This step of the lesson keeps it as it is";
constexpr std::string_view kLockedInScene = "This scene keeps it as it is: it is locked";

bool has(const Scene& scene, Cell cell) {
  return cell.query < scene.query_count() && cell.key < scene.key_count();
}

/// What can be said against a scene before it is evaluated.
std::optional<Problem> problem_of(const Scene& scene) {
  if (auto problem = check(scene)) return problem;
  if (auto problem = why_not_shown(scene)) return problem;
  return memory_problem(bytes_needed(scene));
}

}  // namespace

BackgroundEvaluation::Evaluate fastest_evaluation() {
  struct Engine {
    WorkerPool pool{0, WorkerPool::Affinity::kAnywhere};  // of the priority of who calls
    Evaluator evaluator{fastest_kernels(), pool};
  };
  return [engine = std::make_shared<Engine>()](const Scene& scene, Progress& progress) {
    return engine->evaluator.evaluate(scene, &progress);
  };
}

Workspace::Workspace(Scene scene, KnownFile file, std::function<void()> wake,
                     BackgroundEvaluation::Evaluate evaluate)
    : lesson_opening(wake),
      evaluation_(Evaluator().evaluate(new_scene())),
      wanted_(evaluation_->scene),
      document_(evaluation_->scene),
      waits_(!wake),
      background_(std::move(evaluate), std::move(wake)) {
  open(std::move(scene), std::move(file));
}

void Workspace::open(Scene scene, KnownFile file) { open({std::move(scene), std::move(file)}); }

void Workspace::open(Opening opening) {
  if (auto problem = problem_of(opening.scene)) throw SceneError(*std::move(problem));
  want(opening.scene);
  opening_ = std::move(opening);
  if (auto problem = take_answer(waits_ ? kForever : kOpening)) {
    opening_.reset();
    follow_document();
    throw SceneError(*std::move(problem));
  }
}

void Workspace::open_evaluated() {
  Opening opening = *std::exchange(opening_, std::nullopt);
  if (!opening.told.empty()) message = std::move(opening.told);
  begin_document(Document(std::move(opening.scene),
                          [this](const Scene& changed) { return check_edited(changed); }),
                 std::move(opening.file));
  if (opening.is_unsaved) document_.mark_unsaved();
  if (opening.is_recent) note_recent();
  keep_strongest();
}

/// Where the scene says no cell, the one with the largest weight is explained.
void Workspace::keep_strongest() {
  constexpr Index kMostPairs = Index{1} << 20;  // more take longer than a frame has time for
  if (look.view.selection || !has_all_numbers()) return;
  const Matrix& weights = evaluation_->trace.heads[static_cast<std::size_t>(head())].weights;
  if (weights.size() == 0 || weights.size() > kMostPairs) return;
  Cell strongest{};
  if (weights.maxCoeff(&strongest.query, &strongest.key) > 0) look.view.selection = strongest;
}

void Workspace::begin_document(Document document, KnownFile file) {
  lesson_opening.cancel();
  if (aside_) {  // a lesson ends where something else is opened
    lesson.reset();
    restore();
  }
  leave_document();
  document_ = std::move(document);
  look.view = parse_view(scene().view);
  file_ = std::move(file);
  leave_hidden_view();
  begin_looking();
}

/// A scene does not open with a view that the class does not see, while there are others.
void Workspace::leave_hidden_view() {
  const auto tab = [](const ViewKind& kind) { return std::string(kind.part); };
  if (!look.hidden_from_class.contains(tab(view_kind(look.view)))) return;
  look.view.tab = ViewState{}.tab;
  if (!look.is_hidden(tab(view_kind(look.view)))) return;
  const auto seen = std::ranges::find_if(
      view_kinds(), [&](const ViewKind& kind) { return !look.is_hidden(tab(kind)); });
  if (seen != view_kinds().end()) look.view.tab = seen->id;
}

bool Workspace::withholds(const std::string& part) const {
  if (!lesson || !lesson->play.is_asked() || !look.view.hidden.contains(part)) return false;
  const auto row = std::ranges::find(window_parts(), part, &WindowPart::id);
  return row != window_parts().end() && !(row->shows.empty() && row->shows_elsewhere.empty());
}

void Workspace::hide_or_show(const std::string& part) {
  if (withholds(part)) {
    message = "What is asked shows there: it comes with your answer";
    return;
  }
  if (look.stage) {
    message = "The step says what is there: Show all controls brings the rest";
    return;
  }
  const bool was_hidden = look.is_hidden(part);
  look.view.hidden.erase(part);
  look.hidden_from_class.erase(part);
  if (!was_hidden) look.hidden_from_class.insert(part);
}

void Workspace::know_hidden(std::set<std::string> parts) {
  look.hidden_from_class = std::move(parts);
  leave_hidden_view();
}

void Workspace::hide_from_class(std::set<std::string> parts) {
  if (!lesson) look.view.hidden.clear();
  know_hidden(std::move(parts));
}

void Workspace::begin_looking() {
  finds_newer = false;
  forget_refusal();
  look.hovered.reset();
  look.walked.reset();
  look.snapshot.drop();
  complaint_field_.clear();
  follow_document();
}

void Workspace::set_aside(Scene scene) {
  restore();
  opening_.reset();
  aside_ = Aside{std::move(document_), std::move(file_), std::move(look.view)};
  document_ =
      Document(std::move(scene), [this](const Scene& changed) { return check_edited(changed); });
  look.view = parse_view(document_.scene().view);
  file_ = {};
  begin_looking();
}

void Workspace::take_back() {
  if (!aside_) return;
  restore();
  begin_looking();
}

void Workspace::restore() {
  look.stage.reset();
  if (!aside_) return;
  document_ = std::move(aside_->document);
  file_ = std::move(aside_->file);
  look.view = std::move(aside_->view);
  aside_.reset();
}

Scene Workspace::own_scene_with_view() const {
  if (!aside_) return scene_with_view();
  Scene scene = aside_->document.scene();
  scene.view = format_view(view_with_hidden(aside_->view), scene.view);
  return scene;
}

void Workspace::leave_document() {
  if (!document_.is_changed()) return;
  document_.set_view(scene_with_view().view);
  const std::string error = left_work_.add({std::move(document_), file_});
  if (!error.empty()) message = "Not kept for a crash: " + error;
}

void Workspace::bring_back(std::size_t n) {
  LeftWork::Item work = left_work_.take(n);
  begin_document(std::move(work.document), std::move(work.file));
}

void Workspace::want(const Scene& scene) {
  wanted_ = scene;
  if (!behind_since_) behind_since_ = std::chrono::steady_clock::now();
  background_.want(scene);
}

/// Whether what is shown has numbers that this one would have to be read for: it then is not shown
/// before they are.
bool Workspace::lacks_numbers(const BackgroundEvaluation::Answer& answer) const {
  return has_all_numbers() && partly_read(answer.evaluation) != nullptr && needed_numbers().all;
}

/// Null where all of it is.
const gl::PartlyRead* Workspace::partly_read(
    const std::shared_ptr<const Evaluation>& evaluation) const {
  const gl::Device* const kept = device();
  return kept != nullptr ? kept->partly_read(evaluation) : nullptr;
}

gl::Device* Workspace::device() const { return backends != nullptr ? backends->device() : nullptr; }

gl::NumbersNeeded Workspace::needed_numbers() const {
  return numbers_needed(look, *evaluation_, shown(), lesson != nullptr);
}

/// What the answer, where there is one, says against the newest scene.
std::optional<Problem> Workspace::take_answer(std::chrono::nanoseconds patience) {
  auto answer = background_.take(patience);
  if (!answer) return std::nullopt;
  if (lacks_numbers(*answer)) {
    background_.want(wanted_);
    return std::nullopt;
  }
  if (answer->is_newest) behind_since_.reset();
  if (answer->problem) return std::move(answer->problem);
  evaluation_ = std::move(answer->evaluation);
  ++evaluation_number_;
  if (opening_ && answer->is_newest) open_evaluated();
  settle_selection();
  return std::nullopt;
}

/// What takes longer than a frame has time for is not waited for at all: the last one tells.
std::chrono::nanoseconds Workspace::patience() const {
  if (waits_) return kForever;
  const std::chrono::duration<double> last(evaluation_->seconds);
  return last < 2 * kFrame ? kFrame : 0ns;
}

std::optional<Problem> Workspace::check_edited(const Scene& scene) {
  if (auto problem = problem_of(scene)) return problem;
  if (is_evaluated(scene) || same_but_view(scene, wanted_)) return std::nullopt;
  want(scene);
  return take_answer(patience());
}

void Workspace::catch_up() {
  const auto problem = take_answer(0ns);
  if (!problem) return;
  if (opening_) {
    const Opening failed = *std::exchange(opening_, std::nullopt);
    message = problem_line(failed.file.path, problem->place, problem->text);
    if (failed.is_recent) forget_recent(failed.file.path);
    follow_document();
    return;
  }
  // The edit was taken before this was known.
  complain(latest_.field, problem->text);
  document_.edit(latest_.label, latest_.merge_key, [this](Scene& scene) {
    std::string view = std::move(scene.view);
    scene = evaluation_->scene;
    scene.view = std::move(view);
  });
  follow_document();
}

void Workspace::evaluate_again() {
  if (opening_) return;
  want(scene());
  if (auto problem = take_answer(patience())) message = problem->text;
}

void Workspace::follow_document() {
  if (is_evaluated(scene())) {
    wanted_ = scene();
    behind_since_.reset();
  } else if (!same_but_view(scene(), wanted_)) {
    want(scene());
    take_answer(patience());
  }
  ++change_number_;
  settle_selection();
}

void Workspace::settle_selection() {
  if (look.hovered && !is_shown(*look.hovered)) look.hovered.reset();
  if (look.walked && !is_shown(*look.walked)) look.walked.reset();
  look.view.head = std::min<Index>(look.view.head, static_cast<Index>(scene().heads.size()) - 1);
}

Index Workspace::head() const {
  const std::size_t heads = std::min(scene().heads.size(), evaluation_->trace.heads.size());
  const gl::PartlyRead* part = partly_read(evaluation_);
  return std::clamp<Index>(part != nullptr ? part->head : look.view.head, 0,
                           static_cast<Index>(heads) - 1);
}

/// What is shown is of `scene`, and will stay it.
bool Workspace::is_evaluated(const Scene& scene) const {
  return !background_.is_busy() && same_but_view(scene, evaluation_->scene);
}

bool Workspace::is_shown(Cell cell) const {
  return has(scene(), cell) && has(evaluation_->scene, cell);
}

bool Workspace::is_like_shown() const {
  const auto shape = [](const Scene& s) {
    return std::tuple(s.key_count(), s.query_count(), s.heads.size(), s.embeddings->cols(),
                      s.query_embeddings().cols(), s.queries.has_value(),
                      s.values ? (*s.values)->cols() : 0);
  };
  return shape(scene()) == shape(evaluation_->scene);
}

float Workspace::newest_temperature() const {
  const Scene& shown = evaluation_->scene;
  if (!is_behind() || opening_ || !same_but_temperature(scene(), shown)) {
    return shown.normalizer.temperature;
  }
  return scene().normalizer.temperature;
}

double Workspace::seconds_behind() const {
  if (!behind_since_) return 0;
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - *behind_since_).count();
}

void Workspace::edit(std::string_view field, std::string_view label, std::string_view merge_key,
                     const std::function<void(Scene&)>& change) {
  complaint_field_.clear();
  if (opening_) {
    complain(field, "another scene is being opened");
    return;
  }
  latest_ = {std::string(field), std::string(label), std::string(merge_key)};
  const auto unlocked_change = [&](Scene& scene) {
    const Scene before = look.view.locked.empty() ? Scene{} : scene;
    change(scene);
    if (!is_locked(before, scene)) return;
    message = locked_words();
    throw SceneError({"", std::string(locked_words())});
  };
  if (const auto problem = document_.edit(label, merge_key, unlocked_change)) {
    complain(field, problem->text);
  }
  follow_document();
}

bool Workspace::is_locked(const Scene& before, const Scene& after) const {
  return !locked_change(look.view.locked, before, after).empty();
}

bool Workspace::locks(std::initializer_list<std::string_view> parts) const {
  return std::ranges::any_of(parts, [this](std::string_view part) {
    return look.view.locked.contains(std::string(part));
  });
}

std::string_view Workspace::locked_words() const {
  return lesson ? kLockedInLesson : kLockedInScene;
}

void Workspace::forget_refusal() {
  if (message == kLockedInLesson || message == kLockedInScene) message.clear();
}

std::optional<Cell> Workspace::pinned() const {
  return look.view.selection && is_shown(*look.view.selection) ? look.view.selection : std::nullopt;
}

std::optional<Cell> Workspace::shown() const {
  const std::optional<Cell> cell = look.walked ? look.walked : look.hovered;
  return cell && is_shown(*cell) ? cell : pinned();
}

std::optional<Cell> Workspace::explained() const {
  const std::optional<Cell> cell = shown();
  const gl::PartlyRead* part = partly_read(evaluation_);
  const auto is_there = [&](Cell one) {
    return part == nullptr || part->has({.all = false, .head = head(), .rows = {one.query}});
  };
  if (!cell || is_there(*cell)) return explained_ = cell;
  return explained_ && is_shown(*explained_) && is_there(*explained_) ? explained_ : std::nullopt;
}

void Workspace::undo() {
  if (document_.can_undo()) go_to(document_.position() - 1);
}

void Workspace::redo() {
  if (document_.can_redo()) go_to(document_.position() + 1);
}

void Workspace::go_to(std::size_t step) {
  complaint_field_.clear();
  if (opening_) return;
  if (is_locked(scene(), document_.steps()[step].after)) {
    message = locked_words();
    return;
  }
  document_.go_to(step);
  follow_document();
}

void Workspace::complain(std::string_view field, std::string text) {
  complaint_field_ = field;
  complaint_text_ = std::move(text);
}

const std::string* Workspace::complaint(std::string_view field) const {
  return !complaint_field_.empty() && complaint_field_ == field ? &complaint_text_ : nullptr;
}

void Workspace::keep_as_a() {
  if (std::string problem = look.snapshot.keep(evaluation_); !problem.empty()) {
    message = std::move(problem);
  }
}

Scene Workspace::scene_with_view() const {
  Scene scene = document_.scene();
  scene.view = format_view(view_with_hidden(look.view), scene.view);
  return scene;
}

/// What is not seen now is not seen either where the scene is opened from its file.
ViewState Workspace::view_with_hidden(const ViewState& of) const {
  ViewState state = of;
  state.hidden.insert(look.hidden_from_class.begin(), look.hidden_from_class.end());
  return state;
}

void Workspace::open_recovered() {
  const Recovered work = *std::exchange(offered.work, std::nullopt);
  try {
    open({work.scene, {work.path, work.stamp}, true, false});
  } catch (const SceneError& error) {
    message = "The work that was kept can't be opened: " + error.problem().text;
  }
}

void Workspace::open_new() { open(new_scene(), ""); }

bool Workspace::open_file(const std::string& path) { return open_file(path, ""); }

bool Workspace::open_file(const std::string& path, std::string told) {
  try {
    std::error_code ignored;
    // Reading a pipe would wait for its writer, and the window with it.
    if (std::filesystem::is_other(std::filesystem::status(path, ignored))) {
      throw SceneError({"", "not a regular file"});
    }
    KnownFile file = path;
    Scene scene = read_scene(path, file.stamp);
    open({std::move(scene), std::move(file), false, true, std::move(told)});
  } catch (const SceneError& error) {
    message = problem_line(path, error.problem().place, error.problem().text);
    forget_recent(path);
    return false;
  }
  return true;
}

void Workspace::forget_recent(const std::string& path) {
  try {
    remove_recent_file(path);
  } catch (const std::exception&) {
    // The list is a help only: it then offers the file once more.
  }
}

void Workspace::note_recent() const {
  try {
    add_recent_file(path());
  } catch (const std::exception&) {
    // The list is a help only: the file itself was opened or saved.
  }
}

void Workspace::reload() {
  constexpr const char* kTold =
      "Opened what is in the file now. What was not saved is in File → Unsaved.";
  open_file(std::string(path()), document_.is_changed() ? kTold : "");
}

bool Workspace::save_as(const std::string& to) {
  finds_newer = absolute_path(to) == absolute_path(path()) && is_other_now(file_);
  return !finds_newer && write_to(to);
}

bool Workspace::write_to(const std::string& path) {
  document_.set_view(scene_with_view().view);
  KnownFile written = path;
  try {
    written.stamp = write_scene(scene(), path);
  } catch (const std::exception& error) {
    message = problem_line(path, "", in_words(error));
    return false;
  }
  file_ = std::move(written);
  document_.mark_saved();
  message = "Saved " + attn::shown(valid_utf8(path), 1000);
  note_recent();
  return true;
}

}  // namespace attn
