#pragma once

#include <span>
#include <vector>

#include "engine/kernels/kernels.h"
#include "engine/tasks/task.h"
#include "engine/train/learned_numbers.h"

namespace attn {

/// How a network does on sequences: of all places that want something.
struct Answers {
  double loss = 0;   ///< sum of −ln p of what is wanted (cross-entropy)
  Index right = 0;   ///< where the likeliest class is what is wanted
  Index wanted = 0;  ///< places that want something
  Answers& operator+=(const Answers& other);
};

/// As many sequences as vectors have lanes, computed side by side: forward, and back for gradients.
/// Where there are fewer, the other lanes repeat the first and want nothing. Matrices are as in
/// LearnedNumbers, with a number of each lane where they have one. Backward as in
/// Vaswani et al. 2017 read by the chain rule: rows of ∂x mean ∂loss / ∂x.
class SideBySide {
 public:
  SideBySide(const LearnedNumbers& learned, const Kernels& kernels);

  /// How `examples`, at most as many as lanes, are answered.
  Answers answer(const LearnedNumbers& learned, std::span<const Example> examples);
  /// The same; adds `factor` times the gradient of the loss to `gradient`, one number for each that
  /// is learned.
  Answers learn(const LearnedNumbers& learned, std::span<const Example> examples, double factor,
                std::vector<float>& gradient);

  /// A weight that was computed last, of the sequence in `lane`.
  float weight(std::size_t layer, Index head, Index query, Index key, Index lane) const {
    const Index row = head * tokens_ + query;
    return layers_[layer].weights[lanes(row * tokens_ + key) + static_cast<std::size_t>(lane)];
  }

 private:
  /// What a layer makes on the way, and is needed on the way back.
  struct PassedLayer {
    std::vector<float> x;        ///< L x D, what comes in
    std::vector<float> qkv;      ///< L x 3D
    std::vector<float> weights;  ///< H x L x L
    std::vector<float> mixed;    ///< L x D, heads' outputs side by side
    std::vector<float> between;  ///< L x D, what the mlp reads
    std::vector<float> hidden;   ///< L x F, after relu
  };

  std::size_t lanes(Index numbers) const {
    return static_cast<std::size_t>(numbers * kernels_.lanes);
  }
  void forward(const LearnedNumbers& learned, std::span<const Example> examples);
  void attend(const LearnedLayer& of, PassedLayer& layer);
  void attend_back(const LearnedLayer& of, const PassedLayer& layer);
  Answers read_answers(std::span<const Example> examples, double factor);
  void back(const LearnedNumbers& learned, std::span<const Example> examples,
            std::vector<float>& gradient);
  void layer_back(const LearnedNumbers& learned, const LearnedLayer& of, const PassedLayer& layer,
                  std::vector<float>& gradient);

  // x w, or x wᵀ, of the tokens' rows with a matrix that is learned; and its two ways back.
  void times(const float* x, const LearnedNumbers& learned, const LearnedMatrix& w, float* result,
             bool adds, bool transposed = false);
  void back_to_left(const float* d_result, const LearnedNumbers& learned, const LearnedMatrix& w,
                    float* d_x, bool adds);
  void back_to_right(const float* x, const float* d_result, const LearnedMatrix& w,
                     std::vector<float>& gradient);
  void add_row(const LearnedNumbers& learned, const LearnedMatrix& row, float* to, Index rows);
  void add_row_back(const float* d_rows, Index rows, const LearnedMatrix& row,
                    std::vector<float>& gradient);

  const Kernels& kernels_;
  Index tokens_, width_, classes_;
  std::vector<PassedLayer> layers_;
  std::vector<float> x_, logits_;
  std::vector<float> d_x_, d_logits_, d_qkv_, d_mixed_, d_hidden_, d_weights_;
};

}  // namespace attn
