#pragma once

#include <vector>

#include "engine/blocks/network.h"

namespace attn {

/// A matrix among the numbers that are learned: rows without gaps from `at` on.
struct LearnedMatrix {
  Index at = 0, rows = 0, cols = 0;  ///< no rows: the network has none
  Index size() const { return rows * cols; }
};

/// Of one layer; heads stand side by side: `w_qkv` is [w_q of all heads, w_k of all, w_v of all].
struct LearnedLayer {
  Index heads = 1;
  bool is_causal = false, has_residual = false;
  LearnedMatrix w_qkv;     ///< D x 3D
  LearnedMatrix w_o;       ///< D x D
  LearnedMatrix w_1, b_1;  ///< D x F, F
  LearnedMatrix w_2, b_2;  ///< F x D, D
  bool has_mlp() const { return w_1.rows > 0; }
};

/// The numbers of a network that are learned, one after the other, and where each matrix lies.
class LearnedNumbers {
 public:
  /// Whether all of the network is of what is learned here: blocks of attention by scaled dot
  /// products and softmax, causal or without masks, heads with w_q, w_k and w_v alone that share
  /// the width, side by side and times W_O or as they are; then an mlp of relu or none; no norms;
  /// positions that are learned or none; an unembedding of its own.
  static bool takes(const Network& network);

  /// Of a network that is taken.
  explicit LearnedNumbers(const Network& network);

  std::vector<float> numbers;
  Index tokens = 0, width = 0, classes = 0;  ///< L, D, V′
  LearnedMatrix embedding, positions;        ///< V x D, L x D
  std::vector<LearnedLayer> layers;
  LearnedMatrix unembedding, unembedding_bias;  ///< D x V′, V′

  float* of(const LearnedMatrix& matrix) { return numbers.data() + matrix.at; }
  const float* of(const LearnedMatrix& matrix) const { return numbers.data() + matrix.at; }

  /// Puts them back into the network they are of.
  void write_to(Network& network) const;

 private:
  LearnedMatrix place(Index rows, Index cols);
};

}  // namespace attn
