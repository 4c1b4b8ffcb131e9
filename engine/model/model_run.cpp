#include "engine/model/model_run.h"

#include <algorithm>
#include <utility>

#include "engine/attention/lookup.h"
#include "engine/attention/norm.h"
#include "engine/attention/position.h"
#include "engine/attention/shapes.h"
#include "engine/base/problem.h"
#include "engine/base/require.h"
#include "engine/model/held_norm.h"

namespace attn {
namespace {

constexpr Index kNormedRows = 8;
/// Tables of masks and of rotations that are kept, of all layers.
constexpr std::size_t kMostTables = 64;

}  // namespace

double bytes_of_run(const Model& model, Index tokens) {
  constexpr double kFloat = sizeof(float);
  // Queries, and keys and values as rows and packed.
  constexpr double kOfHeads = 5;
  const auto L = static_cast<double>(tokens), D = static_cast<double>(model.width());
  const auto blocks = static_cast<double>(model.network.blocks.size());
  std::vector<const std::vector<Mask>*> masks;
  for (const Block& block : model.network.blocks) {
    const auto is_same = [&](const std::vector<Mask>* one) {
      return *one == block.attention->masks;
    };
    if (block.attention && std::ranges::none_of(masks, is_same)) {
      masks.push_back(&block.attention->masks);
    }
  }
  return kFloat * L * D * (1 + blocks + kOfHeads * blocks) +
         L * L * static_cast<double>(masks.size() + 1);
}

ModelRun::ModelRun(const Model& model, const Kernels& kernels, WorkerPool& pool)
    : model_(model),
      products_(kernels, pool),
      states_(model.network.blocks.size() + 1),
      heads_(model.network.blocks.size()) {}

Matrix ModelRun::states(std::size_t n) const { return states_[n].rows.topRows(tokens()); }

const Attention* ModelRun::attention(std::size_t block) const {
  if (const ChangedAttention* changed = changes_.attention(block)) return &changed->attention;
  const auto& own = model_.network.blocks[block].attention;
  return own ? &*own : nullptr;
}

std::shared_ptr<const LayerWeights> ModelRun::attention_weights(std::size_t block) const {
  const auto found = changes_.attentions.find(block);
  if (found == changes_.attentions.end()) return model_.layer(block);
  return {found->second, &found->second->weights};
}

Matrix ModelRun::attention_input(std::size_t block) const {
  const Block& of = model_.network.blocks[block];
  Matrix x = states(block);
  const bool is_normed = of.attention_norm && of.norm_place != NormPlace::kPost;
  return is_normed ? normed_rows(std::move(x), *of.attention_norm) : x;
}

void ModelRun::update(const std::vector<int>& ids, ModelChanges changes, Progress* progress) {
  const RunStart from = first_change(ids, changes);
  is_valid_ = false;
  ids_ = ids;
  changes_ = std::move(changes);
  if (seen_.size() > kMostTables) seen_.clear();
  if (rotations_.size() > kMostTables) rotations_.clear();
  if (from.block == 0 && from.token < tokens() && !from.keeps_heads) embed(from.token);
  for (std::size_t b = from.block; b < blocks() && from.token < tokens(); ++b) {
    run_block(b, from.token, from.keeps_heads && b == from.block, progress);
    const auto made = states_[b + 1].rows.middleRows(from.token, tokens() - from.token);
    require(made.allFinite(), "/blocks/" + std::to_string(b), "numbers leave the range of float32");
    if (on_block_) on_block_(b);
  }
  is_valid_ = true;
}

ModelRun::RunStart ModelRun::first_change(const std::vector<int>& ids,
                                          const ModelChanges& changes) {
  if (!is_valid_) return {};
  const auto same = std::ranges::mismatch(ids, ids_).in1 - ids.begin();
  const std::size_t block = ModelChanges::first_difference(changes_, changes, blocks());
  if (ids == ids_) {
    // A replaced state is computed by the block before.
    const auto is_of_block = [&](const StatePatch& patch) { return patch.block == block; };
    const bool patches = std::ranges::any_of(changes.patches, is_of_block) ||
                         std::ranges::any_of(changes_.patches, is_of_block);
    if (patches && block == 0) return {};
    if (patches) return {block - 1, true};
    const bool keeps_inputs = changes_.attention(block) == changes.attention(block) &&
                              changes_.cuts_into(block) == changes.cuts_into(block);
    return {block, keeps_inputs};
  }
  if (block <= blocks() || !is_causal()) return {};
  return {0, false, same};
}

/// Whether no token of the last call saw a later one.
bool ModelRun::is_causal() {
  for (const auto& [at, change] : changes_.heads) {
    if (change.seen || change.weights) return false;
  }
  for (std::size_t b = 0; b < blocks(); ++b) {
    if (attention(b) != nullptr && !seen_in(b).is_causal) return false;
  }
  return true;
}

const SeenKeys& ModelRun::seen_in(std::size_t block) {
  const std::vector<Mask>& masks = attention(block)->masks;
  const auto made = [&] {
    return SeenKeys::of(masks, tokens(), "/blocks/" + std::to_string(block) + "/attention");
  };
  for (auto& [of, seen] : seen_) {
    if (of != masks) continue;
    if (seen.seen.rows() != tokens()) seen = made();
    return seen;
  }
  return seen_.emplace_back(masks, made()).second;
}

const Rotation* ModelRun::rotation_of(const Attention& attention, Index width, Index tokens) {
  const Position& position = attention.position;
  if (!position.kind->rotate) return nullptr;
  for (auto& [of, rotation] : rotations_) {
    if (!(of == position) || rotation.table.cols() != width) continue;
    const Index rows = rotation.table.rows();
    if (rows < tokens) rotation = attn::rotation_of(of, std::max(tokens, 2 * rows), width);
    return &rotation;
  }
  return &rotations_.emplace_back(position, attn::rotation_of(position, tokens, width)).second;
}

/// Row of the embedding for token i, or its input times the embedding.
WideRow ModelRun::word_of(Index i, Buffer<float>& converted) const {
  const WordWeights& embedding = model_.embedding;
  const auto words = [&](const StoredWeights& some) {
    const float* rows = some.floats(0, some.outputs(), products_.kernels(), converted);
    return Eigen::Map<const Matrix>(rows, some.outputs(), some.inputs()).cast<double>();
  };
  const auto& inputs = model_.network.inputs;
  if (!inputs) {
    const StoredWeights word = embedding.some(ids_[static_cast<std::size_t>(i)], 1);
    return words(word).row(0);
  }
  WideRow sum = WideRow::Zero(embedding.inputs());
  embedding.for_parts([&](Index first, const StoredWeights& some) {
    sum += (*inputs)->row(i).segment(first, some.outputs()).cast<double>() * words(some);
  });
  return sum;
}

void ModelRun::embed(Index first) {
  const Network& network = model_.network;
  const Index count = tokens() - first, D = model_.width();
  const bool is_learned = takes(*network.position.kind, "table");
  const Index places = is_learned ? network.position.table->rows() : tokens();
  require(tokens() <= places, "/position/table",
          "expected at least " + std::to_string(tokens()) + " rows (L), found " +
              std::to_string(places));
  const double scale = static_cast<double>(network.embedding_scale.value_or(1.0F));
  require(!network.inputs || (*network.inputs)->rows() == tokens(), "/inputs",
          "expected " + std::to_string(tokens()) + " rows (L)");
  WideMatrix shift;
  if (network.position.kind->table) shift = position_shift(network.position, tokens(), D);
  Matrix rows(count, D);
  Buffer<float> converted;
  for (Index i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(first + i);
    WideRow row = scale * word_of(first + i, converted);
    if (network.types) {
      const std::vector<int>& types = network.types->ids;
      row += network.types->table->row(types.empty() ? 0 : types[at]).cast<double>();
    }
    if (shift.size() > 0) row += shift.row(first + i);
    rows.row(i) = row.cast<float>();
  }
  if (network.norm_in) rows = normed_rows(std::move(rows), *network.norm_in);
  states_[0].hold(tokens(), D);
  states_[0].rows.middleRows(first, count) = rows;
  apply_patches(0, first);
}

void ModelRun::apply_patches(std::size_t block, Index first) {
  for (const StatePatch& patch : changes_.patches) {
    if (patch.block == block && patch.token >= first && patch.token < tokens()) {
      states_[block].rows.row(patch.token) = patch.x;
    }
  }
}

BlockChanges ModelRun::changes_of(std::size_t b) const {
  BlockChanges changes;
  for (const auto& [at, change] : changes_.heads) {
    if (at.first == b) changes.emplace(at.second, &change);
  }
  return changes;
}

/// Outputs of the heads of block b for the tokens from `first` on.
Matrix ModelRun::attend(std::size_t b, Index first, std::vector<Matrix>* weights,
                        Progress* progress) {
  Matrix outputs;
  heads_[b].attend(*attention(b), seen_in(b), changes_of(b), first, tokens() - first, products_,
                   outputs, weights, progress);
  return outputs;
}

Matrix ModelRun::attended(std::size_t b, const StoredWeights& w_o, Index first, Index count,
                          Progress* progress) {
  products_.set_rows(attend(b, first, nullptr, progress));
  Matrix made(count, model_.width());
  products_.multiply(w_o, row_or_null(attention(b)->combine.b_o), made, progress);
  return made;
}

std::vector<Matrix> ModelRun::weights(std::size_t block, Progress* progress) {
  std::vector<Matrix> made;
  if (attention(block) != nullptr) attend(block, 0, &made, progress);
  return made;
}

Matrix ModelRun::outputs(std::size_t block, Index first, Progress* progress) {
  return attend(block, first, nullptr, progress);
}

Matrix ModelRun::written(std::size_t block, std::size_t head, Index first, Progress* progress) {
  const std::shared_ptr<const LayerWeights> weights = attention_weights(block);
  const Matrix outputs = attend(block, first, nullptr, progress);
  const auto multiplied = [&](const Matrix& rows, const RowVector* bias) {
    Matrix made(rows.rows(), model_.width());
    products_.set_rows(rows);
    products_.multiply(weights->o, bias, made, progress);
    return made;
  };
  const Index dv = outputs.cols() / std::ssize(attention(block)->heads);
  const Index column = static_cast<Index>(head) * dv;
  Matrix alone = Matrix::Zero(outputs.rows(), outputs.cols());
  alone.middleCols(column, dv) = outputs.middleCols(column, dv);
  Matrix made = multiplied(alone, nullptr);
  const auto& after = model_.network.blocks[block].attention_norm_after;
  if (!after) return made;
  const Matrix all = multiplied(outputs, row_or_null(attention(block)->combine.b_o));
  for (Index i = 0; i < made.rows(); ++i) {
    WideMatrix part = made.row(i).cast<double>();
    held_norm(*after, all.row(i).cast<double>()).apply(part);
    made.row(i) = part.cast<float>();
  }
  return made;
}

/// Computes inputs of heads anew, from states without what other heads wrote.
void ModelRun::apply_cuts(std::size_t b, const LayerWeights& weights, Index first,
                          Progress* progress) {
  const std::vector<LinkCut> cuts = changes_.cuts_into(b);
  const Attention& of = *attention(b);
  const Block& block = model_.network.blocks[b];
  const Index count = tokens() - first, width = BlockHeads::width_of_keys(of, weights);
  // Shared keys and values are those of the head that has them.
  const auto input_of = [&](const LinkCut& cut) {
    const bool is_query = cut.input == HeadInput::kQuery;
    return std::pair(is_query ? cut.to.second : keys_head(of, cut.to.second), cut.input);
  };
  std::map<std::pair<std::size_t, HeadInput>, Matrix> inputs;
  for (auto cut_at = cuts.begin(); cut_at != cuts.end(); ++cut_at) {
    const LinkCut& cut = *cut_at;
    // Heads that share a key have one link each, which is cut once.
    const bool is_cut = std::any_of(cuts.begin(), cut_at, [&](const LinkCut& one) {
      return one.from == cut.from && input_of(one) == input_of(cut);
    });
    if (is_cut) continue;
    Matrix& x = inputs[input_of(cut)];
    if (x.size() == 0) x = states_[b].rows.middleRows(first, count);
    Matrix part = written(cut.from.first, cut.from.second, first, progress);
    if (cut.instead) part -= cut.instead->middleRows(first, count);
    for (const StatePatch& patch : changes_.patches) {
      // A state that was replaced has nothing of what was written before.
      const bool is_after = patch.block > cut.from.first && patch.block <= b;
      const bool is_here = patch.token >= first && patch.token < tokens();
      if (is_after && is_here) part.row(patch.token - first).setZero();
    }
    x -= part;
  }
  for (auto& [input, x] : inputs) {
    const bool is_normed = block.attention_norm && block.norm_place != NormPlace::kPost;
    products_.set_rows(is_normed ? normed_rows(std::move(x), *block.attention_norm) : x);
    heads_[b].project_again(of, weights, rotation_of(of, width, tokens()), input.first,
                            input.second, first, count, products_, progress);
  }
}

void ModelRun::run_block(std::size_t b, Index first, bool keeps_heads, Progress* progress) {
  const Block& block = model_.network.blocks[b];
  const std::shared_ptr<const LayerWeights> weights = model_.layer(b);
  const Index count = tokens() - first;
  const Matrix x = states_[b].rows.middleRows(first, count);
  Matrix current = x, read = x;
  const bool is_post = block.norm_place == NormPlace::kPost;
  const auto input_of = [&](const std::optional<Norm>& norm, const Matrix& rows) {
    return norm && !is_post ? normed_rows(rows, *norm) : rows;
  };
  const auto add = [&](Matrix made, const std::optional<Norm>& norm,
                       const std::optional<Norm>& norm_after) {
    if (norm_after) made = normed_rows(std::move(made), *norm_after);
    if (block.residual) made += current;
    if (norm && is_post) made = normed_rows(std::move(made), *norm);
    current = std::move(made);
  };
  if (const Attention* of = attention(b)) {
    const ChangedAttention* changed = changes_.attention(b);
    const LayerWeights& by = changed != nullptr ? changed->weights : *weights;
    if (!keeps_heads || block.parallel) read = input_of(block.attention_norm, x);
    if (!keeps_heads) {
      const Index width = BlockHeads::width_of_keys(*of, by);
      products_.set_rows(read);
      heads_[b].project(*of, by, rotation_of(*of, width, tokens()), first, count, products_,
                        progress);
      apply_cuts(b, by, first, progress);
    }
    add(attended(b, by.o, first, count, progress), block.attention_norm,
        block.attention_norm_after);
  }
  if (block.mlp) {
    const bool reads_same = block.parallel && !block.mlp_norm;
    const Matrix& from = block.parallel ? x : current;
    Matrix made =
        mlp_of(*block.mlp, *weights, reads_same ? read : input_of(block.mlp_norm, from), progress);
    add(std::move(made), block.mlp_norm, block.mlp_norm_after);
  }
  states_[b + 1].hold(tokens(), model_.width());
  states_[b + 1].rows.middleRows(first, count) = current;
  apply_patches(b + 1, first);
}

Matrix ModelRun::mlp_of(const Mlp& mlp, const LayerWeights& weights, const Matrix& x,
                        Progress* progress) {
  Matrix hidden(x.rows(), weights.w_1.outputs());
  products_.set_rows(x);
  products_.multiply(weights.w_1, row_or_null(mlp.b_1), hidden, progress);
  Matrix gate;
  if (!weights.w_3.is_empty()) {
    gate.resize(hidden.rows(), hidden.cols());
    products_.multiply(weights.w_3, row_or_null(mlp.b_3), gate, progress);
  }
  apply_activation(*mlp.activation, hidden);
  if (gate.size() > 0) hidden.array() *= gate.array();
  products_.set_rows(hidden);
  Matrix made(x.rows(), weights.w_2.outputs());
  products_.multiply(weights.w_2, row_or_null(mlp.b_2), made, progress);
  return made;
}

void ModelRun::apply_activation(const ActivationKind& activation, Matrix& numbers) const {
  const Kernels& kernels = products_.kernels();
  constexpr Index kPart = 4096;  // a multiple of all lanes
  products_.pool().run((numbers.size() + kPart - 1) / kPart, [&](Index n, int) {
    float slopes[kPart], rest[kPart];
    float* const from = numbers.data() + n * kPart;
    const Index count = std::min(kPart, numbers.size() - n * kPart);
    const Index whole = count / kernels.lanes * kernels.lanes;
    kernels.lane_bend(activation.lanes, whole / kernels.lanes, from, slopes);
    if (whole == count) return;
    std::fill_n(rest, kernels.lanes, 0.0F);
    std::copy_n(from + whole, count - whole, rest);
    kernels.lane_bend(activation.lanes, 1, rest, slopes);
    std::copy_n(rest, count - whole, from + whole);
  });
}

Matrix ModelRun::normed_rows(Matrix rows, const Norm& norm) const {
  products_.pool().run((rows.rows() + kNormedRows - 1) / kNormedRows, [&](Index n, int) {
    const Index first = n * kNormedRows;
    auto part = rows.middleRows(first, std::min(kNormedRows, rows.rows() - first));
    WideMatrix wide = part.cast<double>();
    norm.kind->normalize(wide, static_cast<double>(norm.epsilon));
    if (norm.gain) wide.array().rowwise() *= (**norm.gain).cast<double>().array();
    if (norm.shift) wide.rowwise() += (**norm.shift).cast<double>();
    part = wide.cast<float>();
  });
  return rows;
}

Matrix ModelRun::normed(Matrix states) const {
  const auto& norm = model_.network.norm_out;
  return norm ? normed_rows(std::move(states), *norm) : states;
}

Matrix ModelRun::logits(const Matrix& states, Progress* progress) {
  const Network& network = model_.network;
  Matrix x = normed(states);
  if (network.head) {
    products_.set_rows(x);
    products_.multiply(model_.head, row_or_null(network.head->b), x, progress);
    apply_activation(*network.head->activation, x);
    if (network.head->norm) x = normed_rows(std::move(x), *network.head->norm);
  }
  const WordWeights& words = model_.unembedding.is_empty() ? model_.embedding : model_.unembedding;
  Matrix made(x.rows(), words.outputs());
  products_.set_rows(x);
  words.for_parts([&](Index first, const StoredWeights& some) {
    const Index count = some.outputs();
    RowVector bias;
    if (network.unembedding_bias) bias = (*network.unembedding_bias)->segment(first, count);
    products_.multiply(some, bias.size() > 0 ? &bias : nullptr, made.middleCols(first, count),
                       progress);
  });
  require(made.allFinite(), "/unembedding", "numbers leave the range of float32");
  if (network.logits_cap) products_.kernels().cap(made.data(), made.size(), *network.logits_cap);
  return made;
}

}  // namespace attn
