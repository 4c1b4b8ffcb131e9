#include "app/session/workspace/workspace.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <tuple>
#include <utility>

#include "app/document/edits/new_scene.h"
#include "app/document/files/problem_line.h"
#include "app/document/files/recent_files.h"
#include "app/document/files/user_folders.h"
#include "app/document/files/utf8.h"
#include "app/document/history/memory_limit.h"
#include "app/document/scene_file/scene_code.h"
#include "app/document/scene_file/scene_file.h"
#include "app/document/scene_file/scene_parts.h"
#include "app/document/view/view_kinds.h"
#include "app/session/evaluation/backends.h"
#include "app/session/words/window_parts.h"
#include "app/session/workspace/numbers_needed.h"
#include "engine/base/text.h"
#include "engine/reference/check.h"

namespace attn {
namespace {

using Patience = LatestEvaluation::Patience;

constexpr std::string_view kLockedInLesson = "This step of the lesson keeps it as it is";
constexpr std::string_view kLockedInScene = "This scene keeps it as it is: it is locked";

bool has(const Scene& scene, Cell cell) {
  return cell.query < scene.query_count() && cell.key < scene.key_count();
}

/// Problem of a scene that can be found before evaluation.
std::optional<Problem> problem_of(const Scene& scene) {
  if (auto problem = check(scene)) return problem;
  return memory_problem(bytes_needed(scene));
}

}  // namespace

Workspace::Workspace(Scene scene, KnownFile file, std::function<void()> wake,
                     BackgroundEvaluation::Evaluate evaluate)
    : document_(new_scene()),
      wake_(wake),
      lesson_opening_(wake),
      evaluated_(document_.scene(), std::move(wake), std::move(evaluate)) {
  open(std::move(scene), std::move(file));
}

Workspace::Workspace(Scene scene, KnownFile file, std::function<void()> wake, Backends& backends)
    : Workspace(std::move(scene), std::move(file), std::move(wake),
                [&backends](const Scene& wanted, Progress& progress) {
                  return backends.evaluate(wanted, &progress);
                }) {
  backends_ = &backends;
}

void Workspace::open(Scene scene, KnownFile file) {
  open({std::move(scene), std::move(file), false, false});
}

void Workspace::open(Opening opening) {
  if (auto problem = problem_of(opening.scene)) throw SceneError(*std::move(problem));
  evaluated_.want(opening.scene);
  opening_ = std::move(opening);
  if (auto problem = take_answer(Patience::kOpening)) {
    opening_.reset();
    follow_document();
    throw SceneError(*std::move(problem));
  }
}

void Workspace::open_evaluated() {
  Opening opening = *std::exchange(opening_, std::nullopt);
  if (!opening.told.empty()) notices.tell(std::move(opening.told));
  if (!opening.is_imported) imported_.reset();
  begin_document(Document(std::move(opening.scene),
                          [this](const Scene& changed) { return check_edited(changed); }),
                 std::move(opening.file));
  if (opening.is_unsaved) document_.mark_unsaved();
  if (opening.is_recent) note_recent();
  keep_strongest();
}

/// By default the cell with the largest weight is explained.
void Workspace::keep_strongest() {
  constexpr Index kMostPairs = Index{1} << 20;  // more take longer than a frame allows
  if (look.view.selection || !has_all_numbers()) return;
  const Matrix& weights = evaluated_->trace.heads[static_cast<std::size_t>(head())].weights;
  if (weights.size() == 0 || weights.size() > kMostPairs) return;
  Cell strongest{};
  if (weights.maxCoeff(&strongest.query, &strongest.key) > 0) look.view.selection = strongest;
}

void Workspace::begin_document(Document document, KnownFile file) {
  lesson_opening_.cancel();
  if (aside_) {  // a lesson ends when something else is opened
    lesson_.reset();
    restore();
  }
  leave_document();
  ++document_number_;
  document_ = std::move(document);
  look.view = parse_view(scene().view);
  file_ = std::move(file);
  look.leave_hidden_view();
  begin_looking();
}

bool Workspace::withholds(const std::string& part) const {
  if (!lesson_ || !lesson_->play.is_asked() || !look.view.hidden.contains(part)) return false;
  const auto row = std::ranges::find(window_parts(), part, &WindowPart::id);
  return row != window_parts().end() && !(row->shows.empty() && row->shows_elsewhere.empty());
}

void Workspace::hide_or_show(const std::string& part) {
  if (withholds(part)) {
    notices.tell("What is asked shows there: it comes with your answer");
    return;
  }
  if (look.stage) {
    notices.tell("The step says what is there: Show all controls brings the rest");
    return;
  }
  look.hide_or_show(part);
}

void Workspace::know_hidden(std::set<std::string> parts) {
  look.hidden_from_class = std::move(parts);
  look.leave_hidden_view();
}

void Workspace::hide_from_class(std::set<std::string> parts) {
  if (!lesson_) look.view.hidden.clear();
  know_hidden(std::move(parts));
}

void Workspace::begin_looking() {
  finds_newer_ = false;
  forget_refusal();
  look.hovered.reset();
  look.walked.reset();
  look.snapshot.drop();
  look.learning = {};
  look.slope = {.is_on = look.slope.is_on};
  look.raised = {};
  notices.forget_complaint();
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

void Workspace::begin_lesson(std::unique_ptr<LessonSession> lesson) {
  set_aside(lesson->play.scenes().start.scene);
  lesson_ = std::move(lesson);
}

void Workspace::end_lesson() {
  lesson_.reset();
  if (!aside_) return;
  restore();
  begin_looking();
}

void Workspace::read_lesson(ShelvedLesson lesson, std::size_t step) {
  lesson_opening_.open(std::move(lesson), step);
}

void Workspace::read_lesson_at(std::string path, std::size_t step) {
  lesson_opening_.open(std::move(path), step);
}

std::optional<OpenedLesson> Workspace::take_read_lesson() {
  std::optional<OpenedLesson> opened = lesson_opening_.take();
  if (opened && opened->shelf) lesson_shelf_ = *std::exchange(opened->shelf, std::nullopt);
  return opened;
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
  scene.view = format_view(look.with_hidden(aside_->view), scene.view);
  return scene;
}

void Workspace::leave_document() {
  if (!document_.is_changed()) return;
  document_.set_view(scene_with_view().view);
  const std::string error = left_work_.add({std::move(document_), file_});
  if (!error.empty()) notices.tell("Not kept for a crash: " + error);
}

void Workspace::bring_back(std::size_t n) {
  LeftWork::Item work = left_work_.take(n);
  if (imported_) imported_->forget_open();
  begin_document(std::move(work.document), std::move(work.file));
}

/// Returns whether numbers in view are missing in the new evaluation: then it is shown after they
/// are loaded.
bool Workspace::lacks_numbers(const std::shared_ptr<const Evaluation>& made) const {
  return has_all_numbers() && partly_read(made) != nullptr && needed_numbers({}).all;
}

/// Null if it is complete.
const gl::PartlyRead* Workspace::partly_read(
    const std::shared_ptr<const Evaluation>& evaluation) const {
  const gl::Device* const kept = device();
  return kept != nullptr ? kept->partly_read(evaluation) : nullptr;
}

const gl::Device* Workspace::device() const {
  return backends_ != nullptr ? backends_->device() : nullptr;
}

gl::Device* Workspace::device() { return backends_ != nullptr ? backends_->device() : nullptr; }

gl::NumbersNeeded Workspace::needed_numbers(const DrawnNumbers& drawn) const {
  return numbers_needed(look, *evaluated_, shown(), lesson_ != nullptr, drawn);
}

/// Problem of the newest scene in the result, if any.
std::optional<Problem> Workspace::take_answer(Patience patience) {
  auto answer = evaluated_.take(patience, [this](const auto& made) { return lacks_numbers(made); });
  if (!answer) return std::nullopt;
  if (answer->problem) return std::move(answer->problem);
  if (opening_ && answer->is_newest) open_evaluated();
  settle_selection();
  return std::nullopt;
}

std::optional<Problem> Workspace::check_edited(const Scene& scene) {
  if (auto problem = problem_of(scene)) return problem;
  if (evaluated_.is_of(scene) || evaluated_.wants(scene)) return std::nullopt;
  evaluated_.want(scene);
  return take_answer(Patience::kEdit);
}

void Workspace::catch_up() {
  if (imported_ && imported_->can_follow()) {
    imported_->follow();
    if (!imported_->problem().empty()) {
      notices.tell(problem_line(imported_->name(), "", imported_->problem()));
    }
    if (std::optional<Scene> joined = imported_->take_joined()) {
      open_layer(*std::move(joined), 0, look.view);
    }
  }
  const auto problem = take_answer(Patience::kNone);
  if (!problem) return;
  if (opening_) {
    const Opening failed = *std::exchange(opening_, std::nullopt);
    notices.tell(problem_line(failed.file.path, problem->place, problem->text));
    if (failed.is_recent) forget_recent(failed.file.path);
    follow_document();
    return;
  }
  // The edit was accepted before this was known.
  notices.complain(latest_.field, problem->text);
  document_.edit(latest_.label, latest_.merge_key, [this](Scene& scene) {
    std::string view = std::move(scene.view);
    scene = evaluated_->scene;
    scene.view = std::move(view);
  });
  follow_document();
}

void Workspace::evaluate_again() {
  if (opening_) return;
  evaluated_.want(scene());
  if (auto problem = take_answer(Patience::kEdit)) notices.tell(problem->text);
}

void Workspace::follow_document() {
  if (evaluated_.is_of(scene())) {
    evaluated_.stay(scene());
  } else if (!evaluated_.wants(scene())) {
    evaluated_.want(scene());
    take_answer(Patience::kEdit);
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
  const std::size_t heads = std::min(scene().heads.size(), evaluated_->trace.heads.size());
  const gl::PartlyRead* part = partly_read(evaluated_.shared());
  return std::clamp<Index>(part != nullptr ? part->head : look.view.head, 0,
                           static_cast<Index>(heads) - 1);
}

bool Workspace::is_shown(Cell cell) const {
  return has(scene(), cell) && has(evaluated_->scene, cell);
}

bool Workspace::is_like_shown() const {
  const auto shape = [](const Scene& s) {
    return std::tuple(s.key_count(), s.query_count(), s.heads.size(), s.embeddings->cols(),
                      s.query_embeddings().cols(), s.queries.has_value(),
                      s.values ? (*s.values)->cols() : 0);
  };
  return shape(scene()) == shape(evaluated_->scene);
}

float Workspace::newest_temperature() const {
  const Scene& shown = evaluated_->scene;
  if (!evaluated_.is_behind() || opening_ || !same_but_temperature(scene(), shown)) {
    return shown.normalizer.temperature;
  }
  return scene().normalizer.temperature;
}

void Workspace::edit(std::string_view field, std::string_view label, std::string_view merge_key,
                     const std::function<void(Scene&)>& change) {
  notices.forget_complaint();
  if (opening_) {
    notices.complain(field, "another scene is being opened");
    return;
  }
  latest_ = {std::string(field), std::string(label), std::string(merge_key)};
  const auto unlocked_change = [&](Scene& scene) {
    const Scene before = look.view.locked.empty() ? Scene{} : scene;
    change(scene);
    if (!is_locked(before, scene)) return;
    notices.tell(std::string(locked_words()));
    throw SceneError({"", std::string(locked_words())});
  };
  if (const auto problem = document_.edit(label, merge_key, unlocked_change)) {
    notices.complain(field, problem->text);
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
  return lesson_ ? kLockedInLesson : kLockedInScene;
}

void Workspace::forget_refusal() {
  const std::string& message = notices.message();
  if (message == kLockedInLesson || message == kLockedInScene) notices.forget_message();
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
  const gl::PartlyRead* part = partly_read(evaluated_.shared());
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
  notices.forget_complaint();
  if (opening_) return;
  if (is_locked(scene(), document_.steps()[step].after)) {
    notices.tell(std::string(locked_words()));
    return;
  }
  document_.go_to(step);
  follow_document();
}

Scene Workspace::scene_with_view() const {
  Scene scene = document_.scene();
  scene.view = format_view(look.with_hidden(look.view), scene.view);
  return scene;
}

void Workspace::decline_offered(bool and_all) {
  offered_.work.reset();
  offered_.all_are_declined |= and_all;
}

void Workspace::open_recovered() {
  const Recovered work = *std::exchange(offered_.work, std::nullopt);
  try {
    open({work.scene, {work.path, work.stamp}, true, false});
  } catch (const SceneError& error) {
    notices.tell("The work that was kept can't be opened: " + error.problem().text);
  }
}

void Workspace::open_new() { open(new_scene(), ""); }

void Workspace::offer_import(const std::string& path) {
  try {
    import_offer_ = std::make_unique<ImportOffer>(path);
  } catch (const ImportError& error) {
    notices.tell(problem_line(path, "", error.what()));
  }
}

void Workspace::accept_import() {
  const auto offer = std::exchange(import_offer_, nullptr);
  if (!offer) return;
  auto imported = offer->imported(wake_);
  const ImportedHead first{offer->layer(), 0};
  std::swap(imported_, imported);
  const std::size_t before = document_number_;
  open_head(first, {});
  const bool is_opened = opening_ || document_number_ != before;
  if (!is_opened) {
    std::swap(imported_, imported);
  } else if (!offer->has_several()) {
    imported_.reset();
  }
}

void Workspace::add_to_figure(const Look::ExportWish& wish) {
  if (lesson_ && lesson_->play.is_asked()) {
    notices.tell("Figures come with your answer");
    return;
  }
  const Scene& now = document_.scene();
  try {
    // The difference is of little use without both results.
    const auto kept = look.snapshot.kept;
    const bool is_difference =
        kept && !wish.evaluation && look.snapshot.shown == Version::kDifference;
    if (is_difference) figure_.add(kept->scene, wish.view, look.view, wish.settings);
    figure_.add(wish.evaluation ? wish.evaluation->scene : now, wish.view, look.view,
                wish.settings);
    if (is_difference) figure_.add_difference();
  } catch (const std::runtime_error& error) {
    notices.tell(std::string("Not added to the figure: ") + error.what());
    return;
  }
  const std::size_t count = figure_.figure().panels.size();
  notices.tell("Added to the figure, which has " + std::to_string(count) +
               (count == 1 ? " panel" : " panels") + " now: File → Figure shows it");
}

bool Workspace::open_figure(const std::string& path) {
  try {
    figure_.open(path);
  } catch (const SceneError& error) {
    notices.tell(problem_line(path, error.problem().place, error.problem().text));
    forget_recent(path);
    return false;
  }
  look.wants_figure = true;
  return true;
}

void Workspace::open_imported(ImportedHead place) {
  if (!imported_) return;
  if (imported_->is_open(place)) {
    look.view.head = std::min<Index>(place.head, std::ssize(scene().heads) - 1);
    return;
  }
  open_head(place, look.view);
}

void Workspace::open_head(ImportedHead place, ViewState view) {
  try {
    Scene scene = imported_->scene(place);
    open_layer(std::move(scene), place.head, std::move(view));
  } catch (const ImportError& error) {
    notices.tell(problem_line(imported_->name(), "", error.what()));
  } catch (const std::bad_alloc&) {
    notices.tell(problem_line(imported_->name(), "", "too large for the available memory"));
  }
}

/// Imported data is in its file: it is work only after changes.
void Workspace::open_layer(Scene scene, Index head, ViewState view) {
  view.head = std::clamp<Index>(head, 0, std::ssize(scene.heads) - 1);
  if (view.selection && !has(scene, *view.selection)) view.selection.reset();
  scene.view = format_view(view, "{}");
  try {
    open({std::move(scene), {}, false, false, "", true});
  } catch (const SceneError& error) {
    notices.tell(problem_line(imported_->name(), error.problem().place, error.problem().text));
  }
}

bool Workspace::open_file(const std::string& path) { return open_file(path, ""); }

bool Workspace::open_file(const std::string& path, std::string told) {
  try {
    std::error_code ignored;
    // Reading a pipe would block the window until it is written.
    if (std::filesystem::is_other(std::filesystem::status(path, ignored))) {
      throw SceneError({"", "not a regular file"});
    }
    KnownFile file = path;
    Scene scene = read_scene(path, file.stamp);
    open({std::move(scene), std::move(file), false, true, std::move(told)});
  } catch (const SceneError& error) {
    notices.tell(problem_line(path, error.problem().place, error.problem().text));
    forget_recent(path);
    return false;
  }
  return true;
}

void Workspace::open_code(std::string_view code) {
  try {
    open(parse_scene(file_in_code(code)), "");
  } catch (const SceneError& error) {
    notices.tell(problem_line("The copied link", error.problem().place, error.problem().text));
  }
}

void Workspace::forget_recent(const std::string& path) {
  try {
    remove_recent_file(path);
  } catch (const std::exception&) {
    // Not critical: the list then offers the file once more.
  }
}

void Workspace::note_recent() const {
  try {
    add_recent_file(file_.path);
  } catch (const std::exception&) {
    // Not critical: the file itself was opened or saved.
  }
}

void Workspace::reload() {
  constexpr const char* kTold =
      "Opened what is in the file now. What was not saved is in File → Unsaved.";
  open_file(std::string(file_.path), document_.is_changed() ? kTold : "");
}

bool Workspace::save_as(const std::string& to) {
  finds_newer_ = absolute_path(to) == absolute_path(file_.path) && is_other_now(file_);
  return !finds_newer_ && write_to(to);
}

bool Workspace::write_to(const std::string& path) {
  document_.set_view(scene_with_view().view);
  KnownFile written = path;
  try {
    written.stamp = write_scene(scene(), path);
  } catch (const std::exception& error) {
    notices.tell(problem_line(path, "", in_words(error)));
    return false;
  }
  file_ = std::move(written);
  document_.mark_saved();
  notices.tell("Saved " + attn::shown(valid_utf8(path), 1000));
  note_recent();
  return true;
}

}  // namespace attn
