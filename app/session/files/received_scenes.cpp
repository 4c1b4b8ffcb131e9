// Scenes that other programs send: the part of Files about them.

#include <algorithm>
#include <utility>

#include "app/document/files/problem_line.h"
#include "app/session/files/files.h"
#include "engine/base/text.h"

namespace attn {
namespace {

std::string in_quotes(const std::string& name) { return "“" + shown(name, 60) + "”"; }

}  // namespace

bool Files::listen() {
  if (!wake_) return false;
  inbox_ = std::make_unique<Inbox>(wake_);
  if (!inbox_->listen(window_socket_path())) inbox_.reset();
  return inbox_ != nullptr;
}

bool Files::is_shown(const Received& item) const {
  return item.document == document_number_ && !workspace_.is_lesson();
}

bool Files::receive() {
  // While a large scene is being opened, the newest ones wait in the inbox.
  if (!inbox_ || workspace_.opening() != nullptr) return false;
  std::string opens;
  bool is_update = false;
  for (ReceivedScene& one : inbox_->take()) {
    auto found = std::ranges::find(received_, one.name, &Received::name);
    const bool is_new = found == received_.end();
    if (is_new) {
      if (received_.size() == Inbox::kMostNames) {
        const auto hidden = std::ranges::find_if_not(
            received_, [&](const Received& item) { return is_shown(item); });
        received_.erase(hidden);
      }
      received_.push_back({.name = one.name, .scene = {}});
      found = received_.end() - 1;
    }
    found->scene = std::move(one.scene);
    if (is_new && workspace_.is_lesson()) {
      workspace_.notices.tell("Received " + in_quotes(found->name) + ": it is in File → Received");
    } else if (is_new) {
      opens = found->name;
      is_update = false;
    } else if (is_shown(*found) && !workspace_.document().is_changed()) {
      if (opens.empty()) {
        opens = found->name;
        is_update = true;
      }
    } else if (is_shown(*found) && !found->is_told) {
      found->is_told = true;
      workspace_.notices.tell(in_quotes(found->name) +
                              " was sent again. Your changed scene stays as it is; the new one "
                              "is in File → Received");
    }
  }
  if (opens.empty()) return false;
  const auto item = std::ranges::find(received_, opens, &Received::name);
  open_received(static_cast<std::size_t>(item - received_.begin()));
  return is_update;
}

void Files::open_received(std::size_t n) {
  Received& item = received_[n];
  item.is_told = false;
  Scene scene = *item.scene;
  if (is_shown(item)) scene.view = format_view(workspace_.look.view, scene.view);
  try {
    open(std::move(scene), {}, {.received = item.name});
  } catch (const SceneError& error) {
    const Problem& problem = error.problem();
    workspace_.notices.tell(problem_line(in_quotes(item.name), problem.place, problem.text));
  }
}

}  // namespace attn
