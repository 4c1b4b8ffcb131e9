#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/tensors/file_bytes.h"
#include "app/document/tensors/inflater.h"
#include "app/document/tensors/tensor.h"
#include "app/document/tensors/tensor_error.h"
#include "engine/base/matrix.h"

namespace attn {

/// A .npy, .npz or .safetensors file, which what it begins with tells apart: the arrays that it
/// has, and their numbers on demand. To open one reads what stands before the numbers; these are
/// read, and inflated where they are compressed, as far as is asked for. For one thread at a time.
/// What is wrong is a TensorFileError.
class TensorFile {
 public:
  explicit TensorFile(const std::string& path);  ///< "-" for standard input
  explicit TensorFile(FileBytes bytes);
  TensorFile(TensorFile&&) noexcept;
  ~TensorFile();

  /// In the order of the file's own list.
  const std::vector<Tensor>& tensors() const { return tensors_; }
  /// That of this name, or none.
  const Tensor* find(std::string_view name) const;
  /// The names of an archive's arrays of Python's objects, which are not read.
  const std::vector<std::string>& passed_over() const { return passed_over_; }
  /// The texts that a .safetensors file has beside its arrays.
  const std::map<std::string, std::string>& metadata() const { return metadata_; }

  /// Numbers of a tensor of this file; a number beyond float32 becomes infinite, and what is none
  /// stays so. Throws also where the tensor has no floating-point numbers.
  Matrix matrix(const Tensor& tensor, const TensorPlane& plane) const;

  /// The texts of an array of one axis, or in a row of one of two. Throws where it is none.
  std::vector<std::string> texts(const Tensor& tensor, Index row = 0) const;

 private:
  void open();
  void open_archive();
  void add(Tensor tensor);
  template <typename Use>
  void with_bytes(const Tensor& tensor, std::uint64_t from, std::uint64_t to, const Use& use) const;
  const char* inflated(const Tensor& tensor, std::uint64_t from, std::uint64_t to) const;

  FileBytes bytes_;
  std::vector<Tensor> tensors_;
  std::map<std::string, std::size_t, std::less<>> by_name_;
  std::map<std::string, std::string> metadata_;
  std::vector<std::string> passed_over_;
  // Of what was inflated last, to go on from.
  mutable std::unique_ptr<Inflater> inflater_;
  mutable std::uint64_t inflated_at_ = 0;
  mutable std::string buffer_;
};

}  // namespace attn
