#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/tensors/file_bytes.h"
#include "app/document/tensors/inflater.h"
#include "app/document/tensors/tensor.h"
#include "engine/base/matrix.h"

namespace attn {

/// File in .npy, .npz or .safetensors format, or of torch.save, detected by its first bytes.
/// Opening reads the headers; numbers are read, and inflated if compressed, on demand. Not
/// thread-safe. Errors are TensorFileError.
class TensorFile {
 public:
  explicit TensorFile(const std::string& path);  ///< "-" for standard input
  explicit TensorFile(FileBytes bytes);
  /// Arrays at known places in `bytes`, of any format.
  TensorFile(FileBytes bytes, std::vector<Tensor> tensors);

  /// The file when it was opened; all 0 if it is in memory.
  const FileIdentity& identity() const { return bytes_.identity(); }
  /// In the order of the file's list.
  const std::vector<Tensor>& tensors() const { return tensors_; }
  /// Array with this name; null if there is none.
  const Tensor* find(std::string_view name) const;
  /// Names of an archive's arrays of Python objects other than texts, which are skipped.
  const std::vector<std::string>& skipped_arrays() const { return skipped_arrays_; }
  /// Metadata of a .safetensors file.
  const std::map<std::string, std::string>& metadata() const { return metadata_; }

  /// Numbers of a tensor of this file; those beyond float32 become infinite, NaN stays. Also throws
  /// if the tensor is not floating point.
  Matrix matrix(const Tensor& tensor, const TensorPlane& plane) const;

  /// Likewise of any numbers: booleans are 0 and 1, integers are rounded to float32.
  Matrix any_numbers(const Tensor& tensor, const TensorPlane& plane) const;

  /// Texts of an array of one axis, or of a row of one of two. Throws if it has no texts.
  std::vector<std::string> texts(const Tensor& tensor, Index row = 0) const;

 private:
  void open();
  void open_archive();
  void add(Tensor tensor);
  class Pieces;
  void read(const Tensor& tensor, std::uint64_t from, std::string& to) const;
  /// Function that reads numbers of an array.
  using ReadNumbers = decltype(ElementKind::read);
  Matrix numbers(const Tensor& tensor, const TensorPlane& plane, ReadNumbers read_numbers) const;
  void inflate(const Tensor& tensor, std::uint64_t from, std::string& to) const;

  FileBytes bytes_;
  std::vector<Tensor> tensors_;
  std::map<std::string, std::size_t, std::less<>> by_name_;
  std::map<std::string, std::string> metadata_;
  std::vector<std::string> skipped_arrays_;
  // State of the last inflation, to continue from.
  mutable std::unique_ptr<Inflater> inflater_;
  mutable std::uint64_t inflated_at_ = 0;
};

}  // namespace attn
