#include "app/session/files/imports.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "app/document/files/problem_line.h"
#include "app/document/imports/open_dump.h"
#include "engine/base/clamped.h"
#include "engine/base/text.h"

namespace attn {
namespace {

std::string reading_words(const RunningModel& model) {
  return "Reading " + shown(model.name(), 100) + " …";
}

}  // namespace

void Imports::decline() {
  if (!offer_ || !offer_->is_busy()) return offer_.reset();
  // A large text is parsed as a whole: nothing waits for it.
  std::thread([left = std::move(offer_)]() mutable { left.reset(); }).detach();
}

void Imports::offer_file(const std::string& path, const DumpChoice& choice) {
  decline();
  offer_ = std::make_unique<ImportOffer>(path, choice, wake_ != nullptr);
  follow_offer();
}

void Imports::open_model(const std::string& path) {
  decline();
  close_model();
  has_heads_ = false;
  opens_in_lesson_ = workspace_.is_lesson();
  model_ = std::make_unique<RunningModel>(path, wake_);
  if (model_->is_busy()) workspace_.notices.tell(reading_words(*model_));
  follow_model();
}

void Imports::close() {
  close_model();
  imported_.reset();
}

void Imports::close_model() {
  if (!model_ || !model_->is_busy()) return model_.reset();
  // Reading a file ends when it is read: nothing waits for it.
  std::thread([left = std::move(model_)]() mutable { left.reset(); }).detach();
}

void Imports::follow_model() {
  if (!model_) return;
  model_->follow();
  std::shared_ptr<const AttentionDump> heads = model_->take_heads();
  if (!heads) {
    if (has_heads_ || model_->problem().empty()) return;
    workspace_.notices.tell(problem_line(model_->path(), "", model_->problem()));
    return close_model();
  }
  if (workspace_.is_lesson() && !opens_in_lesson_) {
    workspace_.notices.tell(shown(model_->name(), 100) +
                            " is read: open it again when the lesson is over");
    return close_model();
  }
  if (workspace_.notices.message() == reading_words(*model_)) workspace_.notices.forget_message();
  const auto before = std::exchange(
      imported_, std::make_unique<ImportedAttention>(model_->name(), std::move(heads), wake_));
  const bool is_again = std::exchange(has_heads_, true) && before;
  if (is_again) {
    imported_->choose_hide(before->hide());
    const std::string words = show_again(*before);
    if (!words.empty()) workspace_.notices.tell(imported_->name() + " ran" + words);
    workspace_.look.wants_layers = true;  // where the text was typed
  } else {
    workspace_.look.wants_layers = open_head({0, 0}, {});
  }
}

void Imports::accept(bool shows_layers) {
  if (!offer_) return;
  shows_layers_ = shows_layers;
  offer_->accept();
  follow_offer();
}

void Imports::follow_offer() {
  if (!offer_) return;
  offer_->follow();
  if (!offer_->failure().empty()) {
    workspace_.notices.tell(problem_line(offer_->path(), "", offer_->failure()));
    offer_.reset();
  } else if (std::optional<Scene> scene = offer_->take_scene()) {
    open_accepted(*std::move(scene));
  }
}

void Imports::open_accepted(Scene scene) {
  auto before = std::exchange(imported_, offer_->imported(wake_));
  if (std::string problem = open_layer(std::move(scene), offer_->head(), {}); !problem.empty()) {
    imported_ = std::move(before);
    return offer_->refuse(std::move(problem));
  }
  close_model();
  if (!offer_->has_several()) imported_.reset();
  workspace_.look.wants_layers = shows_layers_ && imported_;
  offer_.reset();
}

void Imports::open(ImportedHead place) {
  if (!imported_) return;
  Look& look = workspace_.look;
  if (imported_->is_open(place)) {
    look.view.head = std::min<Index>(place.head, std::ssize(workspace_.scene().heads) - 1);
    return;
  }
  open_head(place, look.view);
}

/// Returns whether it opens; else a message says why not.
bool Imports::open_head(ImportedHead place, ViewState view) {
  std::string problem;
  const std::string unread = import_problem(
      [&] { problem = open_layer(imported_->scene(place), place.head, std::move(view)); });
  if (!unread.empty()) problem = problem_line(imported_->name(), "", unread);
  if (!problem.empty()) workspace_.notices.tell(problem);
  return problem.empty();
}

/// Returns the reason why it does not open; else empty. Imported attention is stored in its file,
/// so it is unsaved work only after changes.
std::string Imports::open_layer(Scene scene, Index head, ViewState view) {
  view.head = clamped<Index>(head, 0, std::ssize(scene.heads) - 1);
  const std::optional<Cell> cell = view.selection;
  if (cell && !(cell->query < scene.query_count() && cell->key < scene.key_count())) {
    view.selection.reset();
  }
  scene.view = format_view(view, "{}");
  try {
    open_(std::move(scene));
  } catch (const SceneError& error) {
    const Problem& problem = error.problem();
    return problem_line(imported_->name(), problem.place, problem.text);
  }
  return "";
}

bool Imports::follow_file() {
  // A lesson's scene is not replaced: the file is read when the lesson ends.
  if (!imported_ || imported_->path().empty() || workspace_.is_lesson()) return false;
  if (poll_.find_changed({{imported_->path(), imported_->file()}}).empty()) return false;
  const std::string name = imported_->name();
  try {
    OpenedImport opened = opened_import(dump_bytes(imported_->path()), imported_->choice());
    const auto before = std::exchange(
        imported_, std::make_unique<ImportedAttention>(imported_->path(), imported_->choice(),
                                                       std::move(opened), wake_));
    workspace_.notices.tell(name + " was changed, and read again" + show_again(*before));
  } catch (const ImportError& error) {
    workspace_.notices.tell(
        problem_line(name, "", std::string("changed, and it can't be read: ") + error.what()));
    return false;
  }
  return true;
}

/// Opens the layer and head that were open, if they still exist. Returns the words about it.
std::string Imports::show_again(const ImportedAttention& before) {
  const ImportedHead open = before.open_head();
  if (open.head < 0) return "; the open scene stays as it is";
  if (workspace_.document().is_changed()) return "; your changed scene stays as it is";
  const Index name = before.layer_name(open.layer);
  ImportedHead place{0, 0};
  while (place.layer < imported_->layer_count() && imported_->layer_name(place.layer) != name) {
    ++place.layer;
  }
  const bool is_there = place.layer < imported_->layer_count();
  if (!is_there) place.layer = 0;
  place.head = std::min<Index>(open.head, imported_->layer(place.layer).heads - 1);
  if (!open_head(place, workspace_.look.view)) return "; the open scene stays as it is";
  if (is_there && place.head == open.head) return "";
  return ": layer " + std::to_string(name) + ", head " + std::to_string(open.head) +
         " is gone, layer " + std::to_string(imported_->layer_name(place.layer)) + ", head " +
         std::to_string(place.head) + " is shown";
}

void Imports::follow() {
  follow_offer();
  follow_model();
  if (!imported_ || !imported_->can_follow()) return;
  imported_->follow();
  if (!imported_->problem().empty()) {
    workspace_.notices.tell(problem_line(imported_->name(), "", imported_->problem()));
  }
  if (std::optional<Scene> joined = imported_->take_joined()) {
    std::string problem = open_layer(*std::move(joined), 0, workspace_.look.view);
    if (!problem.empty()) workspace_.notices.tell(std::move(problem));
  }
}

}  // namespace attn
