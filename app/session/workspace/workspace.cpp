#include "app/session/workspace/workspace.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "app/document/edits/new_scene.h"
#include "app/document/files/memory_limit.h"
#include "app/document/scene_file/scene_parts.h"
#include "app/document/shelf/example_shelf.h"
#include "app/document/view/view_kinds.h"
#include "app/figure/numbers/evaluated_scene.h"
#include "app/session/evaluation/backends.h"
#include "app/session/workspace/numbers_needed.h"
#include "engine/base/clamped.h"
#include "engine/reference/check.h"

namespace attn {
namespace {

using Patience = LatestEvaluation::Patience;

constexpr std::string_view kLockedInLesson = "This step of the lesson locks it";
constexpr std::string_view kLockedInScene = "This scene locks it";

bool has(const Scene& scene, Cell cell) {
  return cell.query < scene.query_count() && cell.key < scene.key_count();
}

/// Problem of a scene that can be found before evaluation.
std::optional<Problem> problem_of(const Scene& scene) {
  if (auto problem = check(scene)) return problem;
  return memory_problem(bytes_in_window(scene));
}

}  // namespace

Workspace::Workspace(std::function<void()> wake, BackgroundEvaluation::Evaluate evaluate,
                     const Backends* backends)
    : document_(new_scene()),
      backends_(backends),
      evaluated_(document_.scene(), std::move(wake), std::move(evaluate)) {}

void Workspace::open(Scene scene, Opened opened, NotOpened not_opened) {
  if (auto problem = problem_of(scene)) throw SceneError(*std::move(problem));
  evaluated_.request(scene);
  opening_ = Opening{std::move(scene), std::move(opened), std::move(not_opened)};
  if (auto problem = take_answer(Patience::kOpening)) {
    opening_.reset();
    follow_document();
    throw SceneError(*std::move(problem));
  }
}

Document Workspace::document_of(Scene scene) {
  return Document(std::move(scene), [this](const Scene& changed) { return check_edited(changed); });
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

OpenDocument Workspace::show(OpenDocument next) {
  OpenDocument before{std::move(document_), std::move(file_), std::move(look.view), is_lesson_};
  document_ = std::move(next.document);
  file_ = std::move(next.file);
  look.view = std::move(next.view);
  is_lesson_ = next.is_lesson;
  forget_refusal();
  look.stage.reset();
  look.forget_scene();
  look.finds_newer = false;
  notices.forget_complaint();
  follow_document();
  return before;
}

OpenDocument Workspace::show_lesson(Scene scene) {
  opening_.reset();
  ViewState view = parse_view(scene.view);
  return show({document_of(std::move(scene)), {}, std::move(view), true});
}

/// Returns whether numbers in view are missing in the new evaluation: then it is shown after they
/// are loaded.
bool Workspace::lacks_numbers(const std::shared_ptr<const Evaluation>& made) const {
  return has_all_numbers() && partly_read(made) != nullptr && needed_numbers({}).all;
}

/// Loaded part of the shown evaluation; null if it is complete.
const gl::PartlyRead* Workspace::partly_read(
    const std::shared_ptr<const Evaluation>& evaluation) const {
  const gl::Device* const kept = device();
  return kept != nullptr ? kept->partly_read(evaluation) : nullptr;
}

const gl::Device* Workspace::device() const {
  return backends_ != nullptr ? backends_->device() : nullptr;
}

gl::NumbersNeeded Workspace::needed_numbers(const DrawnNumbers& drawn) const {
  return numbers_needed(look, *evaluated_, shown(), is_lesson_, drawn);
}

/// Problem of the newest scene in the result, if any.
std::optional<Problem> Workspace::take_answer(Patience patience) {
  auto answer =
      evaluated_.take_newest(patience, [this](const auto& made) { return lacks_numbers(made); });
  if (!answer) return std::nullopt;
  if (answer->problem) return std::move(answer->problem);
  if (opening_ && answer->is_newest) {
    Opening opening = *std::exchange(opening_, std::nullopt);
    opening.opened(document_of(std::move(opening.scene)));
    keep_strongest();
  }
  settle_selection();
  return std::nullopt;
}

std::optional<Problem> Workspace::check_edited(const Scene& scene) {
  if (auto problem = problem_of(scene)) return problem;
  if (evaluated_.belongs_to(scene) || evaluated_.is_requested(scene)) return std::nullopt;
  evaluated_.request(scene);
  return take_answer(Patience::kEdit);
}

void Workspace::catch_up() {
  const auto problem = take_answer(Patience::kNone);
  if (!problem) return;
  if (opening_) {
    const Opening failed = *std::exchange(opening_, std::nullopt);
    failed.not_opened(*problem);
    follow_document();
    return;
  }
  // The edit was accepted before its evaluation failed.
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
  evaluated_.request(scene());
  if (auto problem = take_answer(Patience::kEdit)) notices.tell(problem->text);
}

void Workspace::follow_document() {
  if (evaluated_.belongs_to(scene())) {
    evaluated_.keep_evaluation_for(scene());
  } else if (!evaluated_.is_requested(scene())) {
    evaluated_.request(scene());
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
  return clamped<Index>(part != nullptr ? part->head : look.view.head, 0,
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
  if (look.snapshot.is_chosen()) look.snapshot.shown = Version::kNow;  // B is what changes
  latest_ = {std::string(field), std::string(label), std::string(merge_key)};
  const auto unlocked_change = [&](Scene& scene) {
    const Scene before = scene;
    change(scene);
    if (!is_lesson_) {
      scene.title = title_after_edit(before, scene, document_.steps().front().after);
    }
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
  return is_lesson_ ? kLockedInLesson : kLockedInScene;
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

std::shared_ptr<const Evaluation> Workspace::looked_at() const {
  return look.snapshot.is_chosen() ? look.snapshot.kept : evaluated_.shared();
}

std::string_view Workspace::looked_at_name() const {
  return !look.snapshot.kept ? "" : look.snapshot.is_chosen() ? "A: " : "B: ";
}

std::optional<Cell> Workspace::explained() const {
  const std::optional<Cell> cell = shown();
  if (look.snapshot.is_chosen()) {
    const Scene& kept = look.snapshot.kept->scene;
    const bool has = cell && cell->query < kept.query_count() && cell->key < kept.key_count() &&
                     head() < std::ssize(kept.heads);
    return has ? cell : std::nullopt;
  }
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

void Workspace::mark_saved(KnownFile file) {
  document_.set_view(scene_with_view().view);
  document_.mark_saved();
  file_ = std::move(file);
}

}  // namespace attn
