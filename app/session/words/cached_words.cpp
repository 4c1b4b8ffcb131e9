#include "app/session/words/cached_words.h"

#include <utility>

#include "app/figure/numbers/cost_words.h"
#include "engine/reference/cost.h"

namespace attn {

const Explanation& LastExplanation::explanation_of(
    const std::shared_ptr<const Evaluation>& evaluation, Index head, Cell cell,
    std::optional<Index> column) {
  const bool is_same = evaluation && evaluation_.lock() == evaluation && head_ == head &&
                       cell_ == cell && column_ == column;
  if (is_same) return explanation_;
  evaluation_.reset();  // in case explain() throws
  explanation_ = explain(*evaluation, head, cell, column);
  told_.clear();
  evaluation_ = evaluation;
  head_ = head;
  cell_ = cell;
  column_ = column;
  return explanation_;
}

const Contributions& LastExplanation::contributions(std::size_t told) {
  const auto [at, is_new] = told_.try_emplace(told);
  if (is_new) {
    at->second = contributions_of(*evaluation_.lock(), static_cast<std::size_t>(head_), cell_,
                                  explanation_.contributions.column, told);
  }
  return at->second;
}

const std::vector<std::string>& CachedCostLines::lines_of(const Scene& scene) {
  if (scene_ == scene) return lines_;
  if (!scene_ || !have_same_visible_pairs(*scene_, scene)) seen_ = count_seen_pairs(scene);
  auto lines = cost_lines(scene, Cost(scene, seen_));
  if (lines != lines_) lines_ = std::move(lines);
  scene_ = scene;
  return lines_;
}

}  // namespace attn
