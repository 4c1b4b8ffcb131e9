#include "app/ui/session.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "app/document/new_scene.h"
#include "app/document/problem_line.h"
#include "app/document/recent_files.h"
#include "app/document/scene_file.h"
#include "app/document/utf8.h"
#include "engine/check.h"
#include "engine/text.h"

namespace attn::ui {
namespace {

bool has(const Scene& scene, Cell cell) {
  return cell.query < scene.query_count() && cell.key < scene.key_count();
}

}  // namespace

Session::Session(Scene scene, std::string path) : document_(scene) {
  open(std::move(scene), std::move(path));
}

void Session::open(Scene scene, std::string path) {
  evaluate(scene);
  begin_document(
      Document(std::move(scene), [this](const Scene& changed) { return evaluate_if_new(changed); }),
      std::move(path));
}

void Session::begin_document(Document document, std::string path) {
  leave_document();
  document_ = std::move(document);
  view = parse_view(scene().view);
  path_ = std::move(path);
  hovered.reset();
  walked.reset();
  snapshot.drop();
  complaint_field_.clear();
  follow_document();
}

void Session::leave_document() {
  if (!document_.is_changed()) return;
  document_.set_view(scene_with_view().view);
  const std::string error = left_work_.add({std::move(document_), path_});
  if (!error.empty()) message = "Not kept for a crash: " + error;
}

void Session::bring_back(std::size_t n) {
  LeftWork::Item work = left_work_.take(n);
  begin_document(std::move(work.document), std::move(work.path));
}

std::optional<Problem> Session::evaluate_if_new(const Scene& scene) {
  if (auto problem = check(scene)) return problem;
  if (same_computation(scene, evaluation_->scene)) return std::nullopt;
  try {
    evaluate(scene);
  } catch (const SceneError& error) {
    return error.problem();
  }
  return std::nullopt;
}

void Session::evaluate(const Scene& scene) {
  evaluation_ = evaluator_.evaluate(scene);
  ++evaluation_number_;
}

void Session::follow_document() {
  if (!same_computation(scene(), evaluation_->scene)) evaluate(scene());
  // Names and notes are of the evaluation too, though nothing is computed from them.
  if (!(evaluation_->scene == scene())) evaluation_ = evaluator_.evaluate(scene());
  if (hovered && !has(scene(), *hovered)) hovered.reset();
  if (walked && !has(scene(), *walked)) walked.reset();
  view.head = std::min<Index>(view.head, static_cast<Index>(scene().heads.size()) - 1);
}

void Session::edit(std::string_view field, std::string_view label, std::string_view merge_key,
                   const std::function<void(Scene&)>& change) {
  complaint_field_.clear();
  if (const auto problem = document_.edit(label, merge_key, change)) {
    complain(field, problem->text);
  }
  follow_document();
}

std::optional<Cell> Session::pinned() const {
  return view.selection && has(scene(), *view.selection) ? view.selection : std::nullopt;
}

void Session::undo() {
  complaint_field_.clear();
  document_.undo();
  follow_document();
}

void Session::redo() {
  complaint_field_.clear();
  document_.redo();
  follow_document();
}

void Session::go_to(std::size_t step) {
  complaint_field_.clear();
  document_.go_to(step);
  follow_document();
}

void Session::complain(std::string_view field, std::string text) {
  complaint_field_ = field;
  complaint_text_ = std::move(text);
}

const std::string* Session::complaint(std::string_view field) const {
  return !complaint_field_.empty() && complaint_field_ == field ? &complaint_text_ : nullptr;
}

Scene Session::scene_with_view() const {
  Scene scene = document_.scene();
  scene.view = format_view(view, scene.view);
  return scene;
}

void Session::open_recovered() {
  const Recovered work = *recovered;
  recovered.reset();
  try {
    open(work.scene, work.path);
    document_.mark_unsaved();
  } catch (const SceneError& error) {
    message = "The work that was kept can't be opened: " + error.problem().text;
  }
}

void Session::open_new() { open(new_scene(), ""); }

bool Session::open_file(const std::string& path) {
  try {
    open(read_scene(path), path);
  } catch (const SceneError& error) {
    message = problem_line(path, error.problem().place, error.problem().text);
    try {
      remove_recent_file(path);
    } catch (const std::exception&) {
      // The list is a help only: it then offers the file once more.
    }
    return false;
  }
  note_recent();
  return true;
}

void Session::note_recent() const {
  try {
    add_recent_file(path_);
  } catch (const std::exception&) {
    // The list is a help only: the file itself was opened or saved.
  }
}

bool Session::save_as(const std::string& path) {
  document_.set_view(scene_with_view().view);
  try {
    write_scene(scene(), path);
  } catch (const std::exception& error) {
    message = problem_line(path, "", error.what());
    return false;
  }
  path_ = path;
  document_.mark_saved();
  message = "Saved " + attn::shown(valid_utf8(path), 1000);
  note_recent();
  return true;
}

}  // namespace attn::ui
