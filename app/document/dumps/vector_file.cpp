#include "app/document/dumps/vector_file.h"

#include <algorithm>
#include <utility>

#include "app/document/dumps/dump_axes.h"
#include "app/document/dumps/dump_tokens.h"
#include "app/document/files/problem_line.h"
#include "engine/base/text.h"

namespace attn {

VectorFile::VectorFile(std::shared_ptr<const TensorFile> file, const DumpChoice& choice,
                       const AttentionDump* saved)
    : file_(std::move(file)), batch_(choice.batch) {
  const std::vector<const Tensor*> queries = query_arrays(*file_);
  family_ = chosen_family(queries, queries, choice.tensor);
  is_of_several_ = families_in(queries).size() > 1;
  check_options(choice);
  const VectorArrays first = vectors_beside(*file_, family_.first());
  axes_ = choice.axes.empty() ? guess_vector_axes(first, family_.is_of_layers, known_sizes(queries))
                              : given_vector_axes(first, choice.axes);
  find_layers();
  if (saved != nullptr) find_heads_within(saved->layer(0));
  check_widths();
  if (batch_ > 0 && batch_ >= batch_count()) {
    throw ImportError(axes_.queries.find('b') == std::string::npos
                          ? "expected no --batch, as there is no such axis"
                          : "--batch: expected less than " + std::to_string(batch_count()) +
                                ", found " + std::to_string(batch_));
  }
}

void VectorFile::find_layers() {
  constexpr Index kMostVectorLayers = 10'000;
  for (const auto& arrays : family_.layers) {
    const VectorArrays layer = vectors_beside(*file_, *arrays.front());
    const VectorAxes axes = given_vector_axes(layer, axes_.queries);
    if (axes.keys != axes_.keys || axes.values != axes_.values) {
      throw ImportError(
          about_tensor(layer.queries->name, "expected keys and values with axes as those of \"" +
                                                shown(family_.first().name) + "\""));
    }
    const Index layers = length(*layer.queries, axes_.queries, 'l');
    if (layers > kMostVectorLayers) {
      throw ImportError("expected at most " + std::to_string(kMostVectorLayers) +
                        " layers, found " + axes_words(layer.queries->axes));
    }
    for (Index n = 0; n < layers; ++n) layers_.push_back({layer, n});
  }
}

DumpLayer VectorFile::layer(Index n) const {
  const VectorArrays& arrays = at(n).arrays;
  const Tensor& queries = *arrays.queries;
  return {length(queries, axes_.queries, 'h') * within_.queries,
          length(queries, axes_.queries, 'q'), length(*arrays.keys, axes_.keys, 'q'),
          length(queries, axes_.queries, 'd') / within_.queries};
}

Index VectorFile::value_width(Index n) const {
  const Tensor* const values = at(n).arrays.values;
  return values == nullptr ? 0 : length(*values, axes_.values, 'd') / within_.values;
}

void VectorFile::check_options(const DumpChoice& choice) const {
  if (choice.step) throw ImportError("--steps: expected weights of steps, found queries and keys");
  if (choice.masked_from) {
    throw ImportError("--masked-below: expected scores, found queries and keys");
  }
  if (family_.has_steps()) {
    throw ImportError("expected queries of all tokens, found those of several steps: \"" +
                      shown(family_.pattern) + "\"");
  }
  if (family_.layers.size() > 1 && choice.axes.find('l') != std::string::npos) {
    throw ImportError("--axes: expected no axis l of layers, as each layer is an array, found " +
                      choice.axes);
  }
}

KnownSizes VectorFile::known_sizes(const std::vector<const Tensor*>& queries) const {
  KnownSizes known;
  known.token_rows = token_rows(*file_);
  const DumpTokens tokens = tokens_beside(*file_, batch_);
  known.keys = std::ssize(tokens.keys);
  known.queries = tokens.queries.empty() ? 0 : std::ssize(tokens.queries);
  const std::vector<const Tensor*> weights = weights_beside(*file_, queries);
  if (weights.empty()) return known;
  const Axes& axes = weights.front()->axes;
  known.queries = axes[axes.size() - 2];
  known.keys = axes.back();
  return known;
}

/// Finds heads side by side in the width: as many as the saved weights of the same tokens have.
void VectorFile::find_heads_within(const DumpLayer& saved) {
  const DumpLayer shape = layer(0);
  const VectorArrays& arrays = at(0).arrays;
  const Index H = saved.heads, of_keys = length(*arrays.keys, axes_.keys, 'd');
  const bool is_of_these = saved.queries == shape.queries && saved.keys == shape.keys;
  if (!is_of_these || shape.heads > 1 || shape.width % H != 0) return;
  const Index width = shape.width / H, groups = of_keys / width;
  if (of_keys % width == 0 && groups > 0 && H % groups == 0) within_ = {H, groups, groups};
}

/// Checks that the queries and keys of a head are equally wide in each layer, and that the heads
/// within a width fill it.
void VectorFile::check_widths() const {
  for (const VectorLayer& layer : layers_) {
    const VectorArrays& arrays = layer.arrays;
    const Index of_queries = length(*arrays.queries, axes_.queries, 'd'),
                of_keys = length(*arrays.keys, axes_.keys, 'd'),
                of_values =
                    arrays.values != nullptr ? length(*arrays.values, axes_.values, 'd') : 0;
    if (of_queries % within_.queries != 0 || of_keys % within_.keys != 0 ||
        of_values % within_.values != 0 || of_queries / within_.queries != of_keys / within_.keys) {
      throw ImportError(
          about_tensor(arrays.keys->name, "expected as wide as \"" + shown(arrays.queries->name) +
                                              "\", " + axes_words(arrays.queries->axes) +
                                              ", found " + axes_words(arrays.keys->axes)));
    }
  }
}

Index VectorFile::group_of(Index layer, Index head) const {
  const VectorArrays& arrays = at(layer).arrays;
  const Index groups = length(*arrays.keys, axes_.keys, 'h') * within_.keys;
  return head / (length(*arrays.queries, axes_.queries, 'h') * within_.queries / groups);
}

/// Tokens x width of one head, of several `within` the width.
Matrix VectorFile::matrix_of(const Tensor& tensor, const std::string& letters, Index within,
                             Index layer, Index head) const {
  const auto steps = tensor.steps();
  TensorPlane plane;
  for (std::size_t axis = 0; axis < letters.size(); ++axis) {
    const char letter = letters[axis];
    const Index index = letter == 'l'   ? at(layer).index
                        : letter == 'b' ? batch_
                        : within > 1    ? 0
                                        : head;
    if (letter == 'q') {
      plane.row_step = steps[axis];
      plane.rows = tensor.axes[axis];
    } else if (letter == 'd') {
      plane.col_step = steps[axis];
      plane.cols = tensor.axes[axis] / within;
      if (within > 1) plane.first += static_cast<std::uint64_t>(head * plane.cols) * steps[axis];
    } else {
      plane.first += static_cast<std::uint64_t>(index) * steps[axis];
    }
  }
  Matrix matrix = as_error<ImportError>([&] { return file_->matrix(tensor, plane); });
  if (!matrix.allFinite()) {
    throw ImportError(about_tensor(tensor.name, "expected finite numbers in layer " +
                                                    std::to_string(layer_name(layer)) + ", head " +
                                                    std::to_string(head)));
  }
  return matrix;
}

DumpVectors VectorFile::vectors(Index layer, const std::vector<Index>& heads) const {
  const VectorArrays& arrays = at(layer).arrays;
  DumpVectors found;
  std::vector<Index> groups;
  for (const Index head : heads) {
    found.queries.push_back(
        matrix_of(*arrays.queries, axes_.queries, within_.queries, layer, head));
    const Index group = group_of(layer, head);
    const auto known = std::ranges::find(groups, group);
    found.group_of.push_back(static_cast<std::size_t>(known - groups.begin()));
    if (known != groups.end()) continue;
    groups.push_back(group);
    found.keys.push_back(matrix_of(*arrays.keys, axes_.keys, within_.keys, layer, group));
    if (arrays.values != nullptr) {
      found.values.push_back(matrix_of(*arrays.values, axes_.values, within_.values, layer, group));
    }
  }
  return found;
}

std::vector<DumpAxis> VectorFile::axes() const {
  const std::string& letters = axes_.queries;
  const std::vector<Index>& lengths = family_.first().axes;
  std::vector<DumpAxis> axes;
  for (std::size_t n = 0; n < std::min(letters.size(), lengths.size()); ++n) {
    axes.push_back({letters[n], lengths[n]});
  }
  return axes;
}

std::string VectorFile::words() const {
  const VectorArrays& arrays = layers_.front().arrays;
  std::string words = "\"" + shown(family_.pattern) + "\" with ";
  words += arrays.values != nullptr ? "keys and values: " : "keys: ";
  if (family_.layers.size() > 1) words += counted(family_.layers.size(), "layer") + ", the first ";
  std::string names = axes_names(axes_.queries);
  replace_all(names, "queries", "tokens");
  words += names + " = " + axes_words(arrays.queries->axes) + " of " +
           std::string(arrays.queries->kind->name);
  if (arrays.keys->axes != arrays.queries->axes) {
    words += ", keys " + axes_words(arrays.keys->axes);
  }
  if (arrays.values != nullptr && arrays.values->axes != arrays.keys->axes) {
    words += ", values " + axes_words(arrays.values->axes);
  }
  if (batch_count() > 1) {
    words += "; batch " + std::to_string(batch_) + " of " + std::to_string(batch_count());
  }
  if (within_.queries > 1) {
    words += "; " + counted(within_.queries, "head") +
             " side by side in the width, as the saved weights have them";
  }
  return words + "; the weights are computed";
}

std::string VectorFile::chosen() const {
  std::string words = is_of_several_ ? short_name(family_) : "";
  if (batch_count() > 1) {
    words += (words.empty() ? "batch " : ", batch ") + std::to_string(batch_);
  }
  return words;
}

}  // namespace attn
