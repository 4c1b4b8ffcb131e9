#include "engine/model/state_parts.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/attention/norm.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/attention/shapes.h"
#include "engine/fast/head_inputs.h"
#include "engine/model/held_norm.h"

namespace attn {
namespace {

/// Applies `norm` with its scale held at `row` to the parts, and returns its shift.
WideRow apply_held(const std::optional<Norm>& norm, const WideRow& row, WideMatrix& parts) {
  if (!norm) return WideRow::Zero(row.size());
  const HeldNorm held = held_norm(*norm, row);
  held.apply(parts);
  return held.shift();
}

WideRow state_of(const ModelRun& run, std::size_t n, Index token) {
  return run.state(n, token).cast<double>();
}

/// Those outputs of a linear layer as doubles: inputs x count.
WideMatrix wide_matrix(const StoredWeights& weights, Index first, Index count) {
  return matrix_of(weights, first, count).cast<double>();
}

/// Appends parts of writers.
void add(StateParts& to, std::vector<StateWriter> writers, const WideMatrix& parts) {
  const Index before = to.parts.rows();
  to.parts.conservativeResize(before + parts.rows(), parts.cols());
  to.parts.bottomRows(parts.rows()) = parts;
  to.writers.insert(to.writers.end(), writers.begin(), writers.end());
}

/// Adds what the heads of a block wrote to the state of `token`, and their bias.
void add_heads(StateParts& to, ModelRun& run, std::size_t block, Index token, Progress* progress) {
  const Attention& attention = *run.attention(block);
  const WideRow outputs = run.outputs(block, token, progress).row(0).cast<double>();
  const StoredWeights w_o = run.attention_weights(block)->o;
  const WideMatrix matrix = wide_matrix(w_o, 0, w_o.outputs());
  const Index H = std::ssize(attention.heads), dv = outputs.size() / H;
  std::vector<StateWriter> writers;
  WideMatrix parts = WideMatrix::Zero(H + 1, w_o.outputs());
  for (Index h = 0; h < H; ++h) {
    parts.row(h) = outputs.segment(h * dv, dv) * matrix.middleRows(h * dv, dv);
    writers.push_back({WriterKind::kHead, block, static_cast<std::size_t>(h)});
  }
  writers.push_back({WriterKind::kAttentionBias, block});
  const RowVector* bias = row_or_null(attention.combine.b_o);
  if (bias != nullptr) parts.row(H) = bias->cast<double>();
  const WideRow sum = parts.colwise().sum();
  const auto& after = run.model().network.blocks[block].attention_norm_after;
  parts.row(H) += apply_held(after, sum, parts);
  const Index count = bias != nullptr || (after && after->shift) ? H + 1 : H;
  writers.resize(static_cast<std::size_t>(count));
  add(to, std::move(writers), parts.topRows(count));
}

bool is_patched(const ModelRun& run, std::size_t n, Index token) {
  return std::ranges::any_of(run.changes().patches, [&](const StatePatch& patch) {
    return patch.block == n && patch.token == token;
  });
}

/// Embedding of `token`, or the last state up to block `n` that a change gave it.
StateParts first_state(const ModelRun& run, std::size_t n, Index token) {
  std::size_t at = n;
  while (at > 0 && !is_patched(run, at, token)) --at;
  const bool is_changed = is_patched(run, at, token);
  StateParts state;
  add(state, {{is_changed ? WriterKind::kPatch : WriterKind::kEmbedding, at}},
      state_of(run, at, token));
  return state;
}

/// Linear layer of a head's queries or keys.
struct Projection {
  const StoredWeights& weights;
  const RowVector& bias;
  const std::optional<Cow<RowVector>>& gain;  ///< of the norm of queries or keys
  Index place;                                ///< of the head's outputs in the weights
};

/// Query or key of `token` as a sum: W + 1 rows, the last that of bias and shift.
WideMatrix projected_parts(const ModelRun& run, std::size_t block, const StateParts& state,
                           Index token, Index width, const Projection& by) {
  const Block& of = run.model().network.blocks[block];
  const Attention& attention = *run.attention(block);
  WideMatrix inputs = state.parts;
  const WideRow sum = inputs.colwise().sum();
  const WideRow shift = apply_held(of.attention_norm, sum, inputs);
  const WideMatrix matrix = wide_matrix(by.weights, by.place * width, width);
  WideMatrix parts(inputs.rows() + 1, width);
  parts << inputs * matrix, shift * matrix;
  auto last = parts.row(inputs.rows());
  if (by.bias.size() > 0) last += by.bias.segment(by.place * width, width).cast<double>();
  if (has_norm(attention.score)) {
    const HeldNorm held(*attention.score.norm, attention.score.epsilon, row_or_null(by.gain),
                        nullptr, parts.colwise().sum());
    held.apply(parts);
  }
  if (!attention.position.kind->rotate) return parts;
  const Rotation turn = rotation_of(attention.position, token + 1, width);
  for (Index n = 0; n < parts.rows(); ++n) turn_rows(turn, token, parts.middleRows(n, 1));
  return parts;
}

/// Takes what was cut out of the state that a head reads for one of its inputs.
void take_out_cuts(const ModelRun& run, std::size_t block, std::size_t head, HeadInput input,
                   Index token, StateParts& state) {
  for (const LinkCut& cut : run.changes().cuts_into(block)) {
    if (!cut.is_into(*run.attention(block), head, input)) continue;
    const StateWriter from{WriterKind::kHead, cut.from.first, cut.from.second};
    const auto found = std::ranges::find(state.writers, from);
    if (found == state.writers.end()) continue;
    auto part = state.parts.row(found - state.writers.begin());
    part.setZero();
    if (cut.instead) part = cut.instead->row(token).cast<double>();
  }
}

}  // namespace

std::string why_states_do_not_split(const Network& network) {
  for (const Block& block : network.blocks) {
    if (block.norm_place == NormPlace::kPost) return "its norms come after the sum";
    if (!block.residual) return "a block does not add to its input";
  }
  return {};
}

StateParts parts_of_state(ModelRun& run, std::size_t n, Index token, Progress* progress) {
  StateParts state = first_state(run, n, token);
  for (std::size_t b = state.writers.front().block; b < n; ++b) {
    if (run.attention(b) != nullptr) add_heads(state, run, b, token, progress);
    if (!run.model().network.blocks[b].mlp) continue;
    const WideRow rest = state_of(run, b + 1, token) - state.parts.colwise().sum();
    add(state, {{WriterKind::kMlp, b}}, rest);
  }
  return state;
}

LogitParts parts_of_logit(ModelRun& run, Index token, int word, int against, Progress* progress) {
  const Model& model = run.model();
  StateParts state = parts_of_state(run, run.blocks(), token, progress);
  const WideRow sum = state.parts.colwise().sum();
  const WideRow shift = apply_held(model.network.norm_out, sum, state.parts);
  const WordWeights& words = model.unembedding.is_empty() ? model.embedding : model.unembedding;
  const auto& bias = model.network.unembedding_bias;
  const auto direction_of = [&](int of) -> std::pair<Eigen::VectorXd, double> {
    return {wide_matrix(words.some(of, 1), 0, 1).col(0),
            bias ? static_cast<double>((**bias)[of]) : 0};
  };
  auto [direction, more] = direction_of(word);
  if (against >= 0) {
    const auto [other, of_other] = direction_of(against);
    direction -= other;
    more -= of_other;
  }
  LogitParts logit;
  logit.writers = std::move(state.writers);
  logit.of_writers = (state.parts * direction).transpose();
  logit.shift = shift.dot(direction) + more;
  logit.logit = logit.of_writers.sum() + logit.shift;
  return logit;
}

ScoreParts parts_of_score(ModelRun& run, std::size_t block, std::size_t head, Index query,
                          Index key, Progress* progress) {
  const Attention& attention = *run.attention(block);
  const std::shared_ptr<const LayerWeights> weights = run.attention_weights(block);
  const Index dk = weights->q.outputs() / std::ssize(attention.heads);
  const std::size_t owner = keys_head(attention, head);
  const Index place = key_places(attention)[head];
  StateParts of_query = parts_of_state(run, block, query, progress);
  StateParts of_key = parts_of_state(run, block, key, progress);
  take_out_cuts(run, block, head, HeadInput::kQuery, query, of_query);
  take_out_cuts(run, block, head, HeadInput::kKey, key, of_key);
  const WideMatrix q = projected_parts(
      run, block, of_query, query, dk,
      {weights->q, weights->b_q, attention.heads[head].g_q, static_cast<Index>(head)});
  const WideMatrix k = projected_parts(
      run, block, of_key, key, dk, {weights->k, weights->b_k, attention.heads[owner].g_k, place});
  const double factor = static_cast<double>(attention.score.kind->pair_sum.factor(
      attention.score, attention.head(static_cast<Index>(head)), dk));
  ScoreParts score;
  score.query_writers = std::move(of_query.writers);
  score.key_writers = std::move(of_key.writers);
  score.parts = factor * q * k.transpose();
  score.score = score.parts.sum();
  return score;
}

}  // namespace attn
