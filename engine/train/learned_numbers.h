#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/blocks/network.h"
#include "engine/kernels/kernels.h"

namespace attn {

/// A matrix among the numbers that are learned: rows without gaps from `at` on.
struct LearnedMatrix {
  Index at = 0, rows = 0, cols = 0;  ///< no rows: the network has none
  Index size() const { return rows * cols; }
  bool is_there() const { return rows > 0; }
};

/// Rows brought to one size.
struct LearnedNorm {
  bool is_there = false, centers = false;
  float epsilon = 0;
  LearnedMatrix gain, shift;  ///< D
};

/// Of one layer; heads stand side by side: `w_qkv` is [w_q of all heads, w_k of all, w_v of all].
struct LearnedLayer {
  Index heads = 1;
  bool is_causal = false, has_residual = false, is_post = false;
  bool is_linear = false;  ///< weights are the scores; else softmax
  LearnedNorm attention_norm, mlp_norm;
  LearnedMatrix w_qkv;     ///< D x 3D
  LearnedMatrix w_o;       ///< D x D
  LearnedMatrix w_1, b_1;  ///< D x F, F
  LearnedMatrix w_2, b_2;  ///< F x D, D
  LaneBend bend = LaneBend::kRelu;
  bool has_mlp() const { return w_1.rows > 0; }
};

/// Whether what visit_network_numbers() has at `place` is learned.
bool is_learned_at(std::string_view place, bool is_number);

/// The numbers of a network that are learned, one after the other. Of a network that takes() is
/// right about, it says where each matrix lies, and SideBySide computes it. Of any other they are
/// the matrices, rows and heads' numbers in the order of visit_network_numbers(), for PlainLearner.
/// What is a setting (a temperature, a scale, a base) stays as it is.
class LearnedNumbers {
 public:
  /// Whether all of the network is of what is fast: blocks of attention by scaled dot products and
  /// softmax or no normalizer, causal or without masks, heads with w_q, w_k and w_v alone that
  /// share the width, side by side and times W_O or as they are; then an mlp without a gate, or
  /// none; any norms; positions that are learned, computed or none; an unembedding of its own or
  /// the embedding's.
  static bool takes(const Network& network);

  explicit LearnedNumbers(const Network& network);

  std::vector<float> numbers;
  bool is_fast = false;                      ///< what follows is known
  Index tokens = 0, width = 0, classes = 0;  ///< L, D, V′
  LearnedMatrix embedding, positions;        ///< V x D, L x D
  std::vector<float> fixed_positions;        ///< L x D; or none
  LearnedNorm norm_in, norm_out;
  std::vector<LearnedLayer> layers;
  LearnedMatrix unembedding, unembedding_bias;  ///< D x V′, or the embedding; V′

  float* of(const LearnedMatrix& matrix) { return numbers.data() + matrix.at; }
  const float* of(const LearnedMatrix& matrix) const { return numbers.data() + matrix.at; }

  /// Puts them back into the network they are of.
  void write_to(Network& network) const;

 private:
  LearnedMatrix place(Index rows, Index cols);
  LearnedNorm place(const std::optional<Norm>& norm);
  void place_all(const Network& network);
};

}  // namespace attn
