#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/blocks/network.h"
#include "engine/kernels/kernels.h"

namespace attn {

/// Matrix among the trainable numbers: contiguous rows from `at` on.
struct LearnedMatrix {
  Index at = 0, rows = 0, cols = 0;  ///< no rows: the network does not have this part
  Index size() const { return rows * cols; }
  bool is_there() const { return rows > 0; }
};

/// Trainable parts of a norm.
struct LearnedNorm {
  bool is_there = false, centers = false;
  float epsilon = 0;
  LearnedMatrix gain, shift;  ///< D
};

/// Trainable parts of a layer; heads are concatenated: `w_qkv` is [w_q of all heads, w_k of all,
/// w_v of all].
struct LearnedLayer {
  Index heads = 1;
  bool is_causal = false, has_residual = false, is_post = false;
  bool is_linear = false;  ///< weights are the scores (linear attention); else softmax
  LearnedNorm attention_norm, mlp_norm;
  LearnedMatrix w_qkv;     ///< D x 3D
  LearnedMatrix w_o;       ///< D x D
  LearnedMatrix w_1, b_1;  ///< D x F, F
  LearnedMatrix w_2, b_2;  ///< F x D, D
  LaneBend bend = LaneBend::kRelu;
  bool has_mlp() const { return w_1.rows > 0; }
};

/// Returns whether the numbers that visit_network_numbers() has at `place` are trainable.
bool is_learned_at(std::string_view place, bool is_number);

/// Trainable numbers of a network, in one array. If takes() accepts the network, with the position
/// of each matrix for SideBySide. Otherwise matrices, rows and numbers of heads in the order of
/// visit_network_numbers(), for PlainLearner. Settings (temperature, scale, base) are not
/// trainable.
class LearnedNumbers {
 public:
  /// Returns whether the fast path supports the network: blocks of attention by scaled dot products
  /// and softmax or no normalizer, causal or unmasked; heads with only w_q, w_k and w_v that share
  /// the width, concatenated, optionally times W_O; then an ungated mlp, or none; any norms;
  /// positions learned, computed or none; an unembedding of its own or tied.
  static bool takes(const Network& network);

  explicit LearnedNumbers(const Network& network);

  std::vector<float> numbers;
  bool is_fast = false;                      ///< the following fields are set
  Index tokens = 0, width = 0, classes = 0;  ///< L, D, V′
  LearnedMatrix embedding, positions;        ///< V x D, L x D
  std::vector<float> fixed_positions;        ///< L x D; or empty
  LearnedNorm norm_in, norm_out;
  std::vector<LearnedLayer> layers;
  LearnedMatrix unembedding, unembedding_bias;  ///< D x V′, or the embedding; V′

  float* of(const LearnedMatrix& matrix) { return numbers.data() + matrix.at; }
  const float* of(const LearnedMatrix& matrix) const { return numbers.data() + matrix.at; }

  /// Writes the numbers back to their network.
  void write_to(Network& network) const;

 private:
  LearnedMatrix place(Index rows, Index cols);
  LearnedNorm place(const std::optional<Norm>& norm);
  void place_all(const Network& network);
};

}  // namespace attn
