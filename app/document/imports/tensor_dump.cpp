#include <algorithm>
#include <limits>
#include <utility>

#include "app/document/dumps/dump_axes.h"
#include "app/document/dumps/dump_families.h"
#include "app/document/dumps/dump_tokens.h"
#include "app/document/dumps/dump_vectors.h"
#include "app/document/dumps/vector_dump.h"
#include "app/document/files/problem_line.h"
#include "app/document/imports/open_dump.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr Index kMostLayers = 10'000;

bool has_array(const DumpFamily& family, const Tensor& tensor) {
  return std::ranges::any_of(family.layers, [&](const auto& arrays) {
    return std::ranges::find(arrays, &tensor) != arrays.end();
  });
}

/// Arrays of a file with the meaning of their axes.
class TensorDump : public AttentionDump {
 public:
  /// `offered`: the arrays of which one is chosen without a name. `beside`: words about vectors in
  /// the file.
  TensorDump(std::shared_ptr<const TensorFile> file, const std::vector<const Tensor*>& offered,
             const DumpChoice& choice, std::string beside)
      : file_(std::move(file)),
        family_(chosen_family(matrices_in(*file_), offered, choice.tensor)),
        batch_(choice.batch),
        beside_(std::move(beside)) {
    const std::vector<DumpFamily> called = called_attention(families_in(offered));
    is_of_several_ = called.size() > 1 || !has_array(called.front(), family_.first());
    choose_axes(choice.axes);
    choose_steps(choice.step);
    check_sizes();
    for (const auto& arrays : family_.layers) {
      const Index layers = length(*arrays.front(), 'l');
      if (layers > kMostLayers) {
        throw ImportError("expected at most " + std::to_string(kMostLayers) + " layers, found " +
                          axes_words(arrays.front()->axes));
      }
      for (Index n = 0; n < layers; ++n) layers_.push_back({&arrays, n});
    }
  }

  Index layer_count() const override { return std::ssize(layers_); }
  Index layer_name(Index n) const override {
    return family_.numbers.empty() ? n : family_.numbers[static_cast<std::size_t>(n)];
  }

  Index batch_count() const override { return length(family_.first(), 'b'); }
  Index step_count() const override { return steps_; }

  std::vector<DumpAxis> axes() const override {
    std::vector<DumpAxis> axes;
    for (std::size_t n = 0; n < letters_.size(); ++n) {
      axes.push_back({letters_[n], family_.first().axes[n]});
    }
    return axes;
  }

  DumpLayer layer(Index n) const override {
    const auto& arrays = *layers_[static_cast<std::size_t>(n)].arrays;
    DumpLayer shape{length(*arrays.front(), 'h'), 0, 0};
    for (const Tensor* tensor : arrays) {
      shape.queries += length(*tensor, 'q') * (step_ ? 1 : length(*tensor, 's'));
      shape.keys = std::max(shape.keys, length(*tensor, 'k'));
    }
    return shape;
  }

  Matrix numbers(Index layer, Index head) const override {
    const DumpedLayer& one = layers_[static_cast<std::size_t>(layer)];
    const DumpLayer shape = this->layer(layer);
    return as_error<ImportError>([&] {
      const bool is_whole = one.arrays->size() == 1 && (step_ || at('s') == letters_.npos);
      if (is_whole) return plane(*one.arrays->front(), one.index, head, step_.value_or(0));
      // Rows of earlier steps see no later keys.
      Matrix all =
          Matrix::Constant(shape.queries, shape.keys, std::numeric_limits<float>::quiet_NaN());
      Index row = 0;
      for (const Tensor* tensor : *one.arrays) {
        for (Index step = 0; step < length(*tensor, 's'); ++step) {
          const Matrix rows = plane(*tensor, one.index, head, step);
          all.block(row, 0, rows.rows(), rows.cols()) = rows;
          row += rows.rows();
        }
      }
      return all;
    });
  }

  DumpTokens tokens() const override { return tokens_beside(*file_, batch_); }
  std::vector<DumpDoubt> doubts() const override { return doubts_; }

  std::string words() const override {
    const Tensor& first = family_.first();
    const bool is_one = family_.layers.size() == 1 && !family_.has_steps();
    std::string words =
        first.name.empty() ? "" : "\"" + shown(is_one ? first.name : family_.pattern) + "\": ";
    if (family_.layers.size() > 1) words += counted(family_.layers.size(), "layer") + ", ";
    if (family_.has_steps()) {
      words += counted(family_.layers.front().size(), "step") + " joined, the first ";
    } else if (family_.layers.size() > 1) {
      words += are_alike() ? "each " : "the first ";
    }
    words += axes_names(letters_) + " = " + axes_words(first.axes) + " of " +
             std::string(first.kind->name);
    if (const Index batches = length(first, 'b'); batches > 1) {
      words += "; batch " + std::to_string(batch_) + " of " + std::to_string(batches);
    }
    if (step_) words += "; step " + std::to_string(*step_);
    return words + beside_;
  }

  std::string chosen() const override {
    std::string words = is_of_several_ ? short_name(family_) : "";
    const auto add = [&](const std::string& part) { words += (words.empty() ? "" : ", ") + part; };
    if (length(family_.first(), 'b') > 1) add("batch " + std::to_string(batch_));
    if (step_) add("step " + std::to_string(*step_));
    return words;
  }

 private:
  /// A layer: its arrays, one for each step, and the index along their axis of layers.
  struct DumpedLayer {
    const std::vector<const Tensor*>* arrays;
    Index index;
  };

  std::size_t at(char letter) const { return letters_.find(letter); }
  /// Length of an axis; 1 if there is no such axis.
  Index length(const Tensor& tensor, char letter) const {
    const std::size_t axis = at(letter);
    return axis == letters_.npos ? 1 : tensor.axes[axis];
  }

  void choose_axes(const std::string& wanted) {
    const std::size_t rank = family_.first().axes.size();
    if (wanted.empty()) {
      if (family_.is_of_layers && rank > 4) {
        throw ImportError(about_tensor(family_.first().name,
                                       "expected at most 4 axes of each layer, or --axes, found " +
                                           axes_words(family_.first().axes)));
      }
      GuessedAxes guess = as_error<ImportError>([&] {
        return guess_axes(*file_, family_.first(), family_.is_of_layers, token_rows(*file_));
      });
      letters_ = std::move(guess.letters);
      doubts_ = std::move(guess.doubts);
    } else {
      letters_ = wanted;
      if (at('d') != letters_.npos) {
        throw ImportError("--axes: expected k (keys) and no d (width) for weights, found " +
                          wanted + "; --as qkv is for queries and keys");
      }
      if (family_.layers.size() > 1 && at('l') != letters_.npos) {
        throw ImportError(
            "--axes: expected no axis l of layers, as each layer is an array, found " + wanted);
      }
    }
    for (const auto& arrays : family_.layers) {
      for (const Tensor* tensor : arrays) {
        if (tensor->axes.size() == letters_.size()) continue;
        const std::string found = axes_words(tensor->axes);
        throw ImportError(
            wanted.empty()
                ? about_tensor(tensor->name, "expected " + std::to_string(rank) + " axes, as \"" +
                                                 shown(family_.first().name) + "\", found " + found)
                : std::string("--axes: expected a letter for each axis of ")
                      .append(found)
                      .append(", found ")
                      .append(wanted));
      }
    }
  }

  void choose_steps(const std::optional<Index>& step) {
    step_ = step;
    const bool is_axis = at('s') != letters_.npos;
    steps_ = is_axis ? length(family_.first(), 's') : std::ssize(family_.layers.front());
    if (!step) return;
    if (!family_.has_steps() && !is_axis) {
      throw ImportError("--steps: expected steps of generation, found none");
    }
    for (auto& arrays : family_.layers) {
      check_index("--steps", *step, is_axis ? length(*arrays.front(), 's') : std::ssize(arrays));
      if (!is_axis) arrays = {arrays[static_cast<std::size_t>(*step)]};
    }
  }

  static void check_index(const std::string& option, Index index, Index count) {
    if (index < count) return;
    throw ImportError(option + ": expected less than " + std::to_string(count) + ", found " +
                      std::to_string(index));
  }

  /// Checks that each array has the batch index and the step, and that those of a layer fit
  /// together.
  void check_sizes() const {
    if (batch_ > 0 && at('b') == letters_.npos) {
      throw ImportError("expected no --batch, as there is no such axis");
    }
    for (const auto& arrays : family_.layers) {
      for (const Tensor* tensor : arrays) {
        check_index("--batch", batch_, length(*tensor, 'b'));
        for (const char letter : {'l', 'h', 's'}) {
          if (length(*tensor, letter) == length(*arrays.front(), letter)) continue;
          throw ImportError(about_tensor(
              tensor->name, "expected " + axes_words(arrays.front()->axes) + " up to queries and " +
                                "keys, found " + axes_words(tensor->axes)));
        }
      }
    }
  }

  TensorPlane plane_at(const Tensor& tensor, Index layer, Index head, Index step) const {
    const auto steps = tensor.steps();
    TensorPlane plane{.first = 0, .row_step = 0, .col_step = 0, .rows = 1, .cols = 1};
    for (std::size_t axis = 0; axis < letters_.size(); ++axis) {
      Index index = 0;
      switch (letters_[axis]) {
        case 'l':
          index = layer;
          break;
        case 'b':
          index = batch_;
          break;
        case 'h':
          index = head;
          break;
        case 's':
          index = step;
          break;
        case 'q':
          plane.row_step = steps[axis];
          plane.rows = tensor.axes[axis];
          break;
        default:
          plane.col_step = steps[axis];
          plane.cols = tensor.axes[axis];
      }
      plane.first += static_cast<std::uint64_t>(index) * steps[axis];
    }
    return plane;
  }

  Matrix plane(const Tensor& tensor, Index layer, Index head, Index step) const {
    return file_->matrix(tensor, plane_at(tensor, layer, head, step));
  }

  bool are_alike() const {
    const Tensor& first = family_.first();
    return std::ranges::all_of(family_.layers, [&](const auto& arrays) {
      return arrays.front()->axes == first.axes && arrays.front()->kind == first.kind;
    });
  }

  std::shared_ptr<const TensorFile> file_;
  DumpFamily family_;
  bool is_of_several_ = false;
  Index batch_;
  std::string letters_;
  std::vector<DumpDoubt> doubts_;
  std::optional<Index> step_;
  Index steps_ = 1;
  std::vector<DumpedLayer> layers_;
  std::string beside_;
};

/// Whether `name` is that of one of `arrays`, their pattern, or how their names begin.
bool is_name_of(const std::vector<const Tensor*>& arrays, const std::string& name) {
  if (arrays.empty()) return false;
  try {
    chosen_family(arrays, arrays, name);
    return true;
  } catch (const ImportError&) {
    return false;
  }
}

/// The saved weights to which computed ones are compared; null if they cannot be read.
std::unique_ptr<AttentionDump> saved_weights_in(const std::shared_ptr<const TensorFile>& file,
                                                const std::vector<const Tensor*>& weights,
                                                Index batch) {
  if (weights.empty()) return nullptr;
  for (const DumpFamily& family : families_in(weights)) {
    if (!has_array(family, *weights.front())) continue;
    try {
      return std::make_unique<TensorDump>(file, weights,
                                          DumpChoice{.tensor = family.pattern, .batch = batch}, "");
    } catch (const ImportError&) {
      return nullptr;
    }
  }
  return nullptr;
}

}  // namespace

std::unique_ptr<AttentionDump> open_tensors(TensorFile opened, const DumpChoice& choice) {
  const auto file = std::make_shared<const TensorFile>(std::move(opened));
  const std::vector<const Tensor*> matrices = matrices_in(*file), queries = query_arrays(*file);
  if (matrices.empty()) throw ImportError(why_no_matrices(*file));
  const bool asks_for_vectors = choice.as == DumpAs::kVectors;
  if (queries.empty()) {
    if (asks_for_vectors) {
      throw ImportError("--as qkv: expected queries and keys, arrays called q and k, found none");
    }
    return std::make_unique<TensorDump>(file, matrices, choice, "");
  }
  const std::vector<const Tensor*> weights =
      as_error<ImportError>([&] { return weights_beside(*file, queries); });
  const bool names_vectors = choice.tensor.empty() ? weights.empty()
                                                   : !is_name_of(weights, choice.tensor) &&
                                                         is_name_of(queries, choice.tensor);
  const bool are_vectors = asks_for_vectors || (choice.as == DumpAs::kGuessed && names_vectors);
  if (are_vectors) {
    return open_vectors(file, choice, saved_weights_in(file, weights, choice.batch));
  }
  return std::make_unique<TensorDump>(
      file, weights.empty() ? arrays_to_choose(*file) : weights, choice,
      weights.empty() ? "" : "; --as qkv computes them from the queries and keys in the file");
}

}  // namespace attn
