#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace attn::tokenizers {

/// Hash map from pairs of 32-bit numbers to a number, by open addressing: 12 bytes per slot, at
/// most two thirds of the slots in use.
class PairMap {
 public:
  static constexpr std::uint32_t kNone = 0xffffffffU;

  /// Map with room for `count` pairs.
  explicit PairMap(std::size_t count = 0)
      : keys_(std::bit_ceil(count + count / 2 + 2), kFree), values_(keys_.size()) {}

  /// Sets the value of a pair, which is not (kNone, kNone).
  void set(std::uint32_t a, std::uint32_t b, std::uint32_t value) {
    if ((used_ + 1) * 3 > keys_.size() * 2) grow();
    const std::size_t slot = slot_of(key_of(a, b));
    if (keys_[slot] == kFree) ++used_;
    keys_[slot] = key_of(a, b);
    values_[slot] = value;
  }

  /// Value of a pair, or kNone.
  std::uint32_t find(std::uint32_t a, std::uint32_t b) const {
    const std::size_t slot = slot_of(key_of(a, b));
    return keys_[slot] == kFree ? kNone : values_[slot];
  }

 private:
  static constexpr std::uint64_t kFree = ~std::uint64_t{0};

  static std::uint64_t key_of(std::uint32_t a, std::uint32_t b) {
    return std::uint64_t{a} << 32U | b;
  }

  std::size_t slot_of(std::uint64_t key) const {
    std::uint64_t mixed = key * 0x9e3779b97f4a7c15U;  // MurmurHash3's way of mixing
    mixed = (mixed ^ mixed >> 32U) * 0xc4ceb9fe1a85ec53U;
    const std::size_t mask = keys_.size() - 1;
    std::size_t slot = static_cast<std::size_t>(mixed ^ mixed >> 29U) & mask;
    while (keys_[slot] != kFree && keys_[slot] != key) slot = (slot + 1) & mask;
    return slot;
  }

  void grow() {
    PairMap larger(keys_.size());
    for (std::size_t slot = 0; slot < keys_.size(); ++slot) {
      if (keys_[slot] == kFree) continue;
      const auto a = static_cast<std::uint32_t>(keys_[slot] >> 32U);
      larger.set(a, static_cast<std::uint32_t>(keys_[slot]), values_[slot]);
    }
    *this = std::move(larger);
  }

  std::vector<std::uint64_t> keys_;
  std::vector<std::uint32_t> values_;
  std::size_t used_ = 0;
};

}  // namespace attn::tokenizers
