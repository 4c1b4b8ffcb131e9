#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/document/files/file_stamp.h"
#include "app/document/json/json.h"
#include "app/document/scene_file/fields.h"
#include "app/document/tensors/tensor_file.h"
#include "engine/attention/shapes.h"
#include "engine/base/matrix.h"

namespace attn {

/// Maximum number of numbers from other files: a short file could refer to a large one any number
/// of times.
inline constexpr std::uint64_t kMaxReferredNumbers = std::uint64_t{1} << 29;

/// Files with matrices of a scene or network: in its folder, or below it. A matrix is replaced by
/// `{"file": "model.safetensors", "tensor": "name", "index": n, "transpose": true, "rows": [from,
/// to], "columns": [from, to]}`; only the file is required. A vector is a tensor of one axis, or
/// the row `index` of one of two, and may have `columns`.
class MatrixFiles {
 public:
  /// For a text outside any file: it cannot refer to files.
  MatrixFiles() = default;
  /// For the scene at `path`; "-", standard input, counts as in the current folder. A scene's code
  /// is in no folder.
  /// Adds the files that are read to `read`, if given.
  explicit MatrixFiles(const std::string& path, ReadFiles* read = nullptr);
  /// For a text that a program made, whose matrices are the tensors of the file "" in `memory`,
  /// which may be null. Its version may be higher than necessary.
  explicit MatrixFiles(std::shared_ptr<const TensorFile> memory)
      : is_of_program_(true), memory_(std::move(memory)) {}

  bool is_of_program() const { return is_of_program_; }

  /// Matrix that `value` refers to, of `shape`, with finite numbers; minus infinity only if it
  /// `may_hide`. Throws SceneError with the place.
  Matrix read(const json::Value& value, const json::Place& place, const Shape& shape,
              bool may_hide = false);
  /// Likewise a vector of finite numbers.
  RowVector read_row(const json::Value& value, const json::Place& place);

  /// From now on, files may give as many numbers as memory allows: for networks.
  void allow_any_count() { most_numbers_ = kMostBytes; }

 private:
  const TensorFile& open(const std::string& name, const json::Place& place);
  const TensorFile& file_of(const json::Value& value, const json::Place& place);
  /// Finite numbers of the plane, which `value` refers to.
  Matrix plane_in(const TensorFile& file, const Tensor& tensor, const TensorPlane& plane,
                  const json::Value& value, const json::Place& place, bool may_hide);

  bool is_of_program_ = false;
  std::optional<std::string> folder_;
  std::shared_ptr<const TensorFile> memory_;
  ReadFiles* read_ = nullptr;
  std::map<std::string, std::unique_ptr<TensorFile>> files_;
  std::uint64_t numbers_ = 0, most_numbers_ = kMaxReferredNumbers;
};

// Matrices given as rows, or in another file; vectors in another file if the format has that.

Matrix read_matrix(const json::Value& value, const json::Place& place, const Shape& shape,
                   SceneReading& reading);
/// Reads a matrix whose numbers may be minus infinity: null in JSON, or minus infinity in a file of
/// tensors.
Matrix read_matrix_or_null(const json::Value& value, const json::Place& place, const Shape& shape,
                           SceneReading& reading);

RowVector read_row(const json::Value& value, const json::Place& place, SceneReading& reading);

}  // namespace attn
