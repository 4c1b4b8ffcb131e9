#include "app/session/workspace/look.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "app/document/view/view_kinds.h"
#include "app/figure/numbers/evaluated_scene.h"
#include "app/figure/text/visible_text.h"
#include "engine/base/text.h"
#include "engine/fast/evaluator.h"

namespace attn {
namespace {

/// Reason why rows (or columns) cannot be subtracted.
std::optional<std::string> mismatch_of(const std::vector<std::string>& a,
                                       const std::vector<std::string>& b, const std::string& what) {
  if (a.size() != b.size()) {
    return "A has " + counted(a.size(), what) + ", B has " + std::to_string(b.size());
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i]) continue;
    return what + " " + std::to_string(i) + " is “" + visible_text(a[i]) + "” in A, “" +
           visible_text(b[i]) + "” in B";
  }
  return std::nullopt;
}

}  // namespace

std::string Snapshot::keep(std::shared_ptr<const Evaluation> evaluation) {
  const double open = bytes_in_window(evaluation->scene), own = bytes_of_one(evaluation->scene);
  // The previous snapshot is replaced, so its memory does not count.
  const double before = memory ? memory->bytes() : 0;
  if (auto problem = memory_problem(open + own - before)) {
    return "A can't be stored: " + problem->text;
  }
  drop();
  kept = std::move(evaluation);
  memory = std::make_unique<const KeptMemory>(own);
  return "";
}

void Snapshot::drop() { *this = {}; }

void Snapshot::flip() {
  if (kept) shown = shown == Version::kNow ? Version::kKept : Version::kNow;
}

std::optional<std::string> why_no_difference(const Evaluation& a, const Evaluation& b, Index head) {
  if (head >= static_cast<Index>(a.trace.heads.size())) {
    return "A has no head " + std::to_string(head);
  }
  if (auto reason = mismatch_of(a.scene.query_tokens(), b.scene.query_tokens(), "query token")) {
    return reason;
  }
  return mismatch_of(a.scene.tokens, b.scene.tokens, "key token");
}

void Look::forget_scene() {
  hovered.reset();
  walked.reset();
  value_column.reset();
  painting = false;
  snapshot.drop();
  learning = {};
  slope = {.is_on = slope.is_on};
  raised = {};
}

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
