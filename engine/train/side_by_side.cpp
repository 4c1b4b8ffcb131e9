#include "engine/train/side_by_side.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace attn {
namespace {

float factor_of_scores(Index dk) {
  return static_cast<float>(1 / std::sqrt(static_cast<double>(dk)));
}

/// Numbers in rows, and their steps from row to row and from column to column.
struct Strided {
  const float* numbers;
  Index row, col = 1;
  Strided transposed() const { return {numbers, col, row}; }
};

/// left (rows x depth) times right (depth x cols).
LaneProduct product_of(Index rows, Index depth, Index cols, const Strided& left,
                       const Strided& right, float* result, Index result_row,
                       Triangle triangle = Triangle::kNone) {
  return {.rows = rows,
          .depth = depth,
          .cols = cols,
          .left = left.numbers,
          .left_row = left.row,
          .left_depth = left.col,
          .right = right.numbers,
          .right_depth = right.row,
          .right_col = right.col,
          .result = result,
          .result_row = result_row,
          .triangle = triangle};
}

void add(const AlignedVector<float>& from, AlignedVector<float>& to) {
  for (std::size_t n = 0; n < to.size(); ++n) to[n] += from[n];
}

}  // namespace

Answers& Answers::operator+=(const Answers& other) {
  loss += other.loss;
  right += other.right;
  wanted += other.wanted;
  return *this;
}

/// Row step: columns of many rows are read one after another; with rows of a power of two in length
/// they would map to few cache sets.
Index SideBySide::step(Index cols) const {
  constexpr Index kLine = 16;  // floats
  const Index floats = cols * kernels_.lanes;
  return floats % (16 * kLine) == 0 ? cols + std::max<Index>(1, kLine / kernels_.lanes) : cols;
}

SideBySide::PassedNorm SideBySide::passed(const LearnedNorm& of) const {
  if (!of.is_there) return {};
  return {rows(width_), Numbers(lanes(tokens_))};
}

SideBySide::SideBySide(const LearnedNumbers& learned, const Kernels& kernels)
    : kernels_(kernels),
      tokens_(learned.tokens),
      width_(learned.width),
      classes_(learned.classes),
      has_own_unembedding_(learned.unembedding.at != learned.embedding.at),
      norm_in_(passed(learned.norm_in)),
      norm_out_(passed(learned.norm_out)),
      targets_(lanes(tokens_)),
      x_(rows(width_)),
      logits_(rows(classes_)),
      d_x_(x_.size()),
      d_read_(x_.size()),
      d_qkv_(rows(3 * width_)),
      d_mixed_(x_.size()),
      d_weights_(rows(tokens_)) {
  Index widest = 0;
  for (const LearnedLayer& of : learned.layers) {
    PassedLayer layer;
    layer.attention_norm = passed(of.attention_norm);
    layer.mlp_norm = passed(of.mlp_norm);
    layer.x = rows(width_);
    layer.qkv = rows(3 * width_);
    layer.weights.resize(lanes(of.heads * tokens_ * step(tokens_)));
    layer.mixed = rows(width_);
    if (of.has_mlp()) {
      layer.between = rows(width_);
      layer.hidden = rows(of.w_1.cols);
      layer.slopes = rows(of.w_1.cols);
      widest = std::max(widest, of.w_1.cols);
    }
    layers_.push_back(std::move(layer));
  }
  d_hidden_ = rows(widest);
}

double SideBySide::bytes(const LearnedNumbers& learned, Index lanes) {
  Index cols = 8 * learned.width + learned.classes + learned.tokens, widest = 0;
  for (const LearnedLayer& of : learned.layers) {
    cols += 8 * learned.width + of.heads * learned.tokens + 2 * of.w_1.cols;
    widest = std::max(widest, of.w_1.cols);
  }
  return sizeof(float) * static_cast<double>(lanes * learned.tokens * (cols + widest));
}

void SideBySide::times(const Numbers& x, const LearnedNumbers& learned, const LearnedMatrix& w,
                       Numbers& result, bool adds, bool transposed) {
  const Index depth = transposed ? w.cols : w.rows, cols = transposed ? w.rows : w.cols;
  const Strided right{learned.of(w), w.cols};
  LaneProduct product =
      product_of(tokens_, depth, cols, {x.data(), step(depth)},
                 transposed ? right.transposed() : right, result.data(), step(cols));
  product.adds = adds;
  kernels_.shared_product(product);
}

void SideBySide::back_to_right(const Numbers& x, const Numbers& d_result, const LearnedMatrix& w,
                               std::vector<float>& gradient) {
  const Strided left{x.data(), step(w.rows)};
  LaneProduct product = product_of(w.rows, tokens_, w.cols, left.transposed(),
                                   {d_result.data(), step(w.cols)}, gradient.data() + w.at, w.cols);
  product.adds = true;
  kernels_.gradient_product(product);
}

/// Puts op(number, of_column[c]) in place of each number of column c.
template <typename Op>
void SideBySide::for_columns(const LearnedMatrix& row, Numbers& x, const float* of_column,
                             const Op& op) {
  for (Index i = 0; i < tokens_; ++i) {
    float* at = x.data() + lanes(i * step(row.cols));
    for (Index c = 0; c < row.cols; ++c, at += kernels_.lanes) {
      for (Index lane = 0; lane < kernels_.lanes; ++lane) at[lane] = op(at[lane], of_column[c]);
    }
  }
}

void SideBySide::add_row(const LearnedNumbers& learned, const LearnedMatrix& row, Numbers& to) {
  if (row.is_there()) for_columns(row, to, learned.of(row), std::plus<>());
}

void SideBySide::add_row_back(const Numbers& d_rows, const LearnedMatrix& row,
                              std::vector<float>& gradient) {
  if (!row.is_there()) return;
  kernels_.lane_sums(tokens_, row.cols, step(row.cols), d_rows.data(), nullptr,
                     gradient.data() + row.at);
}

void SideBySide::norm(const LearnedNumbers& learned, const LearnedNorm& of, PassedNorm& passed,
                      Numbers& x) {
  if (!of.is_there) return;
  kernels_.lane_norm({.rows = tokens_,
                      .cols = width_,
                      .step = step(width_),
                      .centers = of.centers,
                      .epsilon = of.epsilon,
                      .x = x.data(),
                      .made = passed.made.data(),
                      .factors = passed.factors.data()});
  x = passed.made;
  if (of.gain.is_there()) times_row(learned, of.gain, x);
  add_row(learned, of.shift, x);
}

void SideBySide::times_row(const LearnedNumbers& learned, const LearnedMatrix& row, Numbers& x) {
  for_columns(row, x, learned.of(row), std::multiplies<>());
}

/// Backward through the norm: replaces d_x, the gradient after it, by that of its input.
void SideBySide::norm_back(const LearnedNumbers& learned, const LearnedNorm& of,
                           const PassedNorm& passed, Numbers& d_x, std::vector<float>& gradient) {
  if (!of.is_there) return;
  add_row_back(d_x, of.shift, gradient);
  if (of.gain.is_there()) {
    kernels_.lane_sums(tokens_, width_, step(width_), d_x.data(), passed.made.data(),
                       gradient.data() + of.gain.at);
    times_row(learned, of.gain, d_x);
  }
  kernels_.lane_norm_gradient({.rows = tokens_,
                               .cols = width_,
                               .step = step(width_),
                               .centers = of.centers,
                               .made = passed.made.data(),
                               .factors = passed.factors.data(),
                               .gradient = d_x.data()});
}

void SideBySide::attend(const LearnedLayer& of, PassedLayer& layer) {
  const Index L = tokens_, D = width_, dk = D / of.heads, of_qkv = step(3 * D), of_keys = step(L);
  const auto only = [&](Triangle where) { return of.is_causal ? where : Triangle::kNone; };
  for (Index h = 0; h < of.heads; ++h) {
    const Strided q{layer.qkv.data() + lanes(h * dk), of_qkv};
    const Strided k{q.numbers + lanes(D), of_qkv}, v{k.numbers + lanes(D), of_qkv};
    float* weights = layer.weights.data() + lanes(h * L * of_keys);
    kernels_.lane_product(
        product_of(L, dk, L, q, k.transposed(), weights, of_keys, only(Triangle::kResult)));
    if (of.is_linear) {
      scale_scores(of, weights);
    } else {
      kernels_.lane_softmax({.rows = L,
                             .cols = L,
                             .step = of_keys,
                             .is_causal = of.is_causal,
                             .factor = factor_of_scores(dk),
                             .numbers = weights});
    }
    kernels_.lane_product(product_of(L, L, dk, {weights, of_keys}, v,
                                     layer.mixed.data() + lanes(h * dk), step(D),
                                     only(Triangle::kDepthTo)));
  }
}

/// Turns products into scores, which are the weights of linear attention, or gradients of scores
/// into those of products. 0 for masked keys.
void SideBySide::scale_scores(const LearnedLayer& of, float* scores) const {
  const float factor = factor_of_scores(width_ / of.heads);
  for (Index row = 0; row < tokens_; ++row) {
    float* at = scores + lanes(row * step(tokens_));
    const std::size_t seen = lanes(of.is_causal ? row + 1 : tokens_);
    for (std::size_t n = 0; n < seen; ++n) at[n] *= factor;
    std::fill(at + seen, at + lanes(tokens_), 0.0F);
  }
}

/// Adds the gradient of the target's loss to d_weights_, which has that of a head's scores: for
/// KL(t ‖ softmax(z)), ∂z = w − t; for the square of w − t with weights z, twice that.
void SideBySide::add_target(const LearnedLayer& of, const float* weights) {
  const Index painted = target_->count();
  if (painted == 0 || target_->rows.rows() != tokens_ || target_->rows.cols() != tokens_) return;
  const auto count = static_cast<std::size_t>(kernels_.lanes);
  Numbers factors(count);
  for (std::size_t n = 0; n < targets_.size(); ++n) factors[n % count] += targets_[n] >= 0;
  const float each = (of.is_linear ? 2 : 1) * target_->factor / static_cast<float>(painted);
  for (float& one : factors) one *= each * factor_of_scores(width_ / of.heads);
  for (Index row = 0; row < tokens_; ++row) {
    if (!target_->has(row)) continue;
    for (Index key = 0; key < (of.is_causal ? row + 1 : tokens_); ++key) {
      const std::size_t at = lanes(row * step(tokens_) + key);
      const float wanted = target_->rows(row, key);
      for (std::size_t lane = 0; lane < count; ++lane) {
        d_weights_[at + lane] += factors[lane] * (weights[at + lane] - wanted);
      }
    }
  }
}

/// Backward from d_mixed_ to d_qkv_.
void SideBySide::attend_back(const LearnedLayer& of, const PassedLayer& layer) {
  const Index L = tokens_, D = width_, dk = D / of.heads, of_qkv = step(3 * D), of_keys = step(L);
  const auto only = [&](Triangle where) { return of.is_causal ? where : Triangle::kNone; };
  for (Index h = 0; h < of.heads; ++h) {
    const Strided q{layer.qkv.data() + lanes(h * dk), of_qkv};
    const Strided k{q.numbers + lanes(D), of_qkv}, v{k.numbers + lanes(D), of_qkv};
    const float* weights = layer.weights.data() + lanes(h * L * of_keys);
    const Strided d_mixed{d_mixed_.data() + lanes(h * dk), step(D)};
    const Strided d_scores{d_weights_.data(), of_keys};
    float* d_q = d_qkv_.data() + lanes(h * dk);
    float* d_k = d_q + lanes(D);
    float* d_v = d_k + lanes(D);
    // ∂V = Wᵀ ∂O; ∂W = ∂O Vᵀ.
    kernels_.lane_product(product_of(L, L, dk, Strided{weights, of_keys}.transposed(), d_mixed, d_v,
                                     of_qkv, only(Triangle::kDepthFrom)));
    kernels_.lane_product(product_of(L, dk, L, d_mixed, v.transposed(), d_weights_.data(), of_keys,
                                     only(Triangle::kResult)));
    if (of.is_linear) {
      scale_scores(of, d_weights_.data());
    } else {
      kernels_.lane_softmax_gradient({.rows = L,
                                      .cols = L,
                                      .step = of_keys,
                                      .is_causal = of.is_causal,
                                      .factor = factor_of_scores(dk),
                                      .weights = weights,
                                      .numbers = d_weights_.data()});
    }
    const bool is_aimed_at =
        target_ != nullptr && h == target_->head && &layer - layers_.data() == target_->layer;
    if (is_aimed_at) add_target(of, weights);
    // ∂Q = ∂S K; ∂K = ∂Sᵀ Q.
    kernels_.lane_product(product_of(L, L, dk, d_scores, k, d_q, of_qkv, only(Triangle::kDepthTo)));
    kernels_.lane_product(
        product_of(L, L, dk, d_scores.transposed(), q, d_k, of_qkv, only(Triangle::kDepthFrom)));
  }
}

/// Embeds a point, a linear combination of words, in one lane.
void SideBySide::embed_point(const LearnedNumbers& learned, const Example& one, Index i,
                             const float* place, float* to) const {
  const Index V = learned.embedding.rows;
  const float* amounts = one.inputs.data() + i * V;
  for (Index c = 0; c < width_; ++c, to += kernels_.lanes) {
    float sum = place == nullptr ? 0 : place[c];
    for (Index v = 0; v < V; ++v) sum += amounts[v] * learned.of(learned.embedding)[v * width_ + c];
    *to = sum;
  }
}

void SideBySide::embed(const LearnedNumbers& learned, std::span<const Example> examples) {
  const Index D = width_;
  const float* places = learned.positions.is_there()      ? learned.of(learned.positions)
                        : learned.fixed_positions.empty() ? nullptr
                                                          : learned.fixed_positions.data();
  for (Index lane = 0; lane < kernels_.lanes; ++lane) {
    const auto n = static_cast<std::size_t>(lane);
    const bool is_there = n < examples.size();
    const Example& one = examples[is_there ? n : 0];
    for (Index i = 0; i < tokens_; ++i) {
      const Index target = one.targets[static_cast<std::size_t>(i)];
      targets_[lanes(i) + n] = is_there && target != kNoTarget ? static_cast<int>(target) : -1;
      const float* place = places == nullptr ? nullptr : places + i * D;
      float* to = x_.data() + lanes(i * step(D)) + lane;
      if (!one.inputs.empty()) {
        embed_point(learned, one, i, place, to);
        continue;
      }
      const Index token = one.tokens[static_cast<std::size_t>(i)];
      const float* row = learned.of(learned.embedding) + token * D;
      for (Index c = 0; c < D; ++c, to += kernels_.lanes) *to = row[c] + (place ? place[c] : 0);
    }
  }
}

void SideBySide::forward(const LearnedNumbers& learned, std::span<const Example> examples) {
  embed(learned, examples);
  norm(learned, learned.norm_in, norm_in_, x_);
  for (std::size_t n = 0; n < layers_.size(); ++n) {
    const LearnedLayer& of = learned.layers[n];
    PassedLayer& layer = layers_[n];
    layer.x = x_;
    if (!of.is_post) norm(learned, of.attention_norm, layer.attention_norm, layer.x);
    times(layer.x, learned, of.w_qkv, layer.qkv, false);
    attend(of, layer);
    if (of.w_o.is_there()) {
      times(layer.mixed, learned, of.w_o, x_, of.has_residual);
    } else if (of.has_residual) {
      add(layer.mixed, x_);
    } else {
      x_ = layer.mixed;
    }
    if (of.is_post) norm(learned, of.attention_norm, layer.attention_norm, x_);
    if (!of.has_mlp()) continue;
    layer.between = x_;
    if (!of.is_post) norm(learned, of.mlp_norm, layer.mlp_norm, layer.between);
    times(layer.between, learned, of.w_1, layer.hidden, false);
    add_row(learned, of.b_1, layer.hidden);
    kernels_.lane_bend(of.bend, std::ssize(layer.hidden) / kernels_.lanes, layer.hidden.data(),
                       layer.slopes.data());
    times(layer.hidden, learned, of.w_2, x_, of.has_residual);
    add_row(learned, of.b_2, x_);
    if (of.is_post) norm(learned, of.mlp_norm, layer.mlp_norm, x_);
  }
  norm(learned, learned.norm_out, norm_out_, x_);
  if (has_own_unembedding_) {
    times(x_, learned, learned.unembedding, logits_, false);
  } else {
    times(x_, learned, learned.embedding, logits_, false, true);
  }
  add_row(learned, learned.unembedding_bias, logits_);
}

/// Squared errors of numeric answers. Replaces logits by their gradient.
Answers SideBySide::read_numbers(std::span<const Example> examples) {
  Answers answers;
  for (Index i = 0; i < tokens_; ++i) {
    float* row = logits_.data() + lanes(i * step(classes_));
    for (Index lane = 0; lane < kernels_.lanes; ++lane) {
      const bool is_wanted = targets_[lanes(i) + static_cast<std::size_t>(lane)] >= 0;
      answers.wanted += is_wanted;
      for (Index c = 0; c < classes_; ++c) {
        float& logit = row[c * kernels_.lanes + lane];
        if (!is_wanted) {
          logit = 0;
          continue;
        }
        const Example& one = examples[static_cast<std::size_t>(lane)];
        const float missed = logit - one.numbers[static_cast<std::size_t>(i * classes_ + c)];
        answers.loss += static_cast<double>(missed) * static_cast<double>(missed);
        logit = 2 * missed;
      }
    }
  }
  return answers;
}

/// Cross-entropy of class answers. Replaces logits by their gradient.
Answers SideBySide::read_answers(std::span<const Example> examples) {
  if (!examples.empty() && !examples.front().numbers.empty()) return read_numbers(examples);
  LaneAnswers of{.rows = tokens_,
                 .cols = classes_,
                 .step = step(classes_),
                 .targets = targets_.data(),
                 .logits = logits_.data()};
  kernels_.lane_answers(of);
  return {of.loss, of.right, of.wanted};
}

/// Backward from a product's result to d_x_, through the norm before it; `d_x_` contains the
/// residual's gradient.
void SideBySide::take_back(const LearnedNumbers& learned, const LearnedLayer& of,
                           const Numbers& d_product, const LearnedMatrix& w,
                           const LearnedNorm& norm, const PassedNorm& passed,
                           std::vector<float>& gradient) {
  if (of.is_post || !norm.is_there) {
    times(d_product, learned, w, d_x_, of.has_residual, true);
    return;
  }
  times(d_product, learned, w, d_read_, false, true);
  norm_back(learned, norm, passed, d_read_, gradient);
  if (of.has_residual) {
    add(d_read_, d_x_);
  } else {
    d_x_ = d_read_;
  }
}

// Backward from d_x_ after the part to d_x_ before it.

void SideBySide::mlp_back(const LearnedNumbers& learned, const LearnedLayer& of,
                          const PassedLayer& layer, std::vector<float>& gradient) {
  if (of.is_post) norm_back(learned, of.mlp_norm, layer.mlp_norm, d_x_, gradient);
  add_row_back(d_x_, of.b_2, gradient);
  back_to_right(layer.hidden, d_x_, of.w_2, gradient);
  times(d_x_, learned, of.w_2, d_hidden_, false, true);
  for (std::size_t n = 0; n < layer.slopes.size(); ++n) d_hidden_[n] *= layer.slopes[n];
  add_row_back(d_hidden_, of.b_1, gradient);
  back_to_right(layer.between, d_hidden_, of.w_1, gradient);
  take_back(learned, of, d_hidden_, of.w_1, of.mlp_norm, layer.mlp_norm, gradient);
}

void SideBySide::attention_back(const LearnedNumbers& learned, const LearnedLayer& of,
                                const PassedLayer& layer, std::vector<float>& gradient) {
  if (of.is_post) norm_back(learned, of.attention_norm, layer.attention_norm, d_x_, gradient);
  if (of.w_o.is_there()) {
    back_to_right(layer.mixed, d_x_, of.w_o, gradient);
    times(d_x_, learned, of.w_o, d_mixed_, false, true);
  } else {
    d_mixed_ = d_x_;
  }
  attend_back(of, layer);
  back_to_right(layer.x, d_qkv_, of.w_qkv, gradient);
  take_back(learned, of, d_qkv_, of.w_qkv, of.attention_norm, layer.attention_norm, gradient);
}

void SideBySide::back(const LearnedNumbers& learned, std::span<const Example> examples,
                      std::vector<float>& gradient) {
  const Index D = width_;
  add_row_back(logits_, learned.unembedding_bias, gradient);
  if (has_own_unembedding_) {
    back_to_right(x_, logits_, learned.unembedding, gradient);
    times(logits_, learned, learned.unembedding, d_x_, false, true);
  } else {
    back_to_right(logits_, x_, learned.embedding, gradient);
    times(logits_, learned, learned.embedding, d_x_, false);
  }
  norm_back(learned, learned.norm_out, norm_out_, d_x_, gradient);
  for (std::size_t n = layers_.size(); n-- > 0;) {
    if (learned.layers[n].has_mlp()) mlp_back(learned, learned.layers[n], layers_[n], gradient);
    attention_back(learned, learned.layers[n], layers_[n], gradient);
  }
  norm_back(learned, learned.norm_in, norm_in_, d_x_, gradient);
  for (Index i = 0; i < tokens_; ++i) {
    const float* row = d_x_.data() + lanes(i * step(D));
    if (learned.positions.is_there()) {
      kernels_.lane_sums(1, D, D, row, nullptr, gradient.data() + learned.positions.at + i * D);
    }
    for (std::size_t lane = 0; lane < examples.size(); ++lane) {
      const Example& one = examples[lane];
      const float* from = row + lane;
      float* to = gradient.data() + learned.embedding.at;
      if (!one.inputs.empty()) {
        const Index V = learned.embedding.rows;
        for (Index v = 0; v < V; ++v, to += D) {
          const float amount = one.inputs[static_cast<std::size_t>(i * V + v)];
          for (Index c = 0; c < D; ++c) to[c] += amount * from[c * kernels_.lanes];
        }
        continue;
      }
      to += one.tokens[static_cast<std::size_t>(i)] * D;
      for (Index c = 0; c < D; ++c) to[c] += from[c * kernels_.lanes];
    }
  }
}

Answers SideBySide::answer(const LearnedNumbers& learned, std::span<const Example> examples,
                           std::vector<float>* gradient) {
  forward(learned, examples);
  const Answers answers = read_answers(examples);
  if (gradient != nullptr) back(learned, examples, *gradient);
  return answers;
}

std::vector<HeadHabits> SideBySide::habits(std::span<const Example> examples) const {
  std::vector<HeadHabits> found;
  for (const PassedLayer& layer : layers_) {
    const std::size_t of_head = lanes(tokens_ * step(tokens_));
    for (std::size_t first = 0; first < layer.weights.size(); first += of_head) {
      HeadHabits& habits = found.emplace_back();
      for (std::size_t lane = 0; lane < examples.size(); ++lane) {
        const auto weight = [&](Index query, Index key) {
          return layer.weights[first + lanes(query * step(tokens_) + key) + lane];
        };
        add_habits(examples[lane].tokens, weight, habits);
      }
    }
  }
  return found;
}

}  // namespace attn
