#pragma once

#include <algorithm>
#include <functional>
#include <utility>

#include "engine/model/stored_weights.h"

namespace attn {

/// Numbers of words, a row for each, V x D: stored, or read at each use.
class WordWeights {
 public:
  /// Rows [first, first + count). May throw.
  using Read = std::function<StoredWeights(Index first, Index count)>;

  WordWeights() = default;
  WordWeights(StoredWeights stored)
      : words_(stored.outputs()), width_(stored.inputs()), stored_(std::move(stored)) {}
  /// `together`: number of rows to read at once, of all.
  WordWeights(Index words, Index width, Index together, Read read)
      : words_(words), width_(width), together_(together), read_(std::move(read)) {}

  Index outputs() const { return words_; }
  Index inputs() const { return width_; }
  bool is_empty() const { return words_ == 0; }
  StoredWeights some(Index first, Index count) const {
    return read_ ? read_(first, count) : stored_.some(first, count);
  }
  /// Calls work(first, rows) for all rows, in parts if they are read.
  template <typename Work>
  void for_parts(const Work& work) const {
    const Index together = read_ ? together_ : words_;
    for (Index first = 0; first < words_; first += together) {
      work(first, some(first, std::min(together, words_ - first)));
    }
  }

 private:
  Index words_ = 0, width_ = 0, together_ = 1;
  StoredWeights stored_;
  Read read_;
};

}  // namespace attn
