#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace attn::tokenizers {

/// Upper bound of token ids: the largest vocabularies have a sixteenth.
inline constexpr int kMostIds = 1 << 22;

/// Tokens and their ids. The ids may have gaps.
class Vocabulary {
 public:
  /// Reserves room for `count` tokens.
  void reserve(std::size_t count);

  /// Adds a token with its id, from 0 to kMostIds − 1. Returns false if the text or the id is
  /// taken.
  bool add(std::string_view text, int id);

  /// Id of the token, or −1.
  int find(std::string_view text) const;
  /// Returns whether there is a token with this id.
  bool has(int id) const {
    return id >= 0 && id < size() && spans_[static_cast<std::size_t>(id)].length != kGap;
  }
  /// Text of a token that is there.
  std::string_view text(int id) const;

  /// Largest id + 1.
  int size() const { return static_cast<int>(spans_.size()); }
  /// Number of tokens.
  std::size_t count() const { return count_; }
  /// Length of the longest token in bytes.
  std::size_t longest() const { return longest_; }

 private:
  static constexpr std::uint32_t kGap = 0xffffffffU;
  static constexpr int kFree = -1;
  struct PoolSpan {
    std::uint32_t begin = 0, length = kGap;
  };

  std::size_t slot_of(std::string_view text) const;
  void grow(std::size_t slots);

  std::string pool_;
  std::vector<PoolSpan> spans_;  // by id, in the pool
  std::vector<int> slots_{kFree, kFree};
  std::size_t count_ = 0, longest_ = 0;
};

}  // namespace attn::tokenizers
