#include "app/ui/numbers_needed.h"

#include <algorithm>
#include <utility>

#include "app/figure/diagram/shading.h"
#include "app/ui/backends.h"
#include "app/ui/view.h"

namespace attn::ui {

bool is_of_all_numbers(std::string_view range) {
  // Weights are within 0 to 1; of any other range it is to be seen which are beyond.
  return range_kind(range, false).id != "fixed";
}

NumbersNeeded numbers_needed(const Session& session) {
  NumbersNeeded needed;
  needed.all = view_kind(session.view).id != "weights" || session.snapshot.kept || session.lesson ||
               session.export_wish || session.wants_all_numbers ||
               is_of_all_numbers(session.view.options.range);
  const Evaluation& shown_now = session.evaluation();
  needed.head =
      std::clamp<Index>(session.view.head, 0, static_cast<Index>(shown_now.trace.heads.size()) - 1);
  const auto [first, last] = session.rows_with_numbers;
  const Index end = std::min(last, shown_now.scene.query_count());
  for (Index row = first; row < end; ++row) needed.rows.push_back(row);
  if (const auto shown = session.shown()) {
    const auto place = std::ranges::lower_bound(needed.rows, shown->query);
    if (place == needed.rows.end() || *place != shown->query) {
      needed.rows.insert(place, shown->query);
    }
  }
  return needed;
}

void follow_numbers(Ui& ui, Session& session) {
  if (session.backends == nullptr) return;
  DeviceNumbers& numbers = session.backends->numbers();
  numbers.need(numbers_needed(session));
  session.wants_all_numbers = false;
  session.rows_with_numbers = {};
  if (session.is_behind() || numbers.has_needed(session.evaluation())) return;
  session.evaluate_again();
  ui.wake_at = ImGui::GetTime();  // they may be there already
}

}  // namespace attn::ui
