#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "app/model/tokenizers/pair_map.h"

namespace attn::tokenizers {

/// Trie of texts, each with an id >= 0.
class PrefixTree {
 public:
  void add(std::string_view text, int id) {
    std::uint32_t node = 0;
    for (const char c : text) {
      std::uint32_t child = children_.find(node, static_cast<unsigned char>(c));
      if (child == PairMap::kNone) {
        child = static_cast<std::uint32_t>(ids_.size());
        children_.set(node, static_cast<unsigned char>(c), child);
        ids_.push_back(kNoText);
      }
      node = child;
    }
    ids_[node] = id;
  }

  bool is_empty() const { return ids_.size() == 1; }

  /// Calls each(length, id) for all texts that begin at `at`, from the shortest.
  template <typename Each>
  void for_each_prefix(std::string_view text, std::size_t at, const Each& each) const {
    std::uint32_t node = 0;
    for (std::size_t end = at; end < text.size(); ++end) {
      node = children_.find(node, static_cast<unsigned char>(text[end]));
      if (node == PairMap::kNone) return;
      if (ids_[node] != kNoText) each(end + 1 - at, ids_[node]);
    }
  }

 private:
  static constexpr int kNoText = -1;

  PairMap children_;               // of a node and a byte
  std::vector<int> ids_{kNoText};  // by node
};

}  // namespace attn::tokenizers
