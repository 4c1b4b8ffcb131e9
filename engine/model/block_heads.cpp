#include "engine/model/block_heads.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/attention/mask.h"
#include "engine/attention/norm.h"
#include "engine/attention/normalize.h"
#include "engine/attention/score.h"
#include "engine/attention/shapes.h"
#include "engine/fast/fast.h"
#include "engine/fast/packing.h"
#include "engine/fast/row_block.h"
#include "engine/fast/weights.h"

namespace attn {
namespace {

Index own_key_heads(const Attention& attention) {
  return std::ranges::count_if(attention.heads, [](const Head& head) { return !head.keys_of; });
}

/// Normalises, scales and rotates a head's part of queries or keys, whose first row is token
/// `first`.
void finish_pair(const Attention& attention, const RowVector* gains, const Rotation* rotation,
                 Index first, Eigen::Ref<Matrix> part) {
  WideMatrix rows = part.cast<double>();
  if (has_norm(attention.score)) {
    attention.score.norm->normalize(rows, static_cast<double>(attention.score.epsilon));
    if (gains != nullptr) rows.array().rowwise() *= gains->cast<double>().array();
  }
  if (rotation != nullptr) turn_rows(*rotation, first, rows);
  part = rows.cast<float>();
}

constexpr Index kFinishedRows = 16;

/// Calls work(first, count) for all tokens from `first` on, in parts.
template <typename Work>
void for_tokens(WorkerPool& pool, Index first, Index count, const Work& work) {
  pool.run((count + kFinishedRows - 1) / kFinishedRows, [&](Index n, int) {
    const Index begin = n * kFinishedRows;
    work(first + begin, std::min(kFinishedRows, count - begin));
  });
}

}  // namespace

std::vector<Index> key_places(const Attention& attention) {
  std::vector<Index> places(attention.heads.size());
  Index next = 0;
  for (std::size_t h = 0; h < places.size(); ++h) {
    const std::size_t owner = keys_head(attention, h);
    places[h] = owner == h ? next++ : places[owner];
  }
  return places;
}

void StateRows::hold(Index count, Index width) {
  if (rows.cols() != width) rows.resize(0, width);
  if (count <= rows.rows()) return;
  const Index more = rows.rows() == 0 ? count : std::max(count, 2 * rows.rows());
  rows.conservativeResize(more, width);
}

SeenKeys SeenKeys::of(BoolMatrix seen) {
  SeenKeys made;
  const Index L = seen.rows();
  made.begin.assign(static_cast<std::size_t>(L), 0);
  made.end.assign(static_cast<std::size_t>(L), 0);
  for (Index i = 0; i < L; ++i) {
    const bool* row = seen.row(i).data();
    const Index begin = std::find(row, row + L, true) - row;
    Index end = L;
    while (end > begin && !row[end - 1]) --end;
    made.begin[static_cast<std::size_t>(i)] = begin == L ? 0 : begin;
    made.end[static_cast<std::size_t>(i)] = begin == L ? 0 : end;
    made.is_causal &= end <= i + 1 || begin == L;
  }
  made.seen = std::move(seen);
  return made;
}

SeenKeys SeenKeys::of(const std::vector<Mask>& masks, Index tokens, const std::string& place) {
  Scene scene;
  scene.masks = masks;
  scene.tokens.resize(static_cast<std::size_t>(tokens));
  for (std::size_t n = 0; n < masks.size(); ++n) {
    masks[n].kind->check(scene, masks[n], place + "/masks/" + std::to_string(n));
  }
  return of(visible_keys(scene));
}

Index BlockHeads::width_of_keys(const Attention& attention, const LayerWeights& weights) {
  return weights.q.outputs() / std::ssize(attention.heads);
}

void BlockHeads::project(const Attention& attention, const LayerWeights& weights,
                         const Rotation* rotation, Index first, Index count, RowProducts& products,
                         Progress* progress) {
  const Index dk = width_of_keys(attention, weights), key_heads = own_key_heads(attention);
  const Index dv = weights.v.outputs() / key_heads;
  if (dk != dk_ || dv != dv_ || key_heads != key_heads_) capacity_ = 0;
  dk_ = dk;
  dv_ = dv;
  key_heads_ = key_heads;
  const auto compute = [&](StateRows& to, const StoredWeights& by, const RowVector& bias) {
    to.hold(first + count, by.outputs());
    products.multiply(by, bias.size() > 0 ? &bias : nullptr, to.rows.middleRows(first, count),
                      progress);
  };
  compute(q_, weights.q, weights.b_q);
  compute(k_, weights.k, weights.b_k);
  compute(v_, weights.v, weights.b_v);
  if (has_norm(attention.score) || rotation != nullptr) {
    for_tokens(products.pool(), first, count, [&](Index from, Index some) {
      Index own = 0;
      for (std::size_t h = 0; h < attention.heads.size(); ++h) {
        const Head& head = attention.heads[h];
        finish_pair(attention, row_or_null(head.g_q), rotation, from,
                    q_.rows.block(from, static_cast<Index>(h) * dk_, some, dk_));
        if (head.keys_of) continue;
        finish_pair(attention, row_or_null(head.g_k), rotation, from,
                    k_.rows.block(from, own++ * dk_, some, dk_));
      }
    });
  }
  pack_keys(first, first + count, products);
}

void BlockHeads::project_again(const Attention& attention, const LayerWeights& weights,
                               const Rotation* rotation, std::size_t head, HeadInput input,
                               Index first, Index count, RowProducts& products,
                               Progress* progress) {
  const Index own = key_places(attention)[head];
  const Head& keys = attention.heads[keys_head(attention, head)];
  const auto compute = [&](StateRows& to, const StoredWeights& by, const RowVector& biases,
                           Index place, Index width) {
    RowVector bias;
    if (biases.size() > 0) bias = biases.segment(place * width, width);
    products.multiply(by.some(place * width, width), bias.size() > 0 ? &bias : nullptr,
                      to.rows.block(first, place * width, count, width), progress);
  };
  const auto finish = [&](StateRows& to, Index place, const std::optional<Cow<RowVector>>& gains) {
    if (!has_norm(attention.score) && rotation == nullptr) return;
    for_tokens(products.pool(), first, count, [&](Index from, Index some) {
      finish_pair(attention, row_or_null(gains), rotation, from,
                  to.rows.block(from, place * dk_, some, dk_));
    });
  };
  switch (input) {
    case HeadInput::kQuery:
      compute(q_, weights.q, weights.b_q, static_cast<Index>(head), dk_);
      finish(q_, static_cast<Index>(head), attention.heads[head].g_q);
      return;
    case HeadInput::kKey:
      compute(k_, weights.k, weights.b_k, own, dk_);
      finish(k_, own, keys.g_k);
      break;
    case HeadInput::kValue:
      compute(v_, weights.v, weights.b_v, own, dv_);
      break;
  }
  pack_keys(first, first + count, products);
}

void BlockHeads::pack_keys(Index first, Index tokens, RowProducts& products) {
  const Index panel = products.kernels().panel_floats;
  const Index wide = padded(dv_, panel);
  if (tokens > capacity_) {
    const bool is_first = capacity_ == 0;
    capacity_ = padded(is_first ? tokens : std::max(tokens, 2 * capacity_), panel);
    keys_.reserve(key_heads_ * capacity_ * dk_);
    values_.reserve(key_heads_ * capacity_ * wide);
    first = 0;
  }
  first = first / panel * panel;
  products.pool().run(key_heads_, [&](Index head, int) {
    pack_transposed(k_.rows.data() + head * dk_, dk_, first, tokens - first, panel,
                    keys_.data() + head * capacity_ * dk_, k_.rows.cols());
    float* values = values_.data() + head * capacity_ * wide;
    for (Index col = 0; col < dv_; col += panel) {
      const Index some = std::min(panel, dv_ - col);
      for (Index j = first; j < tokens; ++j) {
        float* to = values + col * capacity_ + j * panel;
        const float* from = v_.rows.row(j).data() + head * dv_ + col;
        std::copy_n(from, some, to);
        std::fill(to + some, to + panel, 0.0F);
      }
    }
  });
}

/// Attention of a block that is computed.
struct BlockHeads::Work {
  const Attention& attention;
  const SeenKeys& seen;
  const BlockChanges& changes;
  const std::vector<Index>& key_places;
  const Kernels& kernels;
  Index first = 0;
  Index keys = 0;  ///< L
  Matrix& outputs;
  std::vector<Matrix>* weights;
};

void BlockHeads::attend(const Attention& attention, const SeenKeys& seen,
                        const BlockChanges& changes, Index first, Index count,
                        RowProducts& products, Matrix& outputs, std::vector<Matrix>* weights,
                        Progress* progress) {
  const Index H = std::ssize(attention.heads);
  const Index keys = first + count;
  outputs.resize(count, H * dv_);
  if (weights != nullptr) weights->assign(attention.heads.size(), Matrix::Zero(keys, keys));
  const std::vector<Index> places = key_places(attention);
  const Kernels& kernels = products.kernels();
  const Work work{attention, seen, changes, places, kernels, first, keys, outputs, weights};
  scratch_.resize(static_cast<std::size_t>(products.pool().threads()));
  const Index some = rows_of_block(kernels, count, keys, products.pool().threads());
  const Index parts = (count + some - 1) / some;
  products.pool().run(H * parts, [&](Index n, int worker) {
    if (progress != nullptr && progress->is_cancelled()) throw Cancelled();
    const Index begin = n % parts * some;
    attend_rows(work,
                {static_cast<std::size_t>(n / parts), first + begin, std::min(some, count - begin)},
                scratch_[static_cast<std::size_t>(worker)]);
  });
}

void BlockHeads::attend_rows(const Work& work, const RowsOfHead& task, HeadScratch& scratch) const {
  const auto& [attention, base_seen, changes, places, kernels, first, L, outputs, weights] = work;
  const auto found = changes.find(task.h);
  const HeadChange* change = found == changes.end() ? nullptr : found->second;
  const auto h = static_cast<Index>(task.h);
  auto made = outputs.block(task.first - first, h * dv_, task.count, dv_);
  if (change != nullptr && change->output) {
    made.rowwise() = *change->output;
    if (weights == nullptr) return;
  }
  // Keys in question for these rows, from the start of a panel on.
  const Index panel = kernels.panel_floats;
  const bool sees_any = change != nullptr && (change->seen || change->weights);
  SeenKeys other;
  if (change != nullptr && change->seen) other = SeenKeys::of(change->seen->topLeftCorner(L, L));
  const SeenKeys& seen = change != nullptr && change->seen ? other : base_seen;
  Index from = sees_any ? 0 : L, to = sees_any ? L : 0;
  for (Index i = task.first; !sees_any && i < task.first + task.count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (seen.end[at] == 0) continue;
    from = std::min(from, seen.begin[at] / panel * panel);
    to = std::max(to, seen.end[at]);
  }
  const Index keys = to - from;
  if (keys <= 0) {
    made.setZero();
    return;
  }
  const Index step = row_step(keys);
  float* tile = scratch.tile.reserve(task.count * step);
  const Index place = places[task.h];
  kernels.multiply(
      {.left = q_.rows.row(task.first).data() + h * dk_,
       .left_step = q_.rows.cols(),
       .rows = task.count,
       .panels = keys_.data() + (place * capacity_ + from) * dk_,
       .depth = dk_,
       .cols = keys,
       .factor = attention.score.kind->pair_sum.factor(attention.score, attention.head(h), dk_),
       .result = tile,
       .result_step = step});
  scratch.factors.resize(static_cast<std::size_t>(task.count));
  for (Index r = 0; r < task.count; ++r) {
    const Index i = task.first + r;
    float* row = tile + r * step;
    const float factor = weigh(work, change, seen, i, from, keys, row, scratch);
    scratch.factors[static_cast<std::size_t>(r)] = factor;
    if (weights == nullptr) continue;
    kernels.scale(row, keys, factor, (*weights)[task.h].row(i).data() + from);
  }
  if (change != nullptr && change->output) return;
  const Index wide = padded(dv_, panel);
  float* sums = scratch.sums.reserve(task.count * wide);
  for (Index col = 0; col < dv_; col += panel) {
    kernels.accumulate(
        {.left = tile,
         .left_step = step,
         .rows = task.count,
         .panels = values_.data() + place * capacity_ * wide + col * capacity_ + from * panel,
         .depth = keys,
         .cols = std::min(panel, dv_ - col),
         .sums = sums + col,
         .sums_step = wide});
  }
  for (Index r = 0; r < task.count; ++r) {
    kernels.scale(sums + r * wide, dv_, scratch.factors[static_cast<std::size_t>(r)],
                  made.row(r).data());
  }
}

/// Turns query i's scores for `keys` keys from key `from` on into weights except for a factor,
/// which is returned. The same numbers for any `from`.
float BlockHeads::weigh(const Work& work, const HeadChange* change, const SeenKeys& seen, Index i,
                        Index from, Index keys, float* row, HeadScratch& scratch) const {
  if (change != nullptr && change->weights && !std::isnan((*change->weights)(i, 0))) {
    std::copy_n(change->weights->row(i).data() + from, keys, row);
    return 1;
  }
  const auto at = static_cast<std::size_t>(i);
  const Index panel = work.kernels.panel_floats;
  const Index begin = seen.begin[at] / panel * panel - from;
  const Index end = seen.end[at] - from;
  if (seen.end[at] == 0) {
    std::fill_n(row, keys, 0.0F);
    return 0;
  }
  std::fill(row, row + begin, 0.0F);
  float* scores = row + begin;
  const Index count = end - begin;
  if (work.attention.score.cap) work.kernels.cap(scores, count, *work.attention.score.cap);
  const bool* is_seen = seen.seen.row(i).data() + from + begin;
  for (Index j = 0; j < count; ++j) scores[j] = is_seen[j] ? scores[j] : kMasked;
  Normalizer normalizer = work.attention.normalizer;
  if (change != nullptr && change->temperature) normalizer.temperature = *change->temperature;
  float factor = 1;
  if (has_fast_weights(normalizer)) {
    const auto log = static_cast<float>(std::numbers::log2e / normalizer.temperature);
    factor = weigh_row(work.kernels, scores, count, log, scores).factor();
  } else {
    normalize_row(normalizer, {scores, static_cast<std::size_t>(count)}, scratch.seen);
  }
  std::fill(row + end, row + keys, 0.0F);
  return factor;
}

}  // namespace attn
