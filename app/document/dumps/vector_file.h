#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/document/dumps/attention_dump.h"
#include "app/document/dumps/dump_families.h"
#include "app/document/dumps/dump_vectors.h"
#include "app/document/dumps/vector_axes.h"
#include "app/document/tensors/tensor_file.h"

namespace attn {

/// Queries, keys and values of the layers of a file. Errors are ImportError.
class VectorFile {
 public:
  /// `saved`: weights of the same tokens, which say how many heads stand side by side in a width;
  /// null without any.
  VectorFile(std::shared_ptr<const TensorFile> file, const DumpChoice& choice,
             const AttentionDump* saved);

  const TensorFile& file() const { return *file_; }
  Index batch() const { return batch_; }
  Index layer_count() const { return std::ssize(layers_); }
  Index layer_name(Index n) const {
    return family_.numbers.empty() ? n : family_.numbers[static_cast<std::size_t>(n)];
  }
  Index batch_count() const { return length(family_.first(), axes_.queries, 'b'); }
  DumpLayer layer(Index n) const;
  /// Width of the values of a head; 0 without values.
  Index value_width(Index n) const;
  const Tensor& queries(Index n) const { return *at(n).arrays.queries; }
  /// Index of the keys and values of a head: grouped heads share them.
  Index group_of(Index layer, Index head) const;

  /// Vectors of some heads, without score and masks.
  DumpVectors vectors(Index layer, const std::vector<Index>& heads) const;

  /// Axes of the queries, with their meanings.
  std::vector<DumpAxis> axes() const;
  const std::vector<DumpDoubt>& doubts() const { return axes_.doubts; }
  std::string words() const;
  std::string chosen() const;

 private:
  struct VectorLayer {
    VectorArrays arrays;
    Index index;  ///< along their axis of layers
  };
  /// Heads side by side in the width of queries, keys and values, as projections have them.
  struct HeadsWithin {
    Index queries = 1, keys = 1, values = 1;
  };

  static Index length(const Tensor& tensor, const std::string& letters, char letter) {
    const std::size_t axis = letters.find(letter);
    return axis == letters.npos ? 1 : tensor.axes[axis];
  }
  const VectorLayer& at(Index n) const { return layers_[static_cast<std::size_t>(n)]; }
  void check_options(const DumpChoice& choice) const;
  KnownSizes known_sizes(const std::vector<const Tensor*>& queries) const;
  void find_layers();
  void find_heads_within(const DumpLayer& saved);
  void check_widths() const;
  Matrix matrix_of(const Tensor& tensor, const std::string& letters, Index within, Index layer,
                   Index head) const;

  std::shared_ptr<const TensorFile> file_;
  Index batch_;
  DumpFamily family_;
  bool is_of_several_ = false;
  VectorAxes axes_;
  HeadsWithin within_;
  std::vector<VectorLayer> layers_;
};

}  // namespace attn
