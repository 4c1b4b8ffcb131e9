#pragma once

#include <span>
#include <vector>

#include "engine/base/aligned.h"
#include "engine/kernels/kernels.h"
#include "engine/train/learner.h"

namespace attn {

/// Learner that computes as many sequences in parallel as vectors have lanes, forward, and backward
/// for gradients. With fewer sequences, the other lanes repeat the first without targets. Matrices
/// are laid out as in LearnedNumbers, which must be fast, with one number per lane. Backward pass
/// of Vaswani et al. 2017 by the chain rule: d_x is ∂loss / ∂x.
class SideBySide : public Learner {
 public:
  SideBySide(const LearnedNumbers& learned, const Kernels& kernels);

  /// Memory of an instance in bytes.
  static double bytes(const LearnedNumbers& learned, Index lanes);

  Answers answer(const LearnedNumbers& learned, std::span<const Example> examples,
                 std::vector<float>* gradient) override;
  std::vector<HeadHabits> habits(std::span<const Example> examples) const override;

 private:
  using Numbers = AlignedVector<float>;
  struct PassedNorm {
    Numbers made;     ///< L x D, before gain and shift
    Numbers factors;  ///< L
  };
  /// Intermediate results of a layer, for the backward pass.
  struct PassedLayer {
    PassedNorm attention_norm, mlp_norm;
    Numbers x;        ///< L x D, input of attention
    Numbers qkv;      ///< L x 3D
    Numbers weights;  ///< H x L x L
    Numbers mixed;    ///< L x D, concatenated heads' outputs
    Numbers between;  ///< L x D, input of the mlp
    Numbers hidden;   ///< L x F, after activation
    Numbers slopes;   ///< L x F, derivatives of the activation
  };

  std::size_t lanes(Index numbers) const {
    return static_cast<std::size_t>(numbers * kernels_.lanes);
  }
  Index step(Index cols) const;
  Numbers rows(Index cols) const { return Numbers(lanes(tokens_ * step(cols))); }

  void embed(const LearnedNumbers& learned, std::span<const Example> examples);
  void embed_point(const LearnedNumbers& learned, const Example& one, Index i, const float* place,
                   float* to) const;
  void forward(const LearnedNumbers& learned, std::span<const Example> examples);
  void attend(const LearnedLayer& of, PassedLayer& layer);
  void attend_back(const LearnedLayer& of, const PassedLayer& layer);
  void add_target(const LearnedLayer& of, const float* weights);
  void scale_scores(const LearnedLayer& of, float* scores) const;
  Answers read_answers(std::span<const Example> examples);
  Answers read_numbers(std::span<const Example> examples);
  void back(const LearnedNumbers& learned, std::span<const Example> examples,
            std::vector<float>& gradient);
  void attention_back(const LearnedNumbers& learned, const LearnedLayer& of,
                      const PassedLayer& layer, std::vector<float>& gradient);
  void mlp_back(const LearnedNumbers& learned, const LearnedLayer& of, const PassedLayer& layer,
                std::vector<float>& gradient);
  void take_back(const LearnedNumbers& learned, const LearnedLayer& of, const Numbers& d_product,
                 const LearnedMatrix& w, const LearnedNorm& norm, const PassedNorm& passed,
                 std::vector<float>& gradient);

  // x w, or x wᵀ, for the tokens' rows and a trainable matrix; and the backward pass to w.
  void times(const Numbers& x, const LearnedNumbers& learned, const LearnedMatrix& w,
             Numbers& result, bool adds, bool transposed = false);
  void back_to_right(const Numbers& x, const Numbers& d_result, const LearnedMatrix& w,
                     std::vector<float>& gradient);
  template <typename Op>
  void for_columns(const LearnedMatrix& row, Numbers& x, const float* of_column, const Op& op);
  void add_row(const LearnedNumbers& learned, const LearnedMatrix& row, Numbers& to);
  void add_row_back(const Numbers& d_rows, const LearnedMatrix& row, std::vector<float>& gradient);
  void times_row(const LearnedNumbers& learned, const LearnedMatrix& row, Numbers& x);
  void norm(const LearnedNumbers& learned, const LearnedNorm& of, PassedNorm& passed, Numbers& x);
  void norm_back(const LearnedNumbers& learned, const LearnedNorm& of, const PassedNorm& passed,
                 Numbers& d_x, std::vector<float>& gradient);
  PassedNorm passed(const LearnedNorm& of) const;

  const Kernels& kernels_;
  Index tokens_, width_, classes_;
  bool has_own_unembedding_;
  std::vector<PassedLayer> layers_;
  PassedNorm norm_in_, norm_out_;
  std::vector<int> targets_;  ///< L, one per lane
  Numbers x_, logits_;
  Numbers d_x_, d_read_, d_qkv_, d_mixed_, d_hidden_, d_weights_;
};

}  // namespace attn
