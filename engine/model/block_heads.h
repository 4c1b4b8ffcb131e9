#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/attention/scene.h"
#include "engine/base/buffer.h"
#include "engine/base/matrix.h"
#include "engine/base/progress.h"
#include "engine/fast/head_inputs.h"
#include "engine/model/model.h"
#include "engine/model/model_changes.h"
#include "engine/model/row_products.h"

namespace attn {

/// A row for each token, with space for more.
struct StateRows {
  Matrix rows;

  /// Makes space for `count` tokens, and keeps the rows.
  void hold(Index count, Index width);
};

/// Keys that each of L queries sees.
struct SeenKeys {
  BoolMatrix seen;                ///< L x L
  std::vector<Index> begin, end;  ///< first and past the last seen key of each query
  bool is_causal = true;          ///< no query sees a later key

  /// Throws SceneError at a mask, below `place`, which is for another number of tokens.
  static SeenKeys of(const std::vector<Mask>& masks, Index tokens, const std::string& place);
  static SeenKeys of(BoolMatrix seen);
};

/// For each head, which of the heads with own keys it reads.
std::vector<Index> key_places(const Attention& attention);

/// Changes of a block's heads, by their number.
using BlockChanges = std::map<std::size_t, const HeadChange*>;

/// Heads of a block: queries, keys and values of all tokens so far, and what is computed of them.
class BlockHeads {
 public:
  /// Computes queries, keys and values of the tokens from `first` on, whose inputs are the rows of
  /// `products`. `rotation` is null without rotary positions.
  void project(const Attention& attention, const LayerWeights& weights, const Rotation* rotation,
               Index first, Index count, RowProducts& products, Progress* progress);

  /// Computes one input of a head anew from the rows of `products`, as project() did from others.
  void project_again(const Attention& attention, const LayerWeights& weights,
                     const Rotation* rotation, std::size_t head, HeadInput input, Index first,
                     Index count, RowProducts& products, Progress* progress);

  /// Computes the outputs of the heads side by side for the queries from `first` on: count x H ·
  /// dv. Also their weights if wanted, L x L for each head.
  void attend(const Attention& attention, const SeenKeys& seen, const BlockChanges& changes,
              Index first, Index count, RowProducts& products, Matrix& outputs,
              std::vector<Matrix>* weights, Progress* progress);

  /// Width of a head's queries and keys.
  static Index width_of_keys(const Attention& attention, const LayerWeights& weights);

 private:
  struct HeadScratch {
    Buffer<float> tile, sums;
    std::vector<float> factors;
    std::vector<double> seen;
  };
  /// Rows of a head that one thread computes.
  struct RowsOfHead {
    std::size_t h;
    Index first, count;
  };
  struct Work;

  void pack_keys(Index first, Index tokens, RowProducts& products);
  void attend_rows(const Work& work, const RowsOfHead& task, HeadScratch& scratch) const;
  float weigh(const Work& work, const HeadChange* change, const SeenKeys& seen, Index i, Index from,
              Index keys, float* row, HeadScratch& scratch) const;

  Index dk_ = 0, dv_ = 0, key_heads_ = 0;
  StateRows q_, k_, v_;
  Index capacity_ = 0;           ///< keys in the panels below, a multiple of a panel
  Buffer<float> keys_, values_;  ///< of each head with own keys, packed for the kernels
  std::vector<HeadScratch> scratch_;
};

}  // namespace attn
