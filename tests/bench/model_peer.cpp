// Runs a model of GPT-2's size with random weights, for compare_models.py, which asks PyTorch for
// the same in turn. A question is a line "WHAT TYPE L COUNT", with TYPE float32 or bfloat16; it is
// answered by the median and the least time of COUNT times, in microseconds:
//   run    all L tokens, and the logits of the last
//   head   likewise after a head of layer 9 was turned off or on
//   token  likewise after the last token changed
//   next   one more token behind L
//   read   every weight is read once from memory, by all threads, as a sum

#include <algorithm>
#include <chrono>
#include <iostream>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "engine/model/model_run.h"

namespace {

using namespace attn;

constexpr Index kWidth = 768, kWords = 50257, kPlaces = 1200;
constexpr std::size_t kBlocks = 12, kHeads = 12;

StoredWeights random_weights(NumberType type, Index outputs, Index inputs) {
  static std::mt19937 random(1);
  std::vector<float> numbers(4096);
  std::normal_distribution<float> normal(0, 0.02F);
  for (float& number : numbers) number = normal(random);
  StoredWeights made(type, outputs, inputs);
  for (Index n = 0; n < outputs; ++n) {
    for (Index c = 0; c < inputs; ++c) {
      const float number = numbers[static_cast<std::size_t>(n * 37 + c) % numbers.size()];
      if (type == NumberType::kFloat32) {
        reinterpret_cast<float*>(made.row(n))[c] = number;
      } else {
        reinterpret_cast<Eigen::bfloat16*>(made.row(n))[c] = Eigen::bfloat16(number);
      }
    }
  }
  return made;
}

Norm layer_norm() {
  Norm norm;
  norm.gain = RowVector(RowVector::Ones(kWidth));
  norm.shift = RowVector(RowVector::Zero(kWidth));
  return norm;
}

/// Weights of all layers, so that they can be read as a whole.
struct Gpt {
  Model model;
  std::vector<std::shared_ptr<LayerWeights>> layers;
};

Gpt made_gpt(NumberType type) {
  Gpt gpt;
  Model& model = gpt.model;
  model.embedding = random_weights(type, kWords, kWidth);
  model.network.position.kind = &position_kind("learned");
  model.network.position.table = Matrix(Matrix::Constant(kPlaces, kWidth, 0.01F));
  for (std::size_t b = 0; b < kBlocks; ++b) {
    Block& block = model.network.blocks.emplace_back();
    Attention& attention = block.attention.emplace();
    attention.heads.resize(kHeads);
    attention.masks.emplace_back();
    attention.combine.b_o = RowVector(RowVector::Zero(kWidth));
    Mlp& mlp = block.mlp.emplace();
    mlp.activation = &activation_kind("gelu_tanh");
    mlp.b_1 = RowVector(RowVector::Zero(4 * kWidth));
    mlp.b_2 = RowVector(RowVector::Zero(kWidth));
    block.attention_norm = block.mlp_norm = layer_norm();
    auto layer = std::make_shared<LayerWeights>();
    const StoredWeights qkv = random_weights(type, 3 * kWidth, kWidth);
    layer->q = qkv.some(0, kWidth);
    layer->k = qkv.some(kWidth, kWidth);
    layer->v = qkv.some(2 * kWidth, kWidth);
    layer->b_q = layer->b_k = layer->b_v = RowVector::Zero(kWidth);
    layer->o = random_weights(type, kWidth, kWidth);
    layer->w_1 = random_weights(type, 4 * kWidth, kWidth);
    layer->w_2 = random_weights(type, kWidth, 4 * kWidth);
    gpt.layers.push_back(layer);
  }
  model.network.norm_out = layer_norm();
  model.layer = [layers = gpt.layers](std::size_t b) { return layers[b]; };
  return gpt;
}

/// Sum of a matrix's bytes as numbers, by all threads.
double sum_of(const StoredWeights& matrix, WorkerPool& pool) {
  constexpr Index kRows = 64;
  std::vector<double> sums(static_cast<std::size_t>(pool.threads()) * 8);
  pool.run((matrix.outputs() + kRows - 1) / kRows, [&](Index n, int worker) {
    const Index count = std::min(kRows, matrix.outputs() - n * kRows);
    const auto* from = reinterpret_cast<const std::uint64_t*>(matrix.row(n * kRows));
    const std::size_t words = static_cast<std::size_t>(count) * matrix.row_bytes() / 8;
    std::uint64_t sum[8] = {};
    for (std::size_t w = 0; w + 8 <= words; w += 8) {
      for (std::size_t k = 0; k < 8; ++k) sum[k] += from[w + k];
    }
    for (const std::uint64_t one : sum) {
      sums[static_cast<std::size_t>(worker) * 8] += static_cast<double>(one);
    }
  });
  return std::accumulate(sums.begin(), sums.end(), 0.0);
}

/// Model with its run.
class Asked {
 public:
  explicit Asked(NumberType type) : gpt_(made_gpt(type)), run_(gpt_.model) {}

  void prepare(const std::string& what, Index length) {
    std::vector<int> ids;
    for (Index n = 0; n < length; ++n) ids.push_back(static_cast<int>((n * 7919) % kWords));
    ids_ = ids;
    if (what != "run") {
      run_.update({1});
      run_.update(ids_);
    }
  }

  void answer(const std::string& what) {
    ++count_;
    ModelChanges changes;
    if (what == "run") run_.invalidate();
    if (what == "head" && count_ % 2 == 0) {
      changes.heads[{9, 6}].output = RowVector(RowVector::Zero(kWidth / 12));
    }
    if (what == "token") ids_.back() = count_ % 1000;
    if (what == "next") ids_.push_back(count_ % 1000);
    if (what == "read") {
      WorkerPool& pool = WorkerPool::shared();
      double sum = sum_of(gpt_.model.embedding.some(0, kWords), pool);
      for (const auto& layer : gpt_.layers) {
        for (const auto* one :
             {&layer->q, &layer->k, &layer->v, &layer->o, &layer->w_1, &layer->w_2}) {
          sum += sum_of(*one, pool);
        }
      }
      if (sum == 0) std::cerr << "no weights\n";
      return;
    }
    run_.update(ids_, changes);
    const Matrix logits = run_.logits(run_.states(kBlocks).bottomRows(1));
    if (!logits.allFinite()) std::cerr << "not finite\n";
  }

 private:
  Gpt gpt_;
  ModelRun run_;
  std::vector<int> ids_;
  int count_ = 0;
};

}  // namespace

int main() {
  std::map<std::string, std::unique_ptr<Asked>> models;
  std::string what, type;
  Index length = 0, count = 0;
  while (std::cin >> what >> type >> length >> count) {
    auto& asked = models[type];
    if (!asked) {
      asked =
          std::make_unique<Asked>(type == "float32" ? NumberType::kFloat32 : NumberType::kBfloat16);
    }
    asked->prepare(what, length);
    std::vector<double> times;
    for (Index n = 0; n < count; ++n) {
      if (what == "next" && n > 0) asked->prepare(what, length);
      const auto begin = std::chrono::steady_clock::now();
      asked->answer(what);
      const std::chrono::duration<double, std::micro> took =
          std::chrono::steady_clock::now() - begin;
      times.push_back(took.count());
    }
    std::ranges::sort(times);
    std::cout << times[times.size() / 2] << ' ' << times.front() << std::endl;
  }
}
