#include "app/session/files/imports.h"

#include <algorithm>
#include <new>
#include <utility>

#include "app/document/files/problem_line.h"

namespace attn {

void Imports::offer_file(const std::string& path) {
  try {
    offer_ = std::make_unique<ImportOffer>(path);
  } catch (const ImportError& error) {
    workspace_.notices.tell(problem_line(path, "", error.what()));
  }
}

void Imports::accept() {
  const auto accepted = std::exchange(offer_, nullptr);
  if (!accepted) return;
  auto before = std::exchange(imported_, accepted->imported(wake_));
  if (!open_head({accepted->layer(), 0}, {})) {
    imported_ = std::move(before);
  } else if (!accepted->has_several()) {
    imported_.reset();
  }
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
  try {
    Scene scene = imported_->scene(place);
    return open_layer(std::move(scene), place.head, std::move(view));
  } catch (const ImportError& error) {
    workspace_.notices.tell(problem_line(imported_->name(), "", error.what()));
  } catch (const std::bad_alloc&) {
    workspace_.notices.tell(
        problem_line(imported_->name(), "", "too large for the available memory"));
  }
  return false;
}

/// Likewise. Imported attention is stored in its file, so it is unsaved work only after changes.
bool Imports::open_layer(Scene scene, Index head, ViewState view) {
  view.head = std::clamp<Index>(head, 0, std::ssize(scene.heads) - 1);
  const std::optional<Cell> cell = view.selection;
  if (cell && !(cell->query < scene.query_count() && cell->key < scene.key_count())) {
    view.selection.reset();
  }
  scene.view = format_view(view, "{}");
  try {
    open_(std::move(scene));
  } catch (const SceneError& error) {
    const Problem& problem = error.problem();
    workspace_.notices.tell(problem_line(imported_->name(), problem.place, problem.text));
    return false;
  }
  return true;
}

void Imports::follow() {
  if (!can_follow()) return;
  imported_->follow();
  if (!imported_->problem().empty()) {
    workspace_.notices.tell(problem_line(imported_->name(), "", imported_->problem()));
  }
  if (std::optional<Scene> joined = imported_->take_joined()) {
    open_layer(*std::move(joined), 0, workspace_.look.view);
  }
}

}  // namespace attn
