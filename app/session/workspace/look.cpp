#include "app/session/workspace/look.h"

#include <algorithm>
#include <utility>

#include "app/document/view/view_kinds.h"

namespace attn {

void Look::hide_or_show(const std::string& part) {
  const bool was_hidden = is_hidden(part);
  view.hidden.erase(part);
  hidden_from_class.erase(part);
  if (!was_hidden) hidden_from_class.insert(part);
}

void Look::leave_hidden_view() {
  const auto tab = [](const ViewKind& kind) { return std::string(kind.part); };
  if (!hidden_from_class.contains(tab(view_kind(view)))) return;
  view.tab = ViewState{}.tab;
  if (!is_hidden(tab(view_kind(view)))) return;
  const auto seen = std::ranges::find_if(
      view_kinds(), [&](const ViewKind& kind) { return !is_hidden(tab(kind)); });
  if (seen != view_kinds().end()) view.tab = seen->id;
}

void Look::hide_from_class(std::set<std::string> parts) {
  hidden_from_class = std::move(parts);
  leave_hidden_view();
}

Scene Look::with_view(Scene scene, ViewState state) const {
  state.hidden.insert(hidden_from_class.begin(), hidden_from_class.end());
  scene.view = format_view(state, scene.view);
  return scene;
}

}  // namespace attn
