#include "app/model/tokenizers/vocabulary.h"

#include <algorithm>
#include <bit>
#include <functional>

namespace attn::tokenizers {

void Vocabulary::reserve(std::size_t count) {
  const std::size_t slots = std::bit_ceil(count + count / 2 + 2);
  if (slots > slots_.size()) grow(slots);
}

bool Vocabulary::add(std::string_view text, int id) {
  if ((count_ + 1) * 3 > slots_.size() * 2) grow(slots_.size() * 2);
  const std::size_t slot = slot_of(text);
  if (slots_[slot] != kFree || has(id)) return false;
  if (id >= size()) spans_.resize(static_cast<std::size_t>(id) + 1);
  spans_[static_cast<std::size_t>(id)] = {static_cast<std::uint32_t>(pool_.size()),
                                          static_cast<std::uint32_t>(text.size())};
  pool_ += text;
  slots_[slot] = id;
  ++count_;
  longest_ = std::max(longest_, text.size());
  return true;
}

int Vocabulary::find(std::string_view text) const { return slots_[slot_of(text)]; }

std::string_view Vocabulary::text(int id) const {
  const PoolSpan span = spans_[static_cast<std::size_t>(id)];
  return std::string_view(pool_).substr(span.begin, span.length);
}

std::size_t Vocabulary::slot_of(std::string_view token) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = std::hash<std::string_view>()(token) & mask;
  while (slots_[slot] != kFree && text(slots_[slot]) != token) slot = (slot + 1) & mask;
  return slot;
}

void Vocabulary::grow(std::size_t slots) {
  slots_.assign(slots, kFree);
  for (int id = 0; id < size(); ++id) {
    if (has(id)) slots_[slot_of(text(id))] = id;
  }
}

}  // namespace attn::tokenizers
