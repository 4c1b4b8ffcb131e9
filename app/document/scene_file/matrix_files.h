#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "app/document/json/json.h"
#include "app/document/tensors/tensor_file.h"
#include "engine/attention/shapes.h"
#include "engine/base/matrix.h"

namespace attn {

/// All matrices that a file takes from others may not have more numbers: a short file could ask for
/// the same large one any number of times.
inline constexpr std::uint64_t kMaxReferredNumbers = std::uint64_t{1} << 29;

/// The files that the matrices of one scene or network may come from: those in its folder, or below
/// it. `{"file": "model.safetensors", "tensor": "name", "index": n, "transpose": true, "rows":
/// [from, to], "columns": [from, to]}` stands in place of a matrix; all but the file may be absent.
class MatrixFiles {
 public:
  /// Of a text that is in no file: it can name none.
  MatrixFiles() = default;
  /// Of the scene at `path`; "-", standard input, is taken for one in the current folder. A scene's
  /// code is in none.
  explicit MatrixFiles(const std::string& path);

  /// The matrix that `value` refers to, of `shape`, of finite numbers; minus infinity, too, where
  /// it `may_hide`. Throws SceneError at the place of what is wrong.
  Matrix read(const json::Value& value, const json::Place& place, const Shape& shape,
              bool may_hide = false);

 private:
  const TensorFile& open(const std::string& name, const json::Place& place);

  std::optional<std::string> folder_;
  std::map<std::string, std::unique_ptr<TensorFile>> files_;
  std::uint64_t numbers_ = 0;
};

}  // namespace attn
