#include "engine/train/side_by_side.h"

#include <algorithm>
#include <cmath>

namespace attn {
namespace {

float factor_of_scores(Index dk) {
  return static_cast<float>(1 / std::sqrt(static_cast<double>(dk)));
}

}  // namespace

Answers& Answers::operator+=(const Answers& other) {
  loss += other.loss;
  right += other.right;
  wanted += other.wanted;
  return *this;
}

SideBySide::SideBySide(const LearnedNumbers& learned, const Kernels& kernels)
    : kernels_(kernels),
      tokens_(learned.tokens),
      width_(learned.width),
      classes_(learned.classes),
      x_(lanes(tokens_ * width_)),
      logits_(lanes(tokens_ * classes_)),
      d_x_(x_.size()),
      d_logits_(logits_.size()),
      d_qkv_(lanes(3 * tokens_ * width_)),
      d_mixed_(x_.size()),
      d_weights_(lanes(tokens_ * tokens_)) {
  Index widest = 0;
  for (const LearnedLayer& of : learned.layers) {
    PassedLayer layer;
    layer.x.resize(x_.size());
    layer.qkv.resize(d_qkv_.size());
    layer.weights.resize(lanes(of.heads * tokens_ * tokens_));
    layer.mixed.resize(x_.size());
    if (of.has_mlp()) {
      layer.between.resize(x_.size());
      layer.hidden.resize(lanes(tokens_ * of.w_1.cols));
      widest = std::max(widest, of.w_1.cols);
    }
    layers_.push_back(std::move(layer));
  }
  d_hidden_.resize(lanes(tokens_ * widest));
}

void SideBySide::times(const float* x, const LearnedNumbers& learned, const LearnedMatrix& w,
                       float* result, bool adds, bool transposed) {
  const Index depth = transposed ? w.cols : w.rows, cols = transposed ? w.rows : w.cols;
  kernels_.shared_product({.rows = tokens_,
                           .depth = depth,
                           .cols = cols,
                           .left = x,
                           .left_row = depth,
                           .left_depth = 1,
                           .right = learned.of(w),
                           .right_depth = transposed ? 1 : w.cols,
                           .right_col = transposed ? w.cols : 1,
                           .result = result,
                           .result_row = cols,
                           .adds = adds});
}

void SideBySide::back_to_left(const float* d_result, const LearnedNumbers& learned,
                              const LearnedMatrix& w, float* d_x, bool adds) {
  times(d_result, learned, w, d_x, adds, true);
}

void SideBySide::back_to_right(const float* x, const float* d_result, const LearnedMatrix& w,
                               std::vector<float>& gradient) {
  kernels_.gradient_product({.rows = w.rows,
                             .depth = tokens_,
                             .cols = w.cols,
                             .left = x,
                             .left_row = 1,
                             .left_depth = w.rows,
                             .right = d_result,
                             .right_depth = w.cols,
                             .right_col = 1,
                             .result = gradient.data() + w.at,
                             .result_row = w.cols,
                             .adds = true});
}

void SideBySide::add_row(const LearnedNumbers& learned, const LearnedMatrix& row, float* to,
                         Index rows) {
  if (row.rows == 0) return;
  const float* added = learned.of(row);
  for (Index r = 0; r < rows; ++r) {
    for (Index c = 0; c < row.cols; ++c, to += kernels_.lanes) {
      for (Index lane = 0; lane < kernels_.lanes; ++lane) to[lane] += added[c];
    }
  }
}

void SideBySide::add_row_back(const float* d_rows, Index rows, const LearnedMatrix& row,
                              std::vector<float>& gradient) {
  if (row.rows == 0) return;
  float* to = gradient.data() + row.at;
  for (Index c = 0; c < row.cols; ++c) {
    float sum = 0;
    for (Index r = 0; r < rows; ++r) {
      const float* from = d_rows + (r * row.cols + c) * kernels_.lanes;
      for (Index lane = 0; lane < kernels_.lanes; ++lane) sum += from[lane];
    }
    to[c] += sum;
  }
}

void SideBySide::attend(const LearnedLayer& of, PassedLayer& layer) {
  const Index L = tokens_, D = width_, dk = D / of.heads;
  for (Index h = 0; h < of.heads; ++h) {
    const float* q = layer.qkv.data() + lanes(h * dk);
    const float* k = q + lanes(D);
    const float* v = k + lanes(D);
    float* weights = layer.weights.data() + lanes(h * L * L);
    kernels_.lane_product({.rows = L,
                           .depth = dk,
                           .cols = L,
                           .left = q,
                           .left_row = 3 * D,
                           .left_depth = 1,
                           .right = k,
                           .right_depth = 1,
                           .right_col = 3 * D,
                           .result = weights,
                           .result_row = L});
    kernels_.lane_softmax({.rows = L,
                           .cols = L,
                           .step = L,
                           .is_causal = of.is_causal,
                           .factor = factor_of_scores(dk),
                           .numbers = weights});
    kernels_.lane_product({.rows = L,
                           .depth = L,
                           .cols = dk,
                           .left = weights,
                           .left_row = L,
                           .left_depth = 1,
                           .right = v,
                           .right_depth = 3 * D,
                           .right_col = 1,
                           .result = layer.mixed.data() + lanes(h * dk),
                           .result_row = D});
  }
}

/// From d_mixed_ to d_qkv_.
void SideBySide::attend_back(const LearnedLayer& of, const PassedLayer& layer) {
  const Index L = tokens_, D = width_, dk = D / of.heads;
  for (Index h = 0; h < of.heads; ++h) {
    const float* q = layer.qkv.data() + lanes(h * dk);
    const float* k = q + lanes(D);
    const float* v = k + lanes(D);
    const float* weights = layer.weights.data() + lanes(h * L * L);
    const float* d_mixed = d_mixed_.data() + lanes(h * dk);
    float* d_q = d_qkv_.data() + lanes(h * dk);
    float* d_k = d_q + lanes(D);
    float* d_v = d_k + lanes(D);
    // ∂V = Wᵀ ∂O; ∂W = ∂O Vᵀ.
    kernels_.lane_product({.rows = L,
                           .depth = L,
                           .cols = dk,
                           .left = weights,
                           .left_row = 1,
                           .left_depth = L,
                           .right = d_mixed,
                           .right_depth = D,
                           .right_col = 1,
                           .result = d_v,
                           .result_row = 3 * D});
    kernels_.lane_product({.rows = L,
                           .depth = dk,
                           .cols = L,
                           .left = d_mixed,
                           .left_row = D,
                           .left_depth = 1,
                           .right = v,
                           .right_depth = 1,
                           .right_col = 3 * D,
                           .result = d_weights_.data(),
                           .result_row = L});
    kernels_.lane_softmax_gradient({.rows = L,
                                    .cols = L,
                                    .step = L,
                                    .is_causal = of.is_causal,
                                    .factor = factor_of_scores(dk),
                                    .weights = weights,
                                    .numbers = d_weights_.data()});
    // ∂Q = ∂S K; ∂K = ∂Sᵀ Q.
    kernels_.lane_product({.rows = L,
                           .depth = L,
                           .cols = dk,
                           .left = d_weights_.data(),
                           .left_row = L,
                           .left_depth = 1,
                           .right = k,
                           .right_depth = 3 * D,
                           .right_col = 1,
                           .result = d_q,
                           .result_row = 3 * D});
    kernels_.lane_product({.rows = L,
                           .depth = L,
                           .cols = dk,
                           .left = d_weights_.data(),
                           .left_row = 1,
                           .left_depth = L,
                           .right = q,
                           .right_depth = 3 * D,
                           .right_col = 1,
                           .result = d_k,
                           .result_row = 3 * D});
  }
}

void SideBySide::forward(const LearnedNumbers& learned, std::span<const Example> examples) {
  const Index L = tokens_, D = width_;
  for (Index lane = 0; lane < kernels_.lanes; ++lane) {
    const auto n = static_cast<std::size_t>(lane);
    const Example& one = examples[n < examples.size() ? n : 0];
    float* to = x_.data() + lane;
    for (Index i = 0; i < L; ++i) {
      const Index token = one.tokens[static_cast<std::size_t>(i)];
      const float* row = learned.of(learned.embedding) + token * D;
      const bool has_positions = learned.positions.rows > 0;
      const float* place = has_positions ? learned.of(learned.positions) + i * D : nullptr;
      for (Index c = 0; c < D; ++c, to += kernels_.lanes) *to = row[c] + (place ? place[c] : 0);
    }
  }
  for (std::size_t n = 0; n < layers_.size(); ++n) {
    const LearnedLayer& of = learned.layers[n];
    PassedLayer& layer = layers_[n];
    layer.x = x_;
    times(x_.data(), learned, of.w_qkv, layer.qkv.data(), false);
    attend(of, layer);
    if (of.w_o.rows > 0) {
      times(layer.mixed.data(), learned, of.w_o, x_.data(), of.has_residual);
    } else if (of.has_residual) {
      for (std::size_t i = 0; i < x_.size(); ++i) x_[i] += layer.mixed[i];
    } else {
      x_ = layer.mixed;
    }
    if (!of.has_mlp()) continue;
    layer.between = x_;
    times(x_.data(), learned, of.w_1, layer.hidden.data(), false);
    add_row(learned, of.b_1, layer.hidden.data(), L);
    for (float& number : layer.hidden) number = std::max(number, 0.0F);
    times(layer.hidden.data(), learned, of.w_2, x_.data(), true);
    add_row(learned, of.b_2, x_.data(), L);
  }
  times(x_.data(), learned, learned.unembedding, logits_.data(), false);
  add_row(learned, learned.unembedding_bias, logits_.data(), L);
}

/// Makes d_logits_: factor · (softmax − what is wanted), of places that want something.
Answers SideBySide::read_answers(std::span<const Example> examples, double factor) {
  Answers answers;
  const Index L = tokens_, C = classes_, lane_count = kernels_.lanes;
  d_logits_ = logits_;
  kernels_.lane_softmax({.rows = L, .cols = C, .step = C, .numbers = d_logits_.data()});
  const auto scale = static_cast<float>(factor);
  for (Index i = 0; i < L; ++i) {
    float* row = d_logits_.data() + lanes(i * C);
    for (Index lane = 0; lane < lane_count; ++lane) {
      const auto n = static_cast<std::size_t>(lane);
      const Index target =
          n < examples.size() ? examples[n].targets[static_cast<std::size_t>(i)] : kNoTarget;
      if (target == kNoTarget) {
        for (Index c = 0; c < C; ++c) row[c * lane_count + lane] = 0;
        continue;
      }
      Index likeliest = 0;
      for (Index c = 1; c < C; ++c) {
        if (row[c * lane_count + lane] > row[likeliest * lane_count + lane]) likeliest = c;
      }
      // By the logits, as what is unlikely has lost its digits, or is 0.
      const float* logits = logits_.data() + lanes(i * C) + lane;
      const double of_likeliest = logits[likeliest * lane_count];
      const double of_target = logits[target * lane_count];
      const double share = row[likeliest * lane_count + lane];
      answers.loss += of_likeliest - of_target - std::log(share);
      answers.right += likeliest == target;
      ++answers.wanted;
      row[target * lane_count + lane] -= 1;
      for (Index c = 0; c < C; ++c) row[c * lane_count + lane] *= scale;
    }
  }
  return answers;
}

/// From d_x_, what follows the layer, to d_x_, what comes before it.
void SideBySide::layer_back(const LearnedNumbers& learned, const LearnedLayer& of,
                            const PassedLayer& layer, std::vector<float>& gradient) {
  const Index L = tokens_;
  if (of.has_mlp()) {
    add_row_back(d_x_.data(), L, of.b_2, gradient);
    back_to_right(layer.hidden.data(), d_x_.data(), of.w_2, gradient);
    back_to_left(d_x_.data(), learned, of.w_2, d_hidden_.data(), false);
    for (std::size_t n = 0; n < layer.hidden.size(); ++n) {
      if (layer.hidden[n] <= 0) d_hidden_[n] = 0;
    }
    add_row_back(d_hidden_.data(), L, of.b_1, gradient);
    back_to_right(layer.between.data(), d_hidden_.data(), of.w_1, gradient);
    back_to_left(d_hidden_.data(), learned, of.w_1, d_x_.data(), true);
  }
  if (of.w_o.rows > 0) {
    back_to_right(layer.mixed.data(), d_x_.data(), of.w_o, gradient);
    back_to_left(d_x_.data(), learned, of.w_o, d_mixed_.data(), false);
  } else {
    d_mixed_ = d_x_;
  }
  attend_back(of, layer);
  back_to_right(layer.x.data(), d_qkv_.data(), of.w_qkv, gradient);
  back_to_left(d_qkv_.data(), learned, of.w_qkv, d_x_.data(), of.has_residual);
}

void SideBySide::back(const LearnedNumbers& learned, std::span<const Example> examples,
                      std::vector<float>& gradient) {
  const Index L = tokens_, D = width_;
  add_row_back(d_logits_.data(), L, learned.unembedding_bias, gradient);
  back_to_right(x_.data(), d_logits_.data(), learned.unembedding, gradient);
  back_to_left(d_logits_.data(), learned, learned.unembedding, d_x_.data(), false);
  for (std::size_t n = layers_.size(); n-- > 0;) {
    layer_back(learned, learned.layers[n], layers_[n], gradient);
  }
  if (learned.positions.rows > 0) {
    add_row_back(d_x_.data(), 1, {learned.positions.at, 1, L * D}, gradient);
  }
  for (std::size_t lane = 0; lane < examples.size(); ++lane) {
    for (Index i = 0; i < L; ++i) {
      const Index token = examples[lane].tokens[static_cast<std::size_t>(i)];
      float* to = gradient.data() + learned.embedding.at + token * D;
      const float* from = d_x_.data() + lanes(i * D) + lane;
      for (Index c = 0; c < D; ++c) to[c] += from[c * kernels_.lanes];
    }
  }
}

Answers SideBySide::answer(const LearnedNumbers& learned, std::span<const Example> examples) {
  forward(learned, examples);
  return read_answers(examples, 0);
}

Answers SideBySide::learn(const LearnedNumbers& learned, std::span<const Example> examples,
                          double factor, std::vector<float>& gradient) {
  forward(learned, examples);
  const Answers answers = read_answers(examples, factor);
  back(learned, examples, gradient);
  return answers;
}

}  // namespace attn
