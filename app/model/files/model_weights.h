#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/document/tensors/file_bytes.h"
#include "app/document/tensors/tensor_file.h"
#include "engine/base/matrix.h"

namespace attn {

/// File of a model's weights: its header is read, its numbers on demand.
struct WeightFile {
  std::string path;
  FileBytes bytes;
  std::unique_ptr<const TensorFile> tensors;

  bool is_safetensors() const;
};

/// Tensor of a model, in one of its files.
struct WeightTensor {
  const Tensor* tensor = nullptr;
  std::size_t file = 0;
};

/// Part of a tensor of one or two axes, chosen in this order, as by a network's reference to a
/// file; ends are excluded. A tensor of one axis is a row.
struct TensorPart {
  std::string name;
  bool is_transposed = false;
  std::optional<std::pair<Index, Index>> rows = {}, columns = {};
};

/// Weights of a model, by the names in their files.
class ModelWeights {
 public:
  /// Opens model.safetensors, or the parts of model.safetensors.index.json, else
  /// pytorch_model.bin or its parts. Links are followed. Throws ModelError.
  explicit ModelWeights(const std::string& folder);

  const std::vector<WeightFile>& files() const { return files_; }
  const std::map<std::string, WeightTensor, std::less<>>& tensors() const { return tensors_; }
  /// Null if there is none.
  const WeightTensor* find(std::string_view name) const;
  /// File that lists all tensors: the only one, or the index of the parts.
  const std::string& listing() const { return listing_; }
  const std::string& file_of(const WeightTensor& tensor) const { return files_[tensor.file].path; }

  /// Numbers of `part`, which must be within its tensor. Throws ModelError.
  Matrix numbers(const TensorPart& part) const;
  /// Bytes of a tensor as they are in its file, from offset `from` on; fewer than `most` only at
  /// its end. Precondition: is_plain().
  std::string bytes(const WeightTensor& tensor, std::uint64_t from, std::size_t most) const;

 private:
  bool open_single(const std::string& folder, const std::string& name);
  bool open_parts(const std::string& folder, const std::string& index);
  void add_file(const std::string& path);

  std::string listing_;
  std::vector<WeightFile> files_;
  std::map<std::string, WeightTensor, std::less<>> tensors_;
  // The last tensor of which columns were read, whole: heads are cut from it one by one.
  mutable std::string last_name_;
  mutable Matrix last_;
};

/// Whether the tensor's numbers are contiguous in the file, in the order of its indices.
bool is_plain(const Tensor& tensor);

}  // namespace attn
