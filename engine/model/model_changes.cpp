#include "engine/model/model_changes.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

#include "engine/attention/shapes.h"

namespace attn {
namespace {

/// Equal numbers; NaN equals NaN.
template <typename Numbers>
bool are_same(const Numbers& a, const Numbers& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) return false;
  return std::equal(a.data(), a.data() + a.size(), b.data(), [](float x, float y) {
    return std::bit_cast<unsigned>(x) == std::bit_cast<unsigned>(y);
  });
}

template <typename Numbers>
bool are_same(const std::optional<Numbers>& a, const std::optional<Numbers>& b) {
  return a.has_value() == b.has_value() && (!a || are_same(*a, *b));
}

}  // namespace

bool HeadChange::operator==(const HeadChange& other) const {
  const bool are_seen_same =
      seen.has_value() == other.seen.has_value() &&
      (!seen || (seen->rows() == other.seen->rows() && seen->cols() == other.seen->cols() &&
                 *seen == *other.seen));
  return are_seen_same && temperature == other.temperature && are_same(output, other.output) &&
         are_same(weights, other.weights);
}

bool StatePatch::operator==(const StatePatch& other) const {
  return block == other.block && token == other.token && are_same(x, other.x);
}

bool LinkCut::operator==(const LinkCut& other) const {
  return from == other.from && to == other.to && input == other.input &&
         are_same(instead, other.instead);
}

bool LinkCut::is_into(const Attention& attention, std::size_t head, HeadInput of) const {
  if (input != of) return false;
  if (of == HeadInput::kQuery) return to.second == head;
  return keys_head(attention, to.second) == keys_head(attention, head);
}

std::shared_ptr<const ChangedAttention> changed_attention(Attention attention,
                                                          const std::string& place) {
  require_runnable(attention, place);
  LayerWeights weights = weights_of(attention);
  return std::make_shared<const ChangedAttention>(
      ChangedAttention{std::move(attention), std::move(weights)});
}

const ChangedAttention* ModelChanges::attention(std::size_t block) const {
  const auto found = attentions.find(block);
  return found == attentions.end() ? nullptr : found->second.get();
}

std::vector<LinkCut> ModelChanges::cuts_into(std::size_t block) const {
  std::vector<LinkCut> some;
  std::ranges::copy_if(cuts, std::back_inserter(some),
                       [&](const LinkCut& cut) { return cut.to.first == block; });
  return some;
}

std::size_t ModelChanges::first_difference(const ModelChanges& a, const ModelChanges& b,
                                           std::size_t blocks) {
  std::size_t first = blocks + 1;
  const auto add_differences = [&](const ModelChanges& one, const ModelChanges& other) {
    for (const auto& [block, attention] : one.attentions) {
      if (other.attention(block) != attention.get()) first = std::min(first, block);
    }
    for (const auto& [at, change] : one.heads) {
      const auto found = other.heads.find(at);
      if (found == other.heads.end() || !(found->second == change)) {
        first = std::min(first, at.first);
      }
    }
    for (const StatePatch& patch : one.patches) {
      const bool is_known = std::ranges::find(other.patches, patch) != other.patches.end();
      if (!is_known) first = std::min(first, patch.block);
    }
    for (const LinkCut& cut : one.cuts) {
      const bool is_known = std::ranges::find(other.cuts, cut) != other.cuts.end();
      if (!is_known) first = std::min(first, cut.to.first);
    }
  };
  add_differences(a, b);
  add_differences(b, a);
  return first;
}

}  // namespace attn
