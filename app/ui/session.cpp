#include "app/ui/session.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

#include "app/document/scene_file.h"
#include "engine/attention.h"
#include "engine/check.h"

namespace attn::ui {
namespace {

Evaluation evaluate_timed(const Scene& scene) {
  const auto start = std::chrono::steady_clock::now();
  Trace trace = attn::evaluate(scene);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  return {scene, std::move(trace), taken.count()};
}

/// "The sleepy child" -> "the-sleepy-child.attn.json"
std::string file_name_for(const std::string& title) {
  std::string name;
  for (const char c : title) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    const bool is_capital = c >= 'A' && c <= 'Z';
    if (is_plain) name += c;
    if (is_capital) name += static_cast<char>(c - 'A' + 'a');
    if (!is_plain && !is_capital && !name.empty() && name.back() != '-') name += '-';
  }
  while (name.ends_with('-')) name.pop_back();
  return (name.empty() ? "scene" : name.substr(0, 60)) + ".attn.json";
}

bool has(const Scene& scene, Cell cell) {
  return cell.query < scene.query_count() && cell.key < scene.key_count();
}

}  // namespace

Session::Session(Scene scene, std::string path) : document_(scene) {
  open(std::move(scene), std::move(path));
}

void Session::open(Scene scene, std::string path) {
  evaluate(scene);
  view = parse_view(scene.view);
  document_ =
      Document(std::move(scene), [this](const Scene& changed) { return evaluate_if_new(changed); });
  path_ = std::move(path);
  hovered.reset();
  snapshot.drop();
  complaint_field_.clear();
  follow_document();
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
  evaluation_ = std::make_shared<Evaluation>(evaluate_timed(scene));
  ++evaluation_number_;
}

void Session::follow_document() {
  if (!same_computation(scene(), evaluation_->scene)) evaluate(scene());
  if (!(evaluation_->scene == scene())) {
    // What is kept of it elsewhere stays as it is.
    if (evaluation_.use_count() > 1) evaluation_ = std::make_shared<Evaluation>(*evaluation_);
    evaluation_->scene = scene();
  }
  if (hovered && !has(scene(), *hovered)) hovered.reset();
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

void Session::open_file(const std::string& path) {
  try {
    open(read_scene(path), path);
    message.clear();
  } catch (const SceneError& error) {
    const Problem& problem = error.problem();
    message = path + ": " + (problem.place.empty() ? "" : problem.place + ": ") + problem.text;
  }
}

void Session::save() {
  if (path_.empty()) path_ = file_name_for(scene().title);
  document_.set_view(scene_with_view().view);
  try {
    write_scene(scene(), path_);
    document_.mark_saved();
    message = "Saved " + path_;
  } catch (const std::exception& error) {
    message = path_ + ": " + error.what();
  }
}

}  // namespace attn::ui
