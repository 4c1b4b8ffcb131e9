#include "app/model/families/model_network.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <utility>

#include "app/document/files/memory_limit.h"
#include "app/document/files/utf8.h"
#include "app/document/json/json_read.h"
#include "app/model/files/about_file.h"
#include "engine/attention/mask.h"
#include "engine/attention/norm.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/base/text.h"
#include "engine/blocks/stages.h"

namespace attn {
namespace {

constexpr std::string_view kWeight = ".weight", kBias = ".bias";

std::string tensor_name(const std::string& before, std::string_view name, std::string_view end) {
  return before + std::string(name) + std::string(end);
}

/// Outputs of a linear layer that belong to one head.
struct HeadSlice {
  std::string_view name;  ///< of the layer
  Index outputs = 0;      ///< of the whole layer
  Index from = 0;         ///< first of the head's
};

/// Builds a network from a model's tensors, block by block.
class NetworkBuilder {
 public:
  NetworkBuilder(const ModelFiles& model, ModelNumbers numbers)
      : model_(model),
        family_(*model.family),
        settings_(model.settings),
        names_(model.family->names),
        numbers_(numbers),
        tensors_(model) {}

  ModelNetwork build() && {
    Network& network = made_.network;
    const std::string embedding = tensor_name("", names_.embedding, kWeight);
    network.embedding = matrix({tensors_.require(embedding, {settings_.vocabulary, D()})});
    if (family_.scales_embedding) network.embedding_scale = std::sqrt(static_cast<float>(D()));
    add_positions(network);
    if (!names_.norm_in.empty()) network.norm_in = norm("", names_.norm_in);
    for (int n = 0; n < settings_.layers; ++n) network.blocks.push_back(block(n));
    if (!names_.norm_out.empty()) network.norm_out = norm("", names_.norm_out);
    add_unembedding(network);
    network.logits_cap = settings_.logits_cap;
    made_.used = tensors_.used();
    made_.warnings = tensors_.warnings();
    if (!made_.has_logits) {
      made_.warnings.push_back("the model has no head for tokens: its logits mean nothing");
    }
    return std::move(made_);
  }

 private:
  Index D() const { return settings_.width; }
  Index dk() const { return settings_.head_width; }
  Index H() const { return settings_.heads; }

  /// Throws ModelError at a key of the config.
  [[noreturn]] void refuse_config(std::string_view key, const std::string& text) const {
    const json::Place top;
    throw ModelError(problem_line(model_.config.path(), (top / key).pointer(), text));
  }

  // ---- Numbers ---------------------------------------------------------------------------------

  Cow<Matrix> matrix(TensorPart part, bool is_table = false) {
    const bool is_read =
        numbers_ == ModelNumbers::kRead || (is_table && numbers_ == ModelNumbers::kRowsRead);
    Cow<Matrix> made(is_read ? model_.weights.numbers(part) : Matrix());
    made_.parts.emplace(&*made, std::move(part));
    return made;
  }

  Cow<RowVector> row(TensorPart part) {
    const bool is_read = numbers_ != ModelNumbers::kReferred;
    Cow<RowVector> made(is_read ? RowVector(model_.weights.numbers(part).row(0)) : RowVector());
    made_.parts.emplace(&*made, std::move(part));
    return made;
  }

  Cow<RowVector> row(const std::string& name, Index width) {
    return row(TensorPart{tensors_.require(name, {width})});
  }

  /// The matrix of a linear layer as x · w: `inputs` x `outputs`, or a part of its columns.
  Cow<Matrix> linear(const std::string& name, Index inputs, Index outputs,
                     std::optional<std::pair<Index, Index>> columns = {}) {
    const Axes axes = family_.is_conv1d ? Axes{inputs, outputs} : Axes{outputs, inputs};
    return matrix({tensors_.require(name, axes), !family_.is_conv1d, {}, columns});
  }

  /// Gain of a norm; if it is stored as its difference from 1, made of numbers that are read.
  Cow<RowVector> gain(const std::string& name, Index width) {
    if (!family_.adds_one) return row(name, width);
    const Matrix stored = model_.weights.numbers({tensors_.require(name, {width})});
    return RowVector((stored.row(0).array() + 1.0F).matrix());
  }

  Norm norm(const std::string& before, std::string_view name) {
    // The library's first versions called the numbers gamma and beta.
    const bool is_old = !tensors_.has(tensor_name(before, name, kWeight)) &&
                        tensors_.has(tensor_name(before, name, ".gamma"));
    Norm made;
    made.kind = &norm_kind(family_.norm);
    made.epsilon = settings_.epsilon;
    made.gain = gain(tensor_name(before, name, is_old ? ".gamma" : kWeight), D());
    if (made.kind->centers) {
      made.shift = row(tensor_name(before, name, is_old ? ".beta" : kBias), D());
    }
    return made;
  }

  // ---- Parts of a block ------------------------------------------------------------------------

  Position rotary(int n, bool is_windowed) const {
    const RopeSettings& rope =
        is_windowed && settings_.local_rope ? *settings_.local_rope : settings_.rope;
    Position made;
    if (family_.has_rope == nullptr || !family_.has_rope(settings_, n)) return made;
    made.kind = &position_kind("rope");
    made.layout = PairLayout::kHalves;
    made.base = rope.base;
    made.scaling = rope.scaling;
    constexpr double kRounding = 1e-5;
    const int rotated = static_cast<int>(
        std::floor(settings_.head_width * static_cast<double>(rope.part) + kRounding));
    if (rotated < 2 || rotated % 2 != 0) {
      refuse_config("head_dim",
                    "expected an even number of rotated columns, found " + std::to_string(rotated));
    }
    if (rotated < settings_.head_width) made.rotated = rotated;
    return made;
  }

  std::vector<Mask> masks(bool is_windowed) const {
    std::vector<Mask> made;
    if (family_.is_causal || settings_.is_decoder) made.emplace_back();
    if (!is_windowed) return made;
    Mask& window = made.emplace_back();
    window.kind = &mask_kind("window");
    window.radius = *settings_.window - 1;
    return made;
  }

  Score score() const {
    Score made;
    made.cap = settings_.score_cap;
    if (!names_.q_norm.empty()) {
      made.norm = &norm_kind("rms");
      made.epsilon = settings_.epsilon;
    }
    if (settings_.scales_scores && !settings_.query_scalar) return made;
    made.kind = &score_kind("dot");
    if (settings_.query_scalar) made.scale = 1 / std::sqrt(*settings_.query_scalar);
    return made;
  }

  /// Outputs for `which` of q, k and v (0 to 2) of head h, or of its group's.
  HeadSlice slice(int which, Index h) const {
    const Index keys = settings_.key_heads;
    if (family_.projections == Projections::kHeadsByHead) {
      return {names_.q, 3 * H() * dk(), (3 * h + which) * dk()};
    }
    const Index first = which == 0 ? h : h / (H() / keys);
    if (family_.projections == Projections::kSideBySide) {
      const Index before = which == 0 ? 0 : H() + (which - 1) * keys;
      return {names_.q, (H() + 2 * keys) * dk(), (before + first) * dk()};
    }
    const std::string_view names[] = {names_.q, names_.k, names_.v};
    return {names[which], (which == 0 ? H() : keys) * dk(), first * dk()};
  }

  /// Reads the matrix and the bias of a head's q, k or v.
  void project(const std::string& before, int which, Index h, std::optional<Cow<Matrix>>& w,
               std::optional<Cow<RowVector>>& b) {
    const HeadSlice part = slice(which, h);
    const std::pair columns(part.from, part.from + dk());
    w = linear(tensor_name(before, part.name, kWeight), D(), part.outputs, columns);
    if (!family_.has_qkv_bias) return;
    const std::string bias = tensor_name(before, part.name, kBias);
    b = row(TensorPart{tensors_.require(bias, {part.outputs}), false, {}, columns});
  }

  std::vector<Head> heads(const std::string& before) {
    std::vector<Head> made(static_cast<std::size_t>(H()));
    const Index group = H() / settings_.key_heads;
    // All q first: the tensor that heads are cut from is read once.
    for (Index h = 0; h < H(); ++h) {
      Head& head = made[static_cast<std::size_t>(h)];
      project(before, 0, h, head.w_q, head.b_q);
      if (!names_.q_norm.empty()) {
        head.g_q = gain(tensor_name(before, names_.q_norm, kWeight), dk());
      }
    }
    for (Index h = 0; h < H(); ++h) {
      Head& head = made[static_cast<std::size_t>(h)];
      if (h % group != 0) {
        head.keys_of = static_cast<int>(h - h % group);
        continue;
      }
      project(before, 1, h, head.w_k, head.b_k);
      if (!names_.k_norm.empty()) {
        head.g_k = gain(tensor_name(before, names_.k_norm, kWeight), dk());
      }
    }
    for (Index h = 0; h < H(); h += group) {
      Head& head = made[static_cast<std::size_t>(h)];
      project(before, 2, h, head.w_v, head.b_v);
    }
    return made;
  }

  Attention attention(const std::string& before, int n) {
    const bool is_windowed =
        settings_.window && family_.is_windowed != nullptr && family_.is_windowed(settings_, n);
    Attention made;
    made.position = rotary(n, is_windowed);
    made.heads = heads(before);
    made.score = score();
    made.masks = masks(is_windowed);
    made.combine.w_o = linear(tensor_name(before, names_.o, kWeight), H() * dk(), D());
    if (family_.has_o_bias) made.combine.b_o = row(tensor_name(before, names_.o, kBias), D());
    return made;
  }

  Mlp mlp(const std::string& before) {
    const Index F = settings_.inner;
    Mlp made;
    made.activation = settings_.activation;
    made.w_1 = linear(tensor_name(before, names_.w_1, kWeight), D(), F);
    made.w_2 = linear(tensor_name(before, names_.w_2, kWeight), F, D());
    if (!names_.w_3.empty()) made.w_3 = linear(tensor_name(before, names_.w_3, kWeight), D(), F);
    if (!family_.has_mlp_bias) return made;
    made.b_1 = row(tensor_name(before, names_.w_1, kBias), F);
    made.b_2 = row(tensor_name(before, names_.w_2, kBias), D());
    if (!names_.w_3.empty()) made.b_3 = row(tensor_name(before, names_.w_3, kBias), F);
    return made;
  }

  Block block(int n) {
    const std::string before = tensor_name("", names_.block, std::to_string(n) + ".");
    Block made;
    made.norm_place = family_.norm_place;
    made.parallel = has_parallel_parts();
    const auto add_norm = [&](std::optional<Norm>& to, std::string_view name) {
      if (!name.empty()) to = norm(before, name);
    };
    add_norm(made.attention_norm, names_.attention_norm);
    made.attention = attention(before, n);
    add_norm(made.attention_norm_after, names_.attention_norm_after);
    add_norm(made.mlp_norm, names_.mlp_norm);
    made.mlp = mlp(before);
    add_norm(made.mlp_norm_after, names_.mlp_norm_after);
    return made;
  }

  bool has_parallel_parts() const { return family_.may_be_parallel && settings_.is_parallel; }

  // ---- Before and after the blocks -------------------------------------------------------------

  void add_positions(Network& network) {
    if (!names_.types.empty()) {
      network.types.emplace().table = matrix(
          {tensors_.require(tensor_name("", names_.types, kWeight), {settings_.types, D()})}, true);
    }
    if (names_.positions.empty()) return;
    const Index all = settings_.positions;
    TensorPart part{tensors_.require(tensor_name("", names_.positions, kWeight), {all, D()})};
    const Index first = all - most_tokens(settings_, family_);
    if (first == all) {
      refuse_config("pad_token_id", "expected less than " + std::to_string(all - 1) +
                                        " (the last position), found " +
                                        std::to_string(settings_.padding));
    }
    if (first > 0) part.rows = {first, all};
    network.position.kind = &position_kind("learned");
    network.position.table = matrix(std::move(part), true);
  }

  void add_unembedding(Network& network) {
    const std::string unembedding = tensor_name("", names_.unembedding, kWeight);
    tensors_.pass_over(unembedding);
    for (const std::string_view bias : names_.unembedding_bias) {
      tensors_.pass_over(std::string(bias));
    }
    const std::string dense = tensor_name("", names_.head, kWeight);
    if (!names_.head.empty() && !tensors_.has(dense)) {
      made_.has_logits = false;
      return;
    }
    if (!names_.head.empty()) {
      OutputHead& head = network.head.emplace();
      head.w = linear(dense, D(), D());
      head.b = row(tensor_name("", names_.head, kBias), D());
      head.activation = family_.head_activation(settings_);
      head.norm = norm("", names_.head_norm);
    }
    if (!settings_.is_tied) {
      const Axes axes{settings_.vocabulary, D()};
      network.unembedding = matrix({tensors_.require(unembedding, axes), true});
    }
    const auto& [bias, other] = names_.unembedding_bias;
    if (bias.empty()) return;
    const bool is_other = !other.empty() && !tensors_.has(std::string(bias));
    const std::string name(is_other && tensors_.has(std::string(other)) ? other : bias);
    network.unembedding_bias = row(name, settings_.vocabulary);
  }

  const ModelFiles& model_;
  const ModelFamily& family_;
  const ModelSettings& settings_;
  const TensorNames& names_;
  ModelNumbers numbers_;
  FamilyTensors tensors_;
  ModelNetwork made_;
};

/// Throws if the numbers of the tensors in use take more memory than the limit.
void require_memory(const ModelFiles& model, const std::set<std::string>& used) {
  double numbers = 0;
  for (const std::string& name : used) {
    numbers += static_cast<double>(model.weights.find(name)->tensor->count());
  }
  const auto problem = memory_problem(sizeof(float) * numbers);
  if (problem) throw ModelError(model.folder + ": " + problem->text);
}

/// Last name in the path of a folder.
std::string title_of(const std::string& folder) {
  std::filesystem::path path = std::filesystem::absolute(folder).lexically_normal();
  if (!path.has_filename()) path = path.parent_path();
  return valid_utf8(path.filename().string());
}

/// "1,024"
std::string with_commas(std::size_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, ",");
  }
  return digits;
}

}  // namespace

void require_ids(const ModelFiles& model, const std::vector<int>& ids,
                 const std::vector<std::string>& vocabulary) {
  for (const int id : ids) {
    if (id < 0 || id >= model.settings.vocabulary) {
      throw ModelError(std::to_string(id) + ": expected less than " +
                       std::to_string(model.settings.vocabulary) + " (V)");
    }
    // Padding has a position of its own there, and does not advance the count: no network does so.
    if (model.family->counts_from_padding && id == model.settings.padding) {
      const auto at = static_cast<std::size_t>(id);
      const std::string word = at < vocabulary.size() ? " (\"" + shown(vocabulary[at]) + "\")" : "";
      throw ModelError(std::to_string(id) + word +
                       ": expected no padding token: the model does not count its position");
    }
  }
  const auto most = static_cast<std::size_t>(most_tokens(model.settings, *model.family));
  if (most == 0 || ids.size() <= most) return;
  throw ModelError(with_commas(ids.size()) + " tokens: the model has positions for " +
                   with_commas(most));
}

int most_tokens(const ModelSettings& settings, const ModelFamily& family) {
  if (family.names.positions.empty()) return 0;
  const int first = family.counts_from_padding ? settings.padding + 1 : 0;
  return std::max(0, settings.positions - first);
}

std::vector<std::string> numbered_words(int count) {
  std::vector<std::string> words;
  words.reserve(static_cast<std::size_t>(count));
  for (int n = 0; n < count; ++n) words.push_back(std::to_string(n));
  return words;
}

ModelNetwork network_of_model(const ModelFiles& model, std::vector<std::string> vocabulary,
                              const std::vector<int>& ids, ModelNumbers numbers) {
  require_ids(model, ids, vocabulary);
  // All names and shapes are checked before numbers are read.
  ModelNetwork made = NetworkBuilder(model, ModelNumbers::kReferred).build();
  if (numbers == ModelNumbers::kRead) require_memory(model, made.used);
  if (numbers != ModelNumbers::kReferred) made = NetworkBuilder(model, numbers).build();
  Network& network = made.network;
  network.tokens.reserve(ids.size());
  for (const int id : ids) network.tokens.push_back(vocabulary[static_cast<std::size_t>(id)]);
  network.vocabulary = std::move(vocabulary);
  network.title = title_of(model.folder);
  if (numbers == ModelNumbers::kRead) {
    about_model_file(model.folder, [&] { require_valid(network); });
  }
  return made;
}

}  // namespace attn
